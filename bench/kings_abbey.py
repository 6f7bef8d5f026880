"""Actions a second of The King's Abbey, driven from Python: to_act, legal, below, apply."""

import sys
import time

from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue
from abbatia.core.playout import random_game
from abbatia.games.kings_abbey import TITLE

GAMES = 100


def measure(seats: int, games: int, **options: OptionValue) -> float:
    """Actions a second over random games."""
    rng = Rng(seats)
    count = 0
    began = time.process_time()
    for _ in range(games):
        count += random_game(TITLE.start(seats, **options), rng)
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
        rate = measure(seats, games)
        full = measure(seats, games, relics="all", saints=True)
        clone = clone_time(seats)
        print(f"{seats} seats: {rate:9,.0f} actions/s, with expansions {full:9,.0f}; clone {clone:.1f} µs")


if __name__ == "__main__":
    main()
