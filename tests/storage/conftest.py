"""The stores that the tests run against."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from abbatia.storage.memory import MemoryStore
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.store import Store
from tests.cli.conftest import cli as cli
from tools.postgres import empty, new_database, running_postgres

KINDS = ("memory", "sqlite", "postgres")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with running_postgres() as url:
        yield url


@pytest.fixture
def database(postgres: str) -> str:
    return new_database(postgres)


@pytest.fixture(scope="session")
def common_database(postgres: str) -> str:
    return new_database(postgres)


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Store]:
    """Opens the same storage each time it is called (memory: the same database)."""
    if request.param == "memory":
        shared = MemoryStore().database
        return lambda: MemoryStore(shared)
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "store.db")
    database: str = request.getfixturevalue("common_database")
    empty(database)
    return lambda: PostgresStore(database)
