"""Bots are fair by what they get. Each check is shown to fail when a leak is planted."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from abbatia.bots import BOTS, STRONGEST, make_bot
from abbatia.bots.protocol import Bot, Budget
from abbatia.bots.search import Search
from abbatia.bots.uct import Uct
from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Decision, Match
from abbatia.games import load
from tests.bots.tables import TABLES, Table, name_of, positions

Maker = Callable[[Rng], Bot]
HIDING = [table for table in TABLES if table[0] != "kings_abbey" or "saints" in table[2]]
"""Tables at which something is hidden."""


def makers() -> dict[str, Maker]:
    """Every bot, the searching ones with a few iterations and no eye on the clock."""
    found: dict[str, Maker] = {name: partial(make_bot, name, steady=True) for name in BOTS}
    found[STRONGEST] = lambda rng: Search(rng, Budget(iterations=12, cap=float("inf")))
    found["uct"] = lambda rng: Uct(rng, Budget(iterations=12, cap=float("inf")))
    return found


def check_same_information(make: Maker, table: Table, *, every: int) -> None:
    """Another world that the seat cannot tell from the real one changes no decision."""
    checked = 0
    for state, seat in positions(table, seed=11, every=every):
        for n in range(2):
            other = state.imagine(seat, Rng(100 + n))
            here = make(Rng(3)).choose(Decision(state, seat))
            there = make(Rng(3)).choose(Decision(other, seat))
            assert here == there, "a hidden difference changed the decision"
            checked += 1
    assert checked


@pytest.mark.parametrize("table", HIDING, ids=name_of)
def test_the_same_generator_imagines_the_same_world(table: Table) -> None:
    """What is hidden in the real world has no part in the imagined one."""
    for state, seat in positions(table, seed=11, every=23):
        other = state.imagine(seat, Rng(100))
        assert state.imagine(seat, Rng(3)).to_json() == other.imagine(seat, Rng(3)).to_json()


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("table", HIDING, ids=name_of)
def test_what_is_hidden_changes_no_decision(table: Table, name: str) -> None:
    every = {"cardinal": 23, "pelegrinus": 151, "kings_abbey": 211}[table[0]]
    check_same_information(makers()[name], table, every=every)


class Peeking(Bot):
    """A bot that looks at another's cards: what must never pass the check."""

    def choose(self, decision: Decision) -> int:
        moment = cast(Any, decision)._moment
        secret: int = sum(moment.hands) if hasattr(moment, "hands") else sum(moment.orders)
        return decision.legal[secret % len(decision.legal)]


@pytest.mark.parametrize("table", [TABLES[0], TABLES[4]], ids=name_of)
def test_a_bot_that_peeks_is_found_out(table: Table) -> None:
    with pytest.raises(AssertionError, match="hidden difference"):
        check_same_information(Peeking, table, every=11)


# -- the generator of the match ------------------------------------------------------------------------------


def check_chance_untouched(make: Callable[[Rng, Match], Bot], title: str, seats: int, moves: int) -> None:
    """Thinking leaves the generator of the match as it was."""
    match = Match(load(title), seats, rng=Rng(9))
    bots = [make(Rng(20 + seat), match) for seat in range(seats)]
    for _ in range(moves):
        seat = match.to_act()[0]
        before = match.rng.state
        action = bots[seat].choose(match.decision(seat))
        assert match.rng.state == before, "thinking moved the dice of the match"
        match.play(seat, action)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_thinking_does_not_touch_the_dice(name: str) -> None:
    check_chance_untouched(lambda rng, _: makers()[name](rng), "cardinal", 4, 24)


def test_a_bot_with_the_dice_of_the_match_is_found_out() -> None:
    with pytest.raises(AssertionError, match="moved the dice"):
        check_chance_untouched(lambda _, match: makers()["uniform"](match.rng), "cardinal", 4, 24)


def test_the_dice_do_not_depend_on_how_bots_think() -> None:
    """With fair dice the same actions meet the same luck, whatever generators the bots have."""
    logs = []
    for seed in (1, 2):
        match = Match(load("cardinal"), 3, rng=FairRng(b"the same dice"))
        bots = [make_bot("abbot", Rng(seed * 50 + seat), steady=True) for seat in range(3)]
        while actors := match.to_act():
            match.play(actors[0], bots[actors[0]].choose(match.decision(actors[0])))
        logs.append(match.log)
    assert logs[0] == logs[1], "level 4 plays without noise, so equal dice give equal games"


# -- the legal actions ---------------------------------------------------------------------------------------


def check_legal(make: Callable[[Any, int], Decision], table: Table) -> None:
    """A decision offers exactly what the rules allow, and a bot answers with one of them."""
    for state, seat in positions(table, seed=13, every=29):
        decision = make(state, seat)
        assert list(decision.legal) == list(state.legal(seat)), "the decision offers something else"
        assert decision.observation == state.observe(seat)
        assert make_bot("cleric", Rng(1)).choose(decision) in state.legal(seat)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_decisions_offer_what_is_legal(table: Table) -> None:
    check_legal(Decision, table)


def test_a_decision_that_hides_an_action_is_found_out() -> None:
    def shortened(state: Any, seat: int) -> Decision:
        decision = Decision(state, seat)
        decision.legal = list(decision.legal)[:-1] or decision.legal
        return decision

    with pytest.raises(AssertionError, match="something else"):
        check_legal(shortened, TABLES[0])
