"""The printed sheets, a file a game, and the shapes that they are drawn with."""
