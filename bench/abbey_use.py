"""How much of The King's Abbey bots use: each part of the game, counted in games of a bot against itself.

    python -m bench.abbey_use abbot --games 20 --seats 4                     per 100 games of one player
    python -m bench.abbey_use legate --games 8 --option auction --option saints --option relics=all
    python -m bench.abbey_use abbot --json

Bots count iterations and look at no clock, so the same seed gives the same numbers. An option is written as
for `abbatia arena`. All numbers but the score are sums over 100 games of one player; the last ones are what
stands on the board at the end.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from typing import Final, cast

from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue
from abbatia.core.match import LogEntry, Match, play_out
from abbatia.games import load
from abbatia.games.kings_abbey.position import GATE_TOWER, KIND, KingsAbbeyState

TITLE: Final = "kings_abbey"
PER: Final = 100  # games of one player
EVENTS: Final = {
    "help_offered": "help asked for",
    "help_accepted": "help given",
    "shared": "shares of crusades received",
    "swap_offered": "Stables trades offered",
    "swapped": "Stables trades made",
    "bid": "bids",
    "lot_won": "lots won",
    "relic_won": "relics won",
}
"""What is told of by an event, and what it counts as."""
ACTIONS: Final = {
    "trade": "trades with the supply",
    "new_crusade": "crusades bought",
    "abandon": "crusades broken off",
    "preach": "preaching dice",
    "clergy": "clergy dice",
    "defend": "defence dice",
    "crusade": "crusade dice",
    "collect": "collections",
    "bonus": "bonus dice",
    "initiative": "initiatives",
    "use_tool": "tools used",
    "use_wagon": "wagons used",
    "fight": "Vikings met by dice",
    "send": "Vikings met by peasants",
    "buy": "buildings bought",
    "build": "buildings built",
    "tower": "towers built",
    "altar": "altars",
    "wall": "walls",
    "archer": "archers",
    "remodel": "remodels",
    "activate": "cards activated",
    "slaughter": "sheep given as food",
    "reveal": "saints revealed",
    "keep": "saints kept",
    "saint": "saints' abilities used",
    "support": "saints' support",
    "relic": "relics used",
    "bath": "Bath House moves",
    "reroll": "Bell Tower rolls",
    "take_back": "dice taken back",
    "double": "dice doubled",
    "turn": "dice turned",
}
"""What is counted by the kind of the action."""
LEVELS: Final = ("Postulant", "Deacon", "Priest", "Bishop", "Cardinal")
AT_END: Final = ("crusades accomplished", "manned cards", "unmanned cards", "animals", "unbuilt cards")


class Count:
    """Counts what happens in a match; seats that are not `seats` do not count."""

    def __init__(self, seats: frozenset[int]) -> None:
        self.seats: Final = seats
        self.found: Counter[str] = Counter()

    def hear(self, entry: LogEntry) -> None:
        if entry.seat in self.seats and entry.action < len(KIND):
            name = ACTIONS.get(KIND[entry.action])
            if name:
                self.found[name] += 1
        for message in (event.seen for event in entry.events if event.seen is not None):
            key, args = message.key.rpartition(".")[2], message.args
            if key in EVENTS and args.get("seat") in self.seats:
                self.found[EVENTS[key]] += 1
                self.found["paid for lots"] += int(str(args["n"])) if key == "lot_won" else 0

    def end(self, state: KingsAbbeyState) -> None:
        """What stands there at the end of the game."""
        for seat in self.seats:
            player = state.players[seat]
            manned = sum(player.workers)
            self.found["manned cards"] += manned
            self.found["unmanned cards"] += max(0, sum(player.stands[: GATE_TOWER + 1]) - manned)
            self.found["animals"] += player.sheep + player.cows
            self.found["crusades accomplished"] += player.resolved
            self.found["unbuilt cards"] += sum(player.hand)
            for level, top in enumerate(state.facts.tops):
                self.found[f"reached {LEVELS[level]}"] += player.clergy >= top
            self.found["prestige"] += sum(player.ledger)


def used(
    bot: str, *, seats: int, games: int, seed: int, options: Mapping[str, OptionValue] | None = None
) -> dict[str, float]:
    """Each part of the game, per 100 games of one player, and the mean score."""
    names = [*EVENTS.values(), "paid for lots", *ACTIONS.values()]
    names += [*(f"reached {level}" for level in LEVELS), *AT_END]
    total: Counter[str] = Counter()
    points = 0
    for game in range(games):
        source = Rng((seed << 32) + game)
        count = Count(frozenset(range(seats)))
        match = Match(load(TITLE), seats, options or {}, rng=source.spawn(), listeners=[count.hear])
        bots = [make_bot(bot, source.spawn(), steady=True, own=True) for _ in range(seats)]
        play_out(match, [one.choose for one in bots])
        count.end(cast(KingsAbbeyState, match.state))
        total.update(count.found)
        result = match.result()
        points += sum(result.scores) if result else 0
    boards = games * seats
    return {"mean score": points / boards, **{name: PER * total[name] / boards for name in names}}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    options: dict[str, OptionValue] = {}
    for text in given.option:
        name, _, value = text.partition("=")
        options[name] = {"true": True, "false": False, "": True}.get(value, value)
    columns = [
        used(bot, seats=given.seats, games=given.games, seed=given.seed, options=options)
        for bot in given.bots
    ]
    if given.json:
        print(json.dumps(dict(zip(given.bots, columns, strict=True)), indent=1))
        return
    print(f"| per {PER} games of one player | {' | '.join(given.bots)} |")
    print(f"|---|{'---|' * len(columns)}")
    for name in columns[0]:
        print(f"| {name} | {' | '.join(f'{column[name]:.1f}' for column in columns)} |")


if __name__ == "__main__":
    main()
