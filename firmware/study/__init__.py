"""Reports about games, made from their records: no I/O but the style of a page beside this."""
