"""Our side: random games of every title, driven and inside; copies, worlds, views, searches, replays.

Runs with the rules that PYTHONPATH leads to: interpreted from `src`, or compiled.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import cast

from abbatia.bots.tree import Node, grow
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, IS_COMPILED, OptionValue, State
from abbatia.core.match import Decision
from abbatia.core.playout import Entry, random_game, step
from abbatia.games import load
from bench.worker import Task, drawn, serve, used

Options = dict[str, OptionValue]
SETTINGS: list[tuple[str, int, Options, str]] = [
    ("cardinal", 4, {}, ""),
    ("cardinal", 3, {}, ""),
    ("cardinal", 5, {}, ""),
    ("cardinal", 2, {"duel": True}, " duel"),
    ("pelegrinus", 4, {}, ""),
    ("pelegrinus", 2, {}, ""),
    ("pelegrinus", 3, {}, ""),
    ("kings_abbey", 4, {}, ""),
    ("kings_abbey", 1, {}, ""),
    ("kings_abbey", 2, {}, ""),
    ("kings_abbey", 3, {}, ""),
    ("kings_abbey", 5, {}, ""),
    ("kings_abbey", 1, {"relics": "all", "saints": True}, " expansions"),
    ("kings_abbey", 4, {"relics": "all", "saints": True}, " expansions"),
]
GAMES = {"cardinal": 60, "pelegrinus": 20, "kings_abbey": 6}  # in one task
SEATS = 4


def driven(title: str, seats: int, options: Options) -> int:
    """Random games as a driver written in Python plays them, all chance by the generator of the core."""
    rules, count = load(title), 0
    for seed in range(GAMES[title]):
        rng, state = Rng(seed), rules.start(seats, **options)
        while actors := state.to_act():
            seat = actors[0]
            if seat == CHANCE:
                action = state.draw_lot(rng)
            else:
                choices = state.legal(seat)
                action = choices[rng.below(len(choices))]
            state.apply(seat, action)
            count += 1
    return count


class Drawn:
    """Stands in for a generator: chance takes numbers drawn beforehand, as the peers' chance does."""

    __slots__ = ("next",)

    def __init__(self, numbers: Iterator[int]) -> None:
        self.next = numbers.__next__

    def below(self, n: int) -> int:
        return self.next() % n


def lean(title: str, seats: int) -> int:
    """The leanest loop, which drives the peers, too: nothing is looked up twice, numbers drawn beforehand.

    Compiled rules take nothing but the generator of the core, which costs them no more than such a number.
    """
    rules, numbers = load(title), drawn()
    rng = Rng(1) if IS_COMPILED else cast("Rng", Drawn(drawn()))
    for _ in range(GAMES[title]):
        state = rules.start(seats)
        to_act, legal, lot, apply = state.to_act, state.legal, state.draw_lot, state.apply
        for number in numbers:
            actors = to_act()
            if not actors:
                break
            seat = actors[0]
            if seat < 0:
                action = lot(rng)
            else:
                choices = legal(seat)
                action = choices[number % len(choices)]
            apply(seat, action)
    return used(numbers) - GAMES[title]  # the last number of each game finds nobody to act


def inside(title: str, seats: int) -> int:
    """Random games by the driver of the core, which is compiled with the rules."""
    rules = load(title)
    return sum(random_game(rules.start(seats), Rng(seed)) for seed in range(GAMES[title]))


def amid(title: str, seats: int) -> State:
    """A position in the middle of a random game in which seat 0 is to act."""
    rng = Rng(5)
    count = random_game(load(title).start(seats), rng) // 2
    state, rng = load(title).start(seats), Rng(5)
    while count > 0 or state.to_act()[0] != 0:
        step(state, rng)
        count -= 1
    return state


def look(state: State) -> None:
    """A copy and what a seat sees of it: a position that was looked at keeps what it has shown."""
    state.clone().observe(0)


def repeat(task: Callable[[], object], times: int) -> int:
    for _ in range(times):
        task()
    return times


def search(state: State, iterations: int) -> int:
    """Plain tree search from a position, every playout to the end of the game."""
    root, rng, decision = Node(), Rng(1), Decision(state, 0)
    for _ in range(iterations):
        grow(root, decision.imagine(rng), 0, rng)
    return iterations


def opening(title: str) -> State:
    """The first decision of seat 0."""
    state, rng = load(title).start(SEATS), Rng(5)
    while 0 not in state.to_act():
        step(state, rng)
    return state


def replay(title: str, log: list[Entry]) -> int:
    """A whole game from its log."""
    state = load(title).start(SEATS)
    for seat, action in log:
        state.apply(seat, action)
    return 1


def first_game(title: str) -> int:
    """A new process: Python starts, the rules are imported, a random game is played."""
    play = f"random_game(load('{title}').start({SEATS}), Rng(1))"
    imports = "from abbatia.core.chance import Rng; from abbatia.core.playout import random_game"
    subprocess.run([sys.executable, "-c", f"{imports}; from abbatia.games import load; {play}"], check=True)
    return 1


def tasks() -> dict[str, Task]:
    found: dict[str, Task] = {}
    for title, seats, options, name in SETTINGS:
        found[f"{title} {seats}{name} driven"] = partial(driven, title, seats, options)
    for title in GAMES:
        state, rng, log = amid(title, SEATS), Rng(9), list[Entry]()
        random_game(load(title).start(SEATS), Rng(3), log)
        few = {"cardinal": 200, "pelegrinus": 60, "kings_abbey": 10}[title]
        found[f"{title} {SEATS} lean driven"] = partial(lean, title, SEATS)
        found[f"{title} inside"] = partial(inside, title, SEATS)
        found[f"{title} search"] = partial(search, opening(title), few)
        found[f"{title} clone"] = partial(repeat, state.clone, 1000)
        found[f"{title} imagine"] = partial(repeat, partial(state.imagine, 0, rng), 300)
        found[f"{title} observe"] = partial(repeat, partial(look, state), 300)
        found[f"{title} first game"] = partial(first_game, title)
        found[f"{title} replay"] = partial(repeat, partial(replay, title, log), 10)
    return found


if __name__ == "__main__":
    serve(tasks())
