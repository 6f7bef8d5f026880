"""`abbatia analyse FILE`: what every decision and every answer of chance of a finished game was worth."""

import json
from pathlib import Path
from typing import Any, Final

import typer
from rich.progress import Progress
from rich.text import Text

from abbatia import __version__
from abbatia.analysis import BUDGETS, USUAL, Review
from abbatia.cli.analysis_page import page
from abbatia.cli.analysis_report import Report
from abbatia.cli.console import UsageError, out, plain_table, read_record, seat_text, talk
from abbatia.cli.saves import find_save
from abbatia.core.words import Words

BLOCKS: Final = "▁▂▃▄▅▆▇█"
KNOWN: Final = ", ".join(BUDGETS)


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("analyse", help=speech.text("cli.help.analyse"))
    def analyse(
        file: Path = typer.Argument(help=speech.text("cli.help.file")),
        budget: str = typer.Option(USUAL, "--budget", help=speech.text("cli.help.budget", known=KNOWN)),
        seed: int = typer.Option(1, "--seed", help=speech.text("cli.help.analysis_seed")),
        json_file: Path | None = typer.Option(None, "--json", help=speech.text("cli.help.analysis_json")),
        html_file: Path | None = typer.Option(None, "--html", help=speech.text("cli.help.analysis_html")),
    ) -> None:
        if budget not in BUDGETS:
            raise UsageError(speech.text("cli.bad_budget", budget=budget, known=KNOWN))
        record = read_record(find_save(file), speech)
        review = Review(record, budget, seed)
        with Progress(console=talk(), transient=True) as progress:
            task = progress.add_task(speech.text("cli.analysing"), total=len(review.turns))
            for step in review.steps():
                progress.update(task, completed=step.done)
        found = review.result()
        title = review.match.title
        names = record.names or [speech.seat(seat) for seat in range(record.seats)]
        known = speech.knowing(title.names(speech.language)).at_table(names)
        report = Report(found, title, known)
        tell(report, budget)
        if json_file is not None:
            write(json_file, json.dumps(found, ensure_ascii=False, indent=1) + "\n", speech)
        if html_file is not None:
            write(html_file, page(report, budget), speech)


def write(file: Path, text: str, speech: Words) -> None:
    """Write a file that somebody has named. Raises UsageError."""
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(speech.text("cli.cannot_write", file=str(file), why=error.strerror or "")) from None
    talk().print(Text(speech.text("cli.written", file=str(file)), style="dim"), soft_wrap=True)


def tell(report: Report, budget: str) -> None:
    """Print the report."""
    console = out()
    console.print(Text(report.heading(), style="bold"))
    for line in report.about(budget):
        console.print(Text(line, style="dim"))
    heading(report.text("curve"))
    for seat, curve in enumerate(report.curves()):
        line = "".join(BLOCKS[min(int(chance * len(BLOCKS)), len(BLOCKS) - 1)] for chance in curve)
        console.print(Text.assemble(seat_text(seat, report.speech.seat(seat)), " ", line))
    turns = [str(turn) for turn in report.found["turning_points"]]
    if turns:
        console.print(Text(report.text("turning_points", turns=turns), style="dim"))
    for measure, key in (("win", "books"), ("points", "books.points")):
        heading(report.text(key))
        table(*report.books(measure))
    console.print(Text(report.rest_about(), style="dim"))
    heading(report.text("decisions"))
    table(*report.decisions())
    heading(report.text("worst"))
    worst = report.worst()
    if not worst:
        console.print(Text(report.text("worst.none"), style="dim"))
    for decision in worst:
        first, *others = report.worst_lines(decision)
        console.print(Text(first))
        for line in others:
            console.print(Text(f"  {line}", style="dim"))
    if luckiest := report.luckiest():
        heading(report.text("lucky"))
        for line in luckiest:
            console.print(Text(line))
    console.print(Text(report.made(__version__), style="dim"))


def heading(text: str) -> None:
    out().print()
    out().print(Text(text, style="bold"))


def table(headings: list[str], rows: list[list[Any]]) -> None:
    """A table with a line for each seat."""
    found = plain_table("", *headings)
    for seat, row in enumerate(rows):
        found.add_row(seat_text(seat, row[0]), *row[1:])
    out().print(found)
