"""What `tools/balance.py` measures in games of Pelegrinus: sources of points, sites, regions, cities."""

import argparse
import json
from collections.abc import Callable, Iterator
from math import atanh, sqrt, tanh
from statistics import correlation, fmean, stdev
from typing import Final, cast

from abbatia.arena.intervals import t_quantile
from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue, Title
from abbatia.core.match import Match, play_out
from abbatia.games import load
from abbatia.games.pelegrinus.board import Board
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.title import Pelegrinus
from tools.balance_games import Game, kept_games

SEED: Final = 2025
SOURCES: Final = {
    "10.2": "popes",
    "10.3": "relics",
    "10.4": "commanderies",
    "10.5": "abbeys",
    "10.6": "networks",
}
"""By rule: where points come from."""
NETWORKS: Final = "10.6"
LINKED: Final = (0, 2, 3, 4, 5)  # sites in networks that score: a single one never does
NORMAL: Final = 1.96
REGIONS: Final = (
    "Places · filled · games in which the region is complete · abbeys a game · games with an abbey:"
)


def section(given: argparse.Namespace, versions: list[int]) -> list[str]:
    """All that is measured, a chapter for each version."""
    options: dict[str, OptionValue] = {}
    for name, value in (text.split("=") for text in given.option):
        options[name] = {"true": True, "false": False}.get(value, value)
    found: list[str] = []
    for version in versions:
        title = load("pelegrinus", version)
        if given.board:
            title = title.with_components(json.loads(given.board.read_text("utf-8")))
        games = {seats: list(played(title, seats, given.bot, given.games, options)) for seats in given.seats}
        found += [f"### Version {version}", "", *tables(title, games)]
    return found


def played(title: Title, seats: int, bot: str, games: int, options: dict[str, OptionValue]) -> Iterator[Game]:
    """The facts of games of a bot against itself."""

    def one(number: int) -> Game:
        return facts(play(title, seats, bot, (SEED << 20) + number, options))

    return kept_games(title, bot, seats, options, games, one)


def play(title: Title, seats: int, bot: str, seed: int, options: dict[str, OptionValue]) -> Match:
    """One game of a bot against itself."""
    source = Rng(seed)
    match = Match(title, seats, options, rng=source.spawn())
    bots = [make_bot(bot, source.spawn(), steady=True) for _ in range(seats)]
    play_out(match, [one.choose for one in bots])
    return match


def facts(match: Match) -> Game:
    """What is kept of a finished game."""
    state, result = cast(PelegrinusState, match.state), match.result()
    if result is None:
        raise ValueError("the game is not over")
    board, cities = state.board, len(state.board.cities)
    return {
        "scores": result.scores,
        "ranks": result.ranks,
        "sources": [
            [sum(line.points for line in lines if line.rule == rule) for rule in SOURCES]
            for lines in result.lines
        ],
        "linked": [
            sum(len(line.label.args["sites"]) for line in lines if line.rule == NETWORKS)
            for lines in result.lines
        ],
        "built": [sum(state.commanderies[city::cities]) for city in range(cities)],
        "abbeys": [state.abbeys_in(region) for region in range(len(board.regions))],
    }


# -- numbers ----------------------------------------------------------------------------------------------


def mean(values: list[float]) -> tuple[float, float]:
    """The mean of one value for each game, and half its 95 % interval by Student's t."""
    half = t_quantile(len(values) - 1) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return fmean(values), half


def with_interval(values: list[float], digits: int = 1) -> str:
    middle, half = mean(values)
    return f"{middle:.{digits}f} ± {half:.{digits}f}"


def percent(values: list[float]) -> str:
    middle, half = mean(values)
    return f"{100 * middle:.0f} ± {100 * half:.0f} %"


def correlated(one: list[float], other: list[float]) -> str:
    """Pearson's correlation with its 95 % interval by Fisher's transformation."""
    if len(one) < 4 or stdev(one) == 0 or stdev(other) == 0:
        return "–"
    middle, half = correlation(one, other), NORMAL / sqrt(len(one) - 3)
    if abs(middle) >= 1:
        return f"{middle:.2f}"
    low, high = tanh(atanh(middle) - half), tanh(atanh(middle) + half)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


# -- tables -----------------------------------------------------------------------------------------------


