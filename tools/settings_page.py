"""Make docs/host/settings.md from the server's settings: `python -m tools.settings_page`."""

from pathlib import Path

import typer

from abbatia.cli import build
from abbatia.core.words import words
from abbatia.server.settings import Setting, all_settings

PAGE = Path(__file__).parent.parent / "docs" / "host" / "settings.md"
HEAD = """# All settings

Made by `python -m tools.settings_page` from `server/settings.py`.

Every setting is an environment variable; some are flags of `abbatia serve`, too. A flag wins over the
environment, the environment over the default. The server refuses a value that cannot be, in one sentence.

| variable | flag | default | from – to | meaning |
|---|---|---|---|---|
"""
DEPENDS = {"bot_workers": "processors − 1, at most 4"}
"""Defaults that depend on the machine."""


def page() -> str:
    """The whole page."""
    commands = typer.main.get_command(build(words("en"))).commands  # type: ignore[attr-defined]  # it is a group
    flags = {option for parameter in commands["serve"].params for option in parameter.opts}
    return HEAD + "".join(row(setting, flags) for setting in all_settings())


def row(setting: Setting, flags: set[str]) -> str:
    """A line of the table."""
    flag = "--" + setting.name.replace("_", "-")
    limits = " – ".join(f"{limit:g}" for limit in setting.limits) if setting.limits else ""
    default = (
        DEPENDS.get(setting.name) or f"`{str(setting.default).lower()}`" if setting.default != "" else ""
    )
    cells = [f"`{setting.variable}`", f"`{flag}`" if flag in flags else "", default, limits, setting.meaning]
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
