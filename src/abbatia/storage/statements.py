"""Statements: built with SQLAlchemy Core from `schema.py`, compiled once for each database.

SQLAlchemy only writes the SQL here; our own connections carry it out, so that writes are grouped and synced.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Join,
    Select,
    Table,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    select,
    true,
    tuple_,
    update,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler

from abbatia.storage.model import JournalEntry, NotificationTarget, SeatHolder, Session, TableRow, User
from abbatia.storage.schema import (
    CLAIMS,
    ENTRIES,
    NOTICES,
    QUOTAS,
    SEATS,
    SESSIONS,
    SETTINGS,
    TABLES,
    UPTIMES,
    USERS,
)

Row = Sequence[Any]
Sql = tuple[str, Row]
"""A statement in the SQL of one database, and its arguments in order."""
Insert = Callable[[Table], Any]
"""`insert` of SQLAlchemy's dialect for a database, which knows ON CONFLICT."""


class Prepared:
    """A statement compiled for one database."""

    def __init__(self, statement: Executable, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]  # of ClauseElement
        assert isinstance(compiled, SQLCompiler)
        self.sql: Final = compiled.string
        binds = [compiled.binds[name] for name in compiled.positiontup or ()]
        self._names: Final = [bind.key for bind in binds]
        self._constants: Final = {bind.key: bind.value for bind in binds if not bind.required}
        writers = [bind.type.bind_processor(dialect) for bind in binds]
        self._writers: Final = [(place, write) for place, write in enumerate(writers) if write is not None]
        columns = statement.selected_columns if isinstance(statement, Select) else ()
        readers = [column.type.result_processor(dialect, None) for column in columns]
        self._readers: Final = [(place, read) for place, read in enumerate(readers) if read is not None]

    def with_values(self, values: Mapping[str, Any]) -> Sql:
        """The SQL with its arguments."""
        if self._constants:
            values = {**values, **self._constants}
        args = [values[name] for name in self._names]
        for place, write in self._writers:
            args[place] = write(args[place])
        return self.sql, args

    def read(self, row: Row) -> list[Any]:
        """The values of a row that was selected."""
        values = list(row)
        for place, read in self._readers:
            values[place] = read(values[place])
        return values


@cache
def prepare(statement: Executable, dialect: Dialect) -> Prepared:
    """Compile a statement, once: statements are constants of this module or made by cached functions."""
    return Prepared(statement, dialect)


def fields_of(record: Struct, prefix: str = "") -> dict[str, Any]:
    """The values of a statement that stores all fields of a record."""
    return {f"{prefix}{name}": getattr(record, name) for name in record.__struct_fields__}


def columns_of(table: Table, model: type[Struct]) -> list[ColumnElement[Any]]:
    """The columns that hold the fields of a model, in their order."""
    return [table.c[name] for name in model.__struct_fields__]


# Journal

CREATE: Final = insert(TABLES)
TABLE: Final = select(*columns_of(TABLES, TableRow)).where(TABLES.c.id == bindparam("id"))
JOURNAL: Final = (
    select(*columns_of(ENTRIES, JournalEntry))
    .where(ENTRIES.c.table == bindparam("table"), ENTRIES.c.n >= bindparam("start"))
    .order_by(ENTRIES.c.n)
)
DUE: Final = (
    select(*columns_of(TABLES, TableRow))
    .where(TABLES.c.due <= bindparam("until"))
    .order_by(TABLES.c.due, TABLES.c.id)
    .limit(bindparam("limit"))
)
HELD: Final = (
    select(*columns_of(SEATS, SeatHolder)).where(SEATS.c.table == bindparam("table")).order_by(SEATS.c.seat)
)
LEAVE: Final = delete(SEATS).where(SEATS.c.table == bindparam("table"), SEATS.c.seat == bindparam("seat"))
DROP_TABLE: Final = (
    delete(TABLES).where(TABLES.c.id == bindparam("table")),
    delete(ENTRIES).where(ENTRIES.c.table == bindparam("table")),
    delete(SEATS).where(SEATS.c.table == bindparam("table")),
)


@cache
def update_table(names: tuple[str, ...]) -> Executable:
    """Set these columns of the table `which`, each to `new_NAME`; without any, only see if it is there."""
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names} or {
        "touched": TABLES.c.touched
    }
    return update(TABLES).where(TABLES.c.id == bindparam("which")).values(values)


@cache
def put_seat(insert: Insert) -> Executable:
    """Store the holder of a seat, or replace it."""
    new = insert(SEATS)
    found: Executable = new.on_conflict_do_update(
        index_elements=list(SEATS.primary_key), set_={"token": new.excluded.token, "user": new.excluded.user}
    )
    return found


class CrossJoin(Join):
    """CROSS JOIN: SQLite takes the left side first, and does not guess which side is shorter."""

    inherit_cache = True


@compiles(CrossJoin)
def compile_cross_join(join: CrossJoin, compiler: SQLCompiler, **more: Any) -> str:
    left, right = (compiler.process(side, **{**more, "asfrom": True}) for side in (join.left, join.right))
    return f"{left} CROSS JOIN {right}"


FILTERS: Final[dict[str, ColumnElement[bool]]] = {
    "status": TABLES.c.status == bindparam("status"),
    "public": TABLES.c.public == bindparam("public"),
    "title": TABLES.c.title == bindparam("title"),
    "since": TABLES.c.touched >= bindparam("since"),
    "before": tuple_(TABLES.c.touched, TABLES.c.id)
    < tuple_(bindparam("touched", type_=TABLES.c.touched.type), bindparam("id", type_=TABLES.c.id.type)),
}


