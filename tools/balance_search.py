"""A hill climb over the designed values of The King's Abbey, towards the aims of `tools/balance_abbey.py`.

    PYTHONPATH=$(python tools/compile.py) python -m tools.balance_search --games 252 --steps 6 --into FILE

The search changes one designed value at a time and keeps what lowers the `fault`: points by which archetypes
are more than 10 behind the best, shares of victories above 30 %, cards that fewer than 5 % of games use, and
crusades of a player outside 2 to 3. It prints each step and writes the best components to `--into`.
"""

import argparse
import copy
import json
import sys
from pathlib import Path
from typing import Any, Final

from abbatia.core.chance import Rng
from abbatia.games import load
from abbatia.games.kings_abbey.pieces import CARDS, our_data
from tools.balance_abbey import CRUSADES, MOST, NEAR, USED
from tools.balance_archetypes import TITLE, Tables, Tally, games_with, tallies, title_data


def fault(of: Tables, games: int, seed: int) -> tuple[float, str]:
    """How far components are from the aims, and why."""
    panel = tallies(list(of.mixed(games, seed)))
    own = list(of.level_4(games // 2, seed, {}))
    means = {name: tally.score()[0] for name, tally in panel.items()}
    best = max(means.values())
    behind = sum(max(0.0, best - mean - NEAR) for mean in means.values())
    shares = [tally.victory_share for tally in panel.values()]
    above = sum(max(0.0, share - MOST) for share in shares)
    crusades = [f"crusade {card['id']}" for card in title_data(of.title)["crusades"] if not card["relic"]]
    dead = [name for name in [*CARDS, *crusades] if games_with(own, name) < USED]
    low, high = CRUSADES
    each = Tally("level 4", own).mean("crusades")
    off = max(0.0, low - each, each - high)
    total = behind / 5 + 20 * above + 0.5 * len(dead) + 2 * off
    text = ", ".join(f"{name} {mean:.0f}" for name, mean in means.items())
    text += f"; victories {max(shares):.2f}; crusades {each:.1f}; dead {len(dead)}"
    return total, text


def change(data: dict[str, Any], name: str, by: int) -> bool:
    """Change one designed value; False where that is not possible."""
    kind, _, rest = name.partition(" ")
    if kind == "crusades":  # all of them, or those with this many dice
        cards = [card for card in data["crusades"] if rest in ("", str(card["dice"]))]
        for card in cards:
            card["prestige"] = max(1, min(20, card["prestige"] + by))
        return True
    if kind == "cardinal":
        steps = data["clergy_track"]["levels"][4]["prestige_per_step"]
        steps[:] = [max(1, step + by) for step in steps]
        return True
    card_name, _, good = rest.partition(" ")
    for card in data["towers"] + data["buildings"]:
        if card["id"] == card_name:
            amount = card["cost"][good] + by
            card["cost"][good] = max(0, amount)
            return bool(amount >= 0)
    return False


KNOBS: Final = (
    "crusades",
    "cardinal",
    "cost battlement stone",
    "cost gate_tower stone",
    "cost gate_tower coin",
    "cost cloister stone",
    "cost cellarium stone",
    "cost stables grain",
    "cost tithe_barn wood",
    "cost sheep_farm wood",
    "cost dairy_farm wood",
)
"""The designed values that the search changes."""


def search(version: int, data: dict[str, Any], games: int, steps: int, seed: int) -> dict[str, Any]:
    """A hill climb: one value changed by one, on the same deals, kept when the fault is less."""
    rules, rng = load(TITLE, version), Rng(seed)
    best, why = fault(Tables(rules.with_components(data)), games, seed)
    print(f"start: {best:.2f} ({why})", file=sys.stderr, flush=True)
    for _ in range(steps):
        name, by = KNOBS[rng.below(len(KNOBS))], 1 if rng.below(2) else -1
        tried = copy.deepcopy(data)
        if not change(tried, name, by):
            continue
        found, why = fault(Tables(rules.with_components(tried)), games, seed)
        kept = found < best
        print(f"{name} {by:+d}: {found:.2f} {'kept' if kept else 'no'} ({why})", file=sys.stderr, flush=True)
        if kept:
            best, data = found, tried
    return data


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", type=int, default=load(TITLE).version)
    parser.add_argument("--games", type=int, default=252)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="components to begin with instead of ours")
    parser.add_argument("--steps", type=int, default=10)
    parser.add_argument("--into", type=Path, help="where the search writes what it found")
    given = parser.parse_args()
    data = json.loads(given.data.read_text("utf-8")) if given.data else our_data(given.version)
    found = search(given.version, data, given.games, given.steps, given.seed)
    if given.into:
        given.into.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
