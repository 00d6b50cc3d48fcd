"""The one look of all drawings: colours by role, light and dark, and which of them must stand out from which."""

from __future__ import annotations

from collections.abc import Iterable

PALETTE = {
    "paper": ("#fbf8f3", "#17191d"),
    "edge": ("#e6dfd3", "#2d3138"),
    "ink": ("#2a2826", "#efebe4"),
    "muted": ("#6c665e", "#a7a196"),
    "board": ("#e2d8c7", "#2b2f36"),
    "cell": ("#fbf7ef", "#1b1e23"),
    "wall": ("#cfd8e3", "#34404f"),
    "light": ("#ebe0cd", "#b3a794"),
    "dark": ("#8a7050", "#776a5a"),
    "dark-ink": ("#fffdf8", "#fffdf8"),
    "sand": ("#efe3cb", "#3a352d"),
    "track": ("#a8926d", "#8d8069"),
    "seat0": ("#c2412d", "#f0806a"),
    "seat0-line": ("#f3c9bf", "#8f3324"),
    "seat1": ("#1f6f8b", "#62bddb"),
    "rug0": ("#b93a2b", "#e0705d"),
    "rug1": ("#235f94", "#6aa9dd"),
    "rug2": ("#a85c0c", "#e2a04a"),
    "rug3": ("#38743a", "#74b872"),
    "thread": ("#fdf3df", "#1c1814"),
    "ivory": ("#fffcf4", "#fbf6ea"),
    "ivory-side": ("#f3e8d3", "#eadfca"),
    "ivory-shade": ("#d9c9ab", "#cbbb9e"),
    "ivory-line": ("#8a7a60", "#82745c"),
    "ivory-hole": ("#6d5d45", "#6a5b45"),
    "ebony": ("#4b423b", "#3b342f"),
    "ebony-side": ("#2b2521", "#1f1b18"),
    "ebony-shade": ("#1b1714", "#100e0c"),
    "ebony-line": ("#a3978a", "#a3978a"),
    "ebony-hole": ("#0f0c0a", "#0a0807"),
    "shadow": ("#000000", "#000000"),
    "accent": ("#5b46a8", "#bba9f5"),
    "on-accent": ("#ffffff", "#1c1533"),
    "heat": ("#8f7ad6", "#8571d6"),
    "last": ("#d99a10", "#f2c14e"),
    "fez": ("#b3261e", "#c8372d"),
    "gold": ("#e0a92e", "#e9bd55"),
}
"""Each role's colour on light and on dark paper."""

TEXT = (
    ("ink", "paper"),
    ("muted", "paper"),
    ("ink", "board"),
    ("ink", "cell"),
    ("on-accent", "accent"),
    ("dark-ink", "dark"),
    ("thread", "rug0"),
    ("thread", "rug1"),
    ("thread", "rug2"),
    ("thread", "rug3"),
)
"""Letters and what they stand on: a contrast of 4.5 at least."""

PIECES = (
    ("seat0", "cell"),
    ("seat1", "cell"),
    ("ivory", "dark"),
    ("ebony-side", "dark"),
    ("ivory-side", "ebony-side"),
    ("ivory-line", "ivory"),
    ("rug0", "sand"),
    ("rug1", "sand"),
    ("rug2", "sand"),
    ("rug3", "sand"),
    ("accent", "cell"),
)
"""Pieces and marks and what they stand on: a contrast of 3 at least."""

FONT = "ui-sans-serif, system-ui, 'Segoe UI', 'Helvetica Neue', Helvetica, Arial, sans-serif"
MONO = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def sheet(roles: Iterable[str], dark: bool | None) -> str:
    """The style sheet for these roles: `f-ink` fills with ink, `s-ink` draws lines with it.

    Every rule names the scheme, so that drawings of different schemes on one page do not disturb each other.
    """
    used = sorted(set(roles))
    if dark is not None:
        return _rules(used, int(dark), scheme(dark))
    name = scheme(None)
    return f"{_rules(used, 0, name)}@media (prefers-color-scheme:dark){{{_rules(used, 1, name)}}}"


def scheme(dark: bool | None) -> str:
    """The class of a drawing's root."""
    return "croupier-auto" if dark is None else "croupier-dark" if dark else "croupier-light"


def contrast(one: str, other: str, dark: bool) -> float:
    """The contrast ratio of two roles, 1 to 21, as WCAG 2 defines it: (L + .05) / (l + .05)."""
    bright = sorted(_luminance(PALETTE[role][dark]) for role in (one, other))
    return (bright[1] + 0.05) / (bright[0] + 0.05)


def _rules(roles: Iterable[str], which: int, name: str) -> str:
    rules = []
    for use in sorted(roles):
        kind, role = use.split("-", 1)
        rules.append(f".{name} .{use}{{{'fill' if kind == 'f' else 'stroke'}:{PALETTE[role][which]}}}")
    return "".join(rules)


def _luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`: 0.2126 R + 0.7152 G + 0.0722 B of linear light."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
