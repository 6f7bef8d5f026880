"""Student's t against values that are printed in every table of it."""

import pytest

from abbatia.arena.intervals import incomplete_beta, t_quantile


@pytest.mark.parametrize(
    ("freedom", "wanted"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (3, 3.1824),
        (4, 2.7764),
        (5, 2.5706),
        (9, 2.2622),
        (10, 2.2281),
        (19, 2.0930),
        (30, 2.0423),
        (66, 1.9966),
        (120, 1.9799),
        (1_000_000, 1.9600),
    ],
)
def test_quantiles_of_95_percent(freedom: int, wanted: float) -> None:
    assert t_quantile(freedom) == pytest.approx(wanted, abs=6e-5)


def test_other_levels() -> None:
    assert t_quantile(1, 0.5) == pytest.approx(1.0)
    assert t_quantile(5, 0.99) == pytest.approx(4.0321, abs=6e-5)
    assert t_quantile(10, 0.999) == pytest.approx(4.5869, abs=6e-5)


def test_the_beta_function_where_it_is_known() -> None:
    assert incomplete_beta(1, 1, 0.3) == pytest.approx(0.3)
    assert incomplete_beta(2, 3, 0.5) == pytest.approx(0.6875)
    assert incomplete_beta(0.5, 0.5, 0.5) == pytest.approx(0.5)
    assert incomplete_beta(2, 3, 0.0) == 0.0
    assert incomplete_beta(2, 3, 1.0) == 1.0


def test_one_value_has_no_spread() -> None:
    with pytest.raises(ValueError, match="spread"):
        t_quantile(0)
