"""Score sheets on paper: the photograph of a sheet becomes a proposed game."""
