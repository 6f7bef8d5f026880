"""`abbatia arena TITLE --bots A,B --games N --seats n`: bots against each other, with intervals."""

import csv
import json
import sys
from itertools import count
from pathlib import Path
from typing import Any, Final

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from abbatia.arena.executors import EXECUTORS, TRIES, WorkerCrashed
from abbatia.arena.plot import plot
from abbatia.arena.results_folder import ResultsFolder
from abbatia.arena.series import Series
from abbatia.arena.summary import HeadToHead, Standing, head_to_head, standings
from abbatia.bots import Patience
from abbatia.cli.console import UsageError, out, plain_table, print_json, read_options, talk
from abbatia.core.contract import BadSetup
from abbatia.core.words import Words

COLUMNS: Final = ("bot", "against", "games", "win_share", "low", "high", "failed_games", "failed_answers")
OTHER_GAMES: Final = {"arena.other_series", "arena.other_versions", "arena.other_bot"}
"""Why a folder does not take the games of a series."""
QUOTES: Final = "\"'"
LONGEST: Final = 3600  # seconds that anybody may wait for an answer


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("arena", help=speech.text("arena.help"))
    def arena(
        title: str = typer.Argument(help=speech.text("cli.help.title")),
        bots: str = typer.Option("abbot,prior", "--bots", help=speech.text("arena.help.bots")),
        games: int = typer.Option(100, "--games", help=speech.text("arena.help.games")),
        seats: int = typer.Option(4, "--seats", help=speech.text("arena.help.seats")),
        seed: int = typer.Option(1, "--seed", help=speech.text("cli.help.seed")),
        option: list[str] = typer.Option([], "--option", help=speech.text("cli.help.option")),
        rules: int | None = typer.Option(None, "--rules", help=speech.text("cli.help.rules_version")),
        executor: str = typer.Option("pool", "--executor", help=speech.text("arena.help.executor")),
        workers: int | None = typer.Option(None, "--workers", help=speech.text("arena.help.workers")),
        answer: float = typer.Option(
            Patience().answer, "--answer-seconds", help=speech.text("arena.help.answer")
        ),
        start: float = typer.Option(
            Patience().start, "--start-seconds", help=speech.text("arena.help.start")
        ),
        folder: Path | None = typer.Option(None, "--folder", help=speech.text("arena.help.folder")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
        as_csv: bool = typer.Option(False, "--csv", help=speech.text("arena.help.csv")),
        picture: Path | None = typer.Option(None, "--plot", help=speech.text("arena.help.plot")),
    ) -> None:
        names = tuple(dict.fromkeys(split_names(bots)))
        least = min(games, games if workers is None else workers)
        if least < 1:
            raise UsageError(speech.text("cli.bad_games", n=least))
        if not (0 < answer <= LONGEST and 0 <= start <= LONGEST):
            raise UsageError(speech.text("arena.bad_seconds", most=LONGEST))
        if executor not in EXECUTORS:
            raise UsageError(speech.text("arena.no_executor", executor=executor, known=sorted(EXECUTORS)))
        if len(names) < 2 and seats > 1:
            raise UsageError(speech.text("arena.two_bots"))
        series = Series(
            title,
            names,
            seats=seats,
            games=games,
            seed=seed,
            options=read_options(option, speech),
            patience=Patience(answer, start),
            rules=rules,
        )
        results = ResultsFolder(folder, series) if folder else own_folder(series)
        run(series, results, executor, workers, speech)
        show(series, results, speech, as_json=as_json, as_csv=as_csv, picture=picture)


def own_folder(series: Series) -> ResultsFolder:
    """The folder of a series that was given none: the first whose games, if it has any, belong to it.

    After a change of a bot the same command begins a new folder.
    """
    plain = f"{series.title}-{series.seats}-{series.seed}"
    for number in count(1):
        folder = Path("arena") / (plain if number == 1 else f"{plain}-{number}")
        try:
            return ResultsFolder(folder, series)
        except BadSetup as other:
            if other.message.key not in OTHER_GAMES:
                raise
    raise AssertionError("there is always a free number")


def split_names(text: str) -> list[str]:
    """Names separated by commas; in quotation marks a comma is a part of a name: `"run:./bot 1,2",abbot`.

    Marks around a whole name are taken away; others stay, since a command may need them.
    """
    names, quote = [""], ""
    for sign in text:
        if sign == "," and not quote:
            names.append("")
            continue
        if sign in QUOTES and quote in ("", sign):
            quote = "" if quote else sign
        names[-1] += sign
    if quote:
        raise BadSetup("arena.open_quote")
    return [unquoted(name.strip()) for name in names]


def unquoted(name: str) -> str:
    """A name without the quotation marks around the whole of it."""
    if len(name) > 1 and name[0] in QUOTES and name[0] == name[-1] and name[0] not in name[1:-1]:
        return name[1:-1]
    return name


def run(series: Series, results: ResultsFolder, executor: str, workers: int | None, speech: Words) -> None:
    """Play what has not been played yet; an interruption loses only games that were not finished."""
    games = [game for game in series.games() if not results.has(game.key)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=talk(), transient=True) as progress:
        task = progress.add_task(speech.text("arena.playing"), total=len(games))
        try:
            for outcome in EXECUTORS[executor](games, workers):
                results.add(outcome)
                progress.advance(task)
        except KeyboardInterrupt:
            raise UsageError(speech.text("arena.interrupted", folder=str(results.folder))) from None
        except WorkerCrashed as crash:
            raise UsageError(speech.text("arena.lost", game=crash.game.key, n=TRIES)) from None


def show(
    series: Series,
    results: ResultsFolder,
    speech: Words,
    *,
    as_json: bool,
    as_csv: bool,
    picture: Path | None,
) -> None:
    keys = [game.key for game in series.games()]
    entries = [results.outcomes[key] for key in keys]
    meetings = [
        met
        for bot in series.bots
        for other in series.bots
        if bot != other and (met := head_to_head(entries, bot, other)) is not None
    ]
    table = standings(entries)
    if picture is not None:
        picture.write_text(plot(speech.text(f"{series.title}.name"), meetings), "utf-8")
    if as_json:
        print_json(summary(series, meetings, table))
    elif as_csv:
        write_csv(meetings)
    else:
        show_tables(series, results, meetings, table, speech)


def summary(series: Series, meetings: list[HeadToHead], table: list[Standing]) -> dict[str, Any]:
    return {
        **json.loads(json.dumps(series.description())),
        "versions": series.versions(),
        "deals": series.deals,
        "meetings": [met.to_json() for met in meetings],
        "bots": [one.to_json() for one in table],
    }


def write_csv(meetings: list[HeadToHead]) -> None:
    writer = csv.writer(sys.stdout)
    writer.writerow(COLUMNS)
    for met in meetings:
        low, high = met.interval
        numbers = (f"{met.share:.4f}", f"{low:.4f}", f"{high:.4f}", met.failed_games, met.failed_answers)
        writer.writerow([met.bot, met.other, met.games, *numbers])


def show_tables(
    series: Series, results: ResultsFolder, meetings: list[HeadToHead], table: list[Standing], speech: Words
) -> None:
    """The cross-table, then each bot over all its games."""
    cross = plain_table(speech.text("arena.column.wins"), *series.bots)
    found = {(met.bot, met.other): met for met in meetings}
    for bot in series.bots:
        cells = [cell(found.get((bot, other))) for other in series.bots]
        cross.add_row(bot, *cells)
    each = plain_table(
        *(
            speech.text(f"arena.column.{name}")
            for name in ("bot", "games", "wins", "place", "score", "time", "most", "rating", "failed")
        )
    )
    for one in table:
        rating = f"{one.rating:.1f} ± {2 * one.uncertainty:.1f}" if one.rating else "–"
        numbers = (f"{one.place:.2f}", f"{one.score:.1f}", f"{one.median_ms:.1f}", f"{one.most_ms:.0f}")
        failed = str(one.failed_answers) if one.failed_games else "–"
        each.add_row(one.bot, str(one.games), f"{100 * one.wins:.1f} %", *numbers, rating, failed)
    console = out()
    if meetings:
        console.print(cross)
        console.print()
    console.print(each)
    for one in table:
        if one.failed_games:
            counts = {"answers": one.failed_answers, "games": one.failed_games, "of": one.games}
            console.print(speech.text("arena.failed", bot=one.bot, **counts), markup=False)
    talk().print(speech.text("arena.kept", folder=str(results.folder)), markup=False)


def cell(met: HeadToHead | None) -> str:
    return "–" if met is None else f"{100 * met.share:.1f} ± {100 * met.margin:.1f} %"
