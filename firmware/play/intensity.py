"""How bright are the lamps of a table, and how loud its sounds? The players choose."""

from typing import NamedTuple

LAMPS = (100, 20)  # percent of the usual brightness: by day, and at night
SOUND = (100, 25, 0)  # percent of the usual volume; 0: the buzzer is off
VOICE_LEAST = 25  # percent of its usual volume with which a voice speaks even where SOUND is 0


class Intensity(NamedTuple):
    """How bright lamps are and how loud sounds are, as parts of what is usual.

    Attributes:
        lamps: percent, one of :data:`LAMPS`.
        sound: percent, one of :data:`SOUND`.
    """

    lamps: int = LAMPS[0]
    sound: int = SOUND[0]

    @property
    def voice(self) -> int:
        """How loud a voice is, in percent; that it be silent is switched by itself."""
        return max(self.sound, VOICE_LEAST)

    def next_lamps(self) -> "Intensity":
        """Return this with the next brightness, after the last the first."""
        return self._replace(lamps=_next(LAMPS, self.lamps))

    def next_sound(self) -> "Intensity":
        """Return this with the next volume, after the last the first."""
        return self._replace(sound=_next(SOUND, self.sound))


def checked(intensity: Intensity) -> Intensity:
    """Return what was given. Raise ValueError where it is none that can be chosen."""
    if intensity.lamps not in LAMPS or intensity.sound not in SOUND:
        raise ValueError(
            f"{intensity.lamps} {intensity.sound} should be one of {LAMPS} and one of {SOUND}"
        )
    return intensity


def _next(levels: tuple[int, ...], level: int) -> int:
    return levels[(levels.index(level) + 1) % len(levels)]
