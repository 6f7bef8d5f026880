"""`abbatia titles`: what can be played."""

import typer
from rich.table import Table

from abbatia.cli.console import out, print_json
from abbatia.core.contract import Title
from abbatia.core.words import Words
from abbatia.games import TITLES, load


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("titles", help=speech.text("cli.help.titles"))
    def titles(as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json"))) -> None:
        found = [load(name) for name in TITLES]
        if as_json:
            print_json([summary(title, speech) for title in found])
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        for heading in ("title", "name", "seats", "options"):
            table.add_column(speech.text(f"cli.column.{heading}"))
        for title in found:
            options = ", ".join(option.name for option in title.options)
            table.add_row(title.name, speech.text(f"{title.name}.name"), seats(title), options)
        out().print(table)
        for title in found:
            out().print(f"\n[bold]{speech.text(f'{title.name}.name')}[/bold]", soft_wrap=True)
            out().print(speech.text(f"{title.name}.about"), markup=False)
            out().print(speech.text(f"{title.name}.board_note"), style="dim", markup=False)


def seats(title: Title) -> str:
    return f"{title.seats[0]}–{title.seats[-1]}"


def summary(title: Title, speech: Words) -> dict[str, object]:
    return {
        "title": title.name,
        "name": speech.text(f"{title.name}.name"),
        "about": speech.text(f"{title.name}.about"),
        "board_note": speech.text(f"{title.name}.board_note"),
        "version": title.version,
        "seats": list(title.seats),
        "options": [
            {
                "name": option.name,
                "label": speech.text(f"{title.name}.option.{option.name}"),
                "about": speech.text(f"{title.name}.option.{option.name}.about"),
                "values": list(option.values),
                "default": option.default,
                "excludes": list(option.excludes),
                "seats": list(option.seats),
                "rule": option.rule,
            }
            for option in title.options
        ],
    }
