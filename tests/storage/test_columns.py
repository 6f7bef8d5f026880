"""The fields of the model, the columns of the schema and those of a migrated database are the same."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct, UnsetType
from sqlalchemy import BigInteger, Boolean, Connection, Integer, LargeBinary, String, Table, inspect
from sqlalchemy.types import TypeEngine

import abbatia
from abbatia.storage.model import (
    CHANGEABLE,
    JournalEntry,
    Json,
    Log,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)
from abbatia.storage.schema import (
    ENTRIES,
    METADATA,
    NOTICES,
    SEATS,
    SESSIONS,
    TABLES,
    USERS,
    JsonText,
    upgrade,
)
from tests.storage.test_migrations import On
from tests.storage.test_migrations import on as on

STORED: list[tuple[type[Struct], Table, set[str]]] = [
    (TableRow, TABLES, set()),
    (JournalEntry, ENTRIES, {"table"}),  # whose journal it is
    (SeatHolder, SEATS, set()),
    (User, USERS, {"account"}),  # the name again, without case
    (Session, SESSIONS, set()),
    (NotificationTarget, NOTICES, set()),
]
TYPES: list[tuple[Any, tuple[type[TypeEngine[Any]], ...]]] = [
    (bool, (Boolean,)),
    (int, (Integer, BigInteger)),
    (str, (String,)),
    (bytes, (LargeBinary,)),
    (Json, (JsonText,)),
    (Log, (JsonText,)),
]


def parts(annotation: Any) -> set[Any]:
    """The types that a field may have."""
    return set(get_args(annotation)) if isinstance(annotation, UnionType) else {annotation}


@pytest.mark.parametrize(("model", "table", "more"), STORED, ids=lambda given: getattr(given, "__name__", ""))
def test_every_field_has_its_column(model: type[Struct], table: Table, more: set[str]) -> None:
    fields = get_type_hints(model)
    assert [column.key for column in table.c if column.key not in more] == list(fields)
    for name, annotation in fields.items():
        column, kinds = table.c[name], parts(annotation)
        assert column.nullable == (type(None) in kinds), name
        ((_, allowed),) = [pair for pair in TYPES if pair[0] in kinds]
        assert isinstance(column.type, allowed), name
        if isinstance(column.type, JsonText):
            assert column.type.kind in kinds


def test_an_update_changes_fields_of_a_table() -> None:
    row, update = get_type_hints(TableRow), get_type_hints(TableUpdate)
    assert list(update) == [*CHANGEABLE, "seats", "left"]
    for name in CHANGEABLE:
        assert parts(update[name]) == parts(row[name]) | {UnsetType}, name


async def test_a_migrated_database_has_the_columns(on: On) -> None:
    def columns(connection: Connection) -> dict[str, dict[str, bool]]:
        found = inspect(connection)
        return {
            name: {column["name"]: column["nullable"] for column in found.get_columns(name)}
            for name in found.get_table_names()
            if name != "alembic_version"
        }

    await on(upgrade)
    tables = METADATA.tables.values()
    assert await on(columns) == {
        table.name: {column.name: column.nullable for column in table.c} for table in tables
    }


MIGRATION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9001", "{before}"


def upgrade():
    op.add_column("tables", sa.Column("pace", sa.Text(), nullable=False, server_default="{{}}"))
    op.add_column("entries", sa.Column("device", sa.String(), nullable=True))
"""
PROGRAM = """
import asyncio, sys
from abbatia.storage.model import JournalEntry, TableRow, TableUpdate
from abbatia.storage.urls import open_store

async def story():
    async with open_store(sys.argv[1]) as store:
        journal = store.journal
        old = await journal.table("old")
        assert old.pace == {}, old
        await journal.create(TableRow("t1", "cardinal", 1, 3, 0, pace={"slow": 1}))
        assert (await journal.tables(title="cardinal", user=None))[0].pace == {"slow": 1}
        await journal.append("t1", JournalEntry(0, 5, "chat", device="phone"), TableUpdate(pace={"slow": 2}))
        await journal.append("old", JournalEntry(1, 5, "chat"), TableUpdate(pace={"slow": 3}))
        await journal.change("t1", TableUpdate(public=False), 6)
        row = await journal.table("t1")
        assert (row.pace, row.touched, row.public) == ({"slow": 2}, 6, False), row
        assert (await journal.table("old")).pace == {"slow": 3}
        assert await journal.entries("t1") == [JournalEntry(0, 5, "chat", device="phone")]
        assert [entry.device for entry in await journal.entries("old")] == [None, None]

asyncio.run(story())
print("added")
"""


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    database: str = request.getfixturevalue("database")
    return database


async def test_a_column_is_added_in_the_model_the_schema_and_a_migration(place: str, tmp_path: Path) -> None:
    """A copy of the package with two columns more opens a store of today, and writes and reads them."""
    from tests.storage.test_check_store import store

    await store(place, [(TableRow("old", "cardinal", 1, 3, 0), [JournalEntry(0, 0, "create")])])
    package = tmp_path / "abbatia"
    package.mkdir()
    (source,) = abbatia.__path__
    for part in Path(source).iterdir():
        if part.name != "storage":
            (package / part.name).symlink_to(part)
    shutil.copytree(Path(source) / "storage", package / "storage")
    replace(
        package / "storage/model.py",
        (
            "    head: Json = {}  # what the lobby",
            "    pace: Json = {}\n    head: Json = {}  # what the lobby",
        ),
        ("    body: Json = {}\n", "    body: Json = {}\n    device: str | None = None\n"),
        (
            "    seats: tuple[SeatHolder, ...] = ()",
            "    pace: Json | msgspec.UnsetType = msgspec.UNSET\n    seats: tuple[SeatHolder, ...] = ()",
        ),
    )
    replace(
        package / "storage/schema.py",
        (
            '    Column("head", JsonText(), nullable=False),\n',
            '    Column("pace", JsonText(), nullable=False),\n'
            '    Column("head", JsonText(), nullable=False),\n',
        ),
        (
            '    Column("body", JsonText(), nullable=False),\n',
            '    Column("body", JsonText(), nullable=False),\n    Column("device", String),\n',
        ),
    )
    versions = package / "storage/migrations/versions"
    before = max(file.name[:4] for file in versions.glob("[0-9]*.py"))
    (versions / "9001_more.py").write_text(MIGRATION.format(before=before))
    command = [sys.executable, "-c", PROGRAM, place]
    ended = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert ended.stdout == "added\n", ended.stderr


def replace(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text()
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text)
