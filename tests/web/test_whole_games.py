"""Whole games through the page, as people play them."""

import pytest

from tests.web.conftest import Invite

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("title", ["Le Roi et le Cardinal", "Pelegrinus"])
def test_a_whole_game_against_bots_on_the_board(invite: Invite, title: str) -> None:
    anne = invite()
    anne.play_now(title)
    assert anne.play_to_end() > 10
    scores = anne.result()
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("title", ["Le Roi et le Cardinal", "The King’s Abbey", "Pelegrinus"])
def test_a_whole_game_in_the_text_view(invite: Invite, title: str) -> None:
    anne = invite(text=True)
    anne.play_now(title)
    assert anne.play_to_end() > 10
    assert len(anne.result()) == 3
