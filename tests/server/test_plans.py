"""A bot at a table keeps its plan for the turn, as in the arena, until something happens to it."""

import asyncio
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from abbatia import bots
from abbatia.bots import LEVELS, Bot, Budget, Step, make_bot
from abbatia.bots.values.evaluator import NEVER
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.games import TITLES, load
from abbatia.server.errors import Denied
from abbatia.server.live import bot_worker
from abbatia.server.live.bot_worker import BotTask, think
from abbatia.server.live.bots import Thought, is_foreseen, played
from abbatia.server.live.table_state import TableState
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client

STEPS = {"cardinal": 60, "kings_abbey": 36, "pelegrinus": 80}  # actions that are compared
SEATS = 2
OPTIONS: dict[str, dict[str, bool]] = {"cardinal": {"duel": True}}


def asked(match: Match, seat: int, level: str, seed: int) -> BotTask:
    title = match.title
    return BotTask(title.name, title.version, None, SEATS, match.options, tuple(match.log), seat, level, seed)


def started(title: str, seed: int = 4) -> Match:
    return Match(load(title), SEATS, OPTIONS.get(title), rng=Rng(seed))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("title", TITLES)
def test_a_table_plays_what_the_ladder_plays(title: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the same seed for a turn: action by action, and the plan ends for both at the same action."""
    monkeypatch.setattr(bot_worker, "make_bot", partial(make_bot, steady=True))
    monkeypatch.setattr(bots, "STEADY", Budget(iterations=4, cap=NEVER))
    match, seeds = started(title), Rng(9)
    ladder: list[Bot] = [make_bot(level, Rng(0), steady=True)] * SEATS
    plans: list[list[Step]] = [[] for _ in range(SEATS)]
    longest = 0
    for _ in range(STEPS[title]):
        seat = match.to_act()[0]
        if not plans[seat] or not is_foreseen(match, seat, plans[seat][0]):
            assert not plans[seat], "nothing intervened"
            assert not ladder[seat].ahead()
            seed = seeds.below(1 << 30)
            plans[seat] = list(think(asked(match, seat, level, seed)))
            ladder[seat] = make_bot(level, Rng(seed), steady=True)
            longest = max(longest, len(plans[seat]))
        step = plans[seat].pop(0)
        assert ladder[seat].choose(match.decision(seat)) == step.action
        assert ladder[seat].ahead() == tuple(plans[seat])
        match.play(seat, step.action)
    assert longest > 1, "no turn of more than one action was compared"


async def test_a_bot_is_asked_once_a_turn() -> None:
    """A programme of Pelegrinus is five orders and the seal: one question."""
    store = MemoryStore()
    async with running_server(store, bot_workers=2) as here, client(here) as watcher:
        table = (await here.create("pelegrinus", [LEVELS[0]] * 2))["table"]["id"]
        await watcher.come(table)
        while (await here.get(f"/api/tables/{table}"))["state"] != "over":
            await asyncio.sleep(0.05)
        entries = [entry for entry in await store.entries(table) if entry.kind == "play"]
        assert len(entries) >= 2 * 14 * 6
        assert here.server.tables.bot_pool.answered <= len(entries) - 2 * 14 * 5


# -- what ends a plan ----------------------------------------------------------------------------------------


def at_table(
    match: Match, *, last_cut: int = 0, level: str = LEVELS[0], is_automatic: bool = True
) -> TableState:
    """As much of a table as a step of a plan asks for."""
    chair = SimpleNamespace(is_automatic=is_automatic, bot=level)
    table = SimpleNamespace(
        match=match,
        title=match.title,
        cut_for=lambda _: last_cut,
        head=SimpleNamespace(chairs=[chair] * SEATS, stand_in=""),
        playing=lambda: match,
        play=lambda seat, nth, texts, now, bot: (seat, nth, *texts, now, bot),
    )
    return cast(TableState, table)


def planned(match: Match, seat: int) -> tuple[Step, ...]:
    steps = make_bot("abbot", Rng(1), steady=True).turn(match.decision(seat))
    assert len(steps) > 2
    return steps


def test_what_was_foreseen_is_played_with_its_number() -> None:
    match = started("pelegrinus")
    steps = planned(match, 0)
    match.play(0, steps[0].action)
    other = planned(match, 1)
    match.play(1, other[0].action)  # in secret, at the same time
    done: object = played(at_table(match), 7, Thought(0, 0, LEVELS[0], 0), 1, steps[1])
    assert done == (0, 1, match.title.vocabulary[steps[1].action], 7, True)


def test_other_legal_actions_than_planned_end_a_plan() -> None:
    match = started("pelegrinus")
    steps = planned(match, 0)
    with pytest.raises(Denied):
        played(at_table(match), 7, Thought(0, 0, LEVELS[0], 0), 1, Step(steps[1].action, (-1,)))


def test_chance_that_answered_ends_a_plan() -> None:
    match = started("cardinal")
    seat = match.to_act()[0]
    legal = tuple(match.state.legal(seat))
    assert match.log[-1][0] < 0, "the deal came last"
    assert not is_foreseen(match, seat, Step(legal[0], legal))


@pytest.mark.parametrize("change", [{"last_cut": 5}, {"level": LEVELS[-1]}, {"is_automatic": False}])
def test_what_happens_to_the_seat_ends_a_plan(change: dict[str, Any]) -> None:
    """Something was taken back, another bot has the seat, a person has it."""
    match = started("pelegrinus")
    steps = planned(match, 0)
    match.play(0, steps[0].action)
    thought = Thought(0, 0, LEVELS[0], 0)
    assert played(at_table(match), 7, thought, 1, steps[1])
    with pytest.raises(Denied):
        played(at_table(match, **change), 7, thought, 1, steps[1])
