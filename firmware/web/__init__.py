"""The table on a network: a page, and the same for other programs."""
