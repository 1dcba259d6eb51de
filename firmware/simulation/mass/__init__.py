"""Mass simulation: thousands of games of the computer against itself, as rows for statistics."""
