"""Computer opponents: which move to make, from the rules alone, without a table."""

from firmware.opponents.choice import Taste, choose, find_taste

__all__ = ["Taste", "choose", "find_taste"]