def tables(title: Title, games: dict[int, list[Game]]) -> list[str]:
    """Markdown: points, then regions, with a column for each number of seats."""
    board = cast(Pelegrinus, title).board
    rows: list[tuple[str, Callable[[int, list[Game]], str]]] = [
        ("games", lambda _, played: str(len(played))),
        ("score", lambda _, played: with_interval([fmean(game["scores"]) for game in played])),
        ("score, sd", lambda _, played: f"{stdev(of_seats(played, 'scores')):.1f}"),
    ]
    for place, name in enumerate(SOURCES.values()):
        rows.append((f"**{name}**", source_mean(place)))
        rows.append((f"{name}, sd", source_spread(place)))
        rows.append((f"{name}, correlation with the score", source_correlation(place)))
    rows += [(f"seats with {number} sites linked", linked_share(number)) for number in LINKED]
    rows += [
        ("winner's margin", lambda _, played: with_interval([margin(game) for game in played])),
        ("victories by seat", victories),
        ("cities that nobody built in", untouched(board.cities)),
    ]
    seats = list(games)
    lines = table(["", *[f"{number} seats" for number in seats]])
    lines += [
        row([name, *[told(number, games[number]) if games[number] else "" for number in seats]])
        for name, told in rows
    ]
    lines += ["", REGIONS, "", *table(["region", *[f"{number} seats" for number in seats]])]
    for region in range(len(board.regions)):
        name = board.data["regions"][region].get("name_en", board.regions[region])
        lines.append(row([name, *[in_region(board, region, number, games[number]) for number in seats]]))
    return [*lines, ""]


def in_region(board: Board, region: int, seats: int, played: list[Game]) -> str:
    """Places, how many of them are filled, games in which all are; abbeys, and games that have one."""
    cities, limits = board.region_cities[region], board.limits[seats]
    places = sum(limits[city] for city in cities)
    filled = [sum(game["built"][city] for city in cities) for game in played]
    abbeys = [float(game["abbeys"][region]) for game in played]
    cells = [
        str(places),
        percent([count / places for count in filled]),
        percent([float(count == places) for count in filled]),
        with_interval(abbeys, 2),
        percent([float(count > 0) for count in abbeys]),
    ]
    return " · ".join(cells)


def table(heads: list[str]) -> list[str]:
    return [row(heads), row(["---"] * len(heads))]


def row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def of_seats(played: list[Game], key: str) -> list[float]:
    """One value for each seat of each game."""
    return [float(value) for game in played for value in game[key]]


def of_source(played: list[Game], place: int) -> list[float]:
    return [float(points[place]) for game in played for points in game["sources"]]


def source_mean(place: int) -> Callable[[int, list[Game]], str]:
    return lambda _, played: with_interval(
        [fmean([points[place] for points in game["sources"]]) for game in played]
    )


def source_spread(place: int) -> Callable[[int, list[Game]], str]:
    return lambda _, played: f"{stdev(of_source(played, place)):.1f}"


def source_correlation(place: int) -> Callable[[int, list[Game]], str]:
    return lambda _, played: correlated(of_source(played, place), of_seats(played, "scores"))


def linked_share(number: int) -> Callable[[int, list[Game]], str]:
    return lambda seats, played: percent([game["linked"].count(number) / seats for game in played])


def margin(game: Game) -> float:
    """By how many points the winner is ahead of the next."""
    first, second = sorted(game["scores"])[-1:-3:-1]
    return float(first - second)


def victories(seats: int, played: list[Game]) -> str:
    shares = [
        mean([(game["ranks"][seat] == 1) / game["ranks"].count(1) for game in played])
        for seat in range(seats)
    ]
    half = max(half for _, half in shares)
    return " / ".join(f"{100 * share:.0f}" for share, _ in shares) + f" ± {100 * half:.0f} %"


def untouched(cities: tuple[str, ...]) -> Callable[[int, list[Game]], str]:
    """How many cities a game leaves empty, and the one that is left most often."""

    def told(_: int, played: list[Game]) -> str:
        empty = [[count == 0 for count in game["built"]] for game in played]
        share, name = max((fmean([game[city] for game in empty]), city) for city in range(len(cities)))
        number = with_interval([float(sum(game)) for game in empty], 2)
        return f"{number}; {cities[name]} {100 * share:.0f} %"

    return told
