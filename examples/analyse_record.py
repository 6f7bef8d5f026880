"""A record analysed: is it true, who was ahead when, and what the points came from.

    python analyse_record.py game.abbatia
    python analyse_record.py            # a game that bots play here first

After every tenth part the game is played on at random some times; the shares of victories draw the curve.
"""

import sys
import tempfile
from pathlib import Path

import abbatia

PARTS = 10
GAMES = 20
WIDTH = 24


def shares(state: abbatia.State, rng: abbatia.Rng) -> list[float]:
    """How often each seat wins when everybody plays on at random."""
    won = [0.0] * state.seats
    for _ in range(GAMES):
        end = state.clone()
        abbatia.random_game(end, rng)
        ranks = end.ranks()
        for seat, rank in enumerate(ranks):
            won[seat] += (rank == 1) / ranks.count(1) / GAMES
    return won


def bar(share: float) -> str:
    """A share as a bar of one width."""
    return ("█" * round(share * WIDTH)).ljust(WIDTH, "·")


def analyse(record: abbatia.Record) -> None:
    """Print what the record tells."""
    match = abbatia.verify(record)  # every action, the scores, and the dice by the seed
    result = match.result()
    names = record.names or [f"Seat {seat + 1}" for seat in range(record.seats)]
    print(f"{record.title}, {record.seats} seats, {len(match.log)} actions, {match.turns.count} turns: true")
    print("\nThe share of victories if everybody played on at random:")
    rng = abbatia.Rng(1)
    for part in range(PARTS + 1):
        at = len(match.log) * part // PARTS
        won = shares(abbatia.replay(record, to=at).state, rng)
        line = "  ".join(f"{name} {bar(share)}" for name, share in zip(names, won, strict=True))
        print(f"{at:5}  {line}")
    if result is not None:
        show_points(result, names)


def show_points(result: abbatia.Result, names: list[str]) -> None:
    """Every line of the score sheets, with the rule that gives it."""
    for name, score, rank, lines in zip(names, result.scores, result.ranks, result.lines, strict=True):
        print(f"\n{name}: {score} points, place {rank}")
        for line in lines:
            print(f"  {line.points:4}  {abbatia.say(line.label, names=names)}  (rule {line.rule})")


def played(file: Path) -> Path:
    """A game of three levels, to have a record."""
    match = abbatia.new_match("cardinal", seats=3, seed=2026)
    levels = ["novice", "cleric", "prior"]
    abbatia.play_out(match, [abbatia.make_bot(level, seed=seat) for seat, level in enumerate(levels)])
    abbatia.write_record(match, file, names=[level.title() for level in levels], players=levels)
    return file


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(sys.argv[1]) if len(sys.argv) > 1 else played(Path(folder) / "game.abbatia")
        try:
            analyse(abbatia.read_record(file))
        except abbatia.BadRecord as bad:
            sys.exit(str(bad))
