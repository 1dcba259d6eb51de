"""The catalogues of all languages in a single file, with the English texts only once.

That is half as many bytes as a file for each language. A catalogue is an MO file (GNU gettext
manual, 10.3): the number of entries, the places of two tables, for texts and for translations, with
lengths and places, and then the entries, each with a zero behind it.
"""

import json
import struct
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

import firmware.words

PACKED = Path(__file__).parent / "catalogues.json"
_MAGIC = 0x950412DE
_HEAD = struct.Struct("<7I")
_ENTRY = struct.Struct("<2I")  # length and place of a text


def packed(catalogues: Mapping[str, bytes], texts: Container[str]) -> bytes:
    """Return the catalogues with these texts alone, as JSON; a quarter of all texts is about wires.

    The JSON has the languages, then each text and its translations, null if it is missing.
    """
    known = {language: dict(_entries(content)) for language, content in catalogues.items()}

    def is_wanted(text: str) -> bool:  # context, \4, singular, \0, plural
        return not text or text.partition("\0")[0].rpartition("\4")[-1] in texts

    every = filter(is_wanted, sorted(set().union(*known.values())))
    rows = [[text, *(of.get(text) for of in known.values())] for text in every]
    return json.dumps([list(known), *rows], ensure_ascii=False, separators=(",", ":")).encode()


def unpack(file: Path = PACKED, folder: Path = Path(firmware.words.__file__).parent) -> None:
    """Write packed catalogues into the folder where gettext looks, each as an MO file."""
    languages, *rows = json.loads(file.read_bytes())
    for at, language in enumerate(languages, 1):
        path = folder / language / "LC_MESSAGES" / "speeltafel.mo"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_catalogue([(row[0], row[at]) for row in rows if row[at] is not None]))


def _entries(catalogue: bytes) -> Iterator[tuple[str, str]]:
    """Yield the texts of a catalogue, each with its translation."""
    _, _, number, *tables = _HEAD.unpack_from(catalogue)[:5]
    for at in range(number):
        found = (_ENTRY.unpack_from(catalogue, table + _ENTRY.size * at) for table in tables)
        text, translation = (catalogue[at : at + length].decode() for length, at in found)
        yield text, translation


def _catalogue(entries: Iterable[tuple[str, str]]) -> bytes:
    """Return a catalogue with these texts and their translations."""
    columns = [[one.encode() for one in column] for column in zip(*entries, strict=True)]
    number = len(columns[0])
    place = _HEAD.size + 2 * _ENTRY.size * number
    head = _HEAD.pack(_MAGIC, 0, number, _HEAD.size, _HEAD.size + _ENTRY.size * number, 0, place)
    for one in (one for column in columns for one in column):
        head += _ENTRY.pack(len(one), place)
        place += len(one) + 1
    return head + b"".join(one + b"\0" for column in columns for one in column)
