"""The site on which the games are played in the browser alone: its files and its Python."""
