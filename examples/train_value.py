"""A training run: learn a linear value of Cardinal from random games, and beat level 1 with it.

    python train_value.py                                       # a minute of one core
    python train_value.py --games 40 --test 6 --save value.npz  # in a hurry; then the arena plays it:
    abbatia arena cardinal --bots train_value:Saved,novice --seats 4 --games 6

Needs numpy (`tools/add research`), which does all the work. Nothing of Abbatia's own evaluators is used:
random self-play gives observations as arrays and final margins, ridge regression gives a value, and the bot
takes the turn after which its value is highest.
"""

import argparse
import sys
from itertools import combinations
from time import process_time

import numpy as np

import abbatia
from abbatia.research.encoding import Array, Encoder, encoder
from abbatia.research.selfplay import Batch, self_play, uniform_policy

TITLE = "cardinal"
SEATS = 4
RIDGE = 30.0  # how strongly weights are held near zero
LEAVES = 48  # ends of a turn that are compared


class Value:
    """A linear value of arrays, in points ahead of the others."""

    def __init__(self, mean: Array, scale: Array, weights: Array) -> None:
        self.mean = mean
        self.scale = scale
        self.weights = weights

    @classmethod
    def learn(cls, batch: Batch) -> "Value":
        """By ridge regression."""
        mean, scale = batch.observations.mean(axis=0), batch.observations.std(axis=0) + 1e-3
        rows = (batch.observations - mean) / scale
        square = rows.T @ rows + RIDGE * np.eye(rows.shape[1], dtype=np.float32)
        return cls(mean, scale, np.linalg.solve(square, rows.T @ (batch.margins - batch.margins.mean())))

    @classmethod
    def load(cls, file: str) -> "Value":
        with np.load(file) as kept:
            return cls(kept["mean"], kept["scale"], kept["weights"])

    def save(self, file: str) -> None:
        np.savez(file, mean=self.mean, scale=self.scale, weights=self.weights)

    def of(self, arrays: Array) -> Array:
        return np.asarray(((arrays - self.mean) / self.scale) @ self.weights, dtype=np.float32)

    def fit(self, batch: Batch) -> float:
        """The share of the margins' variance that the value explains; of games that it did not learn from."""
        error = batch.margins - batch.margins.mean() - self.of(batch.observations)
        return float(1 - error.var() / batch.margins.var())


class Learned(abbatia.Bot):
    """Takes the turn after which the learned value is highest."""

    def __init__(self, rng: abbatia.Rng, value: Value, columns: Encoder) -> None:
        super().__init__(rng)
        self.value = value
        self.columns = columns

    def choose(self, decision: abbatia.Decision) -> int:
        if len(decision.legal) == 1:
            return decision.legal[0]
        ends = self.ends(decision.imagine(self.rng), decision.seat)
        arrays = np.array([self.columns.encode(end.observe(decision.seat), decision.seat) for end, _ in ends])
        return ends[int(np.argmax(self.value.of(arrays)))][1]

    def ends(self, world: abbatia.State, seat: int) -> list[tuple[abbatia.State, int]]:
        """Ends of this turn, each with the action that began it; not all when there are many."""
        found: list[tuple[abbatia.State, int]] = []
        waiting: list[tuple[abbatia.State, int]] = [(world, -1)]
        while waiting and len(found) < LEAVES:
            here, first = waiting.pop(self.rng.below(len(waiting)))
            for action in here.legal(seat):
                after = here.clone()
                after.apply(seat, action)
                entry = (after, action if first < 0 else first)
                (waiting if after.to_act() == (seat,) else found).append(entry)
        return found or waiting


class Saved(Learned):
    """The same with the value in `value.npz`; the arena makes a bot with a generator and nothing else."""

    def __init__(self, rng: abbatia.Rng) -> None:
        super().__init__(rng, Value.load("value.npz"), encoder(TITLE, SEATS))


def share(value: Value, columns: Encoder, rival: str, deals: int) -> tuple[float, int]:
    """The share of victories against a level, two against two, each deal in all arrangements."""
    won, games = 0.0, 0
    for deal in range(deals):
        for own in combinations(range(SEATS), SEATS // 2):
            bots = [
                Learned(abbatia.Rng(seed), value, columns) if seat in own else abbatia.make_bot(rival, seed)
                for seat, seed in enumerate(range(SEATS * deal, SEATS * (deal + 1)))
            ]
            result = abbatia.play_out(abbatia.new_match(TITLE, SEATS, seed=f"test {deal}"), bots)
            won += sum(result.ranks[seat] == 1 for seat in own) / result.ranks.count(1)
            games += 1
            print(f"\r{won:.1f} of {games}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return won / games, games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a value of Cardinal, and play with it.")
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--test", type=int, default=24)
    parser.add_argument("--rival", default="novice")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="keep the value in this file")
    given = parser.parse_args()
    columns = encoder(TITLE, SEATS)
    began = process_time()
    batch = self_play(TITLE, uniform_policy(given.seed), given.games, seats=SEATS, seed=given.seed)
    value = Value.learn(batch)
    if given.save:
        value.save(given.save)
    others = self_play(TITLE, uniform_policy(0), max(10, given.games // 4), seats=SEATS, seed=given.seed + 1)
    print(
        f"{len(batch.actions)} decisions, {len(columns)} columns, {100 * value.fit(others):.0f} % of the "
        f"variance of other games explained, {process_time() - began:.0f} s"
    )
    won, games = share(value, columns, given.rival, max(1, given.test // 6))
    print(f"{100 * won:.0f} % of {games} games against {given.rival}, {process_time() - began:.0f} s in all")


if __name__ == "__main__":
    main()
