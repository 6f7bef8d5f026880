"""Law 12: where turns begin and end. Checked for every position and over every game by `conformance.py`."""

import json
from collections.abc import Sequence

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State
from abbatia.core.law import any_of, ensure
from abbatia.core.playout import Entry
from abbatia.core.turns import Turns


def law_12_turn(state: State, rng: Rng) -> None:
    """Which turn it is, is public, and lasts while seats act at once."""
    actors = state.to_act()
    if not actors or CHANCE in actors:
        return
    turn = state.turn_id()
    ensure(12, state.clone().turn_id() == turn, "a clone is in another turn")
    again = state.title.from_json(json.loads(json.dumps(state.to_json())))
    ensure(12, again.turn_id() == turn, "from_json(to_json) is in another turn")
    for seat in range(state.seats):
        world = state.imagine(seat, rng)
        ensure(12, world.turn_id() == turn, f"seat {seat} cannot know which turn it is")
    for seat in actors:
        after = state.clone()
        after.apply(seat, any_of(state.legal(seat), rng))
        others = [other for other in actors if other != seat]
        if others and all(other in after.to_act() for other in others):
            ensure(12, after.turn_id() == turn, f"an action of seat {seat} ends the turn of {others}")


def law_12_course(turns: Turns, before: tuple[int, ...], actors: tuple[int, ...]) -> None:
    """Which seats may act after an action in the same turn: a turn ends when its owners are through.

    Of seats that act at once none comes back. A seat that answers in the turn of another gives it back to it.
    """
    if not actors or CHANCE in actors:
        return
    owners = turns.owners(turns.count)
    if len(owners) > 1:
        ensure(12, set(actors) <= set(before), f"a turn goes on for {actors} after it ended for them")
    else:
        ensure(12, len(actors) == 1, f"{actors} act at once in a turn of one seat")
        ensure(12, actors in (before, owners) or before == owners, f"{actors} act in a turn of {owners}")


def law_12_own_turns(turns: Turns, log: Sequence[Entry]) -> None:
    """Every seat that has acted has had a turn of its own."""
    owners = {seat for turn in range(1, turns.count + 1) for seat in turns.owners(turn)}
    acted = {seat for seat, _ in log if seat != CHANCE}
    ensure(12, acted <= owners, f"{sorted(acted - owners)} acted in turns of others only")
