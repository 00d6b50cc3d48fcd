"""What all tests share: compiled kernels are kept with the checkout, apart from the user's own."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("CROUPIER_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernels"))

if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # a shell's job in the background is deaf to Ctrl-C, and so is whatever it starts: tests of Ctrl-C would wait for ever
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say loudly where no browser was there to test the web app with."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "no browser" in str(report.longrepr)]
    if skipped:
        reason = str(skipped[0].longrepr[2]).removeprefix("Skipped: ")
        terminalreporter.section("TESTS OF THE WEB APP WERE SKIPPED", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} tests with {reason}", red=True)
