"""Score sheets on paper: a photograph of one becomes a game that is proposed."""
