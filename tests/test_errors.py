"""One base for what Abbatia raises on purpose."""

import ast
import builtins
from pathlib import Path

import pytest

import abbatia
from abbatia.core.record import parse
from abbatia.errors import AbbatiaError
from abbatia.games import load

SOURCE = Path(abbatia.__file__).parent
ROOMS = ("core", "games", "bots", "arena", "research")


@pytest.mark.parametrize("room", ROOMS)
def test_no_exception_of_a_room_has_another_base(room: str) -> None:
    for file in (SOURCE / room).rglob("*.py"):
        classes = [
            node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.ClassDef)
        ]
        for node in classes:
            for base in node.bases:
                known = getattr(builtins, ast.unparse(base), None)
                assert not (isinstance(known, type) and issubclass(known, BaseException)), (
                    f"{file}: {node.name}"
                )


def test_one_clause_catches_what_different_rooms_raise() -> None:
    with pytest.raises(AbbatiaError):
        load("monopoly")
    with pytest.raises(AbbatiaError):
        parse("no record")
