"""Fault injection: slips of people, and contacts that misread them, as changes to players' plans.

Each draws from the players' own random numbers, so that a seed gives the same game again, and
leaves a plan as it is where it cannot happen in it. What hands, magnets and reeds can do is the
only source of how long something lasts and how often it happens, never what reads them.
"""
