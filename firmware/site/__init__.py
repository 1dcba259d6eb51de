"""A site on which games are played in the browser alone: its files, and its Python."""
