"""Trust in contacts: each way from one state to another."""

from hypothesis import given
from hypothesis import strategies as st

from firmware.recognition.trust import Trust
from hal import NO_CONTACTS, Contacts

PLACES = Contacts(0b1111)
CONTACTS = st.integers(0, 63).map(Contacts)


def test_a_contact_known_to_be_broken_is_distrusted_and_not_counted_as_found_here() -> None:
    trust = Trust(PLACES, known=Contacts(0b0001))
    assert trust.distrusted == 0b0001
    assert trust.found == 0


def test_a_contact_that_the_game_does_not_look_at_is_never_distrusted() -> None:
    trust = Trust(PLACES, known=Contacts(0b10000), found=Contacts(0b100000))
    trust.find(Contacts(0b10000))
    trust.chatter(Contacts(0b10000), rests=False)
    assert trust.distrusted == trust.found == 0


def test_a_contact_found_broken_is_trusted_again_as_soon_as_it_agrees() -> None:
    trust = Trust(PLACES, found=Contacts(0b1000))
    trust.find(Contacts(0b0110))
    assert trust.found == trust.distrusted == 0b1110
    assert trust.agree(Contacts(0b0010))
    assert trust.distrusted == 0b1100
    assert not trust.agree(Contacts(0b0010))
    assert trust.agree(Contacts(0b1000))
    assert trust.found == 0b0100


def test_a_contact_that_chatters_is_distrusted_until_it_rests() -> None:
    trust = Trust(PLACES)
    trust.chatter(Contacts(0b0100), rests=False)
    assert (trust.distrusted, trust.found) == (0b0100, 0)
    trust.chatter(Contacts(0b0100), rests=True)
    assert trust.distrusted == 0


def test_a_contact_that_was_never_read_in_this_game_is_distrusted_until_it_is() -> None:
    trust = Trust(PLACES)
    trust.lose_sight(Contacts(0b0011), begins=True)
    assert trust.distrusted == 0b0011
    trust.lose_sight(Contacts(0b0101))
    assert (trust.unread, trust.distrusted) == (0b0101, 0b0001)
    trust.lose_sight(NO_CONTACTS)
    trust.lose_sight(Contacts(0b0001))
    assert (trust.unread, trust.distrusted, trust.found) == (0b0001, 0, 0)


@given(st.lists(st.tuples(st.integers(0, 6), CONTACTS), max_size=12))
def test_what_is_known_to_be_broken_is_never_trusted_and_found_is_always_distrusted(
    steps: list[tuple[int, Contacts]],
) -> None:
    trust = Trust(PLACES, known=Contacts(0b1000))
    for what, contacts in steps:
        if what == 5:
            trust.chatter(contacts, rests=False)
        elif what == 6:
            trust.chatter(contacts, rests=True)
        else:
            (trust.find if what < 3 else trust.agree)(contacts)
        assert trust.distrusted & 0b1000
        assert trust.distrusted & ~PLACES == 0
        assert trust.found & ~trust.distrusted == 0
