"""The garbage collector of Python, set so that it seldom holds up a scan or a move."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

FULL_EVERY = 50
"""Collections of the middle generation between two full collections. Python's default is 10.

A full collection holds up all threads, for 0.2 s with 1,000 open matches. At 100 moves a second the
default collects every 25 s, which holds up one move in a hundred. At most 350,000 objects wait for
a full collection.
"""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Within the context, exempt the present objects from collection, and collect all others seldom."""
    usual = gc.get_threshold()
    gc.set_threshold(*usual[:2], FULL_EVERY)
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
