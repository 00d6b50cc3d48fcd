"""Code of a user's file, tried in the interpreter: its errors and endless loops become one line that names the place."""

from __future__ import annotations

import _thread
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from croupier.errors import ContractError, InputError
from croupier.rules.faults import not_an_action, wrong_listing, wrong_state
from croupier.rules.text import line_text
from croupier.rules.watched import WatchedError, watch

PATIENCE = 10.0
"""Seconds that reading a file, or a first random game in the interpreter, may take."""

T = TypeVar("T")


def play_first(start: Any) -> None:
    """One random game in the interpreter, arithmetic watched.

    What raises, never ends, is out of bounds or goes on otherwise when compiled is met here and not in compiled code.
    """
    from croupier.rules.playouts import draw

    cls = watch(type(start), strict=False).cls
    state, out, rng = cls._make(start), [0] * (start.branching + 1), [1, 2]
    try:
        for _ in range(start.longest + 1):
            state.seat()
            n = state.legal(out)
            _refuse(wrong_listing(cls, n, out))
            if not n:
                break
            action = draw(state, rng, out)
            _refuse(not_an_action(cls, action, out[:n]))
            state = state.play(action)
            _refuse(wrong_state(cls, state, "play"))
        for seat in range(start.seats):
            state.returns(seat)
    except WatchedError as fault:
        where = f"{cls.__name__}{'.' if hasattr(cls, fault.method) else ': '}{fault.method} (line {fault.line})"
        raise ContractError(f"{where}: {fault.what}") from None


def _refuse(wrong: str | None) -> None:
    if wrong:
        raise ContractError(wrong)


def guarded(work: Callable[[], T], path: Path, doing: str) -> T:
    """The result of the user's code; its errors and endless loops become one line."""
    alarm = _Alarm(PATIENCE)
    try:
        try:
            return work()
        finally:
            alarm.stop()
    except (ContractError, InputError):
        raise
    except SyntaxError as error:
        where = f"line {error.lineno} is" if error.lineno else "this is"
        raise InputError(f"{path}: {where} not Python: {error.msg}") from error
    except KeyboardInterrupt as interrupt:
        if not alarm.rang:
            raise
        took = f"did not end within {PATIENCE:g} seconds{_place(interrupt, path)}"
        raise InputError(f"{path}: {doing} {took}: a loop in it never stops") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not a text file") from error
    except Exception as error:
        if "null bytes" in str(error):  # a SyntaxError only since Python 3.11.4
            raise InputError(f"{path}: this is not Python: {error}") from error
        raise InputError(f"{path}: {doing} failed{_place(error, path)}: {type(error).__name__}: {error}") from error
    except SystemExit as error:
        raise InputError(f"{path}: {doing} called exit") from error


class _Alarm:
    """Interrupts the main thread after some seconds, unless it was stopped; in another thread it does nothing."""

    def __init__(self, seconds: float) -> None:
        self.rang = False
        self._stopped = threading.current_thread() is not threading.main_thread()
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True
        if not self._stopped:
            self._timer.start()

    def stop(self) -> None:
        """From now on nothing is interrupted; an interrupt on its way arrives in here."""
        with self._lock:
            self._stopped = True
        self._timer.cancel()

    def _ring(self) -> None:
        with self._lock:
            if not self._stopped:
                self.rang = True
                _thread.interrupt_main()


def _place(error: BaseException, path: Path) -> str:
    """The function and the line of the user's file that an error came from last; nothing where it is from elsewhere."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [(code, line) for code, line in frames if Path(code.co_filename) == path.resolve()]
    if not own:
        return ""
    code, line = own[-1]
    inside = "" if code.co_name == "<module>" else f" in {code.co_qualname}"
    return f"{inside} at line {line}, `{line_text(code.co_filename, line)}`"
