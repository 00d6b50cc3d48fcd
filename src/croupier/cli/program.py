"""The program around the commands: what goes wrong in any of them becomes one line on stderr and an exit status.

0: done. 2: the user can put it right. 1: an error of Croupier, or nobody reads the output. 130: Ctrl-C.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
import types
import warnings
from collections.abc import Sequence
from typing import Any

import typer
from typer.main import get_command

from croupier.cli.commands import app
from croupier.cli.show import StoppedError, say
from croupier.errors import CroupierError, closest

STOPPED = 130
GRACE = 2.0
"""Seconds that a command has after Ctrl-C to end by itself; compiled code cannot be interrupted."""

_ending = threading.Event()
_telling = threading.RLock()
"""Held while the last line is said, which whoever ends the process waits for."""

_CommandLineError: Any = typer.BadParameter.__mro__[2]
"""What typer raises for a faulty command line: the base of its public `BadParameter`, wherever that is kept."""


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line, the process's own by default, and return its exit status."""
    debug = "--debug" in (sys.argv[1:] if args is None else args)
    if args is None:
        _mend_streams()
        _listen_to_ctrl_c()
    with warnings.catch_warnings():
        warnings.showwarning = _say_warning
        try:
            status = _run(args, debug)
            sys.stdout.flush()
            return status
        except BrokenPipeError:
            _forget_stdout()
            return 1
        except OSError as error:
            if debug:
                traceback.print_exc()
            say(
                f"the operating system says: {error.strerror or error}{f': {error.filename}' if error.filename else ''}"
            )
            _forget_stdout()
            return 1


def _run(args: Sequence[str] | None, debug: bool) -> int:
    try:
        command = get_command(app)
        status = command.main(args=args, prog_name="croupier", standalone_mode=False)
        return _stopped() if status == STOPPED else int(status or 0)
    except StoppedError:
        _ending.set()
        _handled()
        return STOPPED
    except (KeyboardInterrupt, typer.Abort):
        return _stopped()
    except CroupierError as error:
        return _refuse(str(error), debug)
    except _CommandLineError as error:
        return _refuse(_usage(error), debug)
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except OSError:
        raise
    except Exception as error:
        say(f"an error inside Croupier: {type(error).__name__}: {error}" + ("" if debug else " (--debug shows where)"))
        if debug:
            traceback.print_exc()
        return 1


def _refuse(line: str, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    say(line)
    return 2


def _stopped() -> int:
    with _telling:
        if not _ending.is_set():
            _ending.set()
            say("stopped")
    _handled()
    return STOPPED


def _handled() -> None:
    """Python remembers an interrupt that left an `exec` of text, as imports make many, and would end by the signal itself,
    not by our status, although it was handled; running another text makes it forget.
    """
    exec("")


def _usage(error: Any) -> str:
    """What is wrong with the words on the command line, and what is allowed."""
    context = getattr(error, "ctx", None)
    if context and hasattr(error, "possibilities") and hasattr(error, "option_name"):
        options = [word for parameter in context.command.params for word in parameter.opts if word.startswith("--")]
        number = " (no number here is negative)" if error.option_name[1:2].isdigit() else ""
        return f"there is no option {error.option_name}{number}: {closest(error.option_name, [*options, '--help'])}"
    message = str(error.format_message()).rstrip(".")
    usage = " ".join(context.get_usage().split()).replace("Usage:", "; usage:") if context else ""
    return f"{message[:1].lower()}{message[1:]}{usage}"


def _say_warning(message: Warning | str, *_: Any, **__: Any) -> None:
    say(str(message))


def _mend_streams() -> None:
    """Streams that are closed, or cannot encode a letter, are no reason to fail."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


def _forget_stdout() -> None:
    """Nothing more can be written: keep the interpreter from trying, and complaining, at its end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _listen_to_ctrl_c() -> None:
    """The first Ctrl-C interrupts; the process ends after a short grace, or at the second, whatever still computes."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _on_ctrl_c)


def _on_ctrl_c(number: int, frame: types.FrameType | None) -> None:
    signal.signal(signal.SIGINT, _end)
    # the compiler's callbacks lose an interrupt, and would say so at length
    sys.unraisablehook = lambda _: None
    late = threading.Timer(GRACE, _end)
    late.daemon = True
    late.start()
    raise KeyboardInterrupt


def _end(*_: Any) -> None:
    """End the process now; the cursor that progress hides comes back first."""
    if sys.stderr.isatty():
        sys.stderr.write("\033[?25h")
    _stopped()
    sys.stderr.flush()
    os._exit(STOPPED)
