"""The site, for all tests beside this."""

from support.hosting import folder, hosted

__all__ = ["folder", "hosted"]
