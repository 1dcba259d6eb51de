"""Reports about games, made from their records: no I/O."""
