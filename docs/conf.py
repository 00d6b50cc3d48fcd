"""How sphinx builds the documentation: `make docs`."""

import re
from pathlib import Path

project = "Croupier"
copyright = "2026, the Croupier founders"
source = (Path(__file__).parent.parent / "src" / "croupier" / "__init__.py").read_text()
release = version = re.search(r'__version__ = "(.+)"', source)[1]

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"Croupier {release}"
