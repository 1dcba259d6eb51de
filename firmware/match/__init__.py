"""A match, a game that is being played, as a value: commands in, events out.

It is pure. It knows the rules and nothing else of the project, and no clock, file, chance or
language. See :mod:`firmware.match.match` for the state machine.
"""
