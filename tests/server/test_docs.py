"""The documentation site as the server shows it at /docs."""

from pathlib import Path

import pytest
from starlette.responses import FileResponse

from abbatia.server.http import static
from abbatia.server.http.static import site_answer
from tests.server.running_server import running_server


def site(folder: Path) -> Path:
    """A site of three pages in a folder that has something else, too."""
    made = folder / "site"
    (made / "play").mkdir(parents=True)
    (made / "index.html").write_text("<p>home")
    (made / "play" / "index.html").write_text("<p>play")
    (made / "404.html").write_text("<p>lost")
    (folder / "secret.txt").write_text("secret")
    return made


def test_without_the_site_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = site_answer(tmp_path / "none", "")
    assert answer.status_code == 404
    assert b"tools/docs.py" in bytes(answer.body)


@pytest.mark.parametrize(
    ("path", "status", "file"),
    [
        ("", 200, "index.html"),
        ("play/index.html", 200, "play/index.html"),
        ("play", 404, "404.html"),
        ("none.html", 404, "404.html"),
        ("../secret.txt", 404, "404.html"),
        ("\0", 404, "404.html"),
    ],
)
def test_files_of_the_site_and_nothing_else(tmp_path: Path, path: str, status: int, file: str) -> None:
    made = site(tmp_path)
    answer = site_answer(made, path)
    assert isinstance(answer, FileResponse)
    assert (answer.status_code, Path(answer.path)) == (status, made / file)


async def test_the_site_stands_below_docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "SITE", site(tmp_path))
    async with running_server() as here:
        moved = await here.http.get("/docs")
        assert (moved.status_code, moved.headers["location"]) == (308, "/docs/")
        home = await here.http.get("/docs/")
        assert (home.status_code, home.text) == (200, "<p>home")
        assert "script-src" not in home.headers["content-security-policy"]  # the site needs no exception
        assert (await here.http.get("/docs/play/index.html")).text == "<p>play"
        assert (await here.http.get("/docs/none")).status_code == 404
