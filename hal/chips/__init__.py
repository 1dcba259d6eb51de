"""Emulated chips, buses and pins, for the table's unmodified drivers without hardware."""
