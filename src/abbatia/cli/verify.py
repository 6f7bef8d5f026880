"""`abbatia verify FILE`: is a record legal, are its dice fair, its scores right?"""

from pathlib import Path

import typer

from abbatia.cli.console import out, print_json, read_record
from abbatia.cli.saves import find_save
from abbatia.core.record import verify as verified
from abbatia.core.words import Words
from abbatia.games import load


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("verify", help=speech.text("cli.help.verify"))
    def verify(
        file: Path = typer.Argument(help=speech.text("cli.help.file")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        record = read_record(find_save(file), speech)
        match = verified(record, load)
        result = match.result()
        dice = "checked" if record.seed else "committed" if record.commitment else "plain"
        scores = list(result.scores) if result else []
        if as_json:
            print_json(
                {
                    "title": record.title,
                    "version": record.version,
                    "actions": len(record.log),
                    "over": result is not None,
                    "scores": scores,
                    "dice": dice,
                    "seating": "drawn" if record.seating else "as_seated",
                    "take_backs": len(record.take_backs),
                }
            )
            return
        out().print(
            speech.text("cli.verified", title=speech.text(f"{record.title}.name"), n=len(record.log)),
            markup=False,
        )
        out().print(speech.text(f"cli.dice.{dice}"), markup=False)
        if record.take_backs:
            out().print(speech.text("cli.take_backs", n=len(record.take_backs)), markup=False)
        if result:
            out().print(speech.text("cli.scores", scores=scores), markup=False)
        else:
            out().print(speech.text("cli.unfinished"), markup=False)
