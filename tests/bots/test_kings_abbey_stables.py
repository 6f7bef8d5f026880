"""Bots of The King's Abbey at the Stables: trades that let both build are offered and accepted."""

from collections.abc import Iterator

import pytest

from abbatia.bots import make_bot
from abbatia.bots.values import evaluator_for
from abbatia.bots.values.kings_abbey import KingsAbbeyEvaluator
from abbatia.core.chance import Rng
from abbatia.core.match import Decision
from abbatia.games import load
from abbatia.games.kings_abbey.free_actions import TRADE_TOKENS
from abbatia.games.kings_abbey.pieces import BUILDINGS, GOODS, GRAIN, STABLES, TOOL, TOWERS
from tests.games.kings_abbey.table import Table

POSITIONS = 200
MOST_WALLS = 5
NO_FOOD = [kind for kind in range(TOOL) if kind != GRAIN]  # grain is eaten, too
AHEAD = 3.0  # points over the mean of the rivals that a good trade brings at least
FACTS = Table().state.facts
COST, VALUES = FACTS.cost, FACTS.values
GAIN = [
    FACTS.prestige[n] + FACTS.penalty[n] for n in range(len(BUILDINGS))
]  # by a card that is built at last
WORTHY = [n for n in range(len(BUILDINGS)) if FACTS.prestige[n] > 1 and n != STABLES]


def pick(rng: Rng) -> tuple[int, int, int, int, int]:
    """Two cards to build, a kind given and one taken for it, and how many tokens buy one."""
    mine, theirs = WORTHY[rng.below(len(WORTHY))], WORTHY[rng.below(len(WORTHY))]
    given, taken = (NO_FOOD[rng.below(len(NO_FOOD))] for _ in range(2))
    return mine, theirs, given, taken, -(-VALUES[taken] // VALUES[given])


def laid_out(rng: Rng, mine: int, theirs: int) -> Table:
    """The last round; nothing can be built but the card that seats 0 and 1 have in hand.

    Stables are at work for seat 0, and nobody has a trade token left.
    """
    table = Table(3 + rng.below(3)).card(0, "stables").hand(0, BUILDINGS[mine]).hand(1, BUILDINGS[theirs])
    state = table.state
    state.round = 2 + rng.below(4)
    state.round, state.darkness = state.rounds, state.rounds - 1
    for player in state.players:
        player.trades = TRADE_TOKENS
        player.altar, player.walls = 1, MOST_WALLS
        for tower in TOWERS:
            table.card(player.seat, tower)
    return table


def good_for_both() -> Iterator[Table]:
    """Each of two players lacks what the other has, to build the card in hand, and both get ahead by it.

    What the other gains brings that player nearer, and counts for a part as in the mean of all rivals.
    """
    seed = found = 0
    while found < POSITIONS:
        seed += 1
        rng = Rng(seed)
        mine, theirs, given, taken, amount = pick(rng)
        if given == taken or not COST[mine][taken] or COST[theirs][given] < amount:
            continue
        table = laid_out(rng, mine, theirs)
        rivals = table.state.seats - 1
        if min(GAIN[mine] - GAIN[theirs] / rivals, GAIN[theirs] - GAIN[mine] / rivals) < AHEAD:
            continue
        found += 1
        one, other = table.state.players[0].goods, table.state.players[1].goods
        for kind in range(TOOL):
            one[kind] = COST[mine][kind] + amount * (kind == given) - (kind == taken)
            other[kind] = COST[theirs][kind] - amount * (kind == given) + (kind == taken)
        yield table.phase("building")


def bad_for_the_other() -> Iterator[tuple[Table, tuple[str, ...]]]:
    """The partner can build now, and is asked for a token of the price for what is no part of it."""
    seed = found = 0
    while found < POSITIONS:
        seed += 1
        rng = Rng(seed)
        mine, theirs, given, taken, amount = pick(rng)
        if given == taken or not COST[theirs][taken] or COST[theirs][given]:
            continue
        found += 1
        table = laid_out(rng, mine, theirs)
        table.state.players[0].goods[given] = amount
        table.state.players[1].goods[:TOOL] = COST[theirs]
        terms = (f"give {GOODS[given]}", f"for {GOODS[taken]}", f"amount {amount}", "receive 1")
        yield table.phase("building"), ("stables 2", *terms)


def answer_of(table: Table, seat: int) -> str:
    """What level 4 answers."""
    action = make_bot("abbot", Rng(1), steady=True).choose(Decision(table.state, seat))
    return table.state.title.vocabulary[action]


def test_a_trade_that_lets_both_build_is_offered_and_made() -> None:
    offered = made = 0
    for table in good_for_both():
        state = table.state
        bot = make_bot("abbot", Rng(1), steady=True)
        action = ""
        while 0 in state.to_act() and action != "done":
            number = bot.choose(Decision(state, 0))
            action = state.title.vocabulary[number]
            state.apply(0, number)
        if state.players[0].offers_made:
            offered += 1
            made += answer_of(table, state.to_act()[0]) == "accept"
    assert offered >= 0.95 * POSITIONS
    assert made >= 0.95 * POSITIONS


def test_a_trade_that_takes_what_one_builds_with_is_refused() -> None:
    answers: list[str] = []
    for table, offer in bad_for_the_other():
        table.do(0, *offer)
        answers.append(answer_of(table, 1))
    assert len(answers) == POSITIONS
    assert answers.count("refuse") >= 0.95 * POSITIONS


@pytest.mark.parametrize(("seats", "wanted"), [(4, "activate stables"), (1, "activate garden")])
def test_a_lay_brother_goes_to_the_stables_where_there_is_somebody_to_trade_with(
    seats: int, wanted: str
) -> None:
    table = Table(seats).card(0, "stables", active=0).card(0, "garden", active=0).baptistry(0, 1)
    state = table.phase("building").state
    plans = evaluator_for(state.title, seats).plans(state, 0, Rng(1))
    texts = [state.title.vocabulary[plan[0]] for _, plan in plans]
    assert next(text for text in texts if text.startswith("activate")) == wanted


@pytest.mark.parametrize("phase", ["abbey", "building"])
def test_trades_are_offered_in_phases_played_in_turn(phase: str) -> None:
    """One has wood to spare and lacks stone, the other the reverse."""
    table = Table(5).card(0, "stables").goods(0, wood=8, coin=8).goods(1, stone=6, coin=9)
    table.hand(0, "library", "bath_house").hand(1, "monks_quarters", "tithe_barn").phase(phase)
    state = table.state
    plans = evaluator_for(state.title, 5).plans(state, 0, Rng(1))
    assert any(state.title.vocabulary[plan[0]].startswith("stables") for _, plan in plans)


@pytest.mark.parametrize("version", [1, 2])
def test_earlier_versions_of_the_title_see_the_stables_as_before(version: int) -> None:
    """Their weights hold no worth of trades, and they are offered while building alone."""
    found = evaluator_for(load("kings_abbey", version), 4)
    assert isinstance(found, KingsAbbeyEvaluator)
    builder = found.judge.abbeys
    assert builder.in_company == builder.alone
    assert len(found.judge.swapping) == 1
