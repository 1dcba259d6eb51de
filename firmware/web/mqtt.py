"""How do the house's other programs hear of the table? Over an MQTT broker, if there is one.

======================================  ======================================================
topic                                   message, all of them retained
======================================  ======================================================
``speeltafel/TABLE/state``              what goes on, as JSON: see :func:`digest`
``speeltafel/TABLE/availability``       ``online``; ``offline`` when the table has gone, which
                                        the broker says for it when it cannot (its last will)
``homeassistant/sensor/.../config``     how Home Assistant shows it: three sensors of a device
======================================  ======================================================

The state is told whenever it changes; lamps and touches are not in it, for those follow the
WebSocket. A broker that goes away costs nothing but its news: the table tries again, after 1
second, then after twice as long each time up to a minute.
"""

import asyncio
import json
import logging
import re
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from aiomqtt import Client, MqttError, Will

from firmware.output.prompts import TITLES, names_of, prompt
from firmware.play.lobby import Choice
from firmware.web.broadcast import Watcher
from firmware.web.routes import Site
from firmware.web.table_thread import TableState
from firmware.words import Words

FIRST_PAUSE = 1.0  # seconds before it tries again, doubled each time
LONGEST_PAUSE = 60.0
ONLINE: Final = "online"
OFFLINE: Final = "offline"

_LOG = logging.getLogger("speeltafel")


class Broker(NamedTuple):
    """Where the broker is, and what the table is called there."""

    host: str
    port: int
    table: str
    username: str | None = None
    password: str | None = None
    secure: bool = False

    def topic(self, what: str) -> str:
        """The topic of something about this table."""
        return f"speeltafel/{self.table}/{what}"


