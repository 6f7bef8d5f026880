"""Pictures of every screen and what is wrong with their layout: `python -m tools.screenshots`.

They go into screenshots/: five sizes, two looks and three languages, of which flags pick some. The command
starts a server of its own, says what is cut off or overlaps in which picture, and then ends with exit code 1.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

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


def shoot(browser: Browser, server: WebServer, given: argparse.Namespace) -> list[Album]:
    """An album of each scene, size and language."""
    albums = []
    for language in given.language or LANGUAGES:
        for size in given.size or SIZES:
            for scene in wanted(given.only):
                guest = BrowserUser(
                    browser, server.url, size=SIZES[size], phone=size in TOUCHED, language=language
                )
                looks = tuple(given.look or LOOKS)
                album = Album(guest, server, FOLDER, size, language, looks, given.only)
                scene(album)
                guest.close()
                albums.append(album)
                for name, found in album.faults.items():
                    print(name, *found, sep="\n  ", flush=True)
    return albums


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
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = WebServer(Path(folder))
        server.open()
        try:
            browser = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
            albums = shoot(browser, server, given)
        finally:
            server.close()
    taken = sum(album.taken for album in albums)
    faults = sum(len(album.faults) for album in albums)
    print(f"{taken} pictures in {FOLDER.name}/, {faults} with something cut off or overlapping")
    return 1 if faults or not taken else 0


if __name__ == "__main__":
    sys.exit(main())