@cache
def list_tables(filters: tuple[str, ...]) -> Executable:
    """Tables that pass the filters, the last touched first."""
    found = select(*columns_of(TABLES, TableRow))
    if "user" in filters:
        mine = select(SEATS.c.table).where(SEATS.c.user == bindparam("user")).distinct().subquery("mine")
        found = found.select_from(CrossJoin(mine, TABLES, true())).where(TABLES.c.id == mine.c.table)
    found = found.where(*(FILTERS[name] for name in filters if name != "user"))
    return found.order_by(TABLES.c.touched.desc(), TABLES.c.id.desc()).limit(bindparam("limit"))


# Accounts

ADD_USER: Final = insert(USERS)
USER: Final = select(*columns_of(USERS, User)).where(USERS.c.id == bindparam("id"))
ACCOUNT: Final = select(*columns_of(USERS, User)).where(USERS.c.account == bindparam("account"))
CHANGE_USER: Final = (
    update(USERS)
    .where(USERS.c.id == bindparam("which"))
    .values({column.key: bindparam(f"new_{column.key}") for column in USERS.c})
)
ADD_SESSION: Final = insert(SESSIONS)
SESSION: Final = select(*columns_of(SESSIONS, Session)).where(
    SESSIONS.c.key == bindparam("key"), SESSIONS.c.expires > bindparam("now")
)
DROP_SESSION: Final = delete(SESSIONS).where(SESSIONS.c.key == bindparam("key"))
DROP_EXPIRED_SESSIONS: Final = delete(SESSIONS).where(SESSIONS.c.expires <= bindparam("now"))
DROP_NOTIFICATION_TARGET: Final = delete(NOTICES).where(
    NOTICES.c.user == bindparam("user"), NOTICES.c.id == bindparam("id")
)
SETTING: Final = select(SETTINGS.c.value).where(SETTINGS.c.name == bindparam("name"))


@cache
def notification_targets(count: int) -> Executable:
    """The targets of the users `user0`, `user1`, … of whom there are `count`."""
    users: list[Any] = [bindparam(f"user{number}") for number in range(count)]
    found = select(*columns_of(NOTICES, NotificationTarget))
    return found.where(NOTICES.c.user.in_(users)).order_by(NOTICES.c.id)


@cache
def put_notification_target(insert: Insert) -> Executable:
    """Store a target, or replace it."""
    new = insert(NOTICES)
    others = {column.key: new.excluded[column.key] for column in NOTICES.c if not column.primary_key}
    found: Executable = new.on_conflict_do_update(index_elements=["id"], set_=others)
    return found


@cache
def add_setting(insert: Insert) -> Executable:
    """Store a setting unless there is one of that name."""
    found: Executable = insert(SETTINGS).on_conflict_do_nothing()
    return found


@cache
def put_setting(insert: Insert) -> Executable:
    """Store a setting, or replace it."""
    new = insert(SETTINGS)
    found: Executable = new.on_conflict_do_update(index_elements=["name"], set_={"value": new.excluded.value})
    return found


# Coordination

UPTIME_LIST: Final = select(UPTIMES.c.began, UPTIMES.c.seen).order_by(UPTIMES.c.began)
EXTEND_UPTIME: Final = (
    update(UPTIMES)
    .where(
        UPTIMES.c.began == select(func.max(UPTIMES.c.began)).scalar_subquery(),
        UPTIMES.c.seen >= bindparam("earliest"),
        UPTIMES.c.seen < bindparam("now"),
    )
    .values(seen=bindparam("now"))
)
DROP_QUOTAS: Final = delete(QUOTAS).where(QUOTAS.c.until <= bindparam("expired"))


@cache
def begin_uptime(insert: Insert) -> Executable:
    """Begin an uptime `now` unless there was a heartbeat at `earliest` or later."""
    now = bindparam("now", type_=UPTIMES.c.began.type)
    is_served = exists(select(literal(1)).where(UPTIMES.c.seen >= bindparam("earliest")))
    found: Executable = (
        insert(UPTIMES).from_select(["began", "seen"], select(now, now).where(~is_served))
    ).on_conflict_do_nothing()
    return found


@cache
def claim(insert: Insert) -> Executable:
    """Take a task, renew it, or take it over when its time is up."""
    new = insert(CLAIMS)
    found: Executable = new.on_conflict_do_update(
        index_elements=["name"],
        set_={"holder": new.excluded.holder, "until": new.excluded.until},
        where=(CLAIMS.c.holder == new.excluded.holder) | (CLAIMS.c.until <= bindparam("now")),
    )
    return found


@cache
def spend(insert: Insert) -> Executable:
    """Add to what was used, or begin anew when the time is up, unless that exceeds the limit."""
    new = insert(QUOTAS)
    is_over = QUOTAS.c.until <= bindparam("now")
    fits = QUOTAS.c.used + new.excluded.used <= bindparam("limit")
    found: Executable = new.on_conflict_do_update(
        index_elements=["name"],
        set_={
            "used": case((is_over, 0), else_=QUOTAS.c.used) + new.excluded.used,
            "until": case((is_over, new.excluded.until), else_=QUOTAS.c.until),
        },
        where=is_over | fits,
    )
    return found
