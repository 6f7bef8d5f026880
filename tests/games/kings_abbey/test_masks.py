"""What is kept beside the counts so that it need not be counted: masks of dice, cards and found."""

import pytest

from abbatia.core.chance import Rng
from abbatia.core.playout import step
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.pieces import WORKPLACES
from abbatia.games.kings_abbey.state import KingsAbbeyState


def bits(flags: list[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)


@pytest.mark.parametrize("seats", TITLE.seats)
@pytest.mark.parametrize("options", [{}, {"relics": "all", "saints": True}])
def test_masks_say_what_the_counts_say(seats: int, options: dict[str, bool | str]) -> None:
    found = set()
    for seed in range(8):
        state, rng = TITLE.start(seats, **options), Rng(seed)
        assert isinstance(state, KingsAbbeyState)
        while state.to_act():
            step(state, rng)
            for player in state.players:
                stands = player.stands[:WORKPLACES]
                workers = player.workers
                assert player.dice_mask == bits([n > 0 for n in player.dice])
                assert player.in_hand == bits([n > 0 for n in player.hand])
                assert player.manned == bits([n > 0 for n in workers])
                assert player.idle == bits([n > m for n, m in zip(stands, workers, strict=True)])
                found |= set(workers)
    assert {0, 1} <= found
