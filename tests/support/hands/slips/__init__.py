"""Fault injection: slips of people, and contacts that misread them, as changes to players' plans.

Each slip draws from the players' own random numbers, so that a seed gives the same game again. A
plan in which a slip cannot happen stays unchanged. Durations and frequencies come from hands,
magnets and reeds only, never from the firmware that reads them.
"""
