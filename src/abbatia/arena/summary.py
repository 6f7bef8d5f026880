"""What a series shows: win shares with their intervals, places, scores, thinking time, ratings."""

import math
from collections.abc import Iterable
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

from abbatia.arena.intervals import t_quantile


class HeadToHead(NamedTuple):
    """How one bot did against another: its share of the victories, of 1 together."""

    bot: str
    other: str
    games: int
    share: float
    margin: float  # half of the 95 % interval
    failed_games: int = 0  # games in which a novice played moves for the bot, because it failed
    failed_answers: int = 0  # these moves

    def to_json(self) -> dict[str, Any]:
        low, high = self.interval
        return {
            "bot": self.bot,
            "against": self.other,
            "games": self.games,
            "win_share": round(self.share, 4),
            "interval": [round(low, 4), round(high, 4)],
            "failed_games": self.failed_games,
            "failed_answers": self.failed_answers,
        }

    @property
    def interval(self) -> tuple[float, float]:
        return max(0.0, self.share - self.margin), min(1.0, self.share + self.margin)


class Standing(NamedTuple):
    """One bot over all its games."""

    bot: str
    games: int
    wins: float
    place: float
    score: float
    median_ms: float
    most_ms: float
    rating: float
    uncertainty: float
    failed_games: int = 0
    failed_answers: int = 0

    def to_json(self) -> dict[str, Any]:
        numbers = {key: round(value, 4) for key, value in self._asdict().items() if key != "bot"}
        unrated = {} if self.rating else {"rating": None, "uncertainty": None}
        return {"bot": self.bot, **numbers, **unrated}


def win_share(entry: dict[str, Any], bot: str) -> float:
    """A bot's part of the victory in one game; a shared victory is divided."""
    ranks: list[int] = entry["ranks"]
    wins = sum(1 for name, rank in zip(entry["names"], ranks, strict=True) if name == bot and rank == 1)
    return wins / ranks.count(1)


def head_to_head(entries: Iterable[dict[str, Any]], bot: str, other: str) -> HeadToHead | None:
    """Two bots against each other. Games of one deal hang together, so the interval is over deals."""
    deals: dict[int, list[float]] = {}
    failed: list[int] = []
    for entry in entries:
        if set(entry["names"]) == {bot, other}:
            failed.append(failed_answers(entry, bot))
            deals.setdefault(entry["deal"], []).append(win_share(entry, bot))
    if not deals:
        return None
    means = [sum(shares) / len(shares) for shares in deals.values()]
    games = sum(len(shares) for shares in deals.values())
    share = sum(means) / len(means)
    margin = half_interval(means, share, games)
    return HeadToHead(bot, other, games, share, margin, sum(1 for count in failed if count), sum(failed))


def failed_answers(entry: dict[str, Any], bot: str) -> int:
    """How many moves a novice played for a bot in one game."""
    counts = zip(entry["names"], entry.get("failures", ()), strict=False)  # games of before have no counts
    return sum(count for name, count in counts if name == bot)


def half_interval(means: list[float], share: float, games: int) -> float:
    """Half of the 95 % interval, by Student's t over the deals, and never less than one game could tell.

    The spread of a single deal is not known, so there is no interval.
    """
    if len(means) < 2:
        return 1.0
    spread = sum((mean - share) ** 2 for mean in means) / (len(means) - 1)
    return max(1 / games, t_quantile(len(means) - 1) * math.sqrt(spread / len(means)))


def standings(entries: list[dict[str, Any]]) -> list[Standing]:
    """Every bot over all games, the best rating first."""
    rated = ratings(entries)
    bots = sorted({name for entry in entries for name in entry["names"]})
    found = [standing(entries, bot, rated.get(bot, (0.0, 0.0))) for bot in bots]
    return sorted(found, key=lambda one: (-one.rating, -one.wins, one.bot))


def standing(entries: list[dict[str, Any]], bot: str, rated: tuple[float, float]) -> Standing:
    places: list[int] = []
    scores: list[int] = []
    times: list[float] = []
    wins: list[float] = []
    failed: list[int] = []
    for entry in entries:
        if bot not in entry["names"]:
            continue
        failed.append(failed_answers(entry, bot))
        wins.append(win_share(entry, bot))
        for seat, name in enumerate(entry["names"]):
            if name == bot:
                places.append(entry["ranks"][seat])
                scores.append(entry["scores"][seat])
                times += entry["times"][seat]
    milliseconds = [1000 * spent for spent in times] or [0.0]
    return Standing(
        bot=bot,
        games=len(wins),
        wins=sum(wins) / len(wins),
        place=sum(places) / len(places),
        score=sum(scores) / len(scores),
        median_ms=median(milliseconds),
        most_ms=max(milliseconds),
        rating=rated[0],
        uncertainty=rated[1],
        failed_games=sum(1 for count in failed if count),
        failed_answers=sum(failed),
    )


def ratings(entries: list[dict[str, Any]]) -> dict[str, tuple[float, float]]:
    """Ratings by openskill (Plackett-Luce), every seat a player; empty when openskill is not installed."""
    try:
        models: Any = import_module("openskill.models")
    except ImportError:
        return {}
    model = models.PlackettLuce()
    rated: dict[str, Any] = {}
    for entry in sorted(entries, key=lambda entry: (entry["deal"], entry["key"])):
        names = entry["names"]
        if len(set(names)) < 2:
            continue
        teams = [[rated.setdefault(name, model.rating(name=name))] for name in names]
        after = model.rate(teams, ranks=[float(rank) for rank in entry["ranks"]])
        for bot in set(names):  # a bot at several seats moves by the mean of its seats
            own = [team[0] for team, name in zip(after, names, strict=True) if name == bot]
            mu, sigma = sum(r.mu for r in own) / len(own), sum(r.sigma for r in own) / len(own)
            rated[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    return {bot: (rating.mu, rating.sigma) for bot, rating in rated.items()}
