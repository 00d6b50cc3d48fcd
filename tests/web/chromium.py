"""The browser that tests of the web app drive: the one of this machine, or Debian's Chromium, installed where that can be
done without asking anybody.

`python tests/web/chromium.py` is what `make test` runs first. It never fails: without a browser those tests are skipped,
and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "CROUPIER_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ON_MACOS = ("Google Chrome", "Chromium")
ON_WINDOWS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120")


def find() -> str | None:
    """The program of a Chromium or Chrome: the one that `CROUPIER_CHROMIUM` names, else one where they usually are."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    return next((found for name in (*NAMES, *_places()) if (found := shutil.which(name))), None)


def advice() -> str:
    """The one line to run, or what to mend."""
    named = os.environ.get(VARIABLE)
    if named:
        return f"{VARIABLE} names {named!r}, which is no program"
    commands = {"darwin": "brew install --cask google-chrome", "win32": "winget install Google.Chrome"}
    command = commands.get(sys.platform, "sudo apt-get install chromium")
    return f"run `{command}`, or name a Chromium or Chrome: {VARIABLE}=/path/to/it"


def main() -> None:
    if find() is None and not os.environ.get(VARIABLE) and _may_install():
        print("installing Chromium, for the tests of the web app", flush=True)
        _install() or (_apt("update") and _install())
    if find() is None:
        print(f"There is no browser, so tests of the web app will be skipped: {advice()}", flush=True)


def _may_install() -> bool:
    return sys.platform == "linux" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def _install() -> bool:
    return _apt("install", "--yes", "--no-install-recommends", "chromium")


def _apt(*words: str) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run([*APT, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode == 0


def _places() -> list[str]:
    """Where Chrome is on systems that do not put programs into the path."""
    if sys.platform == "darwin":
        return [f"/Applications/{name}.app/Contents/MacOS/{name}" for name in ON_MACOS]
    roots = [os.environ[root] for root in ON_WINDOWS if root in os.environ] if sys.platform == "win32" else []
    return [str(Path(root) / "Google" / "Chrome" / "Application" / "chrome.exe") for root in roots]


if __name__ == "__main__":
    main()
