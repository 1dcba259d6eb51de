"""What a game's own file says about itself, and what is assumed where it says nothing."""

import pytest

from firmware.games import find_adapter
from firmware.games.kit import find_kit, find_measurement
from hal import tilts_of
from rules import NAMES, GameError, find_game, load_nothing, make_header


@pytest.mark.parametrize("game", NAMES)
def test_a_game_whose_pieces_tilt_has_tilt_contacts_among_its_closed_ones(game: str) -> None:
    players = ("Anna", "Bram")
    adapter = find_adapter(make_header(game, players).start(), game)
    assert find_kit(game).traits.tilts == bool(tilts_of(adapter.places))


def test_one_game_can_be_measured_and_each_of_its_pieces_has_a_cell() -> None:
    measurement = find_measurement({}, load_nothing)
    assert list(measurement.cells) == list("abcdABCD")
    assert len(set(measurement.cells.values())) == 8
    with pytest.raises(GameError):
        find_measurement({"board": "own.toml"}, load_nothing)


def test_measured_times_become_the_option_of_the_same_name() -> None:
    def added(name: str) -> dict[str, str]:
        return find_kit(name).table_options({}, measured={"sand": "a:118"}.get, by_hand=False, load=load_nothing)

    (game,) = (name for name in NAMES if "sand" in added(name))
    assert find_measurement({}, load_nothing).setting in {o.name for o in find_game(game).options}
