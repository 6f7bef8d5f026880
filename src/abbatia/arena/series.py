"""A series: which games are played, and the playing of one. The same seed gives the same records anywhere."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from time import process_time
from typing import Any, Final, NamedTuple

from abbatia.bots import VERSION, Bot, Patience, level_name, make_bot, source_of
from abbatia.bots.values import evaluator_for, weights_digest
from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import Decision, Match, play_out
from abbatia.core.record import SAFE_NAME, Record, print_record
from abbatia.games import load

SECRET: Final = 16  # bytes of the seed of one deal
LABEL: Final = 30  # characters of a bot's name in a record, if all of it cannot be there


class Game(NamedTuple):
    """One game to be played: a deal, and a bot for each seat. Its key never changes."""

    title: str
    options: tuple[tuple[str, OptionValue], ...]
    seed: int
    deal: int
    names: tuple[str, ...]
    patience: Patience = Patience()
    rules: int | None = None  # the version of the title; None: the newest

    @property
    def key(self) -> str:
        return key_of(self.deal, self.names)


def key_of(deal: int, names: Iterable[str]) -> str:
    """The key of a game: its deal, and the bots in the order of their seats."""
    return f"{deal}:{','.join(json.dumps(name) if ',' in name else name for name in names)}"


class Outcome(NamedTuple):
    """A game that was played."""

    key: str
    deal: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    times: tuple[tuple[float, ...], ...]  # per seat: CPU seconds of each decision with a choice
    record: str
    failures: tuple[int, ...] = ()  # per seat: moves that a novice played, because the bot failed

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "deal": self.deal,
            "names": list(self.names),
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "times": [[round(spent, 5) for spent in seat] for seat in self.times],
            "record": hashlib.sha256(self.record.encode()).hexdigest()[:16],
            "failures": list(self.failures),
        }


class Series:
    """All games between some bots at a title: each pair plays each deal in all arrangements of the seats."""

    def __init__(
        self,
        title: str,
        bots: tuple[str, ...],
        *,
        seats: int,
        games: int,
        seed: int,
        options: Mapping[str, OptionValue] | None = None,
        patience: Patience | None = None,
        rules: int | None = None,
    ) -> None:
        self.title = title
        self.rules = load(title, rules).version
        self.bots = tuple(dict.fromkeys(level_name(name) for name in bots))
        self.seats = seats
        self.seed = seed
        self.options = load(title, rules).setup(seats, options or {})
        self.patience = patience or Patience()
        for name in bots:
            make_bot(name, Rng(0), own=True)
        self.deals = -(-games // self.games_a_deal)

    @property
    def games_a_deal(self) -> int:
        """How many games one pair of bots (one bot alone, in solo) plays with each deal."""
        return len(arrangements("a", "b", self.seats))

    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of bots that play each other; at a title for one, each bot plays alone."""
        if self.seats == 1:
            return [(name, name) for name in self.bots]
        return list(combinations(self.bots, 2))

    def games(self) -> Iterator[Game]:
        """All games, deal by deal, so that an interrupted series is even."""
        options = tuple(sorted(self.options.items()))
        for deal in range(self.deals):
            for one, other in self.pairs():
                for names in arrangements(one, other, self.seats):
                    yield Game(self.title, options, self.seed, deal, names, self.patience, self.rules)

    def description(self) -> dict[str, Any]:
        """What must be the same for a series to be gone on with; bots and games may be added."""
        return {"title": self.title, "seats": self.seats, "seed": self.seed, "options": self.options}

    def versions(self) -> dict[str, Any]:
        """What the games depend on besides; with other versions a series would mix different bots.

        `own` has a hash for each program and class of somebody's own, of the files that its name leads to.
        """
        return {
            "rules": self.rules,
            "bots": VERSION,
            "weights": weights_digest(self.title, self.seats),
            "own": {name: source for name in self.bots if (source := source_of(name))},
        }


def arrangements(one: str, other: str, seats: int) -> list[tuple[str, ...]]:
    """Every way to seat two bots with half the seats each; with an odd number both ways to split them."""
    if seats == 1:
        return [(one,)]
    sizes = {seats // 2, seats - seats // 2}
    return [
        tuple(one if seat in own else other for seat in range(seats))
        for size in sorted(sizes)
        for own in combinations(range(seats), size)
    ]


def play(game: Game) -> Outcome:
    """Play one game. Dice depend on seed and deal alone; bots count iterations, so time decides nothing."""
    secret = hashlib.sha256(f"{game.title} {game.seed} {game.deal}".encode()).digest()[:SECRET]
    rng = FairRng(secret)
    match = Match(load(game.title, game.rules), len(game.names), dict(game.options), rng=rng)
    source = Rng(int.from_bytes(hashlib.sha256(secret + b" bots").digest()[:7], "big"))
    bots = [
        make_bot(name, source.spawn(), steady=True, own=True, patience=game.patience) for name in game.names
    ]
    evaluator_for(match.title, match.seats)  # read once; not a part of the first decision
    players = [Timed(bot) for bot in bots]
    play_out(match, [player.choose for player in players])
    return outcome_of(game, match, [player.times for player in players], tuple(bot.failures for bot in bots))


class Timed:
    """A bot and the CPU seconds of each of its decisions with a choice."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: list[float] = []

    def choose(self, decision: Decision) -> int:
        began = process_time()
        action = self.bot.choose(decision)
        if len(decision.legal) > 1:
            self.times.append(process_time() - began)
        return action


def outcome_of(game: Game, match: Match, times: list[list[float]], failures: tuple[int, ...]) -> Outcome:
    result = match.result()
    if result is None:
        raise ValueError("the game is not over")
    return Outcome(
        key=game.key,
        deal=game.deal,
        names=game.names,
        scores=result.scores,
        ranks=result.ranks,
        times=tuple(tuple(spent) for spent in times),
        record=print_record(Record.of(match, [name_in_record(name) for name in game.names])),
        failures=failures,
    )


def name_in_record(name: str) -> str:
    """A bot's name as a record can hold it: one that is too long or has other signs is cut, with a hash."""
    if SAFE_NAME.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode()).hexdigest()[:8]
    return f"{re.sub(r'[^ -{}~]', '-', name)[:LABEL]} {digest}"
