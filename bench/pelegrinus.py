"""Actions a second of Pelegrinus, driven from Python: to_act, legal, below, apply."""

import sys
import time

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, State
from abbatia.core.playout import random_game
from abbatia.games.pelegrinus import TITLE

GAMES = 100
TAKE, SEAL = TITLE.numbers["take master"], TITLE.numbers["seal"]


def straight_game(state: State, rng: Rng) -> int:
    """A random game in which nobody takes an order back: five orders and a seal each turn."""
    count = 0
    while actors := state.to_act():
        seat = actors[0]
        if seat == CHANCE:
            action = pick(state.odds(), rng)
        else:
            actions = state.legal(seat)
            action = actions[rng.below(len(actions))]
            while TAKE <= action < SEAL:
                action = SEAL if actions[-1] == SEAL else actions[rng.below(len(actions))]
        state.apply(seat, action)
        count += 1
    return count


def measure(seats: int, games: int, *, straight: bool = False) -> float:
    """Actions a second over random games."""
    rng = Rng(seats)
    count = 0
    began = time.process_time()
    for _ in range(games):
        state = TITLE.start(seats)
        count += straight_game(state, rng) if straight else random_game(state, rng)
    return count / (time.process_time() - began)


def clone_time(seats: int) -> float:
    """Microseconds to clone a position."""
    state = TITLE.start(seats)
    began = time.process_time()
    for _ in range(20_000):
        state.clone()
    return (time.process_time() - began) / 20_000 * 1e6


def main() -> None:
    """Print one line for each number of seats."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    measure(4, 5)  # fill the tables of shared lists
    for seats in TITLE.seats:
        rate, straight = measure(seats, games), measure(seats, games, straight=True)
        clone = clone_time(seats)
        print(f"{seats} seats: {rate:9,.0f} actions/s, straight on {straight:9,.0f}; clone {clone:.1f} µs")


if __name__ == "__main__":
    main()
