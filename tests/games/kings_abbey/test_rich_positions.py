"""The laws in abbeys far richer than random play ever builds: every card at once, relics, saints, goods."""

import os

import pytest

from abbatia.core.chance import Rng, shuffle
from abbatia.core.conformance import check_position, law_1_legal, law_5_chance_alone, law_10_bounds
from abbatia.core.playout import step
from abbatia.games.kings_abbey.phases import PHASES
from abbatia.games.kings_abbey.pieces import CARDS, RELICS, SAINTS, TOWERS
from tests.games.kings_abbey.table import Table

SEEDS = int(os.environ.get("ABBATIA_SEEDS", "1")) * 4


def rich_table(seats: int, rng: Rng) -> Table:
    """A random position at the start of a round in which everybody owns a great deal."""
    table = Table(seats, relics="all", saints=True)
    state = table.state
    saints = list(range(len(SAINTS)))
    for seat in range(seats):
        player = state.players[seat]
        built = 0
        order = list(range(len(CARDS)))
        shuffle(order, rng)
        for name in [CARDS[card] for card in order]:
            copies = rng.below(3) if name not in TOWERS and not name.endswith("farm") else rng.below(2)
            if copies and built < 6:
                built += 1
                table.card(
                    seat, name, copies=copies, active=min(rng.below(copies + 1), player.reserve_peasants)
                )
        table.goods(seat, **{good: rng.below(9) for good in ("coin", "wood", "grain", "stone", "sand")})
        table.goods(seat, tool=rng.below(2), wagon=rng.below(2))
        table.hand(seat, *[CARDS[rng.below(21)] for _ in range(3)])
        table.saint(seat, SAINTS[saints.pop(rng.below(len(saints)))], shown=rng.below(3) == 0)
        player.saint_mode = min(player.saint_mode, rng.below(2) * 2)
        player.clergy = rng.below(15)
        player.baptistry = min(2, player.reserve_peasants)
        player.reserve_peasants -= player.baptistry
    for relic in range(len(RELICS)):
        state.players[rng.below(seats)].relics |= 1 << relic
    dealt = [player.saint for player in state.players]
    state.saint_bag = [int(saint not in dealt) for saint in range(len(SAINTS))]
    for seat in range(seats):
        player = state.players[seat]
        free = [card for card, there in enumerate(state.crusade_bag) if there]
        table.crusade(seat, state.facts.crusade_ids[free[rng.below(len(free))]], value=3, filled=1)
    table.phase("roll")
    return table


@pytest.mark.parametrize("seats", range(1, 6))
def test_laws_hold_in_rich_abbeys(seats: int) -> None:
    for seed in range(SEEDS):
        rng, probe = Rng(seed * 5 + seats), Rng(seed)
        state = rich_table(seats, rng).state
        state.round = 5 + seed % 3
        before = state.inventory()
        for count in range(900):
            law_1_legal(state)
            law_5_chance_alone(state)
            law_10_bounds(state, count)
            assert state.inventory() == before
            if count % 89 == seed % 89:
                check_position(state, before, probe)
            if step(state, rng) is None:
                break


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(1, 6))
def test_every_question_and_action_is_reached(seats: int) -> None:
    """Random play of rich abbeys uses the whole vocabulary that players have."""
    seen: set[str] = set()
    vocabulary = Table(seats).state.title.vocabulary
    for seed in range(60 if seats > 1 else 240):  # alone there are as many decisions in four times the games
        rng = Rng(seed * 31 + seats)
        state = rich_table(seats, rng).state
        while True:
            entry = step(state, rng)
            if entry is None:
                break
            seen.add(vocabulary[entry[1]].split(" ")[0])
    kinds = {text.split(" ")[0] for text in vocabulary}
    unused = {"lot", "draw_saint", "bid", "pay", "choose"}  # these belong to the set-up
    if seats == 1:
        unused |= {"ask", "spaces", "share", "token", "with_relic", "offer", "stables", "receive"}
        unused |= {"accept", "refuse", "withdraw"}
    else:
        unused |= {"pool"}
    assert kinds - seen <= unused
    assert PHASES[-1] == "over"
