"""The browser client and the documentation as built into the package, or a page on how to build them."""

from html import escape
from os.path import normpath
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from abbatia.core.words import LANGUAGES, words
from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import problem

STATIC: Final = Path(__file__).parent.parent / "static"  # built by web/
SITE: Final = Path(__file__).resolve().parent.parent / "docs"  # built by tools/docs.py, perhaps while we run
FOR_EVER: Final = "public, max-age=31536000, immutable"

NO_SITE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Abbatia</title>
<h1>Abbatia</h1>
<p>The documentation has not been built here. <code>./run</code> builds it in the background: reload this
page in a minute. In a checkout <code>python tools/docs.py</code> builds it, too, and <code>docs/</code>
has its sources.</p>
<p lang="fr">La documentation n’est pas encore construite : <code>./run</code> la construit en arrière-plan ;
rechargez cette page dans une minute.</p>
</html>
"""


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


def site_answer(site: Path, path: str) -> Response:
    """A file of the documentation, or the page that says that there is none."""
    wanted = Path(normpath(site / (path or "index.html")))
    if wanted.is_relative_to(site) and is_file(wanted):
        return FileResponse(wanted, headers={"Cache-Control": "no-cache"})
    if not is_file(site / "404.html"):
        return HTMLResponse(NO_SITE, 404, {"Cache-Control": "no-cache"})
    return FileResponse(site / "404.html", 404, headers={"Cache-Control": "no-cache"})


async def docs(request: Request) -> Response:
    """The documentation; its pages need the slash in front of their names."""
    if request.url.path == "/docs":
        return RedirectResponse("/docs/", 308)
    return site_answer(SITE, str(request.path_params["path"]))


async def page(request: Request) -> Response:
    """Everything that is not the API."""
    return page_answer(STATIC, str(request.path_params["path"]))
