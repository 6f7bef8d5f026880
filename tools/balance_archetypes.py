"""Games of The King's Abbey that `tools/balance_abbey.py` measures: archetypes, and levels on their own.

An archetype is the evaluator of the levels with likings (`bots/values/kings_abbey_likes.py`): it plays as
well as it can what it likes. Mixed tables have four of them, each archetype as often in each seat; level 4
likes nothing.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, cast

from abbatia.bots import STRONGEST, Bot, make_bot
from abbatia.bots.planner import Planner
from abbatia.bots.values import maker, read_weights
from abbatia.bots.values.evaluator import Evaluator
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue, State, Title
from abbatia.core.match import Decision, LogEntry, Match, play_out
from abbatia.games.kings_abbey.pieces import CARDS, TYPES, our_data
from abbatia.games.kings_abbey.position import KIND, KingsAbbeyState
from tools.balance_games import Game, kept_games

TITLE: Final = "kings_abbey"
HALLS: Final = {"like_calefactory": 3.0, "like_chapterhouse": 3.0, "like_refectory": 3.0}
ARCHETYPES: Final[dict[str, dict[str, float]]] = {
    "crusader": {"like_crusade": 6.0, "like_blacksmith": 3.0},
    "cleric": {"like_step": 1.5, "like_chapel": 3.0},
    "builder with manned houses": {"like_manned": 3.0, **HALLS},
    "tower builder": {
        "like_battlement": 3.0,
        "like_gate_tower": 3.0,
        "like_bell_tower": 2.0,
        "like_chapel": 2.0,
    },
    "farmer": {
        "like_sheep_farm": 6.0,
        "like_dairy_farm": 6.0,
        "like_animal": 1.5,
        "like_garden": 2.0,
        "like_bakery": 2.0,
    },
    "merchant": {
        "like_money_changer": 3.0,
        "like_tithe_barn": 2.0,
        "like_stables": 2.0,
        "like_brewery": 3.0,
        "like_manned": 1.0,
    },
    "defender": {"like_defence": 2.5, "like_cloister": 2.0, "like_barracks": 3.0, "like_cellarium": 2.0},
}
"""What each archetype likes more than it is worth, in points."""
SEATS: Final = 4
WITH_SAINTS: Final[dict[str, OptionValue]] = {"saints": True, "relics": "all"}
LEVELS: Final = ("Postulant", "Deacon", "Priest", "Bishop", "Cardinal")
Maker = Callable[[Rng], Bot]


class Glance(Planner):
    """Level 4 without the rounds that it plays in mind at the market: faster, and nearly the same."""

    def decide(self, decision: Decision, world: State) -> tuple[int, ...]:
        assert self.evaluator is not None
        return self.evaluator.plans(world, decision.seat, self.rng)[0][1]


class Tally:
    """What players of one kind did in some games."""

    def __init__(self, name: str = "", games: Iterable[Game] = ()) -> None:
        """Those of the players in these games who have this name."""
        self.points: list[int] = []
        self.victories = 0.0
        self.done: Counter[str] = Counter()  # by all of them together
        self.players_with: Counter[str] = Counter()  # how many of them did it at all
        for game in games:
            for seat, seated in enumerate(game["names"]):
                if seated == name:
                    self.add(game["points"][seat], game["won"][seat], Counter(game["done"][seat]))

    def add(self, points: int, victory: float, done: Counter[str]) -> None:
        """One player of one game."""
        self.points.append(points)
        self.victories += victory
        self.done.update(done)
        self.players_with.update([name for name, number in done.items() if number])

    def mean(self, name: str) -> float:
        """How often a player does something."""
        return self.done[name] / len(self.points)

    def share(self, name: str) -> float:
        """The share of the players who do something."""
        return self.players_with[name] / len(self.points)

    @property
    def victory_share(self) -> float:
        return self.victories / len(self.points)

    def score(self) -> tuple[float, float]:
        """The mean of the points and half its interval."""
        number = len(self.points)
        mean = sum(self.points) / number
        spread = math.sqrt(sum((points - mean) ** 2 for points in self.points) / max(1, number - 1))
        return mean, 1.96 * spread / math.sqrt(number)


class Watch:
    """Counts what each seat of a match does."""

    def __init__(self, seats: int) -> None:
        self.done: Final = [Counter[str]() for _ in range(seats)]

    def hear(self, entry: LogEntry) -> None:
        if entry.seat >= 0 and entry.action < len(KIND) and KIND[entry.action] == "new_crusade":
            self.done[entry.seat]["crusades bought"] += 1
        for message in (event.seen for event in entry.events if event.seen is not None):
            key, args = message.key.rpartition(".")[2], message.args
            if key == "crusade_resolved":
                self.done[int(str(args["seat"]))][f"crusade {args['crusade']}"] += 1
            elif key in ("saint_used", "saint_shown"):
                self.done[int(str(args["seat"]))][f"saint {args['saint']}"] += 1
            elif key == "swapped":
                self.done[int(str(args["seat"]))]["Stables trades"] += 1

    def end(self, state: KingsAbbeyState) -> None:
        """What stands there at the end."""
        for player, done in zip(state.players, self.done, strict=True):
            for card, name in enumerate(CARDS):
                done[name] = player.made[card]
            manned = sum(player.workers)
            done["manned"] = manned
            done["unmanned"] = max(0, sum(player.stands) - manned)
            done["buildings"] = sum(player.made[:TYPES])
            done["towers"] = sum(player.made[TYPES:])
            done["crusades"] = player.resolved
            done["remodel"] = int(player.remodelled)
            for level, top in zip(LEVELS, state.facts.tops, strict=True):
                done[level] = int(player.clergy >= top)


def seating(game: int) -> list[str]:
    """The archetypes of a game: in every seven games each has every seat once, beside other neighbours."""
    names = list(ARCHETYPES)
    step = 1 + game // len(names) % 3
    return [names[(game + step * seat) % len(names)] for seat in range(SEATS)]


class Tables:
    """Plays tables of four, of a title and one kind of bot."""

    def __init__(self, title: Title, bot: type[Planner] = Glance) -> None:
        self.title: Final = title
        self.bot: Final = bot
        self.weights: Final = read_weights(TITLE, SEATS, title.version)

    def mixed(self, games: int, seed: int) -> Iterator[Game]:
        """Tables of four archetypes: another four in each game, everyone as often in each seat."""
        make = maker(TITLE)
        makers = {name: self.planner(make({**self.weights, **likes})) for name, likes in ARCHETYPES.items()}

        def one(number: int) -> Game:
            names = seating(number)
            return self.play(names, [makers[name] for name in names], (seed << 32) + number, {})

        return self.kept("archetypes", games, seed, {}, one, archetypes=ARCHETYPES)

    def level_4(self, games: int, seed: int, options: dict[str, OptionValue]) -> Iterator[Game]:
        """Level 4 against itself."""
        make = self.planner(maker(TITLE)(self.weights))
        return self.alone("level 4", make, games, seed, options)

    def level_5(self, games: int, seed: int, options: dict[str, OptionValue]) -> Iterator[Game]:
        """Level 5 against itself, with as many playouts as in the arena."""
        return self.alone("level 5", lambda rng: make_bot(STRONGEST, rng, steady=True), games, seed, options)

    def alone(
        self, name: str, make: Maker, games: int, seed: int, options: dict[str, OptionValue]
    ) -> Iterator[Game]:
        """One bot against itself."""

        def one(number: int) -> Game:
            return self.play([name] * SEATS, [make] * SEATS, (seed << 33) + number, options)

        return self.kept(name.replace(" ", ""), games, seed, options, one)

    def planner(self, evaluator: Evaluator) -> Maker:
        return lambda rng: self.bot(rng, evaluator=evaluator)

    def kept(
        self,
        name: str,
        games: int,
        seed: int,
        options: dict[str, OptionValue],
        play: Callable[[int], Game],
        **more: object,
    ) -> Iterator[Game]:
        head = {"seed": seed, "bot": self.bot.__name__, **more}
        return kept_games(self.title, name, SEATS, options, games, play, **head)

    def play(self, names: list[str], makers: list[Maker], seed: int, options: dict[str, OptionValue]) -> Game:
        """One game: who sat there, the points of each, its share of the victory, what it did."""
        source = Rng(seed)
        watch = Watch(len(makers))
        match = Match(self.title, len(makers), options, rng=source.spawn(), listeners=[watch.hear])
        bots = [make(source.spawn()) for make in makers]
        play_out(match, [bot.choose for bot in bots])
        watch.end(cast(KingsAbbeyState, match.state))
        result = match.result()
        assert result is not None
        return {
            "names": names,
            "points": list(result.scores),
            "won": [(rank == 1) / result.ranks.count(1) for rank in result.ranks],
            "done": watch.done,
        }


def tallies(games: list[Game]) -> dict[str, Tally]:
    """What each archetype did at mixed tables."""
    return {name: Tally(name, games) for name in ARCHETYPES}


def games_with(games: list[Game], name: str) -> float:
    """The share of the games in which somebody does something."""
    return sum(any(done.get(name) for done in game["done"]) for game in games) / len(games)


def title_data(title: Title) -> dict[str, Any]:
    """The components of a title: one's own, or ours."""
    return title.own_components or our_data(title.version)
