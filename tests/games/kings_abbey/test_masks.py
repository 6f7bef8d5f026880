"""What is kept beside the counts so that it need not be counted: masks of dice, cards and crews."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.playout import step
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.game import KingsState
from abbatia.games.kings_abbey.pieces import ALL_CARDS, CREWS, TYPES


def bits(flags: list[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("options", [{}, {"relics": "all", "saints": True}])
def test_masks_say_what_the_counts_say(seats: int, options: dict[str, bool | str]) -> None:
    crews = set()
    for seed in range(8):
        state, rng = TITLE.start(seats, **options), Rng(seed)
        assert isinstance(state, KingsState)
        while state.to_act():
            step(state, rng)
            for seat in range(seats):
                stands = state.stands[seat * ALL_CARDS : seat * ALL_CARDS + CREWS]
                crew = state.crew[seat * CREWS : (seat + 1) * CREWS]
                assert state.mask[seat] == bits([n > 0 for n in state.dice[seat * 6 : seat * 6 + 6]])
                held = state.hand[seat * TYPES : (seat + 1) * TYPES]
                assert state.in_hand[seat] == bits([n > 0 for n in held])
                assert state.manned[seat] == bits([n > 0 for n in crew])
                assert state.idle[seat] == bits([n > m for n, m in zip(stands, crew, strict=True)])
                crews |= set(crew)
    assert {0, 1} <= crews
