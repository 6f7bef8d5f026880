"""What a finished game is worth to each seat, for learning."""

from abbatia.core.contract import Result


def rewards(result: Result) -> list[float]:
    """From -1 to 1: shares of the victory, an even share being 0; alone, a hundredth of the score."""
    seats = len(result.ranks)
    if seats == 1:
        return [max(-1.0, min(1.0, result.scores[0] / 100))]
    first = result.ranks.count(1)
    even = 1 / seats
    shares = [(rank == 1) / first for rank in result.ranks]
    return [(share - even) / (1 - even) if share > even else (share - even) / even for share in shares]
