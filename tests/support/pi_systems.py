"""The systems of a Raspberry Pi for which there must be wheels."""

SYSTEMS = {  # the Python of each, and the C library
    "Bookworm": ("3.11", 36),
    "Trixie": ("3.13", 41),
}
