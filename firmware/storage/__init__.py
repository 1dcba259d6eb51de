"""Storage: the store of games and settings, the recorder that fills it, import and export."""
