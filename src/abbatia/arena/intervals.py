"""Student's t: how far a mean of few values may be off. Written out, since nothing else here needs scipy."""

import math
from functools import cache
from typing import Final

TINY: Final = 1e-300
STEPS: Final = 300  # of the continued fraction, far more than it needs
BISECTIONS: Final = 200


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):  # there the fraction converges slowly, but its mirror image fast
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    scale = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    c, d = 1.0, 1.0 / (_not_zero(1.0 - (a + b) * x / (a + 1)))
    fraction = d
    for step in range(1, STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            d = 1.0 / _not_zero(1.0 + term * d)
            c = _not_zero(1.0 + term / c)
            fraction *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return math.exp(scale) * fraction / a


def _not_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def beyond(t: float, freedom: int) -> float:
    """The chance that Student's t lies farther than `t` from 0, on either side."""
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t))


@cache
def t_quantile(freedom: int, sure: float = 0.95) -> float:
    """The two-sided quantile of Student's t: with probability `sure` it is no farther from 0 than this."""
    if freedom < 1:
        raise ValueError("one value tells nothing about its spread")
    low, high = 0.0, 1.0
    while beyond(high, freedom) > 1.0 - sure:
        low, high = high, high * 2
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if beyond(middle, freedom) > 1.0 - sure else (low, middle)
    return high
