"""The steps of the schema lead to what the code expects, on both databases, there and back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.ext.asyncio import create_async_engine

from abbatia.storage.errors import StoreOpenError
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.revision import NEWEST
from abbatia.storage.schema import METADATA, configuration, upgrade
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.urls import store_for
from tools.postgres import do

On = Callable[[Callable[[Connection], Any]], Awaitable[Any]]


@pytest.fixture(params=["sqlite", "postgres"])
def on(request: pytest.FixtureRequest, tmp_path: Path) -> On:
    """Does something with a connection to an empty database."""
    if request.param == "sqlite":

        async def here(deed: Callable[[Connection], Any]) -> Any:
            engine = create_engine(f"sqlite:///{tmp_path / 'store.db'}")
            with engine.begin() as connection:
                found = deed(connection)
            engine.dispose()
            return found

        return here
    database: str = request.getfixturevalue("database")

    async def there(deed: Callable[[Connection], Any]) -> Any:
        engine = create_async_engine(database.replace("postgresql://", "postgresql+asyncpg://"))
        async with engine.begin() as connection:
            found = await connection.run_sync(deed)
        await engine.dispose()
        return found

    return there


def revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def test_the_newest_schema_is_the_last_step() -> None:
    assert ScriptDirectory.from_config(configuration()).get_current_head() == NEWEST


async def test_the_steps_lead_to_the_schema(on: On) -> None:
    assert await on(revision) is None
    await on(upgrade)
    await on(upgrade)  # taken once
    assert await on(revision) == NEWEST
    assert await on(lambda found: compare_metadata(MigrationContext.configure(found), METADATA)) == []
    keys = await on(lambda found: inspect(found).get_pk_constraint("entries")["constrained_columns"])
    assert keys == ["table_id", "n"]


async def test_the_steps_lead_back(on: On) -> None:
    def downgrade(connection: Connection) -> None:
        config = configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, "base")

    await on(upgrade)
    await on(downgrade)
    assert await on(lambda found: inspect(found).get_table_names()) == ["alembic_version"]


async def test_several_processes_may_open_an_empty_store_at_once(database: str) -> None:
    stores = [PostgresStore(database) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    await stores[3].journal.append("t1", JournalEntry(0, 0, "chat"))
    await asyncio.gather(*(store.close() for store in stores))


async def test_looking_does_not_migrate(tmp_path: Path, database: str) -> None:
    file = tmp_path / "store.db"
    file.touch()
    for store in (SqliteStore(file, read_only=True), PostgresStore(database, read_only=True)):
        with pytest.raises(StoreOpenError, match="is empty"):
            await store.open()
    assert file.stat().st_size == 0


async def test_a_store_of_a_newer_version_is_left_alone(tmp_path: Path, database: str) -> None:
    async def spoil(store: SqliteStore | PostgresStore) -> None:
        await store.open()
        await store._write([("UPDATE alembic_version SET version_num = '9999'", ())])
        await store.close()

    for place in (tmp_path / "store.db", database):
        await spoil(PostgresStore(str(place)) if place == database else SqliteStore(place))
        with pytest.raises(StoreOpenError, match="has schema 9999"):
            await store_for(str(place)).open()


async def test_a_user_who_may_not_create_tables_is_told_so(database: str) -> None:
    await do(database, "CREATE ROLE guest LOGIN")
    with pytest.raises(StoreOpenError, match=r"cannot be opened: permission denied for schema public\.$"):
        await PostgresStore(database.replace("postgres:@", "guest@")).open()
