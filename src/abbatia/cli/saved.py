"""`abbatia saves`: the games of the terminal that are kept, to go on with `abbatia play --load NAME`."""

from pathlib import Path
from typing import Any

import typer

from abbatia.cli.console import UsageError, out, plain_table, print_json, read_record
from abbatia.cli.saves import ENDING, data_folder
from abbatia.core.record import BadRecord
from abbatia.core.words import Words


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("saves", help=speech.text("cli.help.saves"))
    def saves(as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json"))) -> None:
        folder = data_folder() / "saves"
        found = [summary(file, speech) for file in latest_first(folder)]
        if as_json:
            print_json(found)
        elif not found:
            out().print(speech.text("cli.no_saves", folder=str(folder)), markup=False, soft_wrap=True)
        else:
            columns = ("name", "players", "actions")
            table = plain_table(*(speech.text(f"cli.column.{column}") for column in columns), "")
            for save in found:
                over = speech.text("cli.over") if save["over"] else ""
                table.add_row(save["name"], ", ".join(save["players"]), str(save["actions"]), over)
            out().print(table)


def latest_first(folder: Path) -> list[Path]:
    files = folder.glob(f"*{ENDING}") if folder.is_dir() else []
    return sorted(files, key=lambda file: file.stat().st_mtime, reverse=True)


def summary(file: Path, speech: Words) -> dict[str, Any]:
    """What a save says of itself; of a file that is no record, only its name."""
    save: dict[str, Any] = {
        "name": file.name.removesuffix(ENDING),
        "players": [],
        "actions": 0,
        "over": False,
    }
    try:
        record = read_record(file, speech)
    except (BadRecord, UsageError):
        return save
    return {**save, "players": record.names, "actions": len(record.log), "over": bool(record.result)}
