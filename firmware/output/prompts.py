"""The prompt: the line of words for the next action, from the view to be shown."""

from collections.abc import Mapping
from typing import TypeAlias

from firmware.games import field_name, move_name
from firmware.games.kit import find_kit
from firmware.games.naming import called, names_of
from firmware.match.commands import What
from firmware.match.events import Proposed
from firmware.opponents import Advice
from firmware.output.cells import cells_to_turn, first_steps
from firmware.output.reasons import why
from firmware.play.intensity import LAMPS, Intensity
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, VOICE_CELL, Choice
from firmware.play.view import Menu, View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.selftest.check import SelfTestView
from firmware.words import N_, Text, Words
from rules import Move, Outcome, find_game
from wiring import COLUMNS

_PROPOSED: Mapping[What, str] = {
    "agree": N_("{name} asks: do all agree to end the game here?"),
    "abandon": N_("{name} would like to stop this game without a winner."),
    "rematch": N_("{name} would like to play once more."),
}


TableView: TypeAlias = View | Choice | SelfTestView
"""A view of the table: of a match, of the choice of a game, or of a test."""


def prompt(view: TableView, words: Words, *, brief: bool = False) -> str:
    """Return the prompt: a line that says which action the table waits for, in these words.

    brief: whether the player to move knows already how a turn is made.
    """
    text = _prompt(view, words, brief=brief)
    return text[:1].upper() + text[1:]  # it may begin with the name of a player or of a seat


def _prompt(view: TableView, words: Words, *, brief: bool) -> str:
    if isinstance(view, SelfTestView):
        return words.tell(view.text)
    if isinstance(view, Choice):
        return _choice_prompt(view, words)
    text = _game_prompt(view, words, brief=brief)
    if view.over and not view.stays and not view.on_screen:
        more = words("MENU: next game.")
        if view.again:
            more = words("CONFIRM: play once more, MENU: next game.")
        return f"{text} {more}"
    return text


def _choice_prompt(choice: Choice, words: Words) -> str:
    offered = choice.offered
    if offered is not None:
        names = zip(find_game(offered.game).seats(len(offered.players)), offered.players, strict=True)
        return words(
            "The game of {game} ({players}) is unfinished. CONFIRM: continue it, MENU: leave it.",
            game=words(find_kit(offered.game).about.title),
            players=words.all_of(called(offered.game, seat, name, words) for seat, name in names),
        )
    text = _chosen(choice, words)
    if not choice.computers:
        return text
    played = _played_by_computers(choice)
    return f"{text} " + words("The computer plays {seats}.", seats=words.all_of(played))


def _chosen(choice: Choice, words: Words) -> str:
    """Return the prompt for the chosen game: CONFIRM begins it, other presses change the choice."""
    game = words(find_kit(choice.game).about.title)
    if choice.only:
        return words("{game}: CONFIRM starts it.", game=game)
    if words.aloud:
        return words(
            "{game}, players: {number}. CONFIRM starts it. HINT tells where to press for something else.",
            game=game,
            number=choice.players,
        )
    return words.plural(
        "{game}, {number} player: CONFIRM starts it. Or press the lamp of another game, number of players or seat.",
        "{game}, {number} players: CONFIRM starts it. Or press the lamp of another game, number of players or seat.",
        choice.players,
        game=game,
    )


def choice_help(choice: Choice, words: Words) -> str:
    """Return where to press for each choice: rows from the far edge, columns from the left.

    Only a voice needs it: the lamps show it to players who see.
    """
    rows = []
    if choice.offered is None:
        games = {cell: words(find_kit(game).about.title) for cell, game in GAME_CELLS.items()}
        numbers = {
            cell: words("players: {number}", number=number)
            for cell, number in NUMBER_CELLS.items()
            if number in choice.numbers
        }
        seats = {
            cell: words("seat {number}", number=str(number))
            for number, cell in enumerate(sorted(SEAT_CELLS)[: choice.players], 1)
        }
        rows = [_row(cells, words) for cells in (games, numbers, seats)]
    off = {VOICE_CELL: words("switches the voice off")}
    return " ".join([*rows, _row(off, words)])


def _row(cells: Mapping[int, str], words: Words) -> str:
    """Return the sentence for a row of cells: the purpose of each cell's press."""
    row = min(cells) // COLUMNS + 1
    columns = [words("column {column}: {what}", column=cell % COLUMNS + 1, what=what) for cell, what in cells.items()]
    return words("Row {row} from the far edge: {columns}.", row=row, columns=", ".join(columns))


