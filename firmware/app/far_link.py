"""The connection of a table to the host of a match elsewhere, made again whenever it is lost.

A thread of its own follows the match and sends the table's requests;
the table reads the results between two scans. The protocol is that of :mod:`firmware.web.stream`.
"""

import hashlib
import ipaddress
import json
import random
import re
import secrets
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.sync.client import ClientConnection, connect

from firmware.app.errors import TableError
from firmware.match.far import Ask, Unsent
from firmware.match.followed import OTHER_PROTOCOL, Followed
from firmware.match.refusals import CLOSED, OVER, EventError
from firmware.match.state import Match
from firmware.storage.files import make_folder, read_file, write_whole
from firmware.words import told
from hal.trace import SECOND

FILE = "seat.json"  # in the folder of the games
TICK = 0.05  # seconds between two looks for requests
PING = 5.0  # seconds between two signs of life
SILENT = 12.0  # seconds without a message after which the connection counts as lost
FIRST_PAUSE, LONGEST_PAUSE = 0.4, 8.0  # seconds between two tries
_FINAL = (CloseCode.POLICY_VIOLATION, OTHER_PROTOCOL)  # the codes with which a host closes for good
_LINK = re.compile(r"(https?://[^/#?\s]+(?:/[^#?\s]*)?)/game/(\d{1,12})#([\w-]{16,100})")


class SeatLink(NamedTuple):
    """The link of a seat.

    Attributes:
        site: the address of the host, without a slash at its end.
        number: the number of the match there.
        secret: the secret that opens the seat.
    """

    site: str
    number: int
    secret: str


