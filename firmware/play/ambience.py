"""The voice, the brightness and the volume of a table, which its players choose over all games."""

from firmware.play.effects import Effect, IntensityChosen, Play, VoiceSwitched
from firmware.play.intensity import Intensity
from firmware.play.view import Menu
from hal import Tune


class Ambience:
    """The voice and the intensity of a table.

    Attributes:
        voice: whether the table speaks, None if it cannot.
        intensity: the brightness of lamps and the loudness of sounds, None if not adjustable.
    """

    def __init__(self, voice: bool | None = None, intensity: Intensity | None = None) -> None:
        self.voice = voice
        self.intensity = intensity

    @property
    def questions(self) -> list[Menu]:
        """The questions of MENU about them."""
        voice = [] if self.voice is None else [Menu.VOICE]
        return voice if self.intensity is None else [*voice, Menu.LAMPS, Menu.SOUND]

    def choose(self, menu: Menu) -> list[Effect]:
        """Say yes to a question of MENU, and return the effects."""
        if menu is Menu.VOICE:
            self.voice = not self.voice
            return [VoiceSwitched(self.voice), Play(Tune.ACCEPTED)]
        now = self.intensity or Intensity()
        self.intensity = now.next_lamps() if menu is Menu.LAMPS else now.next_sound()
        return [IntensityChosen(self.intensity), Play(Tune.ACCEPTED)]
