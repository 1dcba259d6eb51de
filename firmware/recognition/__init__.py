"""The recognition of moves: from settled touches to findings."""
