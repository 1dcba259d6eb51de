"""A small board of the hourglass game: white's d and pink's D face each other over a bridge."""

from pathlib import Path

SMALL = (Path(__file__).parents[1] / "data" / "perft" / "small.toml").read_text("utf-8")
