"""The teaching of the games: a page of rules for each, and a guided first game."""