def read_broker(url: str, table: str) -> Broker:
    """The broker of ``mqtt://NAME:PASSWORD@HOST:PORT/TABLE`` (or ``mqtts``); all but HOST may be
    left out. table: what it is called unless the URL says so. Raises ValueError.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.strip("/")) or re.sub(r"[^A-Za-z0-9_-]", "-", table)
    strange = parts.query or parts.fragment or parts.scheme not in ("mqtt", "mqtts")
    if strange or not parts.hostname:
        raise ValueError(
            f"{url!r} should look like mqtt://HOST or mqtts://NAME:PASSWORD@HOST/TABLE"
        )
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise ValueError(f"{name!r} should be letters, digits, - and _: it is part of topics")
    secure = parts.scheme == "mqtts"
    return Broker(
        parts.hostname, parts.port or (8883 if secure else 1883), name,
        unquote(parts.username) if parts.username else None,
        unquote(parts.password) if parts.password else None, secure,
    )  # fmt: skip


def digest(moment: TableState, words: Words) -> dict[str, Any]:
    """What goes on, for a program that wants no details.

    ``phase`` (``choice``, ``game``, ``over``), ``prompt``, and of a game ``game``, ``title``,
    ``players``, ``to_move`` (a name, null when it is over), ``scores`` and ``winners`` by name,
    ``reason``, ``plies`` and the ``last`` move.
    """
    view = moment.view
    told: dict[str, Any] = {"phase": "choice", "prompt": prompt(view, words)}
    if isinstance(view, Choice):
        nothing = dict.fromkeys(("game", "title", "to_move", "reason", "last"))
        return told | nothing | {"players": [], "scores": {}, "winners": [], "plies": 0}
    position, outcome = view.position, view.position.outcome
    names = names_of(view.header, position, words)
    return told | {
        "phase": "game" if outcome is None else "over",
        "game": view.header.game,
        "title": words(TITLES[view.header.game]),
        "players": list(names.values()),
        "to_move": names.get(position.to_move or ""),
        "scores": {names[seat]: score for seat, score in position.scores().items()},
        "winners": [names[seat] for seat in outcome.winners] if outcome else [],
        "reason": outcome.reason if outcome else None,
        "plies": position.plies,
        "last": moment.lines[-1] if moment.lines else None,
    }


def discovery(broker: Broker, words: Words) -> dict[str, dict[str, Any]]:
    """What Home Assistant wants to know of each sensor, by topic (its docs: "MQTT discovery")."""
    scores = "{% for name, score in value_json.scores.items() %}{{ name }} {{ score }}"
    scores += "{{ ', ' if not loop.last }}{% endfor %}"
    sensors = {
        "phase": (words("Phase"), "mdi:table-furniture", "{{ value_json.phase }}"),
        "to_move": (words("To move"), "mdi:account", "{{ value_json.to_move or '-' }}"),
        "scores": (
            words("Scores"),
            "mdi:scoreboard",
            scores + "{{ '-' if not value_json.scores }}",
        ),
    }
    return {
        f"homeassistant/sensor/speeltafel_{broker.table}/{key}/config": {
            "name": name,
            "unique_id": f"speeltafel_{broker.table}_{key}",
            "object_id": f"speeltafel_{broker.table}_{key}",
            "icon": icon,
            "state_topic": broker.topic("state"),
            "value_template": template,
            "json_attributes_topic": broker.topic("state"),
            "availability_topic": broker.topic("availability"),
            "device": {
                "identifiers": [f"speeltafel_{broker.table}"],
                "name": f"speeltafel {broker.table}",
                "manufacturer": "speeltafel",
            },
        }
        for key, (name, icon, template) in sensors.items()
    }


def publisher(
    broker: Broker, words: Words, *, pause: float = FIRST_PAUSE
) -> Callable[[Site], AbstractAsyncContextManager[None]]:
    """What to do beside the server: tell the broker what goes on, until that ends.

    pause: the seconds before it tries again for the first time.
    """

    @asynccontextmanager
    async def beside(site: Site) -> AsyncIterator[None]:
        task = asyncio.create_task(_publish(broker, words, site, pause))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    return beside


async def _publish(broker: Broker, words: Words, site: Site, first_pause: float) -> None:
    """Tell the broker what goes on, again and again where it goes away."""
    pause, failing = first_pause, False
    while True:
        try:
            async with connected(broker) as client:
                if failing:
                    _LOG.warning("mqtt: %s port %d works again", broker.host, broker.port)
                pause, failing = first_pause, False
                await _tell(client, broker, words, site)
        except (MqttError, OSError) as error:
            if not failing:
                _LOG.warning("mqtt: %s port %d: %s", broker.host, broker.port, error)
            failing = True
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def connected(broker: Broker) -> Client:
    """A client of the broker, to be entered; when it dies, the broker says so."""
    return Client(
        broker.host, broker.port, username=broker.username, password=broker.password,
        identifier=f"speeltafel-{broker.table}", logger=_LOG.getChild("mqtt"),
        will=Will(broker.topic("availability"), OFFLINE, qos=1, retain=True),
        tls_context=ssl.create_default_context() if broker.secure else None,
    )  # fmt: skip


async def _tell(client: Client, broker: Broker, words: Words, site: Site) -> None:
    """Say that the table is there, and then what goes on; at the end that it has gone."""
    watcher = site.hub.join(words.language)
    if watcher is None:
        raise OSError("too many watch this table")
    try:
        for topic, told in discovery(broker, words).items():
            await client.publish(topic, json.dumps(told), qos=1, retain=True)
        await client.publish(broker.topic("availability"), ONLINE, qos=1, retain=True)
        both = {
            asyncio.create_task(_tell_changes(client, broker, words, site, watcher)),
            asyncio.create_task(_hold(client)),
        }
        try:
            done, _ = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
        for task in done:
            task.result()
    except asyncio.CancelledError:
        await client.publish(broker.topic("availability"), OFFLINE, qos=1, retain=True, timeout=1)
        raise
    finally:
        site.hub.leave(words.language, watcher)


async def _hold(client: Client) -> None:
    """Raise OSError when the connection is lost; no message comes, as none is subscribed to."""
    try:
        async for _ in client.messages:
            pass
    except MqttError:
        raise OSError("the connection was lost") from None


async def _tell_changes(
    client: Client, broker: Broker, words: Words, site: Site, watcher: Watcher
) -> None:
    """Tell what goes on whenever it is something else."""
    before = None
    while True:
        await watcher.next()
        moment = site.hub.moment
        told = None if moment is None else digest(moment, words)
        if told is not None and told != before:
            text = json.dumps(told, ensure_ascii=False)
            await client.publish(broker.topic("state"), text, qos=1, retain=True)
            before = told
