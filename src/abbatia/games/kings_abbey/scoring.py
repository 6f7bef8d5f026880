"""The score sheet: prestige by its source, then the final scoring (§20)."""

from typing import Final

from abbatia.core.contract import Result, ScoreEntry, ranks
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import storage_value
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.phases import OVER
from abbatia.games.kings_abbey.pieces import COIN, LEDGER, MONEY_CHANGER, SAND, SOURCES, TITHE_BARN, WOOD

SOURCE_RULES: Final = ("13.4", "2.7", "7.7", "7.4", "15.7", "3.10", "11.3", "22.5", "8.7", "9.1")


def lines(state: Position, seat: int) -> tuple[ScoreEntry, ...]:
    """One line for each source of points; together they are the score (§20.1)."""
    found: list[ScoreEntry] = []
    for source in range(LEDGER):
        points = state.players[seat].ledger[source]
        if points:
            label = Message(f"kings_abbey.score.{SOURCES[source]}")
            found.append(ScoreEntry(label, points, SOURCE_RULES[source]))
    return tuple(found + final_lines(state, seat))


def final_lines(state: Position, seat: int) -> list[ScoreEntry]:
    """What is counted at the end only (§20.2 to §20.7)."""
    return [
        ScoreEntry(Message(f"kings_abbey.score.{name}", n=n), points, rule)
        for name, n, points, rule in final_counts(state, seat)
        if n
    ]


def final_counts(state: Position, seat: int) -> tuple[tuple[str, int, int, str], ...]:
    """The same as name, number, points and rule; where the number is 0, the points are 0."""
    player = state.players[seat]
    coins = player.goods[COIN] // 5 if player.workers[MONEY_CHANGER] > 1 else 0
    tokens = sum(player.goods[WOOD : SAND + 1])
    lots = tokens // 3 if player.workers[TITHE_BARN] > 1 else 0
    kept = player.relics.bit_count()
    hand = player.hand
    unbuilt = sum([copies * state.facts.penalty[card] for card, copies in enumerate(hand) if copies])
    crusades = [crusade.card for crusade in player.crusades if crusade.card >= 0]
    unfinished = sum([state.facts.crusade_prestige[card] for card in crusades])
    return (
        ("sheep", player.sheep, 2 * player.sheep, "20.2"),
        ("cows", player.cows, 3 * player.cows, "20.2"),
        ("kept_relics", kept, 2 * kept, "20.3"),
        ("coins", coins, coins, "20.4"),
        ("stores", lots, lots, "20.5"),
        ("unbuilt", sum(hand), -unbuilt, "20.6"),
        ("unfinished", len(crusades), -unfinished, "20.7"),
    )


def score(state: Position, seat: int) -> int:
    """The score if the game ended now: the sum of the lines, without writing them."""
    return sum(state.players[seat].ledger) + sum([points for _, _, points, _ in final_counts(state, seat)])


def result(state: Position) -> Result | None:
    """The result once the game is over."""
    return projection(state) if state.phase == OVER else None


def projection(state: Position) -> Result:
    """The result if the game ended now; ties go to the greater value of resources (§20.8, §24.8)."""
    sheets = tuple([lines(state, seat) for seat in range(state.seats)])
    totals = tuple([sum(line.points for line in sheet) for sheet in sheets])
    keys = [(total, storage_value(state, seat)) for seat, total in enumerate(totals)]
    return Result(totals, sheets, ranks(keys))