def _played_by_computers(choice: Choice) -> list[Text]:
    """Return each seat that the computer would play, with its level."""
    seats = find_kit(choice.game).about.seats
    return [
        Text(
            N_("{seat} at level {level}"),
            {"seat": Text(seats.get(seat, N_("seat {number}")), {"number": seat}), "level": str(level)},
        )
        for seat, level in choice.computers.items()
    ]


def _game_prompt(view: View, words: Words, *, brief: bool) -> str:
    """Return the prompt of a match: a proposal, its end, a question, a hint, sand, or a turn."""
    names = names_of(view.header, view.position, words)
    hint = view.hint
    if view.proposal is not None and not (view.over and view.on_screen):
        asks = question(view.proposal, names, words)
        keys = words("CONFIRM: yes, UNDO: no.")
        return f"{asks} {keys}" if view.answers else asks
    if view.ended is not None and view.ended.how != "over":
        return closed(view.ended.will, names, words)
    if view.position.outcome is not None:
        return _over(view.position.outcome, names, words)
    if view.menu is not None:
        asked = _asked_by_menu(view.menu, view.intensity or Intensity(), speaks=bool(view.voice))
        return words(asked, name=names.get(view.leaves, ""))
    if hint is not None and hint.cell is not None:
        field = field_name(view.adapter, hint.cell)
        return words("CONFIRM presses {field} for you; HINT moves on to the next field.", field=field)
    if view.trouble is not None:
        return _trouble_prompt(view, view.trouble, words)
    if hint is not None and hint.asked:
        return words("The computer is looking for the best move.")
    if hint is not None and hint.advice is not None:
        return _advice_prompt(view, hint.advice, words)
    if view.paused and view.on_screen:
        return words("Time stands still: let it run on when everyone is ready.")
    if view.paused:
        return words("The sand is paused. CONFIRM or the next move starts it again.")
    return _turn_prompt(view, words, brief=brief)


def _advice_prompt(view: View, advice: Advice, words: Words) -> str:
    """Return the best move, and why it is the best."""
    move = advice.move
    if not view.adapter.fields(move) and not _confirmed(view, move):  # the only move there is
        return _turn_prompt(view, words)
    reasons = words.all_of(why(advice, view.position, view.header.game, words))
    if _confirmed(view, move):
        return words("It is best to press CONFIRM: {why}.", why=reasons)
    return words("The best move is {move}: {why}.", move=move_name(view.header.game, move), why=reasons)


def _over(outcome: Outcome, names: Mapping[str, str], words: Words) -> str:
    """Return how a match ended by its rules."""
    winners = [names[seat] for seat in outcome.winners]
    if not winners:
        return words("The game is over: a draw.")
    return words.plural(
        "The game is over: {winners} won.",
        "The game is over: {winners} share the win.",
        len(winners),
        winners=words.all_of(winners),
    )


def closed(outcome: Outcome, names: Mapping[str, str], words: Words) -> str:
    """Return how a match was ended by will. outcome: its reason is how (:data:`How`)."""
    winners = words.all_of(names[seat] for seat in outcome.winners)
    if outcome.reason == "aborted":
        return words("This game was called off.")
    if outcome.reason == "abandoned":
        return words("This game was stopped without a winner.")
    if outcome.reason == "timed-out":
        return words("{winners} won: the time of the other side ran out.", winners=winners)
    return words("{winners} won: the other side resigned.", winners=winners)


def question(proposal: Proposed, names: Mapping[str, str], words: Words) -> str:
    """Return the question of a proposal, which the other players answer with yes or no."""
    name = names[proposal.seats[0]]
    if proposal.what == "take back":
        return words.plural(
            "{name} would like to take the last move back.",
            "{name} would like to take the last {number} moves back.",
            proposal.plies,
            name=name,
        )
    return words(_PROPOSED[proposal.what], name=name)


