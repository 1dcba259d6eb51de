"""What those who look on are told, and when: states that differ, tunes and warnings."""

from support.at_table import in_memory

from firmware.app.loop import FRAMES
from firmware.match.commands import Play
from firmware.match.state import TABLE
from firmware.output.lamps import DARK
from firmware.play.lobby import Lobby
from firmware.web.remote_ports import MirroredOutputs
from firmware.web.updates import TableState, UpdateCollector
from firmware.words import Text, find_words, told, without_folders
from hal import CELLS, NO_CONTACTS, Frame, Tune
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Header, load_nothing, make_header

ALL_DARK: Frame = (DARK,) * CELLS
ALL_RED: Frame = ((255, 0, 0),) * CELLS


def make(game: str, players: int) -> Header:
    return make_header(game, ("Anna", "Bram", "Carla")[:players])


def looked(updates: UpdateCollector, lobby: Lobby, at: int, lamps: Frame = ALL_DARK) -> list[object]:
    updates.look(at, lobby, lamps)
    return list(updates.take())


def test_lamps_are_sent_at_most_20_times_a_second() -> None:
    updates, lobby = UpdateCollector(), Lobby(in_memory, make, load_nothing)
    looked(updates, lobby, 0)
    assert looked(updates, lobby, SECOND // FRAMES - 1, ALL_RED) == []
    (state,) = looked(updates, lobby, SECOND // FRAMES, ALL_RED)
    assert isinstance(state, TableState)
    assert state.lamps == ALL_RED


def test_a_change_of_the_game_is_sent_at_once_but_running_time_is_not() -> None:
    updates = UpdateCollector()
    lobby = Lobby(in_memory, make, load_nothing, header=make("forum_romanum", 3))
    lobby.begin(NO_CONTACTS, 0)
    looked(updates, lobby, 0)
    assert looked(updates, lobby, 1) == []
    assert lobby.session is not None
    lobby.session.running.do(Play(1, "y@d4"), TABLE, 1)
    assert [type(one) for one in looked(updates, lobby, 2)] == [TableState]


def test_a_real_table_shows_and_plays_what_is_shown_elsewhere() -> None:
    heard: list[Tune] = []
    simulated = SimulatedTable()
    for table in (None, simulated.ports):
        outputs = MirroredOutputs(heard.append, table)
        assert outputs.frame == ALL_DARK
        outputs.show(ALL_RED)
        outputs.play(Tune.SCORED)
        assert outputs.frame == ALL_RED
    assert heard == [Tune.SCORED, Tune.SCORED]
    simulated.log.assert_tunes(Tune.SCORED)
    assert simulated.log.lamp(0) == (255, 0, 0)


def test_a_warning_does_not_say_where_on_this_machine_the_store_is() -> None:
    path = "/home/anna/games.db"
    error = told("{path}: {why}", path=path, why=told("cannot be used: {error}", error="lost"))
    warning = Text("moves are not being saved: {error}", {"error": error})
    assert str(warning) == f"moves are not being saved: {path}: cannot be used: lost"
    shown = find_words("nl", {}).tell(without_folders(warning))
    assert shown == "zetten worden niet bewaard: games.db: niet bruikbaar: lost"
