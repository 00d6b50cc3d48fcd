"""A server of the web app in a process of its own, with its own folder, on a free port of this machine.

`python tests/web/serving.py FOLDER JSON` is that process; JSON are limits that differ from the usual ones. It tells at
`/test/state` what goes on in it.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

PATIENCE = 120.0


class Server:
    """Running until `stop` or `kill`; `url` is where it answers."""

    def __init__(self, folder: Path, **limits: Any) -> None:
        self.folder = folder
        command = [sys.executable, __file__, str(folder), json.dumps({"pause": 0.0, **limits})]
        # NiceGUI starts no server where it believes itself in a test
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.told: list[str] = []
        self._ready = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self._ready.wait(PATIENCE), self.told
        self.port = next((int(found[1]) for line in self.told if (found := re.search(r":(\d+)/", line))), 0)
        assert self.port, self.told
        self.url = f"http://127.0.0.1:{self.port}"
        self._until_it_answers()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        """End it at once, as a loss of power would."""
        self.process.kill()
        self.process.wait()

    def state(self, tidy: bool = False) -> dict[str, Any]:
        """What goes on there; the longest freeze of its event loop is since this was asked last. `tidy`: when all that
        nobody holds any more has been given up.
        """
        with urlopen(f"{self.url}/test/state?tidy={int(tidy)}", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def until(self, fits: Callable[[dict[str, Any]], bool], patience: float = PATIENCE) -> float:
        """Ask until something holds there; seconds that it took."""
        began = time.monotonic()
        while not fits(found := self.state()):
            assert time.monotonic() - began < patience, found
            time.sleep(0.01)
        return time.monotonic() - began

    def _until_it_answers(self) -> None:
        late = time.monotonic() + PATIENCE
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert time.monotonic() < late, self.told
                assert self.process.poll() is None, self.told
                time.sleep(0.02)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.append(line)
            if "Croupier plays at" in line:
                self._ready.set()
        self._ready.set()


def observed() -> None:
    """Let `/test/state` say what goes on in this process."""
    import asyncio
    import gc

    import psutil
    from nicegui import Client, app

    import croupier.web.server as server

    houses: list[server.House] = []
    freeze = 0.0

    class Watched(server.House):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            houses.append(self)

    async def watch() -> None:
        nonlocal freeze
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(0.002)
            freeze = max(freeze, loop.time() - began)

    @app.get("/test/state")
    def state(tidy: bool = False) -> dict[str, Any]:
        nonlocal freeze
        if tidy:
            gc.collect()
        longest, freeze = freeze, 0.0
        return {
            "freeze": longest,
            "compiling": houses[0].kernels.busy,
            "accepted": houses[0].admission.accepted,
            "running": houses[0].thinkers.running,
            "games": len(houses[0].lobby),
            "kept": houses[0].lobby.store.count(),
            "pages": len(Client.instances),
            "threads": threading.active_count(),
            "objects": sys.getallocatedblocks(),
            "memory": psutil.Process().memory_info().rss,
        }

    server.House = Watched  # type: ignore[misc]
    app.on_startup(lambda: asyncio.create_task(watch()))


if __name__ == "__main__":
    from croupier.web.server import serve
    from croupier.web.settings import Settings

    observed()
    serve(Settings(**{"port": 0, "folder": Path(sys.argv[1]), **json.loads(sys.argv[2])}))
