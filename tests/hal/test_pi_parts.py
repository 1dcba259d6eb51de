"""The Pi's lamps, keys, buzzer and display: what they show, and what their faults cost."""

import subprocess
import sys
from itertools import pairwise
from math import pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.emulation import MILLISECOND, PINS, Rig
from support.pixels import lit

from hal import CELLS, KEYS, Frame, PartError, Tune
from hal.chips.ssd1306 import Sh1106
from hal.pi.display import WIDTH, encode, width, wrap
from hal.pi.lamps import FULL, dim

FRAMES = st.binary(min_size=3 * CELLS, max_size=3 * CELLS).map(
    lambda levels: tuple(zip(levels[::3], levels[1::3], levels[2::3], strict=True))
)
WHITE: Frame = ((255, 255, 255),) * CELLS
ALL_DARK: Frame = ((0, 0, 0),) * CELLS


def milliamps(frame: Frame) -> float:
    return sum(map(sum, frame)) * FULL / 255


# Lamps


def test_at_night_every_lamp_has_a_fifth_of_its_light() -> None:
    rig = Rig()
    frame = ((200, 100, 60), *ALL_DARK[1:])
    rig.ports.lamps.show(frame, 0.2)
    assert lit(rig.pi)[0] == tuple(int(one * PINS.brightness / 5) for one in frame[0])


@settings(deadline=None)
@given(FRAMES, st.floats(0.01, 1), st.integers(1, 6000))
def test_no_frame_draws_more_than_the_limit(frame: Frame, brightness: float, limit: int) -> None:
    dimmed = dim(frame, brightness, limit)
    assert milliamps(dimmed) <= limit
    for colour, asked in zip(dimmed, frame, strict=True):
        assert all(a <= b for a, b in zip(colour, asked, strict=True))


def test_a_frame_within_the_limit_is_as_bright_as_it_should_be() -> None:
    frame = ((200, 100, 2), *ALL_DARK[1:])
    assert dim(frame, 0.5, 100)[0] == (100, 50, 1)
    assert milliamps(WHITE) == pytest.approx(96 * 60)
    assert 1900 < milliamps(dim(WHITE, 1, 2000)) <= 2000


@pytest.mark.nightly
def test_a_closed_table_is_dark_and_silent_and_gives_its_pins_back() -> None:
    rig = Rig()
    rig.ports.lamps.show(WHITE)
    rig.ports.sound.play(Tune.GAME_OVER)
    assert rig.ports.display is not None
    rig.ports.display.write(("Anna",))
    rig.after(300)
    rig.simulated.press_key("MENU", hold=10)
    rig.after(100)
    assert rig.ports.keys.held() == 1 << KEYS.index("MENU")
    rig.table.close()
    assert lit(rig.pi) == ALL_DARK
    assert rig.pi.gpio.tones[-1][1] is None
    assert rig.pi.oled.picture == ()
    again = rig.pi.open()
    assert again.ports.keys.held() == 1 << KEYS.index("MENU")
    again.close()


# Keys


# Sound


