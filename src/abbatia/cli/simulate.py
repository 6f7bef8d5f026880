"""`abbatia simulate TITLE --games N --seats … --seed S`: bots play, a table sums up."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import typer
from rich.progress import Progress

from abbatia.bots import make_bot
from abbatia.bots.solo_scores import standings, verdict
from abbatia.cli.console import UsageError, find_title, out, plain_table, print_json, read_options, talk
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue, Title
from abbatia.core.match import Match, play_out
from abbatia.core.words import Words


class Tally:
    """Sums over games, per seat."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.actions = 0
        self.wins = [0.0] * seats
        self.scores = [0] * seats
        self.places = [0] * seats
        self.solo: list[int] = []  # every score of solo games
        self.lines: dict[str, list[int]] = {}
        self.statistics: dict[str, list[int]] = {}

    def add(self, match: Match) -> None:
        result = match.result()
        if result is None:
            raise ValueError("the game is not over")
        self.games += 1
        self.actions += len(match.log)
        winners = result.ranks.count(1)
        if match.seats == 1:
            self.solo.append(result.scores[0])
        for seat, (score, rank, lines) in enumerate(
            zip(result.scores, result.ranks, result.lines, strict=True)
        ):
            self.wins[seat] += (rank == 1) / winners
            self.scores[seat] += score
            self.places[seat] += rank
            for line in lines:
                self.lines.setdefault(line.label.key, [0] * match.seats)[seat] += line.points
        for name, numbers in match.state.statistics().items():
            sums = self.statistics.setdefault(f"{match.title.name}.figure.{name}", [0] * match.seats)
            for seat, number in enumerate(numbers):
                sums[seat] += number

    def mean(self, sums: list[int] | list[float]) -> list[float]:
        return [round(total / self.games, 3) for total in sums]


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("simulate", help=speech.text("cli.help.simulate"))
    def simulate(
        title: str = typer.Argument(help=speech.text("cli.help.title")),
        games: int = typer.Option(100, "--games", help=speech.text("cli.help.games")),
        seats: str = typer.Option("", "--seats", help=speech.text("cli.help.bots")),
        seed: int = typer.Option(1, "--seed", help=speech.text("cli.help.seed")),
        option: list[str] = typer.Option([], "--option", help=speech.text("cli.help.option")),
        board: Path | None = typer.Option(None, "--board", help=speech.text("cli.help.board")),
        rules: int | None = typer.Option(None, "--rules", help=speech.text("cli.help.rules_version")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        if games < 1:
            raise UsageError(speech.text("cli.bad_games", n=games))
        played = find_title(title, board, speech, rules)
        bots = seats.split(",") if seats else ["uniform"] * played.seats[-1]
        options = played.setup(len(bots), read_options(option, speech))
        began = perf_counter()
        tally = play_all(played, bots, options, games, seed, speech, quiet=as_json)
        seconds = perf_counter() - began
        if as_json:
            print_json(summary(tally, played, options, bots, seed, seconds))
        else:
            show(tally, bots, seconds, speech)
            if len(bots) == 1:
                compare(tally, played, options, speech)


def play_all(
    title: Title,
    bots: list[str],
    options: dict[str, OptionValue],
    games: int,
    seed: int,
    speech: Words,
    *,
    quiet: bool,
) -> Tally:
    tally = Tally(len(bots))
    for name in bots:
        make_bot(name, Rng(0), own=True)
    with Progress(console=talk(), transient=True, disable=quiet) as progress:
        task = progress.add_task(speech.text("cli.simulating"), total=games)
        for number in range(games):
            tally.add(one_game(title, bots, options, (seed << 32) + number))
            progress.advance(task)
    return tally


def one_game(title: Title, names: list[str], options: dict[str, OptionValue], seed: int) -> Match:
    """One game, the same for the same seed: the dice and every bot have generators of their own."""
    source = Rng(seed)
    match = Match(title, len(names), options, rng=source.spawn())
    bots = [make_bot(name, source.spawn(), own=True) for name in names]
    play_out(match, [bot.choose for bot in bots])
    return match


def show(tally: Tally, bots: list[str], seconds: float, speech: Words) -> None:
    names = [f"{seat + 1} {bot}" for seat, bot in enumerate(bots)]
    table = plain_table("", *names)
    if len(bots) > 1:
        shares = [f"{100 * share:.1f} %" for share in tally.mean(tally.wins)]
        table.add_row(speech.text("cli.column.wins"), *shares)
    table.add_row(speech.text("cli.column.score"), *(f"{mean:.1f}" for mean in tally.mean(tally.scores)))
    if len(bots) > 1:
        table.add_row(speech.text("cli.column.place"), *(f"{mean:.2f}" for mean in tally.mean(tally.places)))
    else:
        scores = sorted(tally.solo)
        for name, score in (("lowest", scores[0]), ("median", middle(scores)), ("highest", scores[-1])):
            table.add_row(speech.text(f"cli.column.{name}"), str(score))
    for key, sums in [*tally.lines.items(), *tally.statistics.items()]:
        table.add_row("  " + heading(key, speech), *(f"{mean:.1f}" for mean in tally.mean(sums)), style="dim")
    out().print(table)
    rate = tally.actions / seconds
    length = tally.actions / tally.games
    out().print(
        speech.text("cli.simulated", games=tally.games, actions=f"{length:.0f}", rate=f"{rate:,.0f}"),
        markup=False,
    )


def middle(scores: Sequence[int]) -> int:
    """The score in the middle; of two, the higher one."""
    return sorted(scores)[len(scores) // 2]


def compare(tally: Tally, title: Title, options: Mapping[str, OptionValue], speech: Words) -> None:
    """How the middle score of solo games compares with the published scores of our levels."""
    sentence = verdict(standings(title, options, middle(tally.solo)))
    if sentence is not None:
        out().print(speech.text("cli.solo.median", n=middle(tally.solo)), speech.say(sentence), markup=False)


def heading(key: str, speech: Words) -> str:
    """The label of a kind of score line, without what differs from line to line."""
    kind = speech.entries.get(f"{key}.kind")
    return kind if kind else speech.entries.get(key, key).partition("{")[0].strip(" :–(") or key


def summary(
    tally: Tally,
    title: Title,
    options: Mapping[str, OptionValue],
    bots: list[str],
    seed: int,
    seconds: float,
) -> dict[str, Any]:
    """All sums as JSON. A solo game has no winner but its scores, and how the middle one compares."""
    if len(bots) > 1:
        placing: dict[str, Any] = {
            "win_share": tally.mean(tally.wins),
            "mean_place": tally.mean(tally.places),
        }
    else:
        found = standings(title, options, middle(tally.solo))
        placing = {"scores": tally.solo, "better_than": dict(found)}
    return {
        "title": title.name,
        "version": title.version,
        "seed": seed,
        "games": tally.games,
        "bots": bots,
        **placing,
        "mean_score": tally.mean(tally.scores),
        "score_lines": {key: tally.mean(sums) for key, sums in tally.lines.items()},
        "figures": {key: tally.mean(sums) for key, sums in tally.statistics.items()},
        "actions": tally.actions,
        "seconds": round(seconds, 3),
    }
