"""Circuit boards that are made from the same data as the hand-wired table."""
