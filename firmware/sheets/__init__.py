"""Score sheets as people write them: an exact record is read, any other text proposed.

:func:`read_sheet` reads a file in one of two ways, and there is no third. A record is taken as it
stands. Any other text becomes a :class:`Proposal`, its rows beside their moves, which somebody has
to take. `propose` leads a text through the other modules; read them in this order:

- ``text``: the text becomes rows. ``numbers``: words become figures, and what a machine misread is put right.
- ``lexicon``: a row becomes tokens, each with the codes that it may mean. ``fields``: fields and cells of tables.
- ``names``: names and seats that stand side by side. ``owners``: whose move each token may tell.
- ``labels``: numbers that tell no move. ``top``: title, options, players. ``stones``: stones on the track.
- ``sheet``: a sheet as one of a game, from all of these. ``clocks``: times as they are written.
- ``signs``: tokens become signs, each with its meanings and the cost of passing over it. ``costs``: all costs.
- ``walks``: a beam search for the cheapest legal game through the signs.
- ``hypotheses``: such a search for each game, number of players, order of seats and clock.
- ``doubts``: the rows that somebody is asked about. ``proposing``: the best game, its lines side by side.

The commands and the page show what is proposed; ``firmware.paper`` walks through photographed signs.

A row of a Forum Romanum, ``1. Anna: yellow g4 and red on d6 (nice)``, on its way:

- Tokens: 1 . Anna : yellow g 4 and red on d 6 ( nice ). "yellow" has the code ``y``, "and" the code ``skip``.
- Owners: Anna, from her name on. "1" is a label, as the rows below count on.
- Signs: "yellow" may be ``y``, and passing over it costs 0.5; "g" may begin ``g4``, 3.0; "on" is a word, 0.02.
- Walk: ``y@g4`` from "yellow g 4"; "and" is passed over; ``r@d6`` from "red on d 6", 0.02 for the word within.
- The next best walk has ``r@g4``, red behind its field, and ``y@d6`` from a field alone, and costs 1.3 more: no doubt.
"""

from firmware.sheets.proposing import Line, Proposal, UnreadError, moves_told, propose
from firmware.sheets.text import Row, rows_of
from rules import Load, Reading, Record, load_nothing, read_record
from rules.reading import UnformattedError, decode

__all__ = ["Line", "Proposal", "Row", "UnreadError", "moves_told", "propose", "read_sheet", "rows_of"]


def read_sheet(data: bytes, load: Load = load_nothing, reading: Reading | None = None) -> Record | Proposal:
    """Return the record that a file is, or the game that it may tell.

    Args:
        data: The file.
        load: Reads the files that options name.
        reading: What is noted of a record; it is read with all that cannot change a meaning.

    Raises:
        RecordError: It is no text, holds two games or none, or a line of a record breaks a rule.
    """
    try:
        return read_record(data, load, reading or Reading(strict=False))
    except UnformattedError as error:
        fault = error
    rows = rows_of(decode(data)[0])
    try:
        return propose(rows)
    except UnreadError as unread:
        formatted = rows and rows[0].text.lstrip().startswith("[game")
        raise (fault if formatted else unread) from None
