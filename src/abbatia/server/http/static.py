"""The browser client, as it was built into the package; without it, a page that says how to build it."""

from html import escape
from os.path import normpath
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from abbatia.core.words import LANGUAGES, words
from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import problem

STATIC: Final = Path(__file__).parent.parent / "static"  # built by web/
FOR_EVER: Final = "public, max-age=31536000, immutable"


def page_answer(static: Path, path: str) -> Response:
    """A file of the client, or for every other address its first page."""
    wanted = Path(normpath(static / path))  # links are followed: the compiled tree is made of them
    if path and wanted.is_relative_to(static) and is_file(wanted):
        lasting = FOR_EVER if path.startswith("assets/") else "no-cache"
        return FileResponse(wanted, headers={"Cache-Control": lasting})
    if path.startswith(("api/", "assets/")):
        return problem(Denied("unknown"))
    index = static / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    return HTMLResponse(not_built(), 200, {"Cache-Control": "no-cache"})


def not_built() -> str:
    """The page of a server without a client: how to build it, in every language."""
    texts = [(language, escape(words(language).text("server.not_built"))) for language in LANGUAGES]
    lines = "\n".join(f'<p lang="{language}">{text}</p>' for language, text in texts)
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Abbatia</title>
<h1>Abbatia</h1>
{lines}
</html>
"""


def is_file(place: Path) -> bool:
    """Whether there is such a file; a name that no file can have (too long, with a NUL byte) is none."""
    try:
        return place.is_file()
    except (OSError, ValueError):
        return False


async def page(request: Request) -> Response:
    """Everything that is not the API."""
    return page_answer(STATIC, str(request.path_params["path"]))
