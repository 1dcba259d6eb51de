"""What the table shows and says: lamps, prompts, warnings, and the terminal."""
