"""What is known about the table is kept in the store, and reads as it was written."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from firmware.storage.settings import read_contacts, write_contacts
from firmware.storage.store import Store
from hal import NO_CONTACTS, REEDS, TILTS, Contacts

contacts = st.integers(0, REEDS | TILTS).map(Contacts)


@given(contacts)
def test_contacts_read_as_they_were_written(closed: Contacts) -> None:
    assert read_contacts(write_contacts(closed)) == closed
    assert write_contacts(NO_CONTACTS) is None


def test_what_is_known_about_the_table_is_kept_until_it_is_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    assert store.setting("sand") is None
    store.set("sand", "a:118")
    store.set("sand", "a:119")
    assert store.setting("sand") == "a:119"
    store.set("sand", None)
    assert store.setting("sand") is None
    store.close()
