"""The queue of sentences: which is spoken next, and which is cut off."""

from hal.ports import Sentence

MOST_WAITING = 8  # sentences; beyond that, the oldest of the least important are left out


class SpeechQueue:
    """Sentences that wait to be spoken, the most important first, otherwise in their order.

    A new sentence makes older sentences about the same topic stale, and cuts off a less important
    sentence.
    """

    def __init__(self) -> None:
        self._waiting: list[Sentence] = []
        self._spoken: Sentence | None = None

    def add(self, sentence: Sentence) -> bool:
        """Add a sentence, and return whether the sentence that is spoken now is to be cut off."""
        self._waiting = [one for one in self._waiting if not _stale(one, sentence)]
        self._waiting.append(sentence)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.remove(min(self._waiting, key=lambda one: one.importance))
        spoken = self._spoken
        return spoken is not None and (_stale(spoken, sentence) or spoken.importance < sentence.importance)

    def next(self) -> Sentence | None:
        """Return the sentence to speak now. None for silence. The sentence before it is over."""
        self._spoken = max(self._waiting, key=lambda one: one.importance, default=None)
        if self._spoken is not None:
            self._waiting.remove(self._spoken)
        return self._spoken


def _stale(old: Sentence, new: Sentence) -> bool:
    return old.topic != "" and old.topic == new.topic
