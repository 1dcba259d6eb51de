"""What should be lit and said? From what the session shows to a frame of lamps and a prompt."""

from collections.abc import Mapping
from typing import NamedTuple

from firmware.games import REEDS, LampState, dim, field_name
from firmware.play.effects import Warn
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, Choice
from firmware.play.view import Menu, View
from firmware.recognition.recognise import Astray, Back, Trouble, Unclear, Unpressed
from firmware.selftest.check import SelfTestView
from firmware.words import Words, say
from hal import CELLS, Colour, Frame, members
from rules import Header, Position, find_game

DARK: Colour = (0, 0, 0)
LAST: Colour = (255, 255, 255)  # where the last move went
TARGET: Colour = (60, 60, 60)  # where the piece in the hand may go
HINT: Colour = (0, 160, 160)  # what can be done now
WRONG: Colour = (255, 0, 0)  # a piece that should not be here
WANTED: Colour = (0, 255, 0)  # where it belongs, if a piece has no colour of its own
ASKED: Colour = (255, 120, 0)  # press one of these
OUT: Colour = (0, 0, 60)  # a piece that is out of the game, to be taken away at any time

GAMES: dict[str, Colour] = {  # while a game is chosen
    "revolution": (255, 0, 0),
    "hourglass": (255, 60, 140),
    "forum_romanum": (255, 190, 0),
    "manoeuvre": (0, 60, 255),
}
NUMBER: Colour = (255, 255, 255)  # of players, while it is chosen

BLINK = 500_000  # microseconds on, then as many off

_NAMELESS = {"light": say("light"), "dark": say("dark"), "white": say("white"), "pink": say("pink")}


TITLES = {
    "revolution": say("Revolution"),
    "hourglass": say("Hourglass"),
    "forum_romanum": say("Forum Romanum"),
    "manoeuvre": say("Manoeuvre"),
}


class Assistance(NamedTuple):
    """How much the table helps; a household may switch off what it does not want.

    sounds: it beeps. last: it shows the last move. targets: it shows where a lifted piece may go.
    forecast: it shows how much sand is left, and which glasses are out of the game. turn: it shows
    whose turn it is, and with what. scores: it shows what a move scored, and the senators. pieces:
    it shows what stands where.

    Questions, corrections and the answer to HINT are always shown: without them nobody could go on,
    or nothing would answer a key.
    """

    sounds: bool = True
    last: bool = True
    targets: bool = True
    forecast: bool = True
    turn: bool = True
    scores: bool = True
    pieces: bool = True


