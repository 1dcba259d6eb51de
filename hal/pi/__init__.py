"""The table on a Raspberry Pi: chips on I2C, pixels on SPI, keys and buzzer on GPIO.

Importing this imports no driver: :func:`open_pi_table` does. The wiring is in wiring/table.toml.
"""

from hal.pi.table import PiTable, open_pi_table

__all__ = ["PiTable", "open_pi_table"]
