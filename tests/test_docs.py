"""README and documentation: what their pages tell readers to type works as it is printed.

Of each page the blocks are carried out in their order, in an empty folder that has the examples:
    sh                     a script; it must succeed
    python, js with title  a file of that name
    python                 a script
    pycon                  a session, with the answers that are printed
A block that cannot be run here stands below a comment with the reason: `<!-- not run: … -->`.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tools import docs, settings_page
from tools.docs import broken_links

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"(?:<!-- not run: (?P<reason>[^>]+?) -->\n)?^```(?P<language>\w*)(?: title=\"(?P<file>[\w.]+)\")?\n"
    r"(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
RUN = {"sh", "python", "js", "pycon"}
SHOWN = {"", "json"}
"""Messages and drawings, which nobody types."""
PATIENCE = 240
PICTURE = 60_000


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    file: str | None
    text: str
    reason: str | None


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in their order."""
    return [
        Block(found["language"], found["file"], found["text"], found["reason"])
        for found in FENCE.finditer(page.read_text("utf-8"))
    ]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def pages_with_commands() -> Iterator[object]:
    """Pages with something to carry out; all but the README take their time."""
    for page in PAGES:
        if any(block.language in RUN and not block.reason for block in blocks(page)):
            marks = [] if page.name == "README.md" else [pytest.mark.slow]
            yield pytest.param(page, marks=marks, id=name_of(page))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_is_run_or_says_why_not(page: Path) -> None:
    text = page.read_text("utf-8")
    assert len(re.findall(r"^```", text, re.MULTILINE)) == 2 * len(blocks(page)), "a fence of another form"
    for block in blocks(page):
        assert block.language in RUN | SHOWN, f"nobody knows how to run {block.language}"
        if block.language in SHOWN:
            assert not re.search(r"^(\$ |abbatia |python |\./)", block.text, re.MULTILINE), block.text
        assert block.reason is None or len(block.reason) > 10


@pytest.mark.parametrize("page", list(pages_with_commands()))
def test_the_page_works_as_it_is_printed(page: Path, tmp_path: Path) -> None:
    for example in (ROOT / "examples").iterdir():
        if example.is_file():
            shutil.copy(example, tmp_path)
    session: dict[str, object] = {}
    for block in blocks(page):
        if block.reason or block.language in SHOWN:
            continue
        if block.file:
            (tmp_path / block.file).write_text(block.text, "utf-8")
        elif block.language == "pycon":
            check_session(block.text, session, page)
        elif "node " in block.text and shutil.which("node") is None:
            pytest.skip("a command of the page needs Node")
        else:
            program = ["sh", "-e"] if block.language == "sh" else [sys.executable]
            carry_out(program, block.text, tmp_path)


def carry_out(program: list[str], text: str, folder: Path) -> None:
    """Run a block as a script, as somebody would who has nothing but Abbatia; nobody types anything."""
    script = folder / "script"
    script.write_text(text, "utf-8")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "ABBATIA_LANGUAGE": "en"}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [*program, str(script)],
        cwd=folder,
        env={**os.environ, **home, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"


def check_session(text: str, session: dict[str, object], page: Path) -> None:
    """A session gives the answers that are printed."""
    test = doctest.DocTestParser().get_doctest(text, session, name_of(page), str(page), 0)
    results = doctest.DocTestRunner().run(test, clear_globs=False)
    session.update(test.globs)
    assert results.attempted
    assert results.failed == 0


def test_the_settings_are_those_of_the_code() -> None:
    assert settings_page.PAGE.read_text("utf-8") == settings_page.page(), "python -m tools.settings_page"


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "images").iterdir()), ids=lambda file: file.name)
def test_pictures_are_small_and_used(file: Path) -> None:
    assert file.stat().st_size <= PICTURE
    assert any(f"images/{file.name}" in page.read_text("utf-8") for page in PAGES)


@pytest.mark.parametrize(
    "page", [page for page in sorted(ROOT.glob("*.md")) if page.name != "CHANGELOG.md"], ids=name_of
)
def test_links_of_the_front_pages_lead_somewhere(page: Path) -> None:
    """The pages of docs/ are checked when the site is built."""
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text("utf-8")):
        assert target.startswith("https:") or (page.parent / target).exists(), target


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html#here">b</a><a href="c.html">c</a><img src="d.png">')
    (tmp_path / "b.html").write_text(
        '<p id="there"><a href="a.html">a</a><a href="https://example.org">e</a>'
    )
    assert list(broken_links(tmp_path)) == [
        "a.html: b.html#here (no such place)",
        "a.html: c.html",
        "a.html: d.png",
    ]


def test_a_warning_of_mkdocs_ends_the_build(tmp_path: Path) -> None:
    """As tools/docs.py calls it: with `--quiet`, warnings would not count."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[nowhere](nowhere.md)", "utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n", "utf-8")
    done = subprocess.run(docs.BUILD, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "nowhere.md" in done.stderr
