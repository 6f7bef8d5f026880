"""How fast Le Roi et le Cardinal plays, driven from Python, beside OpenSpiel's backgammon in the same run.

    python bench/cardinal.py            measures both; OpenSpiel is fetched into .bench/ when it is missing
    python bench/cardinal.py --alone    measures Abbatia only

Backgammon is driven twice: by the very loop and random numbers that drive ours, and as OpenSpiel's own
example does. The games take turns, so that a busy machine slows them all; the figures are means over the
rounds, in processor time. PYTHONPATH set to a tree made by tools/compile.py measures the compiled engine.
"""

import argparse
import os
import random
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "src"))  # after PYTHONPATH, so that a compiled tree comes first

from abbatia.core.chance import Rng, pick  # noqa: E402 (the path has to be set first)

PEER = ROOT / ".bench" / "open_spiel"
ROUNDS = 10
GAMES = 40  # of ours in a round
PEER_GAMES = 5
WANTED = {"interpreted": (0.5, 7), "compiled": (2.0, 20)}
Settings = dict[str, bool]


def play_cardinal(seats: int, options: Settings, games: int, seed: int) -> int:
    """Play random games through the contract; returns the number of actions."""
    from abbatia.games.cardinal import TITLE

    actions = 0
    for game in range(games):
        rng, state = Rng(seed + game), TITLE.start(seats, **options)
        below, to_act, legal, odds, apply = rng.below, state.to_act, state.legal, state.odds, state.apply
        while actors := to_act():
            seat = actors[0]
            if seat < 0:
                action = pick(odds(), rng)
            else:
                choices = legal(seat)
                action = choices[below(len(choices))]
            apply(seat, action)
            actions += 1
    return actions


def play_backgammon(load_game: Callable[[str], Any], games: int, seed: int) -> int:
    """The same loop for OpenSpiel, where chance is player -1, the end is player -4 and odds are floats."""
    backgammon = load_game("backgammon")
    actions = 0
    for game in range(games):
        rng, state = Rng(seed + game), backgammon.new_initial_state()
        below, to_act, legal, apply = rng.below, state.current_player, state.legal_actions, state.apply_action
        while (seat := to_act()) != -4:
            if seat == -1:
                action, left = -1, below(1 << 30) / (1 << 30)
                for action, weight in state.chance_outcomes():  # noqa: B007 (the last one that was reached)
                    left -= weight
                    if left < 0:
                        break
            else:
                choices = legal()
                action = choices[below(len(choices))]
            apply(action)
            actions += 1
    return actions


def play_as_documented(load_game: Callable[[str], Any], choose: Callable[..., Any], games: int) -> int:
    """The loop of OpenSpiel's Python example: numpy draws for chance, the random module for the players."""
    backgammon = load_game("backgammon")
    actions = 0
    for _ in range(games):
        state = backgammon.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                action = choose(outcomes, p=weights)
            else:
                action = random.choice(state.legal_actions(state.current_player()))
            state.apply_action(action)
            actions += 1
    return actions


def rate(play: Callable[..., int], *arguments: Any) -> float:
    """Actions per second of processor time."""
    began = time.process_time()
    actions = play(*arguments)
    return actions / (time.process_time() - began)


# -- the peer, in an environment of its own ------------------------------------------------------------------


def serve_peer() -> None:
    """Measure one round, driven both ways, for each line that comes in."""
    from importlib import import_module

    load_game, choose = import_module("pyspiel").load_game, import_module("numpy").random.choice
    play_backgammon(load_game, 2, 0)
    play_as_documented(load_game, choose, 1)
    for line in sys.stdin:
        alike = rate(play_backgammon, load_game, PEER_GAMES, int(line))
        print(alike, rate(play_as_documented, load_game, choose, PEER_GAMES), flush=True)


