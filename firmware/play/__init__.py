"""Play at the table: a lobby of games, with a session for each game. No I/O and no clock."""
