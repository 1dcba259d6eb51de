"""Revolution in words: a position as text and as a small board, and why a move is not legal.

The text of a position is described in ``rules.revolution``.
"""

import re

from rules.drawing import draw, grid
from rules.game import MalformedError, Outcome
from rules.revolution_moves import (
    BUILDING_ROWS,
    BUILDINGS,
    CARDS,
    CITY,
    EFFECTS,
    FIELDS,
    FLAG,
    FULL_HAND,
    NOTRE_DAME,
    SEATS,
    SIDE,
    STONE,
    STONE_ROW,
    Effect,
    building_sites,
    columns_of,
    lane,
)
from rules.revolution_state import (
    BUILD,
    LAY,
    PHASES,
    SET,
    STONES,
    Draft,
    Setup,
    end_game,
    first_draft,
    free_beside_notre_dame,
    may_set,
    other_seat,
    won,
)
from rules.text import Text, reason, told

OPTION_WORDS = ("buildings_apart", "strongest_cards", "early")


def write(position: Draft) -> str:
    """Return a position as a line of text."""
    cells = [position.on(field) or "." for field in FIELDS]
    rows = ("".join(cells[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE))
    if position.outcome:
        turn = f"over:{position.outcome.reason}:{''.join(position.outcome.winners) or '-'}"
    else:
        turn = f"{position.to_move}:{position.phase}"
    claims = [seat for seat in SEATS if position.claims[SEATS.index(seat)]]
    parts = ["/".join(rows), turn, f"claim:{claims[0] if claims else '-'}"]
    parts.append(f"plies:{position.plies}")
    setup = position.setup
    chosen = zip(OPTION_WORDS, (setup.apart, setup.every_strongest, setup.early), strict=True)
    return " ".join((*parts, *(word for word, on in chosen if on)))


def drawing(position: Draft) -> str:
    """Return a position as a small board: cards and buildings as in the line of text."""
    fields = [position.on(field) or "." for field in FIELDS]
    rows = [fields[at : at + SIDE] for at in range(0, SIDE * SIDE, SIDE)]
    names = [field[1] for field in FIELDS[::SIDE]]
    standings = {seat: f"stones {position.stones_of(seat)}  cards {position.hand_of(seat) or '-'}" for seat in SEATS}
    columns = [field[0] for field in FIELDS[:SIDE]]
    board = grid([*rows, columns], [*names, ""])
    return draw(board, standings, position.to_move, position.outcome)


def read(text: str) -> Draft:
    """Return the draft of the position that `text` describes. Raise ValueError, with the reason."""
    parts = text.split(" ")
    if len(parts) < 4:
        raise ValueError("it should have a board, a turn, a claim and the plies")
    board, turn, claim, plies, *words = parts
    if words != [word for word in OPTION_WORDS if word in words]:
        raise ValueError(f"{' '.join(words)!r} should be some of {' '.join(OPTION_WORDS)}")
    if not re.fullmatch(r"plies:(0|[1-9][0-9]*)", plies):
        raise ValueError(f"{plies!r} should be the number of moves played, like plies:7")
    setup = Setup(apart="buildings_apart" in words, every_strongest="strongest_cards" in words, early="early" in words)
    draft = first_draft(setup)
    draft.plies = int(plies.removeprefix("plies:"))
    cells = _cells(board)
    _fill_city(draft, cells)
    _lay_stones(draft, cells)
    _give_claim(draft, claim)
    _give_turn(draft, turn)
    pieces = 25 - len(draft.free) + sum(draft.stones_of(seat) for seat in SEATS)
    if draft.plies < pieces:
        raise ValueError(f"{pieces} buildings, cards and stones took as many plies or more")
    return draft


def _cells(board: str) -> list[str]:
    """Return the piece on each field, ``.`` on a free field. Raise ValueError."""
    rows = [re.findall(r"N[ox]?|[VB]|[ld][0-9F][ox]?|\.", row) for row in board.split("/")]
    if "/".join("".join(row) for row in rows) != board or [len(row) for row in rows] != [SIDE] * SIDE:
        raise ValueError(f"{board!r} should be 5 rows of 5 fields like . N l7o dFx, joined by /")
    return [cell for row in rows for cell in row]


def _fill_city(draft: Draft, cells: list[str]) -> None:
    """Put buildings and cards on the fields; `draft` keeps as rows the buildings left over."""
    hands, leads, goals = list(draft.hands), list(draft.leads), [0, 0]
    for field, cell in zip(FIELDS, cells, strict=True):
        if cell == ".":
            continue
        seat = 1 if cell[0] == "d" else 0
        what = cell[0] if cell[0] in BUILDINGS else cell[1]
        effect = EFFECTS[f"{what}@{field}"]
        if effect.row not in (draft.rows if effect.row in BUILDING_ROWS else hands[seat]):
            raise ValueError(f"{cell.rstrip('ox')} lies there twice")
        if effect.row == NOTRE_DAME:
            draft.notre_dame = effect.bit
        elif effect.row in BUILDING_ROWS:
            draft.others |= effect.bit
        else:
            draft.bare |= effect.bit
        if effect.row == FLAG:
            goals[1 - seat] = effect.bit  # RV-19
        draft.rows = draft.rows.replace(effect.card, b"")
        draft.free = draft.free.replace(effect.field, b"")
        draft.open -= effect.around
        draft.lying += effect.lies[seat]
        hands[seat] = hands[seat].replace(effect.card, b"")
        leads = [lead + more for lead, more in zip(leads, effect.leads[seat], strict=True)]
    draft.hands, draft.leads = (hands[0], hands[1]), (leads[0], leads[1])
    draft.goals = (goals[0], goals[1])


def _lay_stones(draft: Draft, cells: list[str]) -> None:
    """Put stones on the fields. Raise ValueError if stones or buildings cannot lie there."""
    light, dark = (sum(128 << 8 * at for at, cell in enumerate(cells) if cell[-1] == mark) for mark in "ox")
    draft.stones = (light, dark)
    for seat, own in zip(SEATS, draft.stones, strict=True):
        if own.bit_count() > STONES:  # RV-2
            raise ValueError(f"{seat} has {own.bit_count()} stones on the board")
    stones = light | dark
    draft.bare &= ~stones
    built = [column for column in CITY if cells[column - 1][0] in BUILDINGS]
    for last in built:
        free = bytes(column for column in CITY if column == last or column not in built)
        if last not in building_sites(free, draft.setup.apart):
            raise MalformedError(told("the building on {field} stands too near to others", field=FIELDS[last - 1]))
    filled = sum(cell != "." for cell in cells)
    if len(built) < len(BUILDINGS) and (filled > len(built) or stones):  # RV-5
        raise MalformedError(told("cards and stones come after the three buildings"))
    if len(built) == len(BUILDINGS):
        draft.notre_dame_open = free_beside_notre_dame(draft)
    if stones & draft.notre_dame:
        if draft.notre_dame_open and not draft.setup.early:
            raise MalformedError(told("Notre Dame bears a stone beside a free field"))
        draft.notre_dame_open = b""
    light, dark = (
        goal | (draft.others if own & draft.notre_dame else 0)  # RV-20
        for goal, own in zip(draft.goals, draft.stones, strict=True)
    )
    draft.goals = (light, dark)


def _give_claim(draft: Draft, text: str) -> None:
    """Set the seat that may set its stone on Notre Dame (RV-16). Raise ValueError if it cannot."""
    notre_dame = draft.notre_dame
    can: tuple[str, ...] = ("-",)
    if not draft.rows and not sum(draft.stones) & notre_dame:
        lead = lane(draft.leads[0], notre_dame) - 127
        if not draft.notre_dame_open or (draft.setup.early and lead):
            can = (SEATS[lead > 0],) if lead else SEATS
    if text not in [f"claim:{seat}" for seat in can]:
        raise ValueError(f"{text!r} should be claim:{' or claim:'.join(can)}")
    light, dark = (notre_dame if text.endswith(seat) else 0 for seat in SEATS)
    draft.claims = (light, dark)


def _give_turn(draft: Draft, text: str) -> None:
    """Set the seat to move and its phase, or the end. Raise ValueError for an impossible turn."""
    outcome = won(draft, 0) or won(draft, 1)
    turns = _turns(draft, outcome)
    if text not in turns:
        raise ValueError(f"{text!r} should be {' or '.join(turns)}")
    seat, phase, *_ = text.split(":")
    if seat == "over":
        end_game(draft, outcome or Outcome("exhausted", ()))
        return
    draft.seat = SEATS.index(seat)
    draft.does = PHASES.index(phase)
    if draft.does == BUILD:
        draft.columns = building_sites(draft.free, draft.setup.apart)
    elif draft.does == LAY:
        draft.rows, draft.columns = draft.hands[draft.seat], draft.free
    else:
        fields = may_set(draft, draft.seat)
        if not fields:
            raise ValueError(f"{seat} can set no stone")
        draft.rows, draft.columns = STONE_ROW, columns_of(fields)


def _turns(draft: Draft, outcome: Outcome | None) -> list[str]:
    """Return the turns that these buildings, cards and stones leave possible, as texts."""
    light, dark, built = (len(rest) for rest in (*draft.hands, draft.rows))
    if built:  # RV-5
        return ["light:building" if built == 2 else "dark:building"]
    if dark - light not in (0, 1):  # RV-8
        raise MalformedError(
            told("light holds {light} cards and dark {dark}, but they take turns", light=light, dark=dark)
        )
    if outcome:
        return [f"over:{outcome.reason}:{outcome.winners[0]}"]
    if not draft.free:  # RV-22
        turns = [f"{seat}:{phase}" for seat in SEATS for phase in ("stones", "again", "last")]
        return [*turns, "over:exhausted:-"]
    if light == dark:
        return ["light:card"] + ["dark:stones"] * (dark < len(FULL_HAND))
    return ["dark:card", "light:stones"]


def why_not(position: Draft, effect: Effect) -> Text:
    """Return why a move with this effect is not legal, while the game goes on."""
    seat = position.to_move or ""
    if effect.row == STONE:
        return _why_no_stone(position, effect) if effect.column else _why_no_end(position)
    if position.does == BUILD:
        return _why_no_building(position, effect)
    if effect.row in BUILDING_ROWS:
        return reason("revolution.buildings-stand", "all three buildings stand already")
    if position.does == SET:
        return reason(
            "revolution.card-laid", "{seat} has laid its card and may set stones now, or end the turn", seat=seat
        )
    if not position.free:
        return reason("revolution.cards-laid", "all cards are laid; from now on only stones are set")
    if effect.row not in position.rows:
        return reason("revolution.same-card", "{seat} has laid its {card} already", seat=seat, card=CARDS[effect.row])
    return reason("revolution.occupied", "{field} is occupied", field=FIELDS[effect.column - 1])


def _why_no_end(position: Draft) -> Text:
    """Return why the turn cannot be ended, or a stone set, before a card is laid (RV-8)."""
    if position.does == BUILD:
        return reason("revolution.building-first", "{seat} should place a building", seat=position.to_move or "")
    return reason("revolution.card-first", "{seat} should lay a card first", seat=position.to_move or "")


def _why_no_building(position: Draft, effect: Effect) -> Text:
    """Return why this cannot be done while buildings are placed (RV-5, RV-6, RV-7)."""
    if effect.row not in BUILDING_ROWS:
        return reason("revolution.buildings-first", "the buildings come before the cards")
    if effect.row not in position.rows:
        name = BUILDINGS[effect.row - NOTRE_DAME]
        return reason("revolution.building-stands", "building {name} stands already", name=name)
    if effect.column not in position.free:
        return reason("revolution.occupied", "{field} is occupied", field=FIELDS[effect.column - 1])
    if effect.column in building_sites(position.free, apart=False):
        return reason("revolution.buildings-apart", "no two buildings may be neighbours (buildings_apart)")
    return reason("revolution.no-free-neighbour", "a building would have no free neighbour")


def _why_no_stone(position: Draft, effect: Effect) -> Text:
    """Return why the seat to move cannot set a stone there (RV-8, RV-11 to RV-16)."""
    field, seat = FIELDS[effect.column - 1], position.to_move or ""
    what = position.on(field)
    if position.does < SET:
        return _why_no_end(position)
    if not what:
        return reason("revolution.no-card", "no card lies on {field}", field=field)
    if what in ("V", "B"):
        return reason("revolution.no-stone-there", "Versailles and Bastille never bear a stone")
    if what[-1] in "ox":
        return reason("revolution.stone-stands", "{field} bears a stone already", field=field)
    both = position.influence(field)
    foe = other_seat(seat)
    on = told(
        "{seat} has influence {own} on {field} and the opponent {other}",
        seat=seat,
        own=both[seat],
        field=field,
        other=both[foe],
    )
    if what == "N":
        return reason("revolution.not-least", "Notre Dame is for the least influence, and {on}", on=on)
    left = position.hand_of(foe) or "-"
    return reason("revolution.not-safe", "{on}; that is not enough with the cards {left} to come", on=on, left=left)
