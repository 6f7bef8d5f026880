"""Random games: the shortest driver there is, for laws, benchmarks and searches."""

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State

Entry = tuple[int, int]
"""One line of a log: (seat, action)."""


def step(state: State, rng: Rng) -> Entry | None:
    """Play one random action, by whoever may act; None when the game is over."""
    actors = state.to_act()
    if not actors:
        return None
    seat = first(actors, rng)
    action = choice(state, seat, rng)
    state.apply(seat, action)
    return seat, action


def first(actors: tuple[int, ...], rng: Rng) -> int:
    """Who acts first of those who may."""
    return actors[0] if len(actors) == 1 else actors[rng.below(len(actors))]


def choice(state: State, seat: int, rng: Rng) -> int:
    """What chance or a seat does, by lot."""
    if seat == CHANCE:
        return state.draw_lot(rng)
    actions = state.legal(seat)
    return actions[rng.below(len(actions))]


def random_game(state: State, rng: Rng, log: list[Entry] | None = None) -> int:
    """Play to the end at random; returns the number of actions and writes them into `log`."""
    count = 0
    actors = state.to_act()
    while actors:
        seat = actors[0] if len(actors) == 1 else first(actors, rng)
        if seat == CHANCE:
            action = state.draw_lot(rng)
        else:
            actions = state.legal(seat)
            action = actions[rng.below(len(actions))]
        state.apply(seat, action)
        if log is not None:
            log.append((seat, action))
        count += 1
        actors = state.to_act()
    return count
