"""What all tests share: compiled kernels are kept with the checkout, apart from the user's own."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

os.environ.setdefault("CROUPIER_CACHE_DIR", str(ROOT / ".pytest_cache" / "kernels"))
