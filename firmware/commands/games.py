"""The command ``games``: the saved games."""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path

from firmware.commands import (
    ArgumentsError,
    UsageError,
    at,
    check_writable,
    print_json,
    standard_input,
    write_file,
    writing,
)
from firmware.commands import argument_types as types
from firmware.commands.options import GAME_RECORD, add_acceptance, add_data, add_game, add_number
from firmware.commands.output import complain
from firmware.commands.parser import Parser
from firmware.commands.printing import print_grid
from firmware.commands.sheets import record_of
from firmware.games import find_adapter
from firmware.games.kit import find_kit
from firmware.games.naming import called
from firmware.storage.errors import AlreadyKeptError, DamagedError, DamagedGameError, NoGameError, NothingKeptError
from firmware.storage.files import beside, make_folder
from firmware.storage.import_export import as_json, export_files
from firmware.storage.store import A_PAGE, Store
from firmware.storage.values import ABORTED, RESIGNED, TIMED_OUT, How, Summary, known
from firmware.study.report import as_text
from firmware.words import N_, Words, message_of
from firmware.words.terminal import Grid, one_line
from rules import MalformedError, folded

_HEADINGS = (N_("number"), N_("began"), N_("game"), N_("players"), N_("moves"), N_("state"), N_("winner"))
_STATES = {None: N_("unfinished"), "over": N_("over"), "abandoned": N_("given up")}
_REASONS: Mapping[str | None, str] = {RESIGNED: N_("resigned"), TIMED_OUT: N_("out of time"), ABORTED: N_("called off")}


def add_arguments(command: Parser) -> None:
    """Add the actions of ``games`` and their arguments."""
    command.set_defaults(game=None, player=None, unfinished=None, limit=None, before=None, json=False)
    actions = command.add_subparsers(metavar="ACTION")
    add_data(command)

    def add(name: str, text: str, run: Callable[[argparse.Namespace, Words], int | None]) -> Parser:
        action = actions.add_parser(name, help=command.words(text))
        action.set_defaults(run=run)
        return action

    listing = add("list", N_("list games, the newest first (also without ACTION)"), run)
    add_game(listing, N_("only this game"), "--game")
    listing.add_value("--player", "NAME", "only games with this player")
    listing.add_flag("--unfinished", "only unfinished games", default=None)
    listing.add_value("--limit", "N", "only the newest N of them", type=types.count)
    listing.add_value("--before", "NUMBER", "only those that follow this game in the list", type=types.count)
    listing.add_flag("--json", "one JSON object per line, one per game")

    add_number(add("show", N_("show one game"), show_game))

    export = add("export", N_("write the game record"), export_game)
    add_number(export)
    text = N_("folder for the game record and the files it refers to (default: print it)")
    export.add_file("folder", "FOLDER", text, nargs="?")

    bring = add("import", N_("import game records"), import_games)
    bring.add_value("files", "FILE", GAME_RECORD, nargs="+")
    add_acceptance(bring)

    check = add("check", N_("check that all saved games can be read"), check_games)
    add_number(check, N_("number of the game (default: all games)"), nargs="?")

    add_number(add("resume", N_("select the unfinished game that run or serve offers next"), resume_game))

    delete = add("delete", N_("delete games permanently"), delete_games)
    delete.add_value("numbers", "NUMBER", "number of a game (see games list)", nargs="+", type=int)
    delete.add_flag("--yes", "do not ask")

    text = N_("give a player a neutral name, in all games and in the standings")
    forget = add("forget", text, forget_player)
    forget.add_value("name", "NAME", "the player's name")
    forget.add_flag("--yes", "do not ask")

    for action in actions.choices.values():
        add_data(action, argparse.SUPPRESS)
        action.add_language()


def _state(how: How | None, ended: datetime | None, reason: str | None) -> str:
    """Return the state of a game. A record imported before the game's end is unfinished, too.

    how: "abandoned" for such a record as well, which then has no time of its end.
    """
    unfinished = how == "abandoned" and ended is None and reason is None
    return _REASONS.get(reason) or _STATES[None if unfinished else how]


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games list``, and ``games`` without an action."""
    found = list[Summary]()
    limit = chosen.limit or (None if chosen.json else A_PAGE)
    with suppress(NothingKeptError), Store(chosen.store, writes=False) as store:
        for one in store.games(
            game=chosen.game,
            player=chosen.player,
            unfinished=chosen.unfinished,
            before=chosen.before,
            limit=limit,
            damaged=partial(say_damage, words),
        ):
            if chosen.json:
                print_json(as_json(one))  # of any number of games, one in memory at a time
            else:
                found.append(one)
    if chosen.json:
        return
    if not found:
        print(words("No saved games found."))
        return
    print_grid(Grid([words(text) for text in _HEADINGS], [_row(one, words) for one in found]))
    if len(found) == A_PAGE == limit:
        print(words("More: speeltafel games list --before {number}", number=found[-1].id))


def _row(one: Summary, words: Words) -> Sequence[str]:
    """Return the columns of a game's line in the list."""
    names = [called(one.game, player.seat, player.name, words) for player in one.players]
    players = [
        name if player.score is None else f"{name} {player.score}"
        for name, player in zip(names, one.players, strict=True)
    ]
    won = [name for name, player in zip(names, one.players, strict=True) if player.won]
    return (
        str(one.id),
        day_of(one.began, words),
        words(find_kit(one.game).about.title),
        words.all_of(players),
        str(one.moves),
        words(_state(one.how, one.ended, one.reason)),
        words.all_of(won),
    )