def played(rig: Rig) -> list[tuple[int, float | None]]:
    """What the buzzer did since it was opened: after how many ms of the first tone, Hz."""
    tones = rig.pi.gpio.tones
    first = next(at for at, (_, hertz) in enumerate(tones) if hertz is not None and hertz > 200)
    start = tones[first][0]
    return [((at - start) // MILLISECOND, hertz) for at, hertz in tones[first:]]


def test_a_tune_is_played_while_time_passes_note_by_note() -> None:
    rig = Rig()
    before = rig.simulated.clock.now()
    rig.ports.sound.play(Tune.SCORED)
    assert rig.simulated.clock.now() == before
    rig.after(1000)
    assert [(at, hertz and round(hertz)) for at, hertz in played(rig)] == [
        (0, 1319),  # E6
        (70, 1568),  # G6
        (140, 2093),  # C7
        (260, None),
    ]


def test_a_quiet_tune_has_a_quarter_of_the_amplitude_at_the_same_pitch() -> None:
    rig = Rig()
    duties = {}
    for volume in (1, 0.25):
        rig.ports.sound.play(Tune.ACCEPTED, volume)
        duties[volume] = rig.pi.gpio.pin(PINS.buzzer).state
        rig.after(1000)
    amplitudes = [sin(pi * duty) for duty in duties.values()]
    assert amplitudes == pytest.approx(list(duties))
    assert [hertz and round(hertz) for _, hertz in played(rig)] == [1319, None, 1319, None]


@pytest.mark.parametrize("tune", Tune)
def test_every_tune_ends_in_silence_within_a_second(tune: Tune) -> None:
    rig = Rig()
    rig.ports.sound.play(tune)
    rig.after(1000)
    assert rig.pi.gpio.tones[-1][1] is None
    assert len(played(rig)) > 1


# The display


def shows(rig: Rig) -> bool:
    return any(line for line in rig.pi.oled.picture)


def test_an_sh1106_sold_as_an_ssd1306_shows_the_same() -> None:
    rig, other = Rig(), Rig()
    other.pi.oled = Sh1106(rig.pi.oled.address)
    other.pi.i2c.connect(other.pi.oled)
    for one in (rig, other):
        assert one.ports.display is not None
        for lines in (("Anna: place a Roman", "x" * 30), ("Bram",)):
            one.ports.display.write(lines)
            one.scan(100)
    assert shows(rig)
    assert rig.pi.oled.picture == other.pi.oled.picture
    assert (len(rig.ports.notes()), len(other.ports.notes())) == (0, 1)
    other.table.close()
    assert not shows(other)


def test_a_display_that_is_away_costs_only_that_and_shows_the_last_text_when_it_is_back() -> None:
    rig = Rig()
    rig.pi.oled.powered = False
    assert rig.ports.display is not None
    for _ in range(2):
        with pytest.raises(PartError, match="check the display's plug, that it is at 0x3c"):
            rig.ports.display.write(("Anna",))
    assert rig.scan(10) is not None
    rig.pi.oled.powered = True
    rig.after(1000)
    rig.scan(60)
    assert shows(rig)
    rig.pi.oled.powered = False
    rig.pi.oled.reset()
    rig.ports.display.write(("Bram",))
    rig.scan(10)
    with pytest.raises(PartError):
        rig.ports.display.write(("Carla",))
    rig.pi.oled.powered = True
    rig.after(1000)
    rig.scan(60)
    assert shows(rig)
    rig.assert_named()
    rig.ports.display.write(("Carla",))


@pytest.mark.parametrize("address", ["http://192.168.178.123:8008/", "https://speeltafel.oak-street.example.org:8008/"])
def test_a_camera_reads_an_address_that_stands_alone(address: str) -> None:
    cv2 = pytest.importorskip("cv2")
    numpy = pytest.importorskip("numpy")
    rig = Rig()
    assert rig.ports.display is not None
    rig.ports.display.write((address,))
    rig.scan(60)
    lit = numpy.array(
        [[255 * (pixel != " ") for pixel in line.ljust(WIDTH)] for line in rig.pi.oled.picture], numpy.uint8
    )
    seen = cv2.resize(numpy.pad(lit, 16), None, fx=4, fy=4, interpolation=cv2.INTER_AREA)  # dark around it
    assert cv2.QRCodeDetector().detectAndDecode(seen)[0] == address


def test_an_address_too_long_for_a_code_is_read_as_text() -> None:
    rig = Rig()
    assert rig.ports.display is not None
    rig.ports.display.write(("http://" + "long." * 12 + "example:8008/",))
    rig.scan(60)
    lit = [bool(line.strip()) for line in rig.pi.oled.picture]
    assert any(lit[:8])
    assert not any(lit[8:])


@given(st.text("abcdefgh ij", max_size=60))
def test_words_are_wrapped_and_none_is_lost(line: str) -> None:
    pieces = [piece.split() for piece in wrap(line)]
    assert [word for words in pieces for word in words] == line.split()
    for words in pieces:
        assert len(words) <= 1 or width(" ".join(words)) <= WIDTH
    for words, then in pairwise(pieces):
        assert width(" ".join((*words, then[0]))) > WIDTH


def test_letters_of_our_languages_have_their_form_and_others_a_plain_one() -> None:
    assert encode("Königin, één, où, ça, ß").encode("latin-1").decode("cp437") == ("Königin, één, où, ça, ß")
    assert encode("Êtes-vous là\u2026 \u201coui\u201d \u2013 日").encode("latin-1").decode("cp437") == (
        'Etes-vous là... "oui" - ?'
    )


# Before it is opened


def test_importing_the_program_imports_no_driver() -> None:
    drivers = {"adafruit_mcp230xx", "board", "busio", "gpiozero", "luma", "neopixel_spi", "PIL"}
    code = f"import sys, hal.pi, firmware.cli, wiring; print({drivers} & set(sys.modules))"
    done = subprocess.run(  # itself
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout == "set()\n"
