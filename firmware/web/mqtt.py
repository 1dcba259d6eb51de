"""The publisher of the table's state over an MQTT broker, for other programs of the house.

======================================  ======================================================
topic                                   message, all of them retained
======================================  ======================================================
``speeltafel/TABLE/state``              the state as JSON: see :func:`digest`
``speeltafel/TABLE/availability``       ``online``, or ``offline`` when the table has gone; the
                                        broker publishes it if the table cannot (last will)
``homeassistant/sensor/.../config``     three sensors of a device, for Home Assistant
======================================  ======================================================

The state is published whenever it changes. It has no lamps and touches: programs that need them
follow the WebSocket. When the broker cannot be reached, the game goes on, and the table tries to
connect again after 1 second, then after twice as long each time, up to a minute.
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

from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.match.followed import PROTOCOL
from firmware.match.state import Place
from firmware.output.prompts import prompt
from firmware.play.lobby import Choice
from firmware.web.answers import Site
from firmware.web.stream import Watcher
from firmware.web.updates import TableState
from firmware.web.wire import Hello
from firmware.words import Words, told

FIRST_PAUSE = 1.0  # seconds before the first new attempt to connect, doubled each time
LONGEST_PAUSE = 60.0
MOST_SHOWN = 32  # characters of each name, so that six with their scores fit
ONLINE: Final = "online"
OFFLINE: Final = "offline"

_LOG = logging.getLogger("speeltafel")


class Broker(NamedTuple):
    """The address of a broker, and the name of the table in its topics."""

    host: str
    port: int
    table: str
    username: str | None = None
    password: str | None = None
    secure: bool = False

    def topic(self, what: str) -> str:
        """Return a topic of this table: ``state`` or ``availability``."""
        return f"speeltafel/{self.table}/{what}"


def read_broker(url: str, table: str, password: str | None = None) -> Broker:
    """Return the broker of ``mqtt://NAME:PASSWORD@HOST:PORT/TABLE`` (or ``mqtts``).

    All but HOST may be left out. table: the name of the table if the URL has no TABLE; characters
    that a topic cannot have become hyphens. password: a password that is not in the URL. Raise
    ValueError for any other URL; its message does not repeat the URL, which may have a password.
    """
    parts = urlsplit(url)
    name = unquote(parts.path.strip("/")) or re.sub(r"[^A-Za-z0-9_-]", "-", table)
    strange = parts.query or parts.fragment or parts.scheme not in ("mqtt", "mqtts")
    if strange or not parts.hostname:
        raise ValueError(told("should look like mqtt://HOST or mqtts://NAME:PASSWORD@HOST/TABLE"))
    if not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        raise ValueError(told("{text!r} should be letters, digits, - and _: it is part of topics", text=name))
    if password is not None and parts.password:
        raise ValueError(told("has a password, and there is another one in a file or the environment"))
    if (password or parts.password) and not parts.username:
        raise ValueError(told("should say whose the password is: mqtt://NAME@HOST/TABLE"))
    secure = parts.scheme == "mqtts"
    return Broker(
        parts.hostname,
        parts.port or (8883 if secure else 1883),
        name,
        unquote(parts.username) if parts.username else None,
        unquote(parts.password) if parts.password else password,
        secure,
    )


def without_password(url: str) -> str:
    """Return the URL of a broker without the password in it."""
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{who.partition(':')[0]}{at}{where}").geturl()


def digest(moment: TableState, words: Words) -> dict[str, Any]:
    """Return the state of the table as it is published.

    ``phase`` (``choice``, ``game``, ``over``), ``prompt``, and of a game ``game``, ``title``,
    ``players``, ``to_move`` (a name, null when the game is over), ``scores`` and ``winners`` by
    name, ``reason``, ``plies`` and the ``last`` move.
    """
    view = moment.view
    state: dict[str, Any] = {"phase": "choice", "prompt": prompt(view, words)}
    if isinstance(view, Choice):
        nothing = dict.fromkeys(("game", "title", "to_move", "reason", "last"))
        return state | nothing | {"players": [], "scores": {}, "winners": [], "plies": 0}
    position, outcome = view.position, view.position.outcome
    names = names_of(view.header, position, words)
    return state | {
        "phase": "game" if outcome is None else "over",
        "game": view.header.game,
        "title": words(find_kit(view.header.game).about.title),
        "players": list(names.values()),
        "to_move": names.get(position.to_move or ""),
        "scores": {names[seat]: score for seat, score in position.scores().items()},
        "winners": [names[seat] for seat in outcome.winners] if outcome else [],
        "reason": outcome.reason if outcome else None,
        "plies": position.plies,
        "last": moment.lines[-1] if moment.lines else None,
    }


def discovery(broker: Broker, words: Words) -> dict[str, dict[str, Any]]:
    """Return the configuration of each sensor by topic (Home Assistant docs: "MQTT discovery")."""
    scores = "{% for name, score in value_json.scores.items() %}"
    scores += f"{{{{ name[:{MOST_SHOWN}] }}}} {{{{ score }}}}{{{{ ', ' if not loop.last }}}}"
    scores += "{% endfor %}"
    phases = {"choice": words("choosing a game"), "game": words("game in progress"), "over": words("over")}
    phase = f"{{{{ {json.dumps(phases, ensure_ascii=False)}[value_json.phase] }}}}"
    sensors = {
        "phase": (words("Phase"), "mdi:table-furniture", phase),
        "to_move": (words("To move"), "mdi:account", "{{ value_json.to_move or '-' }}"),
        "scores": (words("Scores"), "mdi:scoreboard", scores + "{{ '-' if not value_json.scores }}"),
    }
    return {
        f"homeassistant/sensor/speeltafel_{broker.table}/{key}/config": {
            "name": name,
            "unique_id": f"speeltafel_{broker.table}_{key}",
            "default_entity_id": f"sensor.{_slug(f'speeltafel_{broker.table}_{key}')}",
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


def _slug(text: str) -> str:
    """Return a name in the form of an identifier of Home Assistant."""
    return text.lower().replace("-", "_")


def publisher(
    broker: Broker, words: Words, *, pause: float = FIRST_PAUSE
) -> Callable[[Site], AbstractAsyncContextManager[None]]:
    """Return a publisher, as the `beside` of :func:`firmware.web.routes.application`.

    pause: the seconds before the first new attempt to connect.
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
    """Publish the state, and connect again whenever the connection is lost."""
    pause, failing = first_pause, False
    while True:
        try:
            async with connected(broker) as client:
                if failing:
                    _LOG.warning("mqtt: %s port %d works again", broker.host, broker.port)
                pause, failing = first_pause, False
                await _publish_until_lost(client, broker, words, site)
        except* (MqttError, OSError) as errors:
            if not failing:
                _LOG.warning("mqtt: %s port %d: %s", broker.host, broker.port, errors.exceptions[0])
            failing = True
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def connected(broker: Broker) -> Client:
    """Return a client to be entered; if it dies, the broker publishes ``offline`` (last will)."""
    return Client(
        broker.host,
        broker.port,
        username=broker.username,
        password=broker.password,
        identifier=f"speeltafel-{broker.table}",
        logger=_LOG.getChild("mqtt"),
        will=Will(broker.topic("availability"), OFFLINE, qos=1, retain=True),
        tls_context=ssl.create_default_context() if broker.secure else None,
    )