def show_game(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games show``."""
    with Store(chosen.store, writes=False) as store:
        game = store.game(chosen.number)
        standing = as_text(game.header, game.position(), words)
    began, ended = (day_of(time, words) for time in (game.began, game.ended))
    print(standing)
    how = words(_state(game.how, game.ended, game.reason))
    if game.ended is None:
        when = words("Began {began}, {how}.", began=began, how=how)
    else:
        when = words("Began {began}, ended {ended}, {how}.", began=began, ended=ended, how=how)
    print(when)
    if game.line.taken_back:
        print(words("Moves taken back: {number}.", number=len(game.line.taken_back)))
    print()
    print(game.record, end="")


def export_game(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games export``."""
    with Store(chosen.store, writes=False) as store:
        game = store.game(chosen.number)
        try:
            game.position()
        except DamagedGameError as error:
            say_damage(words, error)  # people can put it right with its record
        if chosen.folder is None:
            print(game.record, end="")
            return
        record, texts = export_files(game, chosen.folder)
    for path, text in texts.items():
        if path.exists() and not (path.is_file() and path.read_bytes() == text.encode()):
            raise UsageError("{file}: already exists with different content", file=str(path))
    with writing(chosen.folder):
        make_folder(chosen.folder)
    check_writable(*texts)
    for path, text in texts.items():
        write_file(path, text)
    print(record)


def import_games(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games import``."""
    with Store(chosen.store) as store:
        for file in chosen.files:
            try:
                record = record_of(file, words, accept=chosen.accept)
                number = store.add(record, beside(Path(file)))
            except AlreadyKeptError as error:
                print(words("{file}: already saved as game {number}", file=file, number=error.game))
            else:
                print(words("{file}: saved as game {number}", file=file, number=number))


def resume_game(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games resume``."""
    with Store(chosen.store) as store:
        game = store.game(chosen.number)
        try:
            find_adapter(game.position(), game.header.game)
        except MalformedError as error:
            raise ArgumentsError(at(chosen.number, error)) from None
        game = store.resume(chosen.number, datetime.now(UTC))
        standing = as_text(game.header, game.position(), words)
    print(standing)
    print(words("The next speeltafel run or serve offers to go on with game {number}.", number=chosen.number))


def check_games(chosen: argparse.Namespace, words: Words) -> int:
    """Carry out ``games check``; the status is 1 when a game or page cannot be read."""
    damaged = []
    try:
        with suppress(NothingKeptError), Store(chosen.store, writes=False) as store:
            damaged = [words.tell(message_of(error)) for error in _damage(store, chosen.number)]
    except DamagedError as error:
        damaged = [words.tell(message_of(error))]
    for one in damaged:
        print(one_line(one))
    if not damaged:
        print(words("Every game can be read."))
    return 1 if damaged else 0


def _damage(store: Store, number: int | None) -> Iterator[DamagedError]:
    """Yield the damage of a game, or of the whole store. Each game is played again."""
    try:
        for one in store.numbers() if number is None else [number]:
            try:
                store.game(one).position()
            except DamagedGameError as error:
                yield error
            except NoGameError:  # a number without a game among existing numbers
                if number is not None:
                    raise
        if number is None:
            store.check_pages()
    except DamagedError as error:
        yield error


def say_damage(words: Words, error: DamagedGameError) -> None:
    """Print which game cannot be read; other games can be."""
    complain(words.tell(message_of(error)))


def delete_games(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games delete``."""
    with Store(chosen.store) as store:
        numbers = dict.fromkeys(chosen.numbers)
        for number in numbers:  # before the first is deleted: do all of them exist?
            with suppress(DamagedGameError):
                store.game(number)
        for number in numbers:
            try:
                game = store.game(number)
                print(as_text(game.header, game.position(), words))
            except DamagedGameError as error:
                say_damage(words, error)
            if not (chosen.yes or _agreed(words("Delete game {number} for good? [y/N]", number=number))):
                print(words("Game {number} was not deleted.", number=number))
                continue
            store.delete(number)
            print(words("Game {number} was deleted.", number=number))


def forget_player(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``games forget``."""
    with Store(chosen.store) as store:
        names = store.names()
        games = names.get(folded(chosen.name), [])
        if not games:
            raise ArgumentsError("nobody called {name} has played", name=chosen.name)
        called = next(
            name
            for name in (words("Player {number}", number=number) for number in count(1))
            if folded(name) not in names
        )
        print(
            words(
                "{name} becomes {called} in every game ({games}) and in the standings. Only a "
                "backup made before could undo that; backups and exported records keep the name.",
                name=chosen.name,
                called=called,
                games=", ".join(map(str, games)),
            )
        )
        if not (chosen.yes or _agreed(words("Forget {name} for good? [y/N]", name=chosen.name))):
            print(words("Nothing was changed."))
            return
        store.forget(chosen.name, called)
        print(words("{name} was forgotten.", name=chosen.name))


def _agreed(question: str) -> bool:
    """Return whether the user answers yes; the end of the input is a no."""
    try:
        standard_input()
        return input(f"{question} ").strip().lower() in ("y", "yes", "j", "ja", "o", "oui")
    except EOFError:
        print()
        return False


def day_of(time: date | None, words: Words) -> str:
    """Return a time as text, in the local time zone. A date alone is the same in all zones."""
    told = known(time)
    if told is None:
        return "-"
    return words.moment(told.astimezone() if isinstance(told, datetime) else told)
