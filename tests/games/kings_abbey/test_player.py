"""A copy of a player has every field and shares nothing that changes; cards are numbered by their names."""

import ast
from pathlib import Path
from typing import Any

from abbatia.games.kings_abbey import pieces
from abbatia.games.kings_abbey.player import Crusade, Player, Question
from tests.games.kings_abbey.table import Table

FOLDER = Path(pieces.__file__).parent
CRUSADE_FIELDS = Crusade.__annotations__.keys() - Player.__annotations__.keys()


def fields(kind: type) -> list[str]:
    return list(kind.__annotations__)


def test_a_copy_has_the_value_of_every_field() -> None:
    player = Table(2).state.players[1]
    for number, name in enumerate(fields(Player)):
        value: Any = getattr(player, name)
        if isinstance(value, int):
            setattr(player, name, 100 + number)
        elif name not in ("crusades", "questions"):
            setattr(player, name, type(value)([100 + number] * len(value)))
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


def test_a_crusade_that_is_changed_is_no_longer_the_copys() -> None:
    """Copies share their crusades until one is changed, on either side."""
    player = Table(2).crusade(0, "c01", value=3, filled=1).state.players[0]
    copy = player.clone()
    player.change_crusade(0).filled = 2
    copy.change_crusade(0).face = 5
    assert [(crusade.face, crusade.filled) for crusade in player.crusades] == [(3, 2), (0, 0)]
    assert [(crusade.face, crusade.filled) for crusade in copy.crusades] == [(5, 1), (0, 0)]


def test_rules_change_crusades_by_asking_for_them() -> None:
    """Whatever sets a field of a crusade got it from `change_crusade`, for copies share the others."""
    for file in FOLDER.rglob("*.py"):
        if file.name in ("player.py", "serial.py"):  # its own methods; a position that nobody has copied
            continue
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for holder in holders_set_in(function):
                    assert "change_crusade" in holder, f"{file.name}: {function.name}"


def holders_set_in(function: ast.FunctionDef) -> list[str]:
    """Where a function got the things from of which it sets a field that only crusades have."""
    origin = {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
    }
    found = []
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AugAssign) else targets
        for target in targets:
            if isinstance(target, ast.Attribute) and target.attr in CRUSADE_FIELDS:
                holder = ast.unparse(target.value)
                found.append(origin.get(holder, holder))
    return found


def test_every_card_has_the_number_of_its_name() -> None:
    """The names stand in the component file, the numbers in the code."""
    for number, name in enumerate(pieces.CARDS):
        assert getattr(pieces, name.upper()) == number
