"""Whether the table works, and how long the sand of its hourglasses runs."""
