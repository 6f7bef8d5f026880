"""The schema of both databases: the one description of their columns; `migrations/` leads to it.

A column has the name of the field of `model.py` that it holds, or that name as its `key`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import astuple
from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text
from sqlalchemy.engine import Connection, Dialect
from sqlalchemy.types import TypeDecorator

from abbatia.storage.model import JournalEntry, Json, Log

if TYPE_CHECKING:
    from alembic.config import Config

METADATA: Final = MetaData()
ENCODE: Final = msgspec.json.Encoder().encode


class JsonText(TypeDecorator[Any]):
    """JSON in a text column, read as `kind`. (The JSON types of the databases would lose \\0 and order.)"""

    impl = Text
    cache_ok = True

    def __init__(self, kind: Any = Json) -> None:
        super().__init__()
        self.kind = kind
        self.decode = msgspec.json.Decoder(kind).decode

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else ENCODE(value).decode()

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return None if value is None else self.decode(value)


TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("options", JsonText(), nullable=False),
    Column("components", JsonText()),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("touched", BigInteger, nullable=False),
    Column("head", JsonText(), nullable=False),
    Index("tables_touched", "touched", "id"),
    Index("tables_listed", "status", "public", "touched", "id"),
    Index("tables_titled", "title", "status", "public", "touched", "id"),
    Index("tables_due", "due"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String, key="table", primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("log", JsonText(Log), nullable=False),
    Column("cut", Integer),
    Column("body", JsonText(), nullable=False),
    sqlite_with_rowid=False,  # the primary key is the order in which journals are read
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String, key="table", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", LargeBinary, nullable=False),
    Column("user_id", String, key="user"),
    Index("seats_user", "user"),
)

USERS: Final = Table(
    "users",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("password", String),
    Column("settings", JsonText(), nullable=False),
    Column("account", String),  # in no field: the name without case, where there is a password
    Index("users_account", "account", unique=True),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("key", LargeBinary, primary_key=True),
    Column("user_id", String, key="user", nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_user", "user"),
    Index("sessions_expires", "expires"),
)

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", String, primary_key=True),
    Column("user_id", String, key="user", nullable=False),
    Column("kind", String, nullable=False),
    Column("address", Text, nullable=False),
    Column("settings", JsonText(), nullable=False),
    Index("notices_user", "user"),
)

CLAIMS: Final = Table(
    "claims",
    METADATA,
    Column("name", String, primary_key=True),
    Column("holder", String, nullable=False),
    Column("until", BigInteger, nullable=False),
)

UPTIMES: Final = Table(
    "lives",
    METADATA,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("seen", BigInteger, nullable=False),  # the last heartbeat
)

QUOTAS: Final = Table(
    "quotas",
    METADATA,
    Column("name", String, primary_key=True),
    Column("used", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),  # then the count begins anew
    Index("quotas_until", "until"),
)

SETTINGS: Final = Table(
    "settings",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)


# Rows of the journal, for the hand-written statements that append them: appending is the one path on which
# every move waits. They take many entries at once, which SQLAlchemy Core cannot write for SQLite, nor with
# the changes and the notification for PostgreSQL.
ENTRY_COLUMNS: Final = [ENTRIES.c.table, *(ENTRIES.c[name] for name in JournalEntry.__struct_fields__)]
ENTRY_NAMES: Final = ", ".join(column.name for column in ENTRY_COLUMNS)


def json_places(columns: Sequence[Column[Any]]) -> tuple[int, ...]:
    """Where among these columns JSON is stored."""
    return tuple(place for place, column in enumerate(columns) if isinstance(column.type, JsonText))


ENTRY_JSON: Final = json_places(ENTRY_COLUMNS)


def entry_row(table: str, entry: JournalEntry) -> list[Any]:
    """The values of ENTRY_COLUMNS."""
    row: list[Any] = [table, *astuple(entry)]
    for place in ENTRY_JSON:
        row[place] = ENCODE(row[place]).decode()
    return row


def configuration() -> "Config":
    """Where alembic finds the migrations; there is no alembic.ini."""
    from alembic.config import Config  # here: a server whose schema is up to date starts without alembic

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection) -> None:
    """Run every migration that the database has not seen yet; the caller holds a lock and commits."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
