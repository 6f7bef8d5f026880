"""What `tools/balance.py` measures in The King's Abbey: archetypes against each other, and what levels use.

Intervals are those of 95 %: points by the standard error, shares by Wilson.
"""

import argparse
import json
import math
from typing import Final

from abbatia.bots.planner import Planner
from abbatia.games import load
from abbatia.games.kings_abbey.pieces import CARDS, SAINTS
from tools.balance_archetypes import (
    LEVELS,
    TITLE,
    WITH_SAINTS,
    Glance,
    Tables,
    Tally,
    games_with,
    tallies,
    title_data,
)
from tools.balance_games import Game

NEAR: Final = 10.0  # points behind the best archetype that are no fault
MOST: Final = 0.30  # share of victories at a table of four that is none
USED: Final = 0.05  # share of games in which a card has to be used
CRUSADES: Final = (2.0, 3.0)  # of a player
BUILDINGS: Final = (6.0, 9.0)  # of a player


def interval(share: float, number: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    square = 1.96**2
    middle = (share + square / (2 * number)) / (1 + square / number)
    half = 1.96 * math.sqrt(share * (1 - share) / number + square / (4 * number**2)) / (1 + square / number)
    return middle - half, middle + half


def percent(share: float, number: int) -> str:
    """`27 % (21–34)`."""
    low, high = interval(share, number)
    return f"{100 * share:.0f} % ({100 * max(0.0, low):.0f}–{100 * high:.0f})"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


COLUMNS: Final = ("crusades", "crusades bought", "buildings", "towers", "manned", "unmanned")


def habits(name: str, tally: Tally) -> list[str]:
    """A row: points, victories and habits of some players."""
    mean, half = tally.score()
    number = len(tally.points)
    row = [name, str(number), f"{mean:.1f} ± {half:.1f}", percent(tally.victory_share, number)]
    row += [f"{tally.mean(column):.1f}" for column in COLUMNS]
    return row + [f"{100 * tally.mean(level):.0f} %" for level in LEVELS]


def habits_table(players: dict[str, Tally]) -> list[str]:
    head = ["players", "games", "points", "victories", *COLUMNS, *LEVELS]
    return table(head, [habits(name, tally) for name, tally in players.items()])


def use_table(of: str, names: list[str], columns: dict[str, Tally], prefix: str = "") -> list[str]:
    """How many of the players used each card, with a column for each kind of players."""
    rows = [
        [name, *[percent(tally.share(prefix + name), len(tally.points)) for tally in columns.values()]]
        for name in names
    ]
    return table([of, *columns], rows)


def rarest(games: list[Game], names: list[str]) -> str:
    """The parts that the fewest games use, and how many there are below what is wanted."""
    shares = {name: games_with(games, name) for name in names}
    name = min(shares, key=lambda one: shares[one])
    below = sum(share < USED for share in shares.values())
    return f"{below} of {len(names)} below; the rarest is {name}, {percent(shares[name], len(games))}"


def aims(
    mixed: dict[str, Tally], own: list[Game], with_saints: list[Game], parts: list[str], extra: list[str]
) -> list[str]:
    """A column of the table of aims."""
    means = {name: tally.score()[0] for name, tally in mixed.items()}
    last, best = min(means, key=lambda name: means[name]), max(means, key=lambda name: means[name])
    winner = max(mixed, key=lambda name: mixed[name].victory_share)
    share = percent(mixed[winner].victory_share, len(mixed[winner].points))
    players = Tally("level 4", own)
    return [
        f"{means[best] - means[last]:.1f} ({last} behind {best})",
        f"{winner} {share}",
        rarest(own, parts),
        rarest(with_saints, extra),
        f"{players.mean('crusades'):.1f}",
        f"{players.mean('buildings'):.1f}",
    ]


AIMS: Final = [
    f"every archetype within {NEAR:.0f} points of the best",
    f"none above {100 * MOST:.0f} % of victories at mixed tables",
    f"every building, tower and crusade in at least {100 * USED:.0f} % of the games (level 4)",
    "the same for saints and crusades with a relic, where they are in the game (level 4)",
    f"{CRUSADES[0]:.0f} to {CRUSADES[1]:.0f} crusades a player (level 4)",
    f"{BUILDINGS[0]:.0f} to {BUILDINGS[1]:.0f} buildings a player (level 4)",
]


def section(given: argparse.Namespace, versions: list[int]) -> list[str]:
    """All that is measured: archetypes, aims, and what the levels use, the versions side by side."""
    found: list[str] = []
    reached: list[list[str]] = []
    plain: dict[str, Tally] = {}
    saints: dict[str, Tally] = {}
    crusades: list[str] = []
    relics: list[str] = []
    strongest: list[str] = []
    for version in versions:
        title = load(TITLE, version)
        if given.board:
            title = title.with_components(json.loads(given.board.read_text("utf-8")))
        of = Tables(title, Planner if given.rounds else Glance)
        cards = title_data(title)["crusades"]
        crusades = [card["id"] for card in cards if not card["relic"]]
        relics = [card["id"] for card in cards if card["relic"]]
        mixed = tallies(list(of.mixed(given.games, given.seed)))
        own = list(of.level_4(given.alone, given.seed, {}))
        own_saints = list(of.level_4(given.alone, given.seed + 1, WITH_SAINTS))
        plain[f"version {version}, level 4"] = Tally("level 4", own)
        saints[f"version {version}, level 4"] = Tally("level 4", own_saints)
        parts = [*CARDS, *[f"crusade {name}" for name in crusades]]
        extra = [*[f"saint {name}" for name in SAINTS], *[f"crusade {name}" for name in relics]]
        if given.level5 and version == versions[-1]:
            best = list(of.level_5(given.level5, given.seed, {}))
            best_saints = list(of.level_5(given.level5, given.seed + 1, WITH_SAINTS))
            plain[f"version {version}, level 5"] = Tally("level 5", best)
            saints[f"version {version}, level 5"] = Tally("level 5", best_saints)
            strongest = [
                f"Level 5, games in which a part is used at all (at least {100 * USED:.0f} % wanted), of "
                f"{given.level5}: {rarest(best, parts)}. With saints and relics, of another {given.level5}: "
                f"{rarest(best_saints, extra)}.",
                "",
            ]
        reached.append(aims(mixed, own, own_saints, parts, extra))
        found += [f"### Archetypes at mixed tables, version {version}", ""]
        found += [f"{given.games} games.", "", *habits_table(mixed)]
    heads = [f"version {version}" for version in versions]
    found += ["### Aims", ""]
    found += table(["aim", *heads], [[aim, *cells] for aim, *cells in zip(AIMS, *reached, strict=True)])
    found += ["### Levels against themselves", ""]
    found += ["Four seats; the number of games is that of all players together.", ""]
    found += habits_table(
        {**plain, **{f"{name}, saints and relics": tally for name, tally in saints.items()}}
    )
    found += strongest
    found += ["Players who built a card:", "", *use_table("card", list(CARDS), plain)]
    found += ["Players who accomplished a crusade (there is one of each, so 25 % at most):", ""]
    found += use_table("crusade", crusades, plain, "crusade ")
    found += ["With saints and relics, players who used a saint (one player in seven has it):", ""]
    found += use_table("saint", list(SAINTS), saints, "saint ")
    found += ["With saints and relics, players who accomplished a crusade with a relic:", ""]
    return found + use_table("crusade", relics, saints, "crusade ")
