"""The self-test of a table, and the measurement of its hourglasses' sand."""
