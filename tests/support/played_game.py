"""A game that a recorder keeps, as the firmware tells of it, and a disk without room."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from firmware.match.events import MatchEvent, Played, TakenBack
from firmware.match.running import Batch
from firmware.match.state import HOST
from firmware.play.effects import Effect, Warn
from firmware.storage.recorder import PendingGame, Recorder
from firmware.storage.store import Store
from firmware.words import find_words
from hal.trace import SECOND
from rules import Header, load_nothing, make_header
from support.kept import seated

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
ENGLISH = find_words("en", {})


class PlayedGame:
    """A game that is kept, as the firmware tells of it."""

    def __init__(self, path: Path, began: datetime = BEGAN) -> None:
        self.path = path
        self.effects: list[Effect] = []
        self.line: list[str] = []
        self.at = 0
        self.recorder = Recorder(path, self.effects.append, lambda: BEGAN, wait=0.02)
        header = make_header("forum_romanum", ("Anna", "Bram"))
        begun = seated(header)
        self.game = PendingGame(self.recorder, header, began, begun, {"a": "b"}, load=load_nothing)
        self.recorder.open(self.game)

    def tell(self, event: MatchEvent) -> None:
        self.game.write(Batch(1, HOST.kind, self.at, (event,)))

    def take_up(self) -> None:
        """Open the store again, and go on with the game."""
        self.recorder.close()
        self.recorder = Recorder(self.path, self.effects.append, lambda: BEGAN)
        kept = self.recorder.unfinished()
        assert kept is not None
        self.game = PendingGame.of(self.recorder, kept)
        self.recorder.open(self.game)

    def move(self, line: str, clock: int = 0) -> None:
        self.at += 5 * SECOND
        self.line.append(line)
        self.tell(Played(len(self.line), "1", line, self.at, clock=clock))

    def back(self) -> None:
        self.tell(TakenBack(len(self.line), self.line.pop()))

    @contextmanager
    def disk_gone(self) -> Iterator[None]:
        """Within the context, the disk is pulled out, and nothing can be kept in its place."""
        disk, elsewhere = self.path.parent, self.path.parent.with_name("pulled out")
        disk.rename(elsewhere)
        disk.write_text("in the way")
        yield
        disk.unlink()
        elsewhere.rename(disk)

    @property
    def store(self) -> Path:
        """Where it is kept now."""
        return self.path.with_name(self.recorder.beside or self.path.name)

    @property
    def warnings(self) -> list[str]:
        return [ENGLISH(e.text, **e.values) for e in self.effects if isinstance(e, Warn)]

    def assert_kept(self) -> None:
        assert not self.recorder.unsaved
        with Store(self.store, writes=False) as reader:
            assert reader.game(self.game.number or 0).lines == tuple(self.line)

    def assert_warned(self, *texts: str) -> None:
        assert len(self.warnings) == len(texts), self.warnings
        for said, text in zip(self.warnings, texts, strict=True):
            assert text in said


def kept_by(recorder: Recorder, header: Header) -> PendingGame:
    """A new game that a recorder keeps."""
    game = PendingGame(recorder, header, BEGAN, seated(header), {}, load=load_nothing)
    recorder.open(game)
    return game


@contextmanager
def full_disk(most: int = 1) -> Iterator[None]:
    """No file can be written beyond so many bytes, as on a disk without room."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


WORKS = "moves are being saved again; none is missing"
