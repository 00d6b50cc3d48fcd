"""A server of the web app in a process of its own, with its own folder, on a free port of this machine.

`python tests/web/serving.py FOLDER JSON` is that process; JSON are limits that differ from the usual ones.
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
from pathlib import Path
from typing import Any

PATIENCE = 60.0


class Server:
    """Running until `stop`; `url` is where it answers."""

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


if __name__ == "__main__":
    from croupier.web.server import serve
    from croupier.web.settings import Settings

    serve(Settings(port=0, folder=Path(sys.argv[1]), **json.loads(sys.argv[2])))