def frame(
    view: View | Choice | SelfTestView,
    at: int,
    assistance: Assistance = Assistance(),  # noqa: B008
) -> Frame:
    """The lamps at a time in microseconds."""
    if isinstance(view, SelfTestView):
        glow = view.glow
    else:
        glow = _choice_glow(view) if isinstance(view, Choice) else _game_glow(view, assistance)
    lit = at // BLINK % 2 == 0
    lamps = [DARK] * CELLS
    for cell, one in glow.items():
        if one.beats:
            lamps[cell] = one.beats[at // BLINK % len(one.beats)]
        else:
            lamps[cell] = one.colour if lit or not one.blinks else DARK
    return tuple(lamps)


def _choice_glow(choice: Choice) -> dict[int, LampState]:
    """The games and the numbers of players; what is chosen is bright, what is offered blinks."""
    if choice.offered is not None:
        offered = choice.offered.game
        return {
            cell: LampState(GAMES[game], blinks=True)
            for cell, game in GAME_CELLS.items()
            if game == offered
        }
    glow = {
        cell: LampState(GAMES[game] if game == choice.game else dim(GAMES[game]))
        for cell, game in GAME_CELLS.items()
    }
    return glow | {
        cell: LampState(NUMBER if number == choice.players else dim(NUMBER))
        for cell, number in NUMBER_CELLS.items()
        if number in choice.numbers
    }


def _game_glow(view: View, assistance: Assistance) -> dict[int, LampState]:
    """What a game lights: its standing, and over that what is asked."""
    targets = _targets(view) if assistance.targets and not view.contacts.extra & REEDS else set()
    glow = _standing(view, assistance, targets)
    trouble = view.trouble
    if isinstance(trouble, Astray):
        missing, extra = _first_steps(view)
        if trouble.turn:
            missing, extra = _first(trouble.turn), []
        pieces = view.adapter.pieces(view.position)
        glow = {cell: LampState(steady.colour) for cell, steady in glow.items()}
        glow |= {cell: LampState(WRONG, blinks=True) for cell in extra}
        glow |= {cell: LampState(pieces.get(cell, WANTED), blinks=True) for cell in missing}
    elif isinstance(trouble, Unclear):
        glow |= {cell: LampState(ASKED, blinks=True) for cell in trouble.choices}
    elif view.hint is not None and view.hint.cell is None:
        glow |= {cell: LampState(HINT, blinks=True) for cell in _hinted(view)}
    elif targets:
        glow |= _reach(view, targets, glow)
    if isinstance(trouble, Unpressed):
        glow |= {cell: LampState(ASKED, blinks=True) for cell in trouble.choices}
    if view.hint is not None and view.hint.cell is not None:
        glow[view.hint.cell] = LampState(HINT, blinks=True)
    return glow


def _standing(view: View, assistance: Assistance, targets: set[int]) -> dict[int, LampState]:
    """What stands where and whose turn it is, then the last move.

    Sand that runs is not covered by the last move: that it is low says more, and that the move
    counts is heard, and seen from the other seat's turn. targets: where the piece in the hand may
    go.
    """
    adapter = view.adapter
    glow = adapter.lamps(view.position) if assistance.pieces else {}
    if assistance.scores:
        glow |= adapter.tally(view.position)
    movers = adapter.movers(view.position) if assistance.turn else {}
    if targets:  # now of the pieces those blink onto which it may go
        pieces = adapter.pieces(view.position)
        movers |= {cell: LampState(movers[cell].colour) for cell in movers.keys() & pieces.keys()}
    glow |= movers
    sand = adapter.forecast(view.position) if assistance.forecast else {}
    if assistance.forecast:
        glow |= {cell: _through(one, movers.get(cell)) for cell, one in sand.items()}
        glow |= {cell: LampState(OUT) for cell in _out(view)}
    if assistance.scores:
        glow |= view.highlight
    if assistance.last and view.last is not None and view.position.outcome is None:
        glow |= {
            cell: LampState(LAST) for cell in adapter.fields(view.last)[-1:] if cell not in sand
        }
    return glow


def _through(sand: LampState, mover: LampState | None) -> LampState:
    """How sand runs: where it is that seat's turn, its colour shows through in each fourth beat."""
    if mover is None:
        return sand
    colour = sand.colour
    return sand._replace(beats=(colour, DARK if sand.blinks else colour, colour, mover.colour))


def _out(view: View) -> list[int]:
    """Where pieces stand that are out of the game, as long as it goes on."""
    if view.position.outcome is not None:
        return []
    return members(
        view.adapter.loose(view.position, view.contacts.expected & ~view.contacts.missing) & REEDS
    )


def _targets(view: View) -> set[int]:
    """Where the piece in the hand, or on the stack that was pressed, may go."""
    hand = view.contacts.missing & REEDS
    if not hand and not view.pressed:
        return set()
    return {
        cell
        for gesture in view.adapter.gestures(view.position, view.contacts.expected)
        if gesture.flips & hand == hand and gesture.presses & view.pressed == view.pressed
        for cell in view.adapter.fields(gesture.move)[-1:]
    }


def _reach(view: View, targets: set[int], glow: Mapping[int, LampState]) -> dict[int, LampState]:
    """Targets are grey; one where something stands or is lit is so by turns with that."""
    pieces = view.adapter.pieces(view.position)
    reach = {cell: LampState(TARGET) for cell in targets}
    for cell in targets & (pieces.keys() | glow.keys()):
        colour = pieces[cell] if cell in pieces else glow[cell].colour
        reach[cell] = LampState(TARGET, beats=(TARGET, colour))
    return reach


def _hinted(view: View) -> set[int]:
    """Where a move can begin: the pieces that may be moved, or else the free fields."""
    found: set[int] = set()
    for gesture in view.adapter.gestures(view.position, view.contacts.expected):
        fields = view.adapter.fields(gesture.move)
        lifted = gesture.flips & view.contacts.expected & REEDS
        found |= {(lifted & -lifted).bit_length() - 1} if lifted else set(fields[:1])
    return found


def prompt(view: View | Choice | SelfTestView, words: Words) -> str:
    """One line that says what the table waits for, in these words."""
    told = _prompt(view, words)
    return told[:1].upper() + told[1:]  # it may begin with the name of a player or of a seat


def _prompt(view: View | Choice | SelfTestView, words: Words) -> str:
    if isinstance(view, SelfTestView):
        return words(view.told.text, **view.told.values)
    if isinstance(view, Choice):
        return _choice_prompt(view, words)
    told = _game_prompt(view, words)
    if view.position.outcome is not None and not view.stays:
        more = words("MENU leads to the next game.")
        return f"{told} {more}"
    return told


def _choice_prompt(choice: Choice, words: Words) -> str:
    offered = choice.offered
    if offered is not None:
        seats = find_game(offered.game).seats(len(offered.players))
        names = zip(seats, offered.players, strict=True)
        return words(
            "{game} of {players} is not finished: CONFIRM goes on with it, MENU leaves it.",
            game=words(TITLES[offered.game]),
            players=words.all_of(called(seat, name, words) for seat, name in names),
        )
    return words.plural(
        "{game}, {number} player: CONFIRM begins. Or press the lamp of a game or of a number.",
        "{game}, {number} players: CONFIRM begins. Or press the lamp of a game or of a number.",
        choice.players,
        game=words(TITLES[choice.game]),
    )


def _game_prompt(view: View, words: Words) -> str:
    adapter, position = view.adapter, view.position
    names = names_of(view.header, position, words)
    if position.outcome is not None:
        winners = [names[seat] for seat in position.outcome.winners]
        if not winners:
            return words("The game is over: a draw.")
        return words.plural(
            "The game is over: {winners} won.",
            "The game is over: {winners} won.",
            len(winners),
            winners=words.all_of(winners),
        )
    if view.menu is Menu.AGREE:
        return words("Do you all agree to end the game here? CONFIRM: yes, MENU: no.")
    if view.menu is Menu.ABANDON:
        return words("Is this game given up? CONFIRM: yes, MENU: no.")
    if view.hint is not None and view.hint.cell is not None:
        field = field_name(adapter, view.hint.cell)
        return words("CONFIRM presses {field} for you, HINT goes on to the next.", field=field)
    if view.trouble is not None:
        return _trouble_prompt(view, view.trouble, words)
    if view.paused:
        return words("The sand stands still: CONFIRM, or the next move, lets it run on.")
    seat = position.to_move
    assert seat is not None
    return words(adapter.turn(position), name=names[seat])


def _trouble_prompt(view: View, trouble: Trouble, words: Words) -> str:
    adapter, position = view.adapter, view.position
    if isinstance(trouble, Back):
        return words.plural(
            "The last move is undone on the table: CONFIRM takes back, or play on.",
            "The last {number} moves are undone on the table: CONFIRM takes back, or play on.",
            position.plies - trouble.plies,
        )
    if isinstance(trouble, Unclear):
        choices = words.one_of(field_name(adapter, cell) for cell in trouble.choices)
        return words("Which was it? Press {choices}.", choices=choices)
    if isinstance(trouble, Unpressed):
        choices = words.one_of(field_name(adapter, cell) for cell in trouble.choices)
        if set(trouble.choices) <= adapter.pieces(position).keys():
            return words("Did you put the piece onto others? Press {choices}.", choices=choices)
        return words("Did you put the piece on {choices}? Press it.", choices=choices)
    told = _correction(view, trouble, words)
    if not view.stubborn:
        return told
    missing, extra = _first_steps(view)
    more = words(
        "If that is so already, hold {field} pressed for a second: its sensor is broken.",
        field=field_name(adapter, (_to_turn(view, trouble) or extra or missing)[0]),
    )
    return f"{told} {more}"


def display(
    view: View | Choice | SelfTestView, words: Words, warning: Warn | None = None
) -> tuple[str, ...]:
    """What a small display says: the prompt, a warning, then the standing, whose turn it is marked.

    What has no room at the end is cut, so the standing gives way to a warning, the prompt never.
    """
    lines = [prompt(view, words)]
    if warning is not None:
        lines.append(f"! {words(warning.text, **warning.values)}")
    if isinstance(view, View):
        names = names_of(view.header, view.position, words)
        for seat, score in view.position.scores().items():
            mark = ">" if seat == view.position.to_move else " "
            lines.append(f"{mark}{score:3} {names[seat]}")
    return tuple(lines)


def names_of(header: Header, position: Position, words: Words) -> dict[str, str]:
    """What to call the player of each seat; one without a name is called as the seat."""
    return {
        seat: called(seat, name, words)
        for seat, name in zip(position.seats, header.players, strict=True)
    }


def called(seat: str, name: str, words: Words) -> str:
    """What to call one player; one without a name, who is called as the seat, in these words."""
    return words(_NAMELESS[seat]) if name == seat and seat in _NAMELESS else name


def _correction(view: View, trouble: Astray, words: Words) -> str:
    """What to put right first."""
    adapter = view.adapter
    missing, extra = _first_steps(view)
    turned = _to_turn(view, trouble)
    if turned:
        return words("Please turn the hourglass on {place}.", place=field_name(adapter, turned[0]))
    source, target = ([field_name(adapter, cell) for cell in cells] for cells in (extra, missing))
    if source and target:
        return words(
            "Please put the piece from {source} back to {target}.",
            source=source[0],
            target=target[0],
        )
    if source:
        return words("Please take the piece off {source}.", source=source[0])
    return words("Please put a piece back on {target}.", target=target[0])


def _to_turn(view: View, trouble: Astray) -> list[int]:
    """The cell whose piece is to be turned over first, if that is what there is to put right."""
    if trouble.turn or not (view.contacts.missing | view.contacts.extra) & REEDS:
        return _first(trouble.turn or (view.contacts.missing | view.contacts.extra) >> CELLS)
    return []


def _first_steps(view: View) -> tuple[list[int], list[int]]:
    """The cells where a piece is missing, and those where one should not be, to be put right first.

    The first pair that is known. Without one the piece to be put back is not that to be taken off:
    all are taken off first, then all are put back, each where the lamp has its colour.
    """
    for source, target in view.contacts.pairs[:1]:
        return [target], [source]
    extra = members(view.contacts.extra & REEDS)
    return ([], extra) if extra else (members(view.contacts.missing & REEDS), [])


def _first(cells: int) -> list[int]:
    return [(cells & -cells).bit_length() - 1] if cells else []
