"""Firefox as people see it: Debian's, driven by WebDriver BiDi, which it speaks itself."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 360  # seconds for an answer
PREFERENCES = {  # it asks nobody elsewhere for anything
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "intl.accept_languages": "en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


def missing() -> str:
    """Return what is missing to run Firefox, empty for nothing."""
    return "" if shutil.which("firefox-esr") else "firefox-esr"


class Firefox:
    """One window of Firefox. process: what runs it."""

    def __init__(self, process: "subprocess.Popen[str]", socket: ClientConnection) -> None:
        self.process = process
        self._socket = socket
        self._numbers = count(1)
        self._tell("session.new", capabilities={})
        self._window = self._tell("browsingContext.getTree")["contexts"][0]["context"]

    def _tell(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, url: str) -> None:
        """Open a page."""
        self._tell("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def ask(self, script: str, *values: Any) -> Any:
        """Return what a script returns in the page. values: its `arguments`."""
        called = f"(function () {{ {script} }}).apply(null, {json.dumps(values)})"
        found = self._tell(
            "script.evaluate",
            target={"context": self._window},
            awaitPromise=True,
            expression=f"Promise.resolve({called}).then((one) => JSON.stringify(one ?? null))",
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])


@contextmanager
def firefox(profile: Path, *, private: bool = False) -> Iterator[Firefox]:
    """Run Firefox until the end of this.

    profile: its folder. private: whether its windows are.
    """
    profile.mkdir(exist_ok=True)
    preferences = PREFERENCES | {"browser.privatebrowsing.autostart": private}
    (profile / "user.js").write_text(
        "".join(f"user_pref({json.dumps(k)}, {json.dumps(v)});\n" for k, v in preferences.items())
    )
    run = ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port", "0", "about:blank", "--profile"]
    process = subprocess.Popen([*run, profile], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    with process:
        try:
            assert process.stderr is not None
            line = next(one for one in process.stderr if "WebDriver BiDi listening on" in one)
            with connect(f"{line.split()[-1]}/session", max_size=None) as socket:
                yield Firefox(process, socket)
        finally:
            process.kill()
