"""The costs of all that a sheet may hold: the game proposed is the walk that costs least.

A cost is about minus the logarithm of how often a thing happens: what people always do costs nothing,
and a slip of the pen as much as many words of no meaning. All were fitted by hand to the kept sheets;
each stands beside an example. ``tests/benchmarks/sheets.py`` tells what a change is worth.
"""


class Cost:
    """The addition to the cost of a walk."""

    # To pass over a token (`Signs`):
    WORD = 0.02  # nice
    CODE = 0.5  # yellow, in a row that tells a move
    SLIP = 0.6  # al, which may be a1
    NUMBER = 1.0  # 12
    JOINED = 1.5  # each number of 5-18
    HOLE = 1.5  # D beside a second
    FIELD = 3.0  # d4
    ABOVE_MOVES = 0.3  # times any of these, in the rows above the moves

    # To take a token for a part of a move (`Signs`):
    SHORTENED = 0.5  # ye for yellow
    FIELD_APART = 0.3  # d 4, 4d for d4
    OTHER_CASE = 1.5  # d for the hole D, where a sheet has both cases
    FIELD_LETTER = 2.0  # the b of b4 for blue
    LABEL = 1.0  # the 12 of "12. d4"
    REMARK = 1.0  # a number of "d4 (12 was better)"
    SUPPOSED = 1.3  # "c4 would have won", alone in its row

    # And to take it with a slip of the pen (`slips`), or with what a camera misreads:
    TWIN = 1.0  # l for 1, which makes no doubt: with `UNNAMED`, it is less than `Bound.DEAR`
    TURNED = 1.5  # 4d for d4
    ALIKE = 2.5  # 9 for 4
    SWAPPED = 3.5  # 21 for 12
    ADDED = 4.0  # 122 for 12
    CHANGED = 5.0  # 15 for 12

    # To make a move (`Walker`):
    UNNAMED = 0.2  # "d4" where its piece is not said
    BACKWARDS = 0.6  # "d4 y" for "y d4"
    NO_SOURCE = 1.5  # "18" for "5-18"
    ACROSS = 0.6  # "y, d4": a mark within a move
    LATE_SECOND = 0.3  # "D E 20": the second behind the holes
    OTHER_SEAT = 2.5  # in a row of somebody else
    UNDONE = 1.0  # "d4, no, d5": to take d4 back
    PUT_RIGHT = 0.1  # and to take its piece to d5
    ROW, ROW_SHARE = 6.0, 0.3  # of a row without a move: what is over 6 counts for a share

    # Of a whole game (`games_told`):
    NOBODY = 5.0  # no player is said to move
    EACH = 2.0  # the moves of each player stand apart
    TURNED_ORDER = 1.0  # where they do, another player begins than the first
    RETIMED = 3.0  # a clock that ran down, from elsewhere, or since the last move
    RECOLOURED = 0.5  # other colours than usual, which the sheet does not list
    MISCOUNTED = 1.0  # as many players as the sheet does not say


class Bound:
    """The costs from which on somebody is asked."""

    STRAINED = 2.4  # a row that costs more may hide a slip
    DEAR = 1.25  # a move that costs more is in doubt
    SURE_LINE = 1.0  # a line of words that costs less is taken
    AHEAD = 0.7  # the game leaves less unread than every other by so much
    BY_CHANCE, BY_CHANCE_EACH = 6.0, 0.8  # a game that costs more than this, and more for each move, is none
