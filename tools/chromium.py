"""Where a Chromium is for the browser tests and screenshots: `python tools/chromium.py` prints its path.

Looks for ABBATIA_CHROMIUM, the system's, then playwright's own; where none is there, tries to get one.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
SENTENCE = "No Chromium was found: install it (Debian: apt-get install chromium) or set ABBATIA_CHROMIUM."


def find() -> str | None:
    """The path of a Chromium on this machine."""
    named = os.environ.get("ABBATIA_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    kept = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    for cache in (Path(kept) if kept else None, Path.home() / ".cache" / "ms-playwright"):
        found = sorted(cache.glob("chromium-*/*/chrome")) if cache else []
        if found:
            return str(found[-1])
    return None


def get() -> str:
    """A Chromium, installed if it must be. Raises RuntimeError with what to do."""
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        ways.append(["apt-get", "install", "-y", "--no-install-recommends", "chromium"])
    for way in [[], *ways]:
        if way:
            subprocess.run(way, check=False, capture_output=True, timeout=600)
        path = find()
        if path is not None:
            return path
    raise RuntimeError(SENTENCE)


if __name__ == "__main__":
    try:
        print(get())
    except RuntimeError as error:
        sys.exit(str(error))
