"""Bots of The King's Abbey in agreements and auctions: what they offer, accept, refuse and bid."""

from collections.abc import Iterator
from math import ceil

import pytest

from abbatia.bots import make_bot
from abbatia.bots.values import evaluator_for
from abbatia.bots.values.kings_abbey import KingsAbbeyEvaluator
from abbatia.bots.values.kings_abbey_auction import bid_cost, lot_worth
from abbatia.core.chance import Rng
from abbatia.core.match import Decision, LogEntry, Match
from abbatia.games import load
from abbatia.games.kings_abbey.pieces import GOODS
from abbatia.games.kings_abbey.state import KingsAbbeyState
from tests.games.kings_abbey.table import Table

POSITIONS = 200
CRUSADES = ("c11", "c13", "c15", "c17", "c18", "c19", "c20", "c21")


def evaluator(seats: int) -> KingsAbbeyEvaluator:
    found = evaluator_for(load("kings_abbey"), seats)
    assert isinstance(found, KingsAbbeyEvaluator)
    return found


def answer_of(table: Table, seat: int, level: str, seed: int) -> str:
    """What a bot answers."""
    action = make_bot(level, Rng(seed), steady=True).choose(Decision(table.state, seat))
    return table.state.title.vocabulary[action]


def peasants(rng: Rng) -> list[tuple[int, int]]:
    """Two to seven peasants on the first benches."""
    return [(1 + n // 3, 1 + n % 3) for n in range(2 + rng.below(6))]


def lacking(seed: int, missing: int) -> Table:
    """Seat 0 lacks some dice of a crusade and has none that fit; seat 1 has these and some more."""
    rng = Rng(seed)
    table = Table(2 + rng.below(4))
    state = table.state
    state.round = 2 + rng.below(state.rounds - 1)
    state.darkness = state.round - 1
    face = 1 + rng.below(6)
    name = CRUSADES[rng.below(len(CRUSADES))]
    dice = state.facts.crusade_dice[state.facts.crusade_ids.index(name)]
    table.crusade(0, name, value=face, filled=dice - missing)
    others = [value for value in range(1, 7) if value != face]
    table.dice(0, *(others[rng.below(5)] for _ in range(3)))
    table.dice(1, *[face] * missing, *(others[rng.below(5)] for _ in range(5)))
    for seat in range(state.seats):
        table.benches(seat, *peasants(rng))
        table.goods(seat, coin=rng.below(9), wood=rng.below(4), grain=1 + rng.below(3), stone=rng.below(3))
    return table.phase("abbey")


def offered(missing: int, *, all_of_it: bool) -> Iterator[tuple[int, Table]]:
    """Positions in which seat 1 is offered all that a crusade brings for its dice, or nothing."""
    for seed in range(POSITIONS):
        table = lacking(seed, missing)
        facts = table.state.facts
        card = table.state.players[0].crusades[0].card
        reward = facts.crusade_reward[card]
        tokens = [f"token {good}" for kind, good in enumerate(GOODS) for _ in range(reward[kind])]
        share = facts.crusade_prestige[card] if all_of_it else 0
        table.do(0, "ask 1 2", f"spaces {missing}", f"share {share}", *(tokens if all_of_it else ()), "offer")
        yield seed, table


@pytest.mark.parametrize("level", ["abbot", "legate"])
def test_all_of_a_crusade_for_one_die_is_accepted(level: str) -> None:
    answers = [answer_of(table, 1, level, seed) for seed, table in offered(1, all_of_it=True)]
    assert len(answers) == POSITIONS
    assert answers.count("accept") >= 0.95 * POSITIONS


@pytest.mark.parametrize("level", ["abbot", "legate"])
def test_help_for_nothing_is_refused(level: str) -> None:
    answers = [answer_of(table, 1, level, seed) for seed, table in offered(2, all_of_it=False)]
    assert len(answers) == POSITIONS
    assert answers.count("refuse") >= 0.95 * POSITIONS


def last_round(ahead: float) -> Iterator[tuple[int, Table]]:
    """Seat 1 is offered a share for one die in the last round, with nothing to build or to defend.

    The final score alone counts: the share, against what the owner gains for a part, as in the mean of all
    rivals. That is the rest of the prestige, and as much as an unfinished crusade costs. The share is the
    least that brings seat 1 so many points `ahead`.
    """
    seed = found = 0
    while found < POSITIONS:
        seed += 1
        table = lacking(seed, 1)
        state = table.state
        rivals = state.seats - 1
        prestige = state.facts.crusade_prestige[state.players[0].crusades[0].card]
        share = ceil((ahead + 2 * prestige / rivals) / (1 + 1 / rivals))
        if rivals == 1 or not 0 <= share <= prestige:
            continue
        found += 1
        state.round = state.rounds
        for player in state.players:
            player.goods = [0] * len(player.goods)
            player.altar, player.walls = 1, 5
            table.card(player.seat, "battlement", copies=2).card(player.seat, "gate_tower", copies=2)
        table.do(0, "ask 1 2", "spaces 1", f"share {share}", "offer")
        yield seed, table


@pytest.mark.parametrize("level", ["abbot", "legate"])
def test_a_share_that_brings_three_points_is_accepted(level: str) -> None:
    answers = [answer_of(table, 1, level, seed) for seed, table in last_round(3.0)]
    assert len(answers) == POSITIONS
    assert answers.count("accept") >= 0.95 * POSITIONS


@pytest.mark.parametrize("level", ["abbot", "legate"])
def test_a_share_that_costs_more_than_it_brings_is_refused(level: str) -> None:
    answers = [answer_of(table, 1, level, seed) for seed, table in last_round(-2.0)]
    assert len(answers) == POSITIONS
    assert answers.count("refuse") >= 0.95 * POSITIONS


def test_who_lacks_one_die_of_a_crusade_asks_for_it_and_gets_it() -> None:
    """At more than two seats, where both may gain; what is promised is less than all."""
    asked = given = 0
    tables = [table for seed in range(40) if (table := lacking(seed, 1)).state.seats > 2]
    for table in tables:
        state = table.state
        plan = next(
            (plan for _, plan in evaluator(state.seats).plans(state, 0, Rng(1)) if is_ask(table, plan)), None
        )
        if plan is None:
            continue
        asked += 1
        prestige = state.facts.crusade_prestige[state.players[0].crusades[0].card]
        for action in plan:
            state.apply(0, action)
        assert state.players[1].questions[-1].args[3] < prestige
        given += answer_of(table, 1, "abbot", 1) == "accept"
    assert asked > len(tables) / 2
    assert given > 0.9 * asked


def is_ask(table: Table, plan: tuple[int, ...]) -> bool:
    return table.state.title.vocabulary[plan[0]] == "ask 1 2"


def test_a_refused_offer_is_followed_by_a_better_one() -> None:
    better = 0
    for seed in range(20):
        table = lacking(seed, 1)
        shares: list[int] = []
        for _ in range(2):
            state = table.state
            plans = evaluator(state.seats).plans(state, 0, Rng(1))
            plan = next((plan for _, plan in plans if is_ask(table, plan)), None)
            if plan is None:
                break
            for action in plan:
                state.apply(0, action)
            shares.append(state.players[1].questions[-1].args[3])
            table.do(1, "refuse")
        if len(shares) == 2:
            assert shares[0] < shares[1]
            better += 1
    assert better


def test_tokens_that_one_lacks_and_the_other_has_too_many_of_change_hands() -> None:
    """Seat 0 cannot build without stone and has wood to spare, seat 1 the other way round."""
    table = Table(5).card(0, "stables").goods(0, wood=8, coin=8).goods(1, stone=6, coin=9)
    table.hand(0, "library", "bath_house").hand(1, "monks_quarters", "tithe_barn").phase("building")
    state = table.state
    plans = evaluator(3).plans(state, 0, Rng(1))
    plan = next(plan for _, plan in plans if state.title.vocabulary[plan[0]].startswith("stables"))
    for action in plan:
        state.apply(0, action)
    assert answer_of(table, 1, "abbot", 1) == "accept"


class LotsWatched:
    """Keeps for each lot who won it, for how much, and the position before."""

    def __init__(self) -> None:
        self.lots: list[tuple[int, int]] = []

    def hear(self, entry: LogEntry) -> None:
        for message in (event.seen for event in entry.events if event.seen is not None):
            if message.key.endswith("lot_won"):
                self.lots.append((int(str(message.args["seat"])), int(str(message.args["n"]))))


@pytest.mark.parametrize("raises", [1, 40], ids=["once", "always"])
def test_no_lot_goes_for_less_than_a_bot_would_give(raises: int) -> None:
    """Three bots and a person who bids 1, and goes on bidding or does not."""
    prices: list[int] = []
    for seed in range(25):  # four lots each
        watched = LotsWatched()
        match = Match(load("kings_abbey"), 4, {"auction": True}, rng=Rng(seed), listeners=[watched.hear])
        bots = [make_bot("abbot", Rng(10 * seed + seat), steady=True) for seat in range(4)]
        state = match.state
        assert isinstance(state, KingsAbbeyState)
        while len(watched.lots) < 4:
            seat = match.to_act()[0]
            decision = match.decision(seat)
            action = bots[seat].choose(decision)
            if seat == 0 and state.bid >= 0 and not state.players[0].questions:
                raised, passed = (state.title.numbers[text] for text in (f"bid {state.bid + 1}", "pass"))
                action = raised if raised in decision.legal and state.bid < raises else passed
            before, known = state.clone(), len(watched.lots)
            match.play(seat, action)
            if len(watched.lots) > known:
                winner, price = watched.lots[-1]
                prices.append(price)
                waiting = [bot for bot in (1, 2, 3) if bot != winner and not any(state.players[bot].made)]
                for bot in waiting:
                    cost = bid_cost(before, bot, price + 1, evaluator(4).judge.abbeys)
                    assert cost >= lot_worth(before), (seed, winner, price, bot)
    assert len(prices) == 100
    assert max(prices) > 1
