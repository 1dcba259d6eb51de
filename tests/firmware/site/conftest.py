"""The site, for all tests beside this."""

from hosting import folder, hosted

__all__ = ["folder", "hosted"]
