"""Titles with seats and options on which bots are tested, and positions of random games."""

from collections.abc import Iterator

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, OptionValue, State
from abbatia.games import load

Table = tuple[str, int, dict[str, OptionValue]]
TABLES: list[Table] = [
    ("cardinal", 4, {}),
    ("cardinal", 3, {"two_countries": True, "last_round_must_place": True}),
    ("cardinal", 5, {"joker_abroad_only": True, "draw_in_last_round": True}),
    ("cardinal", 2, {"duel": True}),
    ("pelegrinus", 4, {}),
    ("pelegrinus", 2, {"site_needs_both_ends": False, "own_keeper_in_tie": False}),
    ("kings_abbey", 4, {}),
    ("kings_abbey", 3, {"saints": True, "relics": "all"}),
    ("kings_abbey", 2, {"auction": True, "quick": True}),
    ("kings_abbey", 1, {}),
]


def name_of(table: Table) -> str:
    return " ".join([table[0], str(table[1]), *table[2]])


def positions(table: Table, seed: int, every: int) -> Iterator[tuple[State, int]]:
    """Positions of one random game, one in so many, each with a seat that is to act."""
    title, seats, options = table
    rng = Rng(seed)
    state = load(title).start(seats, **options)
    count = 0
    while actors := state.to_act():
        seat = actors[rng.below(len(actors))]
        if seat == CHANCE:
            state.apply(CHANCE, pick(state.odds(), rng))
            continue
        count += 1
        if count % every == 0:
            yield state, seat
        legal = state.legal(seat)
        state.apply(seat, legal[rng.below(len(legal))])
