"""One base for what Abbatia raises on purpose."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

import abbatia
from abbatia.core.record import parse
from abbatia.errors import AbbatiaError
from abbatia.games import load

RUN_BY_ALEMBIC = "abbatia.storage.migrations"  # importing its `env` migrates a database


def modules() -> Iterator[ModuleType]:
    """All modules of the package."""
    for found in walk_packages(abbatia.__path__, "abbatia."):
        is_program = found.name.endswith("__main__")
        if not is_program and not found.name.startswith(RUN_BY_ALEMBIC):
            yield import_module(found.name)


def test_every_exception_of_the_package_has_the_base() -> None:
    seen = set[type]()
    for module in modules():
        for found in vars(module).values():
            own = inspect.isclass(found) and found.__module__ == module.__name__
            if own and issubclass(found, BaseException):
                seen.add(found)
    assert {found for found in seen if not issubclass(found, AbbatiaError)} == set()
    rooms = {found.__module__.split(".")[1] for found in seen}
    assert {"core", "bots", "arena", "research", "server", "storage", "cli"} <= rooms


def test_one_clause_catches_what_different_rooms_raise() -> None:
    with pytest.raises(AbbatiaError):
        load("monopoly")
    with pytest.raises(AbbatiaError):
        parse("no record")
