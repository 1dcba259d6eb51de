"""Debouncing: three equal samples make a change, and noise makes none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.sensing.debounce import QUARANTINE_REST, TOGGLES, Debouncer
from firmware.sensing.events import Chatter, Event, Key, Kind, Touch, Unread
from hal import NO_CONTACTS, REEDS, Cells, Contacts, Snapshot, cell_set, contacts_of, one_cell, reeds_of, tilt
from hal.trace import SECOND

STEP = 10_000  # microseconds between scans


class Scanner:
    """Feeds scans at 100 Hz."""

    def __init__(self) -> None:
        self.debouncer = Debouncer()
        self.at = 0
        self.scan()

    def scan(self, reeds: int = 0, buttons: int = 0, tilts: int = 0, keys: int = 0, unread: int = 0) -> list[Event]:
        scan = Snapshot(self.at, Cells(reeds), Cells(buttons), Cells(tilts))
        events = self.debouncer.feed(scan, keys, Contacts(unread))
        self.at += STEP
        return events


def test_a_change_counts_after_three_equal_samples_at_the_time_of_the_first() -> None:
    scanner = Scanner()
    moved = scanner.at
    assert scanner.scan(reeds=2) == []
    assert scanner.scan(reeds=2) == []
    assert scanner.scan(reeds=2) == [Touch(moved, Kind.PLACE, 1)]
    assert scanner.scan(reeds=2) == []
    moved = scanner.at
    assert scanner.scan() + scanner.scan() == []
    assert scanner.scan() == [Touch(moved, Kind.LIFT, 1)]


def test_a_bounce_delays_the_change_and_keeps_its_first_moment() -> None:
    scanner = Scanner()
    moved = scanner.at
    for reeds in (1, 0, 1, 1):
        assert scanner.scan(reeds=reeds) == []
    assert scanner.scan(reeds=1) == [Touch(moved, Kind.PLACE, 0)]


def test_a_glitch_of_two_samples_is_nothing_and_leaves_no_memory() -> None:
    scanner = Scanner()
    for reeds in (1, 1, 0, 0, 0, 0):
        assert scanner.scan(reeds=reeds) == []
    moved = scanner.at
    for reeds in (1, 1):
        assert scanner.scan(reeds=reeds) == []
    assert scanner.scan(reeds=1) == [Touch(moved, Kind.PLACE, 0)]


def test_every_layer_and_key_has_its_own_words() -> None:
    scanner = Scanner()
    at = scanner.at
    seen: list[Event] = []
    for _ in range(3):
        seen += scanner.scan(reeds=1, buttons=2, tilts=4, keys=8)
    assert seen == [Touch(at, Kind.PRESS, 1), Touch(at, Kind.PLACE, 0), Touch(at, Kind.A_UP, 2), Key(at, "MENU")]
    at, seen = scanner.at, []
    for _ in range(3):
        seen += scanner.scan()
    assert seen == [Touch(at, Kind.LIFT, 0), Touch(at, Kind.B_UP, 2), Touch(at, Kind.RELEASE, 1)]


def test_the_first_scan_is_taken_as_it_is() -> None:
    debouncer = Debouncer()
    assert debouncer.feed(Snapshot(0, reeds=cell_set((1, 2)), tilts=one_cell(0)), 0) == []
    assert debouncer.closed == 6 | tilt(0)


def test_a_contact_that_toggles_without_rest_is_left_out_until_it_rests() -> None:
    scanner = Scanner()
    seen: list[Event] = []
    for n in range(3 * TOGGLES):
        for _ in range(3):
            seen += scanner.scan(reeds=(n % 2) << 13 | 1)
    warnings = [event for event in seen if isinstance(event, Chatter)]
    assert [(w.layer, w.where, w.resting) for w in warnings] == [("reed", {"row": 1, "column": 1}, False)]
    touches = [event for event in seen if isinstance(event, Touch) and event.cell == 13]
    assert len(touches) <= TOGGLES
    assert reeds_of(scanner.debouncer._barred) == 1 << 13
    seen = []
    for _ in range(QUARANTINE_REST // STEP + 5):
        seen += scanner.scan(reeds=1 << 13 | 1)
    assert Chatter in map(type, seen)
    assert reeds_of(scanner.debouncer._barred) == 0
    assert scanner.debouncer.closed == 1 << 13 | 1


@pytest.mark.parametrize(("seconds", "closed"), [(0.9, False), (1.1, True), (2, True)])
def test_a_contact_that_chatters_goes_back_to_where_it_last_rested_for_a_second(seconds: float, closed: bool) -> None:
    scanner = Scanner()
    for _ in range(int(seconds * SECOND) // STEP):
        scanner.scan(reeds=1 << 13)
    toggles = 0
    while not reeds_of(scanner.debouncer._barred):
        for _ in range(3):
            scanner.scan(reeds=(toggles % 2) << 13)
        toggles += 1
    for _ in range(3):
        scanner.scan(reeds=(toggles % 2) << 13)
    assert scanner.debouncer.closed == closed << 13


def test_other_contacts_work_while_one_chatters() -> None:
    scanner = Scanner()
    for n in range(4 * TOGGLES):
        scanner.scan(reeds=n // 2 % 2)
    seen: list[Event] = []
    for n in range(6):
        seen += scanner.scan(reeds=n // 2 % 2 | 1 << 40)
    assert [event.cell for event in seen if isinstance(event, Touch)] == [40]


@given(st.lists(st.integers(0, 2**12 - 1), max_size=80))
def test_events_tell_the_whole_story(samples: list[int]) -> None:
    """Whatever the contacts do, the events lead from the first contacts to the settled ones."""
    scanner = Scanner()
    closed = 0
    for sample in [*samples, *[samples[-1] if samples else 0] * 3]:
        for event in scanner.scan(reeds=sample & 63, tilts=sample >> 6):
            assert isinstance(event, Touch)
            if event.kind in (Kind.PLACE, Kind.LIFT):
                assert (closed >> event.cell & 1) == (event.kind is Kind.LIFT)
                closed ^= 1 << event.cell
            assert event.at <= scanner.at
        assert closed == scanner.debouncer.closed & REEDS
    assert closed == (samples[-1] if samples else 0) & 63


def test_contacts_that_cannot_be_read_stay_as_they_were_and_come_back_as_they_are() -> None:
    scanner = Scanner()
    for _ in range(3):
        scanner.scan(reeds=0b011)
    lost = scanner.at
    assert scanner.scan(reeds=0b011, unread=0b111) == [Unread(lost, Contacts(0b111), Contacts(0b011))]
    moved = scanner.at
    for _ in range(2):  # a cell that can be read goes on
        assert scanner.scan(reeds=0b1110, unread=0b111) == []
    assert scanner.scan(reeds=0b1110, unread=0b111) == [Touch(moved, Kind.PLACE, 3)]
    assert scanner.scan(reeds=0b1110) == scanner.scan(reeds=0b1110) == []
    back = scanner.at
    assert scanner.scan(reeds=0b1110) == [Unread(back, NO_CONTACTS, Contacts(0b1110))]  # after three scans
    for _ in range(4):
        assert scanner.scan(reeds=0b1110) == []


def test_a_button_that_is_held_when_it_can_be_read_again_is_pressed_then() -> None:
    scanner = Scanner()
    button = contacts_of(buttons=one_cell(0))
    scanner.scan(unread=button)
    found = [event for _ in range(6) for event in scanner.scan(buttons=1)]
    assert [type(one) for one in found] == [Unread, Touch]
    assert found[1][1:] == (Kind.PRESS, 0)