def start_peer() -> "subprocess.Popen[str]":
    """OpenSpiel, fetched on first use."""
    python = PEER / "bin" / "python"
    if not python.exists():
        venv.create(PEER, with_pip=True)
    have = subprocess.run([python, "-c", "import pyspiel, numpy"], capture_output=True, check=False)
    if have.returncode:
        print("Fetching OpenSpiel into .bench/ …", file=sys.stderr)
        subprocess.run([python, "-m", "pip", "install", "-qq", "open_spiel", "numpy"], check=True)
    plain = {**os.environ, "PYTHONPATH": ""}
    return subprocess.Popen(
        [python, __file__, "--serve"], env=plain, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ask_peer(peer: "subprocess.Popen[str]", seed: int) -> tuple[float, float]:
    if peer.stdin is None or peer.stdout is None:
        raise RuntimeError("the peer does not listen")
    peer.stdin.write(f"{seed}\n")
    peer.stdin.flush()
    alike, documented = peer.stdout.readline().split()
    return float(alike), float(documented)


# -- the report ----------------------------------------------------------------------------------------------


def other_settings() -> dict[str, float]:
    """The other numbers of seats; two are Das Duell."""
    found: dict[str, float] = {}
    settings: list[tuple[int, Settings]] = [(3, {}), (5, {}), (2, {"duel": True})]
    for seats, options in settings:
        play_cardinal(seats, options, GAMES, 0)
        found[f"{seats} seats"] = mean(rate(play_cardinal, seats, options, GAMES, 1000) for _ in range(4))
    return found


def microseconds() -> dict[str, float]:
    """What searches and tables do besides playing."""
    from abbatia.core.playout import step
    from abbatia.games.cardinal import TITLE

    state, rng = TITLE.start(4), Rng(5)
    for _ in range(150):
        step(state, rng)
    tasks: dict[str, Callable[[], object]] = {
        "clone": state.clone,
        "imagine": lambda: state.imagine(0, rng),
        "observe": lambda: state.observe(0),
        "to_json": state.to_json,
    }
    return {name: 1e6 / max(rate(repeat, task) for _ in range(5)) for name, task in tasks.items()}


def repeat(task: Callable[[], object]) -> int:
    for _ in range(300):
        task()
    return 300


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Measure Le Roi et le Cardinal beside OpenSpiel's backgammon."
    )
    parser.add_argument("--alone", action="store_true", help="do not measure OpenSpiel")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve_peer()
        return 0
    import abbatia.games.cardinal.title as engine

    build = "interpreted" if str(engine.__file__).endswith(".py") else "compiled"
    peer = None if chosen.alone else start_peer()
    play_cardinal(4, {}, 100, 0)
    ours: list[float] = []
    alike: list[float] = []
    documented: list[float] = []
    for turn in range(ROUNDS):
        ours.append(rate(play_cardinal, 4, {}, GAMES, 1000))
        if peer is not None:
            one, other = ask_peer(peer, 100 * turn)
            alike.append(one)
            documented.append(other)
    say(build, ours, {"the same loop": alike, "as documented": documented})
    if peer is not None:
        peer.terminate()
    return 0


def say(build: str, ours: list[float], peers: dict[str, list[float]]) -> None:
    least, times = WANTED[build]
    print(f"Le Roi et le Cardinal, {build}, driven from Python; wanted: {least} M actions/s on a free core")
    print(f"  {'4 seats':26} {mean(ours) / 1e6:8.3f} M actions/s, best round {max(ours) / 1e6:.3f}")
    for name, value in other_settings().items():
        print(f"  {name:26} {value / 1e6:8.3f} M actions/s")
    for name, value in microseconds().items():
        print(f"  {name:26} {value:8.1f} µs")
    for name, rates in peers.items():
        if rates:
            theirs, ratio = mean(rates) / 1e6, mean(ours) / mean(rates)
            print(f"  backgammon, {name:14} {theirs:8.3f} M actions/s: {ratio:.1f} ×, wanted {times} ×")


if __name__ == "__main__":
    sys.exit(main())
