"""Emulated chips: what the unmodified drivers of the table meet when there is no hardware."""
