"""The score sheet: prestige by its source, then the final scoring (§20)."""

from typing import Final

from abbatia.core.contract import Line, Result, ranks
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import storage_value
from abbatia.games.kings_abbey.pieces import (
    COIN,
    CREWS,
    KINDS,
    LEDGER,
    MONEY_CHANGER,
    SAND,
    SOURCES,
    TITHE_BARN,
    TYPES,
    WOOD,
)
from abbatia.games.kings_abbey.state import Position

SOURCE_RULES: Final = ("13.4", "2.7", "7.7", "7.4", "15.7", "3.10", "11.3", "22.5", "8.7", "9.1")


def lines(s: Position, seat: int) -> tuple[Line, ...]:
    """One line for each source of points; together they are the score (§20.1)."""
    found: list[Line] = []
    for source in range(LEDGER):
        points = s.ledger[seat * LEDGER + source]
        if points:
            label = Message(f"kings_abbey.score.{SOURCES[source]}")
            found.append(Line(label, points, SOURCE_RULES[source]))
    return tuple(found + final_lines(s, seat))


def final_lines(s: Position, seat: int) -> list[Line]:
    """What is counted at the end only (§20.2 to §20.7)."""
    found: list[Line] = []

    def add(name: str, n: int, points: int, rule: str) -> None:
        if n:
            found.append(Line(Message(f"kings_abbey.score.{name}", n=n), points, rule))

    at = seat * KINDS
    coins = s.goods[at + COIN] // 5 if s.crew[seat * CREWS + MONEY_CHANGER] > 1 else 0
    tokens = sum(s.goods[at + WOOD : at + SAND + 1])
    lots = tokens // 3 if s.crew[seat * CREWS + TITHE_BARN] > 1 else 0
    kept = s.relics[seat].bit_count()
    hand = s.hand[seat * TYPES : seat * TYPES + TYPES]
    unbuilt = sum(copies * s.facts.penalty[card] for card, copies in enumerate(hand))
    crusades = [card for card in s.card[seat * 2 : seat * 2 + 2] if card >= 0]
    unfinished = sum(s.facts.crusade_prestige[card] for card in crusades)
    add("sheep", s.sheep[seat], 2 * s.sheep[seat], "20.2")
    add("cows", s.cows[seat], 3 * s.cows[seat], "20.2")
    add("kept_relics", kept, 2 * kept, "20.3")
    add("coins", coins, coins, "20.4")
    add("stores", lots, lots, "20.5")
    add("unbuilt", sum(hand), -unbuilt, "20.6")
    add("unfinished", len(crusades), -unfinished, "20.7")
    return found


def score(s: Position, seat: int) -> int:
    """The score if the game ended now."""
    return sum(line.points for line in lines(s, seat))


def result(s: Position) -> Result:
    """Totals, lines and ranks; ties go to the greater value of resources (§20.8, §24.8)."""
    sheets = tuple([lines(s, seat) for seat in range(s.seats)])
    totals = tuple([sum(line.points for line in sheet) for sheet in sheets])
    keys = [(total, storage_value(s, seat)) for seat, total in enumerate(totals)]
    return Result(totals, sheets, ranks(keys))
