"""The rules of each game in sentences for newcomers, a file a game."""
