"""Where games are kept: the store, what records into it, and what leaves or enters it."""