async def _publish_until_lost(client: Client, broker: Broker, words: Words, site: Site) -> None:
    """Publish the sensors, ``online`` and the state until it is cancelled, and then ``offline``."""
    watcher = site.stream.join(Place("", "screen"))
    if watcher is None:
        raise OSError("too many watch this table")
    watcher.greet(Hello(PROTOCOL, view=words.language))
    try:
        for topic, described in discovery(broker, words).items():
            await client.publish(topic, json.dumps(described), qos=1, retain=True)
        await client.publish(broker.topic("availability"), ONLINE, qos=1, retain=True)
        async with asyncio.TaskGroup() as both:
            both.create_task(_publish_changes(client, broker, words, site, watcher))
            both.create_task(_until_lost(client))
    except asyncio.CancelledError:
        await client.publish(broker.topic("availability"), OFFLINE, qos=1, retain=True, timeout=1)
        raise
    finally:
        site.stream.leave(watcher)


async def _until_lost(client: Client) -> None:
    """Wait until the connection is lost, and raise OSError; no messages are subscribed to."""
    try:
        async for _ in client.messages:
            pass
    except MqttError:
        raise OSError("the connection was lost") from None


async def _publish_changes(client: Client, broker: Broker, words: Words, site: Site, watcher: Watcher) -> None:
    """Publish the state whenever it has changed."""
    before = None
    while True:
        await watcher.next()
        moment = site.stream.moment
        state = None if moment is None else digest(moment, words)
        if state is not None and state != before:
            text = json.dumps(state, ensure_ascii=False)
            await client.publish(broker.topic("state"), text, qos=1, retain=True)
            before = state
