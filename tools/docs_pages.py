"""Hooks of mkdocs: pages made from files elsewhere in the tree, links between them, no inline scripts.

A text has one home. ARCHITECTURE.md, the rules of the titles, deploy/README.md and others become pages as
they are; each decision of ARCHITECTURE.md becomes a page of its own. A link to a file that is no page is
replaced by its name, since there is no address where the sources could be read.
"""

import hashlib
import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = {
    "ARCHITECTURE.md": "design/index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "add-a-title.md",
    "GLOSSARY.md": "glossary.md",
    "README.md": "index.md",
    "deploy/README.md": "host/index.md",
    "examples/README.md": "bots.md",
    "src/abbatia/games/cardinal/RULES.md": "play/cardinal-rules.md",
    "src/abbatia/games/kings_abbey/RULES.md": "play/kings_abbey-rules.md",
    "src/abbatia/games/pelegrinus/RULES.md": "play/pelegrinus-rules.md",
}
"""Files of the tree, and the pages that a link to them leads to."""
COPIED: Final = [file for file in PAGES if PAGES[file] not in ("index.md", "bots.md")]
ORIGINS: Final = {PAGES[file]: file for file in COPIED}
"""Where the text of a page comes from, if not from docs/."""
DECISION: Final = re.compile(r"^\*\*(?P<name>[^*]+)\*\*", re.MULTILINE)
LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
FENCE: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SCRIPTS: Final = "assets/inline"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The decisions stand below *Design* in the order of ARCHITECTURE.md."""
    assert config.nav is not None
    for entry in config.nav:
        if "Design" in entry:
            entry["Design"] += [{name: place} for place, (name, _) in decisions().items()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    for file in COPIED:
        text = (ROOT / file).read_text("utf-8")
        if file == "ARCHITECTURE.md":
            text = text.partition("\n## Decisions")[0] + DESIGN
        if file == "CONTRIBUTING.md":
            text = "# Add a title, an action or a card\n\n## " + text.partition("\n## ")[2]
        files.append(File.generated(config, PAGES[file], content=text))
    for place, (name, text) in decisions().items():
        files.append(File.generated(config, place, content=f"# {name}\n\n{text}"))
    return files


DESIGN: Final = """
## Decisions

What was decided and why, a page each: see *Design* beside this page.
"""


def decisions() -> dict[str, tuple[str, str]]:
    """The pages of the decisions: name and text by place."""
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("\n## Decisions\n")[2]
    text = text.partition("\n## ")[0]
    starts = [found.start() for found in DECISION.finditer(text)]
    found: dict[str, tuple[str, str]] = {}
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        part = text[start:end].strip()
        lead = DECISION.match(part)
        assert lead is not None
        name = lead["name"].rstrip(".")
        rest = part[lead.end() :].strip() if lead["name"].endswith(".") else part
        found[f"design/{slug(name)}.md"] = (name, rest)
    return found


def slug(name: str) -> str:
    """A name as a part of an address."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links lead to pages, wherever the text comes from; examples in fences stay as they are."""
    here = page.file.src_uri
    home = "ARCHITECTURE.md" if here.startswith("design/") else ORIGINS.get(here, f"docs/{here}")
    parts: list[str] = []
    end = 0
    for fence in FENCE.finditer(markdown):
        parts += [with_links(markdown[end : fence.start()], home, here), fence.group()]
        end = fence.end()
    return "".join([*parts, with_links(markdown[end:], home, here)])


def with_links(text: str, home: str, here: str) -> str:
    """The text with the links of one file (`home`) as a page (`here`) needs them."""

    def replaced(found: re.Match[str]) -> str:
        mark, name, target, anchor = found.group(1), found.group(2), found.group(3), found.group(4) or ""
        if not target or re.match(r"[a-z]+:", target):
            return found.group()
        wanted = normpath((PurePosixPath(home).parent / target).as_posix())
        place = PAGES.get(wanted) or (wanted.removeprefix("docs/") if wanted.startswith("docs/") else "")
        if place:
            return f"{mark}[{name}]({relpath(place, PurePosixPath(here).parent.as_posix())}{anchor})"
        if (ROOT / wanted).exists():
            return name if wanted.endswith(name.strip("`")) else f"{name} (`{wanted}`)"
        return found.group()  # leads nowhere, which mkdocs reports

    return LINK.sub(replaced, text)


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move inline scripts of the theme into files: the server's Content-Security-Policy allows no other."""

    def moved(found: re.Match[str]) -> str:
        code = found.group(1).encode()
        name = f"{SCRIPTS}/{hashlib.sha256(code).hexdigest()[:16]}.js"
        place = Path(config.site_dir) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(code)
        return f'<script src="{relpath(name, PurePosixPath(page.file.dest_uri).parent.as_posix())}"></script>'

    return SCRIPT.sub(moved, output)


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """The page for addresses that lead nowhere has inline scripts, too; it does without them."""
    return SCRIPT.sub("", output_content) if template_name == "404.html" else output_content


def on_post_build(config: MkDocsConfig, **_: Any) -> None:
    """A map of the site for search engines needs its address, which nobody knows."""
    for name in ("sitemap.xml", "sitemap.xml.gz"):
        (Path(config.site_dir) / name).unlink(missing_ok=True)
