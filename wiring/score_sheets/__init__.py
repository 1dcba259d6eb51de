"""Blank score sheets, to fill in by hand beside a board without sensors: a file a game."""