def _asked_by_menu(menu: Menu, intensity: Intensity, *, speaks: bool) -> str:
    """Return the question of MENU. speaks: whether the table speaks now."""
    if menu is Menu.LAMPS:
        if intensity.lamps == LAMPS[0]:
            return N_("Do you want to dim the lamps for the night? CONFIRM: yes, MENU: no.")
        return N_("Do you want the lamps bright again? CONFIRM: yes, MENU: no.")
    if menu is Menu.SOUND:
        if intensity.next_sound().sound == 0:
            return N_("Do you want to switch the buzzer off? CONFIRM: yes, MENU: no.")
        if intensity.next_sound().sound < intensity.sound:
            return N_("Do you want the table to be quieter? CONFIRM: yes, MENU: no.")
        return N_("Do you want the sounds loud again? CONFIRM: yes, MENU: no.")
    if menu is Menu.AGREE:
        return N_("Do you all agree to end the game here? CONFIRM: yes, MENU: no.")
    if menu is Menu.ABANDON:
        return N_("Do you want to give up this game? CONFIRM: yes, MENU: no.")
    if menu is Menu.RESIGN:
        return N_("Does {name} resign, so that the other side wins? CONFIRM: yes, MENU: no.")
    if menu is Menu.LEAVE:
        return N_("Does {name} stop, so that the computer plays on? CONFIRM: yes, MENU: no.")
    if speaks:
        return N_("Do you want the table to stop speaking? CONFIRM: yes, MENU: no.")
    return N_("Do you want the table to speak? CONFIRM: yes, MENU: no.")


def _turn_prompt(view: View, words: Words, *, brief: bool = False) -> str:
    """Return the prompt for the seat to move, or for the hand that moves for a computer."""
    adapter, position = view.adapter, view.position
    seat = position.mover
    assert seat is not None
    name = names_of(view.header, position, words)[seat]
    if view.waits and view.away:
        return words("Waiting for {name}, away since {time}.", name=name, time=view.away)
    if view.waits and view.away is not None:
        return words("Waiting for {name}, who is away.", name=name)
    if view.waits:
        return words("Waiting for {name}.", name=name)
    if view.proposed is not None and view.keyed:
        return words("{name} plays {move}.", name=name, move=move_name(view.header.game, view.proposed))
    if view.proposed is not None:
        move, said = view.proposed, move_name(view.header.game, view.proposed)
        if adapter.fields(move):
            return words("{name} plays {move}: please make this move.", name=name, move=said)
        if _confirmed(view, move):
            return words("{name} plays {move}: please press CONFIRM.", name=name, move=said)
    screen = find_kit(view.header.game).screen
    own = screen.turn(position) if view.on_screen else screen.keys(position) if view.keyed else None
    turn = own or adapter.turn(position)
    text = words.form(turn if isinstance(turn, Text) else Text(turn, {}))
    if brief:
        text = text._replace(text=find_kit(view.header.game).speech.brief.get(text.text, text.text))
    told = words(text.text, **text.values, name=name)
    if view.untold:
        return words("{turn} Then press CONFIRM: this table cannot feel it.", turn=told)
    return told


def _confirmed(view: View, move: Move) -> bool:
    """Whether CONFIRM makes this legal move; people do not know its name."""
    gestures = view.adapter.gestures(view.position, view.contacts.expected)
    return any(way.move == move and way.key == "CONFIRM" for way in gestures)


def _trouble_prompt(view: View, trouble: Trouble, words: Words) -> str:
    adapter, position = view.adapter, view.position
    if isinstance(trouble, TakeBack):
        return words.plural(
            "The last move has been undone on the table. CONFIRM takes it back; otherwise just play on.",
            "The last {number} moves have been undone on the table. CONFIRM takes them back; otherwise just play on.",
            trouble.moves,
        )
    if isinstance(trouble, Question | Unpressed):
        choices = words.one_of(field_name(adapter, cell) for cell in trouble.choices)
        if isinstance(trouble, Question) and len(trouble.choices) > 1:
            return words("Which was it? Press {choices}.", choices=choices)
        stands = adapter.pieces(position).keys()
        if isinstance(trouble, Unpressed) and set(trouble.choices) <= stands:
            return words("Is the piece on top of others? Then press {choices}.", choices=choices)
        return words("Is the piece on {choices}? Then press it.", choices=choices)
    text = _correction(view, trouble, words)
    if not view.stubborn:
        return text
    missing, extra = first_steps(view)
    more = words(
        "Already done? Then its sensor is broken: hold {field} down for a second.",
        field=field_name(adapter, (cells_to_turn(view, trouble) or extra or missing)[0]),
    )
    return f"{text} {more}"


def _correction(view: View, trouble: Mismatch, words: Words) -> str:
    """Return the first correction to make."""
    adapter = view.adapter
    missing, extra = first_steps(view)
    turned = cells_to_turn(view, trouble)
    if turned:
        return words("Please turn over the hourglass in hole {place}.", place=field_name(adapter, turned[0]))
    source, target = ([field_name(adapter, cell) for cell in cells] for cells in (extra, missing))
    if source and target:
        return words("Please put the piece from {source} back to {target}.", source=source[0], target=target[0])
    if source:
        return words("Please take the piece off {source}.", source=source[0])
    return words("Please put a piece back on {target}.", target=target[0])
