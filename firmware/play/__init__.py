"""What is played at the table: a lobby of games, one session each. No I/O and no clock."""
