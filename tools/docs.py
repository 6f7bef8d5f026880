"""Build the documentation into the package (src/abbatia/server/docs), where the server finds it at /docs.

    python tools/docs.py            build it, if anything it is made of has changed, and check all its links
    python tools/docs.py --check    only say by the exit code whether it is up to date

Needs the packages of the group `docs` and no network. A hash of the sources is kept beside the result.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parent.parent
SITE = ROOT / "src" / "abbatia" / "server" / "docs"
STAMP = "sources.sha256"
SOURCES = (
    "mkdocs.yml",
    "tools/docs.py",
    "tools/docs_pages.py",
    "docs/**/*",
    "*.md",
    "deploy/README.md",
    "examples/README.md",
    "src/abbatia/*.py",
    "src/abbatia/bots/levels.py",
    "src/abbatia/bots/protocol.py",
    "src/abbatia/core/*.py",
    "src/abbatia/research/*.py",
    "src/abbatia/games/*/RULES.md",
)
"""Whatever a page is made of."""
BUILD = [sys.executable, "-m", "mkdocs", "build", "--strict"]
"""Every warning is an error; with --quiet, mkdocs would not count them."""
EPOCH = "1577836800"
"""The date of built files where none is given, so that the same sources give the same site."""


def fingerprint() -> str:
    """A hash over everything the site is made of."""
    digest = hashlib.sha256()
    files = {file for pattern in SOURCES for file in ROOT.glob(pattern) if file.is_file()}
    for file in sorted(files):
        digest.update(file.relative_to(ROOT).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the site is there and made of these sources."""
    stamp = SITE / STAMP
    return stamp.exists() and stamp.read_text("utf-8") == fingerprint()


def build() -> None:
    """Let mkdocs build the site; every warning is an error."""
    shutil.rmtree(SITE, ignore_errors=True)
    environment = {"SOURCE_DATE_EPOCH": EPOCH, **os.environ, "NO_MKDOCS_2_WARNING": "1"}
    made = subprocess.run(BUILD, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(f"{made.stderr}The documentation could not be built.")
    faults = list(broken_links(SITE))
    if faults:
        raise SystemExit("\n".join(["Links that lead nowhere:", *faults]))
    (SITE / STAMP).write_text(fingerprint(), "utf-8")


class Links(HTMLParser):
    """The links of a page, and the places in it that a link can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in one element."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.targets.append(value)
            elif value and name in ("id", "name"):
                self.ids.add(value)


def broken_links(site: Path) -> Iterator[str]:
    """Every link of a built site that leads to no file, to no place in it, or to a file of another site."""
    pages = {file: Links(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}
    for file, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme in ("https", "http", "mailto", "data"):
                continue
            base = site if parts.path.startswith("/") else file.parent
            wanted = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else file
            wanted = wanted / "index.html" if wanted.is_dir() else wanted
            place = unquote(parts.fragment)
            if not wanted.is_file():
                yield f"{file.relative_to(site)}: {target}"
            elif place and wanted in pages and place not in pages[wanted].ids:
                yield f"{file.relative_to(site)}: {target} (no such place)"


def main(arguments: list[str]) -> int:
    """Build what has changed; with `--check` only look."""
    if arguments == ["--check"]:
        return 0 if is_current() else 1
    if not is_current():
        build()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