def read_link(text: str) -> SeatLink:
    """Return the parts of the link of a seat. Raise TableError for other text.

    In a home network a link may begin with ``http``; elsewhere everybody on the way could read it.
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        raise TableError(told("{link!r} is no link of a seat, as https://HOST/game/7#SECRET is", link=text[:100]))
    link = SeatLink(found[1], int(found[2]), found[3])
    host = urlsplit(link.site).hostname or ""
    if link.site.startswith("http:") and not _is_at_home(host):
        raise TableError(told("{host} is not in this home: its link should begin with https", host=host))
    return link


def _is_at_home(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".home.arpa", ".lan"))


def _code_of(answer: urllib.error.HTTPError) -> str:
    """Return the code of a refusal, "" without a code, and close its connection."""
    with answer, suppress(msgspec.DecodeError, UnicodeError):
        return msgspec.json.decode(answer.read(4096), type=dict[str, str]).get("code", "")
    return ""


class Kept(msgspec.Struct):
    """The stored state of a seat: its match, its holder, and the moves that the host lacks.

    Attributes:
        site: as in its link.
        number: the number of the match that is played there now: that of the link, or of a later match.
        link: the fingerprint of the link; the secret itself is not stored.
        cookie: the cookie that identifies the holder to the host, "" without a holder.
        unsent: the moves that the host does not have.
    """

    site: str
    number: int
    link: str = ""
    cookie: str = ""
    unsent: Unsent = Unsent()


class SeatFile:
    """The file with a table's seat elsewhere; only its owner can read it.

    Args:
        folder: the folder of the games.
        link: the link of the seat; the stored state of another match is dropped.

    Attributes:
        kept: the stored state.
    """

    def __init__(self, folder: Path, link: SeatLink) -> None:
        self._path = folder / FILE
        known = hashlib.sha256(link.secret.encode()).hexdigest()[:32]
        self.kept = Kept(link.site, link.number, known)
        with suppress(OSError, msgspec.DecodeError, UnicodeError):
            kept = msgspec.json.decode(read_file(self._path), type=Kept)
            if (kept.site, kept.link) == (link.site, known):
                self.kept = kept
            elif (kept.site, kept.number) == (link.site, link.number):  # by a newer link
                self.kept.unsent = kept.unsent

    def change(self, **fields: Any) -> None:
        """Store the state with other values of some fields; it survives a power cut. Raise OSError."""
        kept = msgspec.structs.replace(self.kept, **fields)
        make_folder(self._path.parent, 0o700)
        write_whole(self._path, msgspec.json.encode(kept), mode=0o600)
        self.kept = kept

    def note(self, unsent: Unsent) -> None:
        """Store the moves that the host does not have. Raise OSError."""
        if unsent.moves != self.kept.unsent.moves:
            self.change(unsent=unsent)


class FarLink:
    """The connection to the host of a match.

    Args:
        link: the link of the seat that is taken.
        file: stores the state of the seat.

    Attributes:
        file: the same.
        held: the match as its host has it, None until it is known.
        seats: the seats that are played here.
        away: the seats whose holder is absent, and since when (ISO 8601, "" for an unknown time);
            None until that is known.
        lost: why there is no connection, None while there is a connection.
        error: why the connection was given up, None before that.
    """

    def __init__(self, link: SeatLink, file: SeatFile) -> None:
        self.held: Match | None = None
        self.seats: tuple[str, ...] = ()
        self.away: dict[str, str] | None = None
        self.lost: str | None = None
        self.error: TableError | None = None
        self.file = file
        self._link = link
        self._ahead: float | None = None  # seconds by which the host's clock is ahead of ours
        self._turn: int | None = None  # the number of the match to follow next
        self._followed = Followed()
        self._asked: dict[str, Any] | None = None  # until it is answered
        self._done: tuple[str, int] | None = None  # the log and batch of its effect
        self._told = 0  # the number of batches that the host has told of: the match is known with all of them
        self._to_ask: SimpleQueue[Ask] = SimpleQueue()
        self._answers: SimpleQueue[bool] = SimpleQueue()
        self._known = threading.Event()  # set when the match is known, or never will be
        self._stopping = threading.Event()
        self._jitter = random.Random()  # of its own: others may have seeded the common one
        self._thread = threading.Thread(target=self._run, name="far link", daemon=True)

    def start(self) -> None:
        """Connect."""
        self._thread.start()

    def wait(self, tell: Callable[[str], None]) -> Match:
        """Return the match as soon as it is known. Raise TableError if it never will be.

        tell: is called with the reason, once, while there is no connection.
        """
        told_so = False
        while not self._known.wait(0.1):  # so that Ctrl-C ends the wait
            if self.lost is not None and not told_so:
                told_so = True
                tell(self.lost)
        if self.held is None:
            raise self.error or TableError(told("this game is not there any more"))
        return self.held

    def stop(self) -> None:
        """Close the connection soon."""
        self._stopping.set()

    def close(self) -> None:
        """Close the connection, and wait until it is closed."""
        self.stop()
        if self._thread.is_alive():
            self._thread.join(SILENT)

    def turn_to(self, number: int) -> None:
        """Follow another match at the host as the same holder; :attr:`held` is unset meanwhile."""
        self._turn = number

    @property
    def turning(self) -> bool:
        """Whether :attr:`held` is still an earlier match than the match to follow."""
        return self._turn is not None

    @property
    def host_time(self) -> int | None:
        """The time of the host's clock now, in microseconds, if it is known."""
        return None if self._ahead is None else int((monotonic() + self._ahead) * SECOND)

    def ask(self, ask: Ask) -> None:
        """Send the host a request; :meth:`answer` returns the result."""
        self._to_ask.put(ask)

    def answer(self) -> bool | None:
        """Return whether the request was done or refused, a single time.

        The result is None before that. :attr:`held` then has the consequences of the request.
        """
        with suppress(Empty):
            return self._answers.get_nowait()
        return None

    # The thread

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                self._talk()
                continue
            except TableError as error:
                self._give_up(error)
                return
            except (OSError, WebSocketException, EOFError) as error:
                pause = FIRST_PAUSE if self.lost is None else min(2 * pause, LONGEST_PAUSE)
                self.lost = _why(error)
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                host = urlsplit(self._link.site).hostname or ""
                text = told("{host} does not speak as this table does: {error}", host=host, error=str(error)[:200])
                self._give_up(TableError(text))
                return
            self._stopping.wait(pause * self._jitter.uniform(0.7, 1.3))

    def _give_up(self, error: TableError) -> None:
        self.error = error
        self._known.set()

    def _talk(self) -> None:
        """Follow the match as long as the connection holds. Raise TableError, OSError, others."""
        if self._turn is not None:
            self._turn_over(self._turn)
        if not self.file.kept.cookie:
            self._sit()
        stream = f"ws{self._link.site.removeprefix('http')}/ws?game={self.file.kept.number}"
        cookie = {"Cookie": self.file.kept.cookie}
        with _connected(stream, cookie) as socket:
            self._send(socket, self._followed.hello)
            if self._asked is not None:
                self._send(socket, self._asked)
            heard = pinged = monotonic()
            while not self._stopping.is_set() and self._turn is None:
                try:
                    self._hear(socket, json.loads(socket.recv(TICK)))
                    heard = monotonic()
                except TimeoutError:
                    pass
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code in _FINAL:
                        text = told(
                            "the host and this table are of different versions: {error}", error=closed.rcvd.reason
                        )
                        raise TableError(text) from None
                    raise
                now = monotonic()
                if now - heard > SILENT:
                    raise TimeoutError("the host is silent")
                if now - pinged > PING:
                    pinged = now
                    self._send(socket, {"type": "ping"})
                self._ask_next(socket)

    def _turn_over(self, number: int) -> None:
        """Forget this match, and begin with another."""
        self.file.change(number=number, unsent=Unsent())
        self._followed = Followed()
        self._asked = self._done = None
        for waiting in (self._to_ask, self._answers):
            while not waiting.empty():
                waiting.get_nowait()
        self.held, self._turn = None, None

    def _sit(self) -> None:
        """Take the seat, and store its holder. Raise TableError where the host refuses."""
        site, number, secret = self._link
        body, kind = json.dumps({"secret": secret}).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{site}/api/screen/{number}/sit", body, kind)
        try:
            with urllib.request.urlopen(request, timeout=SILENT) as answer:
                self.file.change(cookie=answer.headers["Set-Cookie"].partition(";")[0])
        except urllib.error.HTTPError as error:
            if _code_of(error) in (OVER, CLOSED):
                raise TableError(told("this game is over")) from None
            if error.code == 409:
                raise TableError(told("somebody else plays this seat now")) from None
            if error.code in (403, 404, 405):
                why = told("this link leads to no seat any more; ask for a new one")
                raise TableError(why) from None
            raise

    def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        """Take in a message. Raise TableError where the match cannot be followed."""
        kind, followed = message.get("type"), self._followed
        if kind == "welcome":
            self.seats = tuple(message["you"])
            if not self.seats:
                self.file.change(cookie="")
                raise TableError(told("somebody else holds this seat now; ask for a new link"))
            self.lost, self._told = None, int(message["seq"])
            followed.hear(message)
        elif kind == "pong":
            self._ahead = message["clock"] / SECOND - monotonic()
        elif kind == "you":
            self._ahead = message["now"] / SECOND - monotonic()
            self.away = {seat: str(message["since"].get(seat, "")) for seat in message["away"]}
        elif kind in ("done", "refused", "error"):
            self._take_answer(message)
        else:
            try:
                missing = followed.hear(message)
            except EventError as error:
                raise TableError(
                    told("the host plays by other rules than this table: {error}", error=str(error))
                ) from error
            if missing:
                self._send(socket, followed.hello)
            if followed.match is not None and followed.match.seq >= self._told:
                self.held = followed.match
                self._known.set()
        self._release()

    def _take_answer(self, message: dict[str, Any]) -> None:
        if self._asked is None or message.get("id", self._asked["id"]) != self._asked["id"]:
            return
        if message["type"] == "done":
            self._done = self._followed.log, message["seq"]
        else:
            self._asked = None
            self._answers.put(False)

    def _release(self) -> None:
        """Report a request as done as soon as the match here has its batch."""
        if self._done is None or self.held is None:
            return
        log, seq = self._done
        if self.held.seq >= seq or log != self._followed.log:
            self._done = self._asked = None
            self._answers.put(True)

    def _ask_next(self, socket: ClientConnection) -> None:
        if self._asked is None:
            with suppress(Empty):
                plies, ask = self._to_ask.get_nowait()
                name = secrets.token_urlsafe(9)
                self._asked = {"type": "do", "id": name, "plies": plies, "ask": ask}
                self._send(socket, self._asked)

    @staticmethod
    def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
        socket.send(json.dumps(message))


def _why(error: Exception) -> str:
    """Return why there is no connection, in the short words of the system."""
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    return getattr(cause, "strerror", None) or str(cause) or type(error).__name__


def _connected(stream: str, headers: dict[str, str]) -> ClientConnection:
    """Return a connection to a stream. Raise TableError where the match does not exist."""
    try:
        return connect(stream, additional_headers=headers, open_timeout=SILENT)
    except InvalidStatus as error:
        if error.response.status_code in (403, 404):
            raise TableError(told("this game is not there any more")) from None
        raise
