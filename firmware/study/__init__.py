"""What can be said of a game from its record."""
