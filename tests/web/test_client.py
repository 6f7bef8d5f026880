"""The client's own tests and checks, so that one pytest runs everything; and how much a visitor must load."""

import gzip
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.record import ROOT, write

WEB = ROOT / "web"
STATIC = ROOT / "src" / "abbatia" / "server" / "static"
MOST = 150_000
MODULES = WEB / "node_modules" / ".bin"

needs_modules = pytest.mark.skipif(
    not MODULES.exists() or shutil.which("node") is None,
    reason="the client was built without Node on this machine's path; run npm ci in web/",
)


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
@needs_modules
def test_vitest() -> None:
    write()
    run(str(MODULES / "vitest"), "run")


@pytest.mark.slow
@needs_modules
def test_types() -> None:
    run(str(MODULES / "svelte-check"), "--tsconfig", "./tsconfig.json", "--fail-on-warnings")


@pytest.mark.slow
@needs_modules
def test_lint() -> None:
    run(str(MODULES / "eslint"), ".", "--max-warnings", "0")


@needs_modules
def test_format() -> None:
    run(str(MODULES / "prettier"), "--check", ".")


@needs_modules
def test_the_rest_types_are_those_of_the_openapi_document() -> None:
    run(sys.executable, str(ROOT / "tools" / "rest_types.py"), "--check")


def weight(file: Path) -> int:
    return len(gzip.compress(file.read_bytes()))


def imported(file: Path, seen: set[Path]) -> set[Path]:
    """A script and everything it imports at once; what is imported later does not count."""
    if file in seen:
        return seen
    seen.add(file)
    for name in re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', file.read_text("utf-8")):
        imported(file.parent / name, seen)
    return seen


def test_the_first_load_is_light() -> None:
    """Script and style of home and table without boards, compressed; maps and fonts come later."""
    page = (STATIC / "index.html").read_text("utf-8")
    files: set[Path] = set()
    for name in re.findall(r'(?:src|href)="/(assets/[\w.-]+\.(?:js|css))"', page):
        if name.endswith(".js"):
            imported(STATIC / name, files)
        else:
            files.add(STATIC / name)
    for table in (STATIC / "assets").glob("Table-*"):
        if table.suffix == ".js":
            imported(table, files)
        else:
            files.add(table)
    files |= set((STATIC / "assets").glob("words.en-*.js"))
    assert len(files) > 3
    total = sum(weight(file) for file in files)
    assert total < MOST, f"{total} bytes"
