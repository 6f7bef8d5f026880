"""The schema of both databases, and how it is brought up to date; `migrations/` holds the steps."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text
from sqlalchemy.engine import Connection

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("title", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", Text),
    Column("secret", LargeBinary, nullable=False),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("touched", BigInteger, nullable=False),
    Column("head", Text, nullable=False),
    Index("tables_touched", "touched", "id"),
    Index("tables_listed", "status", "public", "touched", "id"),
    Index("tables_titled", "title", "status", "public", "touched", "id"),
    Index("tables_due", "due"),
)

ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("log", Text, nullable=False),
    Column("cut", Integer),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,  # the primary key is the order in which journals are read
)

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token", LargeBinary, nullable=False),
    Column("user_id", String),
    Index("seats_user", "user_id"),
)

USERS: Final = Table(
    "users",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("password", String),
    Column("settings", Text, nullable=False),
    Column("account", String),  # the name without case, where there is a password
    Index("users_account", "account", unique=True),
)

SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("key", LargeBinary, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("sessions_user", "user_id"),
    Index("sessions_expires", "expires"),
)

NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", String, primary_key=True),
    Column("user_id", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("address", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Index("notices_user", "user_id"),
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


def configuration() -> Config:
    """Where alembic finds the steps; there is no alembic.ini."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection) -> None:
    """Take every step that the database has not taken yet; the caller holds a lock and commits."""
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
