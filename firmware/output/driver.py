"""The driver: carries out effects at a table, parts of which may be broken."""

from collections.abc import Callable, Iterable
from functools import partial

from firmware.output.lasting_faults import LastingFaults
from firmware.play.effects import Effect, IntensityChosen, Play, Warn
from firmware.play.intensity import Intensity
from firmware.words import N_, message_of
from hal import Frame, HalError, Sentence, Table
from hal.trace import SECOND

_FAILS = {
    "sound": N_("sound: {error}"),
    "lamps": N_("lamps: {error}"),
    "display": N_("display: {error}"),
    "voice": N_("voice: {error}"),
}
_WORKS = {
    "sound": N_("sound: working again"),
    "lamps": N_("lamps: working again"),
    "display": N_("display: working again"),
    "voice": N_("voice: working again"),
}

REPEAT = SECOND  # microseconds after which the lamps are sent the same frame again


class Driver:
    """Carries out effects, and shows lamps and text.

    A part that fails is warned of once, and again when it has worked for a while (see
    :class:`LastingFaults`); the table plays on without it.

    tell: called with every effect that the table's own parts do not carry out, warnings included.
    sounds: whether the buzzer is used at all. intensity: how bright and how loud at first.
    """

    def __init__(
        self,
        table: Table,
        tell: Callable[[Effect], None],
        *,
        sounds: bool,
        intensity: Intensity = Intensity(),  # noqa: B008  # a frozen value
    ) -> None:
        self._intensity = intensity
        self._table = table
        self._sounds = sounds
        self._tell = tell
        self._frame: Frame | None = None
        self._repeat_at = 0  # when the frame is sent again though nothing changes
        self._lines: tuple[str, ...] | None = None
        self._faults = LastingFaults()

    def perform(self, effects: Iterable[Effect]) -> None:
        """Carry out effects in their order."""
        for effect in effects:
            if isinstance(effect, Play):
                if self._sounds and (volume := self._intensity.sound / 100):
                    self._try("sound", partial(self._table.sound.play, effect.tune, volume))
                continue
            if isinstance(effect, IntensityChosen):
                self._intensity, self._frame = effect.intensity, None
            self._tell(effect)

    def show(self, frame: Frame) -> None:
        """Light the lamps, if the frame is another or has not been sent for a while.

        Pixels that lost power for a moment come back dark, and nothing reports that.
        """
        now = self._table.clock.now()
        if frame == self._frame and now < self._repeat_at:
            return
        if self._try("lamps", partial(self._table.lamps.show, frame, self._intensity.lamps / 100)):
            self._frame = frame
            self._repeat_at = now + REPEAT

    def write(self, lines: tuple[str, ...]) -> None:
        """Show text on the small display, if the table has a display and the text has changed."""
        display = self._table.display
        if display is None or lines == self._lines:
            return
        if self._try("display", partial(display.write, lines)):
            self._lines = lines

    def speak(self, sentences: Iterable[Sentence]) -> None:
        """Say these sentences, if there is a voice."""
        voice = self._table.voice
        if voice is None:
            return
        volume = self._intensity.voice / 100
        for sentence in sentences:
            self._try("voice", partial(voice.speak, sentence._replace(volume=volume)))

    def _try(self, part: str, action: Callable[[], None]) -> bool:
        """Let a part act, and return whether it did; warn when that has changed."""
        try:
            action()
        except HalError as error:
            if self._faults.begins(part, self._table.clock.now()):
                self._tell(Warn(_FAILS[part], {"error": message_of(error)}, part))
            return False
        if self._faults.ends(part, self._table.clock.now()):
            self._tell(Warn(_WORKS[part], about=part, over=True))
        return True
