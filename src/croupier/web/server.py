"""The server: routes to pages, what stands before them, starting and stopping."""

from __future__ import annotations

import asyncio
import errno
import gc
import hashlib
import logging
import socket
from importlib import resources
from pathlib import Path

from nicegui import Client, app, background_tasks, ui
from nicegui.page import page as page_of
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from croupier.boards.style import PALETTE
from croupier.errors import InputError
from croupier.web.guard import Guard
from croupier.web.house import House
from croupier.web.pages import analyse as analyse_page
from croupier.web.pages import home as home_page
from croupier.web.pages import play as play_page
from croupier.web.pages import setup as setup_page
from croupier.web.pages.trouble import lost, trouble
from croupier.web.parts.frame import LANGUAGE_COOKIE, visitor, words_for
from croupier.web.settings import Settings, secret
from croupier.web.words import languages

LOOK = Path(str(resources.files(__package__))) / "look"
YEAR = 365 * 86400
MINUTE = 60
RECONNECT = 10.0
LOOK_AGAIN = 0.5


def build(house: House) -> None:
    """Register every page of a house with NiceGUI."""
    _head()
    logging.getLogger("nicegui").addFilter(_Plain())
    logging.getLogger("uvicorn.error").addFilter(_Gone())
    app.add_static_files("/look", LOOK)
    app.add_middleware(Guard, settings=house.settings)
    app.config.socket_io_js_transports = ["websocket"]
    app.storage.max_tab_storage_age = MINUTE  # nothing is kept there, and NiceGUI would keep it for a month
    app.on_shutdown(house.close)

    @app.exception_handler(404)
    def not_there(request: Request, _: Exception) -> Response:
        with Client(page_of(""), request=request) as client:
            lost(request, words_for(request)("refused.no_page"))
        return client.build_response(request, 404)

    @app.get("/palette.css")
    def palette() -> Response:
        return Response(palette_sheet(), media_type="text/css")

    @app.get("/language/{code}")
    def language(code: str, back: str = "/") -> Response:
        inside = back.startswith("/") and not back.startswith("//") and "\\" not in back
        answer = RedirectResponse(back if inside and back.isprintable() else "/", 303)
        if code in languages():
            answer.set_cookie(LANGUAGE_COOKIE, code, max_age=YEAR, samesite="lax", httponly=True)
        return answer

    @ui.page("/")
    def home(request: Request) -> None:
        with trouble(request):
            home_page.home(house, request)

    @ui.page("/new")
    def new(request: Request) -> None:
        with trouble(request):
            setup_page.setup(house, request, "")

    @ui.page("/new/{name}")
    def new_game(request: Request, name: str) -> None:
        with trouble(request):
            setup_page.setup(house, request, name)

    @ui.page("/game/{id}")
    def game(request: Request, id: str) -> None:
        with trouble(request):
            play_page.play(house, request, id)

    @ui.page("/analyse")
    def analyse(request: Request) -> None:
        with trouble(request):
            analyse_page.analyse(house, request)

    @ui.page("/analyse/game/{id}")
    def analyse_game(request: Request, id: str) -> None:
        with trouble(request):
            analyse_page.analyse(house, request, id)

    @ui.page("/game/{id}/sit/{token}")
    def sit(request: Request, id: str, token: str) -> Response | None:
        with trouble(request):
            found = house.lobby.find(id)
            found.sit(token, visitor())
            return RedirectResponse(f"/game/{found.id}", 303)
        return None


def serve(settings: Settings, file: str | None = None) -> None:
    """Run the web app until it is stopped."""
    house = House(settings, file)
    key = secret(settings.folder)
    port = _free(settings)
    build(house)
    house.warm()
    app.on_startup(lambda: background_tasks.create(set_apart_what_stays(house)))
    where = "localhost" if settings.local else settings.host
    print(f"Croupier plays at http://{where}:{port}/", flush=True)
    if not settings.local:
        print("It can be reached from other machines: whoever can, may play and search here.", flush=True)
    ui.run(
        host=settings.host,
        port=port,
        title="Croupier",
        favicon=LOOK / "favicon.svg",
        dark=None,
        reload=False,
        show=settings.open_browser,
        show_welcome_message=False,
        tailwind=False,
        storage_secret=key,
        session_middleware_kwargs={"max_age": YEAR, "same_site": "lax", "session_cookie": "croupier"},
        reconnect_timeout=RECONNECT,
        binding_refresh_interval=None,
        server_header=False,
        ws_max_size=1 << 20,
    )


async def set_apart_what_stays(house: House) -> None:
    """Python stops everything to look for garbage among all that lives. Modules and kernels, a million objects, take it a
    third of a second and are never garbage: it need not look there, from the start on and again when all is compiled.
    """
    gc.freeze()
    while house.kernels.busy:
        await asyncio.sleep(LOOK_AGAIN)
    gc.freeze()


def palette_sheet() -> str:
    """The colours of boards as variables, light and dark, and what they fill and draw."""
    light, dark = ("".join(f"--{role}:{pair[which]};" for role, pair in PALETTE.items()) for which in (0, 1))
    uses = "".join(f".f-{role}{{fill:var(--{role})}}.s-{role}{{stroke:var(--{role})}}" for role in PALETTE)
    return (
        f":root{{color-scheme:light;{light}}}"
        f"@media (prefers-color-scheme:dark){{:root:not(.light){{color-scheme:dark;{dark}}}}}"
        f":root.dark{{color-scheme:dark;{dark}}}{uses}"
    )


def _head() -> None:
    """What every page loads, named by its content so that a browser never keeps an old one."""
    version = hashlib.sha256(palette_sheet().encode() + b"".join(map(Path.read_bytes, sorted(LOOK.iterdir()))))
    mark = version.hexdigest()[:12]
    ui.add_head_html(
        f'<script src="/look/theme-first.js?{mark}"></script>'
        f'<link rel="stylesheet" href="/palette.css?{mark}">'
        f'<link rel="stylesheet" href="/look/style.css?{mark}">',
        shared=True,
    )


class _Gone(logging.Filter):
    """A reader who left before the answer came is no fault, though Starlette's middlewares take it for one."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        return not (isinstance(fault, RuntimeError) and str(fault) == "No response returned.")


class _Plain(logging.Filter):
    """What browsers report is logged by NiceGUI as it came: here it becomes one line that a terminal can only show."""

    def filter(self, record: logging.LogRecord) -> bool:
        told = record.getMessage()
        if not told.isprintable():
            record.msg, record.args = ascii(told), ()
        return True


def _free(settings: Settings) -> int:
    """The port, where it is free; one line where it is not."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((settings.host, settings.port))
        except OSError as error:
            told = error.strerror or str(error)
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise InputError(
                    f"--host must be a name or an address of this machine, not {settings.host!r}"
                ) from None
            raise InputError(
                f"port {settings.port} of {settings.host} cannot be used ({told}): give another --port"
            ) from None
        return int(trial.getsockname()[1])
