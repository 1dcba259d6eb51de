"""A guided first game for each title, a file a game: what is said, done and answered, as data."""
