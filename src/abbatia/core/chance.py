"""Random numbers: a fast portable generator, and one whose outcomes anybody can check afterwards."""

import hashlib
from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF
FINE: Final = 1 << 20  # steps into which fractions are cut
INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))


class Rng:
    """PCG RXS-M-XS 32: small, fast, and the same stream in every build (the same in machine words)."""

    __slots__ = ("state", "step")

    state: i64  # machine words: a compiled product of two ints over 31 bits would be made of objects
    step: i64

    def __init__(self, seed: int) -> None:
        step: int = ((seed >> 32) * 2 + 2891336453) & MASK | 1  # seeds may be of any size
        start: int = ((seed & MASK) * 2654435761 + step) & MASK
        self.step = step
        self.state = (start * 747796405 + step) & MASK

    def below(self, n: i64) -> int:
        """A number from 0 to n-1."""
        state = (self.state * 747796405 + self.step) & 0xFFFFFFFF
        self.state = state
        word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 & 0xFFFFFFFF
        word = (word >> 22) ^ word
        if n > 0x7FFFFFFF:
            return product(word, n) >> 32
        return word * n >> 32

    def seek(self, index: int) -> None:
        """Called before the chance action number `index` of a match; only FairRng cares."""

    def spawn(self) -> "Rng":
        """A generator of its own, independent of what this one does later."""
        return Rng(self.below(MASK) << 31 | self.below(MASK) >> 1)


def product(one: int, other: int) -> int:
    """A product that may not fit a machine word."""
    return one * other


class FairRng(Rng):
    """Outcomes derived from a secret seed whose SHA-256 is known from the start.

    The chance action number k of a match uses the words HMAC-SHA256(seed, "k:0"), "k:1", … so that its
    outcome depends on nothing but the seed and k. Words that would favour some outcomes are thrown away.
    """

    __slots__ = ("secret", "index", "word", "inner", "outer")

    def __init__(self, secret: bytes) -> None:
        super().__init__(0)
        self.secret = secret
        self.index: int = 0
        self.word: int = 0
        self.inner: hashlib._Hash | None = None  # of HMAC, with the seed, once they are needed
        self.outer: hashlib._Hash | None = None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the seed, shown before the first action."""
        return commitment(self.secret)

    def seek(self, index: int) -> None:
        self.index = index
        self.word = 0

    def below(self, n: i64) -> int:
        if n <= 1:
            return 0
        number: int = n
        while True:
            drawn = int.from_bytes(self._next_word()[:8], "big")
            outcome = drawn % number
            if drawn - outcome <= (1 << 64) - number:  # all outcomes fit in from here on
                return outcome

    def _next_word(self) -> bytes:
        if self.inner is None or self.outer is None:
            self.inner, self.outer = keyed(self.secret)
        inner, outer = self.inner.copy(), self.outer.copy()
        inner.update(f"{self.index}:{self.word}".encode())
        outer.update(inner.digest())
        self.word += 1
        return outer.digest()


def keyed(secret: bytes) -> "tuple[hashlib._Hash, hashlib._Hash]":
    """The hashes of HMAC-SHA256 that have taken in the key (RFC 2104): a word more takes two copies of them.

    Copies of `hmac.HMAC` say the same in twice the time.
    """
    block = hashlib.sha256().block_size
    key = (secret if len(secret) <= block else hashlib.sha256(secret).digest()).ljust(block, b"\0")
    return hashlib.sha256(key.translate(INNER)), hashlib.sha256(key.translate(OUTER))


def commitment(secret: bytes) -> str:
    """What is published before a match so that its seed cannot be changed later."""
    return hashlib.sha256(secret).hexdigest()


def draw_seats(secret: bytes, seats: int) -> list[int]:
    """The order in which players sit down, drawn from the seed of their match: `order[i]` sits at seat i.

    It is the chance before the first action: the words HMAC-SHA256(seed, "-1:0"), "-1:1", … put the numbers
    0, 1, 2, … into order as `shuffle` does.
    """
    order = list(range(seats))
    dice = FairRng(secret)
    dice.seek(-1)
    shuffle(order, dice)
    return order


def pick(odds: Sequence[tuple[int, int]], rng: Rng) -> int:
    """Weighted choice: the action of one of the odds (action, weight)."""
    return odds[draw_from([weight for _, weight in odds], rng)][0]


def draw_from(weights: list[int], rng: Rng) -> int:
    """Weighted choice: the index of one of these weights."""
    total = 0
    for weight in weights:
        total += weight
    left = rng.below(total)
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    raise ValueError("nothing to draw from")


def draw_from_chances(chances: list[float], rng: Rng) -> int:
    """Weighted choice by fractions, which need not add up to one: the index of one of them."""
    left = rng.below(FINE) / FINE * sum(chances)
    for index, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return index
    return max(range(len(chances)), key=lambda index: chances[index])


def shuffle(items: list[int], rng: Rng) -> None:
    """Put the items into a random order (imagined worlds, seats; the rules themselves never shuffle)."""
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]
