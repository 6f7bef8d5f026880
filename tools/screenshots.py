"""Pictures of every screen and what is wrong with their layout: `python -m tools.screenshots`.

They go into screenshots/: five sizes, two looks and three languages, of which flags pick some. The command
starts a server of its own, says what is cut off or overlaps in which picture, and then ends with exit code 1.
With `--jobs` several sizes and languages are taken at once, each by a browser with a server of its own.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from abbatia.core.words import LANGUAGES
from tools.browser_user import BrowserUser
from tools.chromium import get
from tools.screens import LOOKS, ROOT, SIZES, TOUCHED, Album, Scene, scenes
from tools.web_server import WebServer

FOLDER = ROOT / "screenshots"


def wanted(only: str) -> list[Scene]:
    """The scenes with a screen whose name contains this; a name may be no more than how names begin."""
    return [
        scene
        for names, scene in scenes()
        if any(only in name or (name.endswith("-") and only.startswith(name)) for name in names)
    ]


def shoot(language: str, size: str, looks: tuple[str, ...], only: str) -> tuple[int, int]:
    """Takes every scene in one language and size; how many pictures that made, how many have faults."""
    taken = faults = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = WebServer(Path(folder))
        server.open()
        try:
            browser = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
            for scene in wanted(only):
                guest = BrowserUser(
                    browser, server.url, size=SIZES[size], phone=size in TOUCHED, language=language
                )
                album = Album(guest, server, FOLDER, size, language, looks, only)
                scene(album)
                guest.close()
                taken += album.taken
                faults += len(album.faults)
                for name, found in album.faults.items():
                    print(name, *found, sep="\n  ", flush=True)
        finally:
            server.close()
    return taken, faults


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="", help="only screens whose name contains this")
    parser.add_argument(
        "--size", action="append", choices=SIZES, help="only this size (more than once: these)"
    )
    parser.add_argument("--look", action="append", choices=LOOKS, help="only this look")
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="only this language")
    parser.add_argument("--jobs", type=int, default=1, help="how many sizes and languages at once")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    looks = tuple(given.look or LOOKS)
    with ProcessPoolExecutor(given.jobs) as pool:
        made = [
            pool.submit(shoot, language, size, looks, given.only)
            for language, size in product(given.language or LANGUAGES, given.size or SIZES)
        ]
        counts = [job.result() for job in made]
    taken, faults = (sum(parts) for parts in zip(*counts, strict=True))
    print(f"{taken} pictures in {FOLDER.name}/, {faults} with something cut off or overlapping")
    return 1 if faults or not taken else 0


if __name__ == "__main__":
    sys.exit(main())
