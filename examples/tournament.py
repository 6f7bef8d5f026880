"""A tournament: every bot meets every other one, each deal in both seatings, and a table says how it ended.

    python tournament.py novice cleric prior --deals 10
    python tournament.py sampling_bot:Sampler "run:node careful_bot.mjs" novice --title pelegrinus

`abbatia arena` does the same for thousands of games: on all processors, with intervals and records.
"""

import argparse
from itertools import combinations

import abbatia


def duel(title: str, names: tuple[str, str], deal: int) -> tuple[float, ...]:
    """One game of two: the share of the victory of each."""
    options = {"duel": True} if title == "cardinal" else {}
    match = abbatia.new_match(title, seats=2, seed=deal, **options)
    bots = [abbatia.make_bot(name, seed=2 * deal + seat, steady=True) for seat, name in enumerate(names)]
    ranks = abbatia.play_out(match, bots).ranks
    return tuple((rank == 1) / ranks.count(1) for rank in ranks)


def tournament(title: str, names: list[str], deals: int) -> dict[str, list[float]]:
    """For each bot what it won in each of its games."""
    won: dict[str, list[float]] = {name: [] for name in names}
    for one, other in combinations(names, 2):
        for deal in range(deals):
            for pair in ((one, other), (other, one)):  # the same dice, so that nobody is lucky
                for name, share in zip(pair, duel(title, pair, deal), strict=True):
                    won[name].append(share)
    return won


def main() -> None:
    parser = argparse.ArgumentParser(description="Bots against each other, two at a table.")
    parser.add_argument("bots", nargs="*", default=["uniform", "novice", "cleric"])
    parser.add_argument("--title", default="cardinal", choices=abbatia.TITLES)
    parser.add_argument("--deals", type=int, default=5)
    given = parser.parse_args()
    won = tournament(given.title, given.bots, given.deals)
    for name, shares in sorted(won.items(), key=lambda entry: -sum(entry[1])):
        print(f"{name:32} {sum(shares):6.1f} of {len(shares)}")


if __name__ == "__main__":
    main()
