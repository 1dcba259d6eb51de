"""The brightness of a table's lamps and the volume of its sounds, which the players choose."""

from typing import NamedTuple

LAMPS = (100, 20)  # percent of the usual brightness: by day, and at night
SOUND = (100, 25, 0)  # percent of the usual volume; 0: the buzzer is off
VOICE_LEAST = 25  # percent of its usual volume with which a voice speaks even where SOUND is 0


class Intensity(NamedTuple):
    """The brightness of lamps and the volume of sounds, as parts of the usual.

    Attributes:
        lamps: percent, one of :data:`LAMPS`.
        sound: percent, one of :data:`SOUND`.
    """

    lamps: int = LAMPS[0]
    sound: int = SOUND[0]

    @property
    def voice(self) -> int:
        """The volume of a voice, in percent; a voice has a switch of its own to be silent."""
        return max(self.sound, VOICE_LEAST)

    def next_lamps(self) -> "Intensity":
        """Return this with the next brightness, after the last the first."""
        return self._replace(lamps=_next(LAMPS, self.lamps))

    def next_sound(self) -> "Intensity":
        """Return this with the next volume, after the last the first."""
        return self._replace(sound=_next(SOUND, self.sound))


def checked(intensity: Intensity) -> Intensity:
    """Return the given intensity. Raise ValueError if it is not in the lists to choose from."""
    if intensity.lamps not in LAMPS or intensity.sound not in SOUND:
        raise ValueError(f"{intensity.lamps} {intensity.sound} should be one of {LAMPS} and one of {SOUND}")
    return intensity


def _next(levels: tuple[int, ...], level: int) -> int:
    return levels[(levels.index(level) + 1) % len(levels)]
