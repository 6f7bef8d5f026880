"""Tune the weights of a title's evaluator by games against earlier versions; same seed, same weights.

    python tools/tune.py cardinal --seed 1 --generations 8
    PYTHONPATH=$(python tools/compile.py) python tools/tune.py pelegrinus --by margin      the same, faster

Cross-entropy: each generation draws candidates around the mean, lets each play the same deals against a pool
of earlier means, and moves the mean towards the best quarter. It begins with the first weights, made by hand
and kept in the file, so that the same command gives the same result. That plays against the weights in use on
fresh deals and is written beside the evaluators if it wins more than half.
"""

import argparse
import json
import math
import sys
from itertools import combinations
from time import monotonic

from abbatia.bots.planner import Planner
from abbatia.bots.protocol import Bot
from abbatia.bots.values import Evaluator, first_weights, maker, read_weights, write_weights
from abbatia.core.chance import Rng
from abbatia.core.contract import Result, Title
from abbatia.core.match import Match, play_out
from abbatia.games import load

Weights = dict[str, float]
SPREAD = 0.35  # how far candidates lie from the mean at first, as a share of each weight
FLOOR = 0.05  # the least that counts as the size of a weight
NARROWER = 0.9  # the spread of a generation against the one before
POOL = 3  # earlier means that are kept as opponents


def bell(rng: Rng) -> float:
    """A number from the normal distribution."""
    one, other = (rng.below(1 << 30) + 1) / (1 << 30), rng.below(1 << 30) / (1 << 30)
    return math.sqrt(-2 * math.log(one)) * math.cos(2 * math.pi * other)


def play(title: Title, evaluators: list[Evaluator], seed: int) -> Result:
    """The result of one game."""
    source = Rng(seed)
    match = Match(title, len(evaluators), rng=source.spawn())
    bots: list[Bot] = [Planner(source.spawn(), evaluator=evaluator) for evaluator in evaluators]
    play_out(match, [bot.choose for bot in bots])
    result = match.result()
    if result is None:
        raise ValueError("the game is not over")
    return result


def strength(
    title: Title, seats: int, mine: Evaluator, pool: list[Evaluator], deals: int, seed: int, by: str = "wins"
) -> float:
    """The share of victories, or the points ahead, with half the seats against the pool in turn.

    Each deal is played in all arrangements.
    """
    total, games = 0.0, 0
    for deal in range(deals):
        rival = pool[deal % len(pool)]
        for own in combinations(range(seats), seats // 2):
            result = play(title, [mine if seat in own else rival for seat in range(seats)], seed + deal)
            total += margin(result, own) if by == "margin" else victories(result, own)
            games += 1
    return total / games


def victories(result: Result, own: tuple[int, ...]) -> float:
    """The share of the victory, as if both sides had the same number of seats."""
    won = sum(result.ranks[seat] == 1 for seat in own) / result.ranks.count(1)
    return won * len(result.ranks) / 2 / len(own)


def margin(result: Result, own: tuple[int, ...]) -> float:
    """By how many points the own seats are ahead on average; less a matter of luck than victories."""
    mine = sum(result.scores[seat] for seat in own)
    return mine / len(own) - (sum(result.scores) - mine) / (len(result.scores) - len(own))


def mean_score(title: Title, seats: int, mine: Evaluator, deals: int, seed: int) -> float:
    """The mean score of a table of equals, for games in which everybody mostly builds for themselves."""
    games = [play(title, [mine] * seats, seed + deal).scores for deal in range(deals)]
    return sum(sum(scores) for scores in games) / (deals * seats)


def tune(name: str, seats: int, seed: int, generations: int, candidates: int, deals: int, by: str) -> Weights:
    """Better weights for a title."""
    title, make = load(name), maker(name)
    mean = first_weights(name, seats)
    pool = [make(mean)]
    rng = Rng(seed)
    spread = SPREAD
    for generation in range(generations):
        began = monotonic()
        drawn = [mean]
        for _ in range(candidates - 1):
            drawn.append({key: w + spread * max(abs(w), FLOOR) * bell(rng) for key, w in mean.items()})
        deal_seed = (seed << 40) + (generation << 20)
        scored: list[tuple[float, int]] = []
        for n, weights in enumerate(drawn):
            if by == "score":
                scored.append((mean_score(title, seats, make(weights), deals, deal_seed), n))
            else:
                scored.append((strength(title, seats, make(weights), pool, deals, deal_seed, by), n))
        scored.sort(reverse=True)
        best = [drawn[n] for _, n in scored[: max(2, candidates // 4)]]
        mean = {key: round(sum(w[key] for w in best) / len(best), 4) for key in mean}
        pool = [*pool, make(mean)][-POOL:]
        spread *= NARROWER
        of_mean = next(share for share, n in scored if n == 0)
        top = sum(share for share, _ in scored[: len(best)]) / len(best)
        print(
            f"generation {generation + 1}: mean {of_mean:.3f}, best quarter {top:.3f}, "
            f"{monotonic() - began:.0f} s\n{json.dumps(mean)}",
            file=sys.stderr,
            flush=True,
        )
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--generations", type=int, default=8)
    parser.add_argument("--candidates", type=int, default=16)
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--proof", type=int, default=40, help="fresh deals for new weights against old ones")
    parser.add_argument("--by", choices=("wins", "margin", "score"), default="wins")
    given = parser.parse_args()
    old = read_weights(given.title, given.seats)
    sizes = (given.generations, given.candidates, given.deals)
    new = tune(given.title, given.seats, given.seed, *sizes, given.by)
    make = maker(given.title)
    title = load(given.title)
    fresh = (given.seed + 7) << 50
    share = strength(title, given.seats, make(new), [make(old)], given.proof, fresh)
    print(f"new against old on {given.proof} fresh deals: {share:.3f}", file=sys.stderr)
    if share > 0.5:
        write_weights(
            given.title, given.seats, title.version, new, " ".join(["tools/tune.py", *sys.argv[1:]])
        )


if __name__ == "__main__":
    main()
