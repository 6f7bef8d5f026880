"""`abbatia replay FILE [--to N]`: prints a record, action by action."""

from pathlib import Path

import typer
from rich.text import Text

from abbatia.cli.boards import draw
from abbatia.cli.console import UsageError, out, print_json, read_record
from abbatia.cli.narrator import Narrator
from abbatia.cli.saves import find_save
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.record import Record
from abbatia.core.record import replay as replayed
from abbatia.core.words import Words
from abbatia.games import load


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("replay", help=speech.text("cli.help.replay"))
    def replay(
        file: Path = typer.Argument(help=speech.text("cli.help.file")),
        to: int = typer.Option(-1, "--to", help=speech.text("cli.help.to")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        record = read_record(find_save(file), speech)
        if to > len(record.log):
            raise UsageError(speech.text("cli.too_far", to=to, last=len(record.log)))
        match = replayed(record, load, to=None if to < 0 else to)
        if as_json:
            print_json({"number": len(match.log), "observation": match.state.observe(None)})
            return
        tell(match, record, speech)


def tell(match: Match, record: Record, speech: Words) -> None:
    """Print the log as everybody saw it, then the board where it stops, then the scores."""
    known = speech.knowing(match.title.names(speech.language))
    narrator = Narrator(known.at_table(record.names), out())
    Match(match.title, match.seats, match.options, rng=Rng(0), log=match.log, listeners=[narrator.print_now])
    out().print(draw(match.title, match.state.observe(None), narrator.speech))
    if match.result() is None:
        waiting = [narrator.speech.seat(seat) for seat in match.to_act()]
        out().print(Text(speech.text("cli.waiting", names=waiting), style="italic"))
    else:
        narrator.print_result(match)
