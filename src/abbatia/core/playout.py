"""Random games: the shortest driver there is, for laws, benchmarks and searches."""

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, State

Entry = tuple[int, int]
"""One line of a log: (seat, action)."""


def step(state: State, rng: Rng) -> Entry | None:
    """Play one random action, by whoever may act; None when the game is over."""
    actors = state.to_act()
    if not actors:
        return None
    seat = actors[0] if len(actors) == 1 else actors[rng.below(len(actors))]
    if seat == CHANCE:
        action = pick(state.odds(), rng)
    else:
        actions = state.legal(seat)
        action = actions[rng.below(len(actions))]
    state.apply(seat, action)
    return seat, action


def random_game(state: State, rng: Rng, log: list[Entry] | None = None) -> int:
    """Play to the end at random; returns the number of actions and writes them into `log`."""
    count = 0
    while True:
        entry = step(state, rng)
        if entry is None:
            return count
        count += 1
        if log is not None:
            log.append(entry)
