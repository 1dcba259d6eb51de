"""A guided first game for each title, a file a game: texts, moves and answers, as data."""
