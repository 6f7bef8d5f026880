"""A copy of a player has every field and shares nothing that changes; cards are numbered by their names."""

from typing import Any

from abbatia.games.kings_abbey import pieces
from abbatia.games.kings_abbey.player import Crusade, Player, Question
from tests.games.kings_abbey.table import Table


def fields(kind: type) -> list[str]:
    return list(kind.__annotations__)


def test_a_copy_has_the_value_of_every_field() -> None:
    player = Table(2).state.players[1]
    for number, name in enumerate(fields(Player)):
        value: Any = getattr(player, name)
        if isinstance(value, int):
            setattr(player, name, 100 + number)
        elif name not in ("crusades", "questions"):
            setattr(player, name, [100 + number] * len(value))
    for number, name in enumerate(fields(Crusade)):
        setattr(player.crusades[1], name, (1, 2) if name == "share_goods" else 200 + number)
    player.questions.append(Question(5, (2,)))
    copy = player.clone()
    for name in fields(Player):
        if name != "crusades":
            assert getattr(copy, name) == getattr(player, name), name
    for name in fields(Crusade):
        assert getattr(copy.crusades[1], name) == getattr(player.crusades[1], name), name


def test_a_copy_shares_nothing_that_changes() -> None:
    player = Table(2).state.players[0]
    copy = player.clone()
    for name in fields(Player):
        if isinstance(getattr(player, name), list):
            assert getattr(copy, name) is not getattr(player, name), name
    assert all(one is not other for one, other in zip(player.crusades, copy.crusades, strict=True))


def test_every_card_has_the_number_of_its_name() -> None:
    """The names stand in the component file, the numbers in the code."""
    for number, name in enumerate(pieces.CARDS):
        assert getattr(pieces, name.upper()) == number
