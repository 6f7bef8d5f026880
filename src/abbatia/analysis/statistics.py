"""Means with their standard errors, of several numbers at once; and means with a control variate."""

from collections.abc import Sequence
from math import sqrt

UNKNOWN = 1.0
"""The standard error of a mean of fewer than two numbers, where nothing is known."""


class Tally:
    """The means of some numbers, and how sure they are (Welford's sums)."""

    __slots__ = ("count", "means", "squares")

    def __init__(self, size: int) -> None:
        self.count = 0
        self.means = [0.0] * size
        self.squares = [0.0] * size

    def add(self, numbers: Sequence[float]) -> None:
        self.count += 1
        for index, number in enumerate(numbers):
            away = number - self.means[index]
            self.means[index] += away / self.count
            self.squares[index] += away * (number - self.means[index])

    def error(self, index: int) -> float:
        """The standard error of a mean."""
        if self.count < 2:
            return UNKNOWN
        return sqrt(self.squares[index] / (self.count - 1) / self.count)

    def errors(self) -> list[float]:
        return [self.error(index) for index in range(len(self.means))]


class Controlled:
    """Means of dear numbers, sharpened by cheap ones that go along with them (a control variate).

    Each dear number comes with a cheap one of the same playout; more cheap ones come alone. With the means
    X of the dear numbers, C of their cheap ones and M of all cheap ones the estimate is X − β(C − M), which
    is right on average for every β; β is the slope of dear on cheap numbers.
    """

    __slots__ = ("size", "count", "cheap", "dear", "paired", "products")

    def __init__(self, size: int) -> None:
        self.size = size
        self.cheap = Tally(size)  # all cheap numbers
        self.dear = Tally(size)
        self.paired = Tally(size)  # the cheap numbers that come with a dear one
        self.products = [0.0] * size

    def add(self, dear: Sequence[float], cheap: Sequence[float]) -> None:
        """A playout to the end, and what it was thought to be worth on its way."""
        for index in range(self.size):
            away = dear[index] - self.dear.means[index]
            count = self.paired.count + 1
            mean = self.paired.means[index] + (cheap[index] - self.paired.means[index]) / count
            self.products[index] += away * (cheap[index] - mean)
        self.dear.add(dear)
        self.paired.add(cheap)
        self.cheap.add(cheap)

    def add_cheap(self, cheap: Sequence[float]) -> None:
        self.cheap.add(cheap)

    def slope(self, index: int) -> float:
        """β; 0 where there is too little to tell."""
        spread = self.paired.squares[index]
        if self.paired.count < 4 or spread <= 1e-12:
            return 0.0
        return self.products[index] / spread

    def means(self) -> list[float]:
        return [
            self.dear.means[index] - self.slope(index) * (self.paired.means[index] - self.cheap.means[index])
            for index in range(self.size)
        ]

    def error(self, index: int) -> float:
        """The standard error: that of the dear mean, less what the cheap numbers explain."""
        count = self.dear.count
        if count < 2:
            return UNKNOWN
        dear = self.dear.squares[index] / (count - 1)
        slope = self.slope(index)
        both = self.products[index] / (count - 1)
        cheap = self.paired.squares[index] / (count - 1)
        saved = (1 / count - 1 / self.cheap.count) * (2 * slope * both - slope * slope * cheap)
        return sqrt(max(dear / count - saved, 0.0))

    def errors(self) -> list[float]:
        return [self.error(index) for index in range(self.size)]
