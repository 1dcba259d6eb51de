"""The printed sheets, a file a game, and what they are drawn with."""
