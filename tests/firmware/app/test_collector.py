"""Garbage among the objects of a running table or server."""

import gc
import weakref

from firmware.app.collector import seldom_collected


class _Ring:
    """An object that refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_a_table_keeps_what_it_began_with_and_frees_what_came_later() -> None:
    usual = gc.get_threshold()
    began = weakref.ref(_Ring())
    with seldom_collected():
        later = weakref.ref(_Ring())
        gc.collect()
        assert (began() is None, later() is None) == (False, True)
        assert gc.get_threshold() > usual
    gc.collect()
    assert (began(), gc.get_threshold()) == (None, usual)
