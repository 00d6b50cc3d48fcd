"""The app as NiceGUI's user simulation runs it: no browser, no server, nothing compiled ahead. Its house is
`app.state.house`.
"""

from __future__ import annotations

import os
from pathlib import Path

from nicegui import app, ui

from croupier.web.house import House
from croupier.web.server import build
from croupier.web.settings import Settings

app.state.house = House(Settings(folder=Path(os.environ["CROUPIER_DATA_DIR"]), names=("test",), pause=0.0, searches=2))
build(app.state.house)
ui.run(storage_secret="of a simulation", session_middleware_kwargs={"session_cookie": "croupier"})
