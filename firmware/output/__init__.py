"""The output of the table: lamps, prompts, warnings, and the terminal."""
