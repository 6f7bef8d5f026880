"""Random games: the one driver of random actions, for laws, measurements and searches."""

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, State

Entry = tuple[int, int]
"""One line of a log: (seat, action)."""


def move(state: State, rng: Rng) -> Entry | None:
    """A random action of a seat or of chance that may act; None when the game is over."""
    actors = state.to_act()
    if not actors:
        return None
    seat = first(actors, rng)
    return seat, choice(state, seat, rng)


def step(state: State, rng: Rng) -> Entry | None:
    """Play a random action; None when the game is over."""
    entry = move(state, rng)
    if entry is not None:
        state.apply(entry[0], entry[1])
    return entry


def first(actors: tuple[int, ...], rng: Rng) -> int:
    """The seat that acts, by lot, of those that may."""
    return actors[0] if len(actors) == 1 else actors[rng.below(len(actors))]


def choice(state: State, seat: int, rng: Rng) -> int:
    """What chance or a seat does, by lot."""
    if seat == CHANCE:
        return state.draw_lot(rng)
    actions = state.legal(seat)
    return actions[rng.below(len(actions))]


def random_game(state: State, rng: Rng, log: list[Entry] | None = None) -> int:
    """Play to the end at random; returns the number of actions and writes them into `log`.

    The loop says what `step` says without its calls and tuples: searches play millions of these games.

    Examples:
        >>> import abbatia
        >>> state = abbatia.new_match("cardinal", seats=3, seed=2026).state.clone()
        >>> random_game(state, abbatia.Rng(1)) > 100
        True
        >>> sorted(state.ranks())
        [1, 2, 3]
    """
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
