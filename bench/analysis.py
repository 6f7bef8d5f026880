"""How good analyses are: `python -m bench.analysis TITLE`.

    python -m bench.analysis cardinal --seats 3 --games 100 --reviews 4 --blunders 20

    calibration   --games: chances to win by one look at the value, and by playouts at some moments of each
                  game: Brier score, reliability, expected calibration error by third of the game
    losses        --reviews: games of three levels at one table, reviewed: mean loss of each level, the rest
                  of the books, the luck of every seat, CPU seconds a game
    blunders      --blunders: games of level 4 in which one turn is the worst that the evaluator knows: how
                  often it is the largest loss of its seat

All seeds are fixed, all games new to the calibration. Times are CPU seconds of this process.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from time import process_time
from typing import Any, Final

from abbatia.analysis import BUDGETS, Review
from abbatia.analysis.calibration import Values, signs_of, victory
from abbatia.analysis.course import Choice, course_of
from abbatia.analysis.judging import judge
from abbatia.analysis.learning import (
    Forecast,
    Sample,
    brier,
    calibration_error,
    forecasts,
    reliability,
)
from abbatia.analysis.outlooks import outlook_of
from abbatia.analysis.playouts import Playouts
from abbatia.bots import make_bot
from abbatia.bots.planner import rehearsed
from abbatia.core.chance import Rng
from abbatia.core.contract import IS_COMPILED
from abbatia.core.match import Match
from abbatia.core.record import Record
from abbatia.games import load

LEVELS: Final = ("prior", "abbot", "legate")
TABLES: Final = (("abbot",), ("prior",), LEVELS, ("legate",))
"""Who sits at the tables of the calibration, in turn; a table takes its levels round and round."""
MOMENTS: Final = 3  # of each game for which playouts are made, one in each third
FIRST_SEED: Final = 7_000_000  # far from those of tools/calibrate.py


def table(title: str, seats: int, levels: Sequence[str], seed: int) -> tuple[Match, list[str]]:
    """A match with these levels at it, in an order that changes with the seed."""
    source = Rng(FIRST_SEED + seed)
    match = Match(load(title), seats, {"duel": True} if (title, seats) == ("cardinal", 2) else {}, rng=source)
    return match, [levels[(seat + seed) % len(levels)] for seat in range(seats)]


def played(title: str, seats: int, levels: Sequence[str], seed: int) -> tuple[Match, list[str]]:
    match, names = table(title, seats, levels, seed)
    bots = [make_bot(name, Rng(seed << 8 | seat), steady=True) for seat, name in enumerate(names)]
    while actors := match.to_act():
        match.play(actors[0], bots[actors[0]].choose(match.decision(actors[0])))
    return match, names


# -- calibration ---------------------------------------------------------------------------------------------


def calibration(title: str, seats: int, games: int, budget: str) -> None:
    values = Values(load(title), seats)
    playouts = Playouts(values)
    looks: list[list[Sample]] = [[], [], []]
    slow: list[list[Forecast]] = [[], [], []]
    spent, moments = 0.0, 0
    for number in range(games):
        match, _ = played(title, seats, TABLES[number % len(TABLES)], number)
        result = match.result()
        assert result is not None
        won = victory(result.ranks)
        turns = course_of(match)[1:]
        for index, turn in enumerate(turns):
            signs, mean = signs_of(turn.before, values.evaluator)
            progress = values.traits.progress(turn.before)
            looks[3 * index // len(turns)].append(Sample(signs, mean, progress, won, [0.0] * seats))
        for third in range(MOMENTS):
            at = (third * len(turns) + number % 7 * len(turns) // 7) // 3
            began = process_time()
            found, _ = outlook_of(turns[at].before, None, playouts, BUDGETS[budget], Rng(number))
            spent, moments = spent + process_time() - began, moments + 1
            slow[third] += zip(found["win"], won, strict=True)
    print(f"## Calibration: {games} games\n")
    for name, thirds in (
        ("one look", [forecasts(values.calibration, third) for third in looks]),
        (f"playouts ({budget}, {1000 * spent / max(moments, 1):.0f} ms a moment)", slow),
    ):
        for third, one in enumerate(thirds):
            even = brier([(1 / seats, came) for _, came in one])
            print(
                f"{name}, third {third + 1}: {len(one)} forecasts, "
                f"Brier {brier(one):.4f} (even {even:.4f}), "
                f"calibration error {calibration_error(one):.3f}"
            )
        every = [forecast for one in thirds for forecast in one]
        print(f"{name}, all: Brier {brier(every):.4f}, calibration error {calibration_error(every):.3f}")
        said = [f"{said:.2f}/{came:.2f} ({count})" for count, said, came in reliability(every)]
        print(f"  said/came (forecasts): {', '.join(said)}\n", flush=True)


# -- reviews -------------------------------------------------------------------------------------------------


def reviews(title: str, seats: int, games: int, budget: str) -> None:
    losses: dict[str, list[float]] = {level: [] for level in LEVELS}
    rests: list[float] = []
    stated: list[float] = []
    luck = [[0.0, 0.0] for _ in range(seats)]
    spent: list[float] = []
    for number in range(games):
        match, names = played(title, seats, LEVELS, number)
        began = process_time()
        found = Review(Record.of(match), budget).run()
        spent.append(process_time() - began)
        for decision in found["decisions"]:
            losses[names[decision["seat"]]].append(decision["loss"]["win"])
        for account in found["books"]:
            rests.append(account["win"]["rest"])
            stated.append(account["win"]["error"])
        for chance in found["chances"]:
            for seat in range(seats):
                amount = chance["luck"]["win"][seat] if chance["luck"] else 0.0
                luck[seat][0] += amount
                luck[seat][1] += amount * amount
    print(f"## Reviews: {games} games of {', '.join(LEVELS)} at one table, budget {budget}\n")
    print(f"CPU seconds a game: {', '.join(f'{one:.1f}' for one in spent)}")
    for level, found_losses in losses.items():
        print(f"{level}: mean loss {mean_of(found_losses)} of {len(found_losses)} decisions")
    within = sum(abs(rest) <= error for rest, error in zip(rests, stated, strict=True))
    print(
        f"rest of the books: mean {mean_of(rests)}, root mean square {rms(rests):.3f}, "
        f"stated {rms(stated):.3f},"
    )
    print(f"  {within} of {len(rests)} within one stated error")
    scores = [f"{total / sqrt(squares):+.2f}" if squares else "–" for total, squares in luck]
    print(f"luck of each seat in standard errors: {', '.join(scores)}\n", flush=True)


def rms(numbers: Sequence[float]) -> float:
    return sqrt(sum(number * number for number in numbers) / max(len(numbers), 1))


def mean_of(numbers: Sequence[float]) -> str:
    """A mean with its standard error, in percentage points."""
    count = max(len(numbers), 1)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(count - 1, 1)
    return f"{100 * mean:.2f} ± {100 * sqrt(spread / count):.2f} %"


# -- planted blunders ----------------------------------------------------------------------------------------


def with_a_blunder(title: str, seats: int, seed: int) -> tuple[Match, int, int] | None:
    """A game of level 4 in which one turn is the worst that the evaluator knows: match, seat, number."""
    match, names = table(title, seats, ("abbot",), seed)
    bots = [make_bot(name, Rng(seed << 8 | seat), steady=True) for seat, name in enumerate(names)]
    values = Values(match.title, seats)
    victim, after = seed % seats, 0.2 + 0.5 * (seed % 5) / 5
    planted = -1
    while actors := match.to_act():
        seat = actors[0]
        decision = match.decision(seat)
        is_time = planted < 0 and seat == victim and values.traits.progress(match.state) >= after
        plan: Any = ()
        if is_time and not bots[seat].ahead() and len(decision.legal) > 3:
            world = decision.imagine(Rng(seed))
            worst = values.evaluator.plans(world, seat, Rng(seed))[-1][1]
            plan = rehearsed(world, seat, worst)
            planted = len(match.log)
        for step in plan:
            match.play(seat, step.action)
        if not plan:
            match.play(seat, bots[seat].choose(decision))
    return (match, victim, planted) if planted >= 0 else None


def blunders(title: str, seats: int, games: int, budget: str) -> None:
    found = tried = 0
    spent = 0.0
    for number in range(games):
        game = with_a_blunder(title, seats, number)
        if game is None:
            continue
        match, victim, planted = game
        playouts = Playouts(Values(match.title, seats))
        asked = BUDGETS[budget].thrifty(playouts.values.traits.thrift)
        losses: list[tuple[float, int]] = []
        began = process_time()
        for turn in course_of(match):
            for event in turn.happened:
                if isinstance(event, Choice) and victim in event.plans:
                    rng = Rng(event.number << 3 | victim)
                    judged = judge(event.before, victim, event.plans[victim], playouts, asked, rng)
                    losses.append((judged["loss"]["win"], event.number))
        spent += process_time() - began
        tried += 1
        largest = max(losses)[1]
        is_found = largest == planted or (
            largest < planted and not any(largest < at < planted for _, at in losses)
        )
        found += is_found
    print(f"## Planted blunders, budget {budget}\n")
    print(f"{found} of {tried} were the largest loss of their seat; {spent:.0f} s of CPU\n", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", choices=["cardinal", "kings_abbey", "pelegrinus"])
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--reviews", type=int, default=0)
    parser.add_argument("--blunders", type=int, default=0)
    parser.add_argument("--budget", choices=list(BUDGETS), default="quick")
    wish = parser.parse_args(arguments)
    print(f"# {wish.title}, {wish.seats} seats, {'compiled' if IS_COMPILED else 'interpreted'} rules\n")
    if wish.games:
        calibration(wish.title, wish.seats, wish.games, wish.budget)
    if wish.reviews:
        reviews(wish.title, wish.seats, wish.reviews, wish.budget)
    if wish.blunders:
        blunders(wish.title, wish.seats, wish.blunders, wish.budget)


if __name__ == "__main__":
    main(sys.argv[1:])
