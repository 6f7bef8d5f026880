"""Between rows of a database and what they mean: statements in the SQL that both databases speak."""

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from abbatia.storage.model import JournalEntry, Json, NotificationTarget, TableRow, TableUpdate, User

Row = Sequence[Any]
Statement = tuple[str, Row]
Log = tuple[tuple[int, int], ...]

TABLE: Final = (
    "id, title, version, seats, created, options, components, secret, status, public, due, touched, head"
)
ENTRY: Final = "n, at, kind, seat, log, cut, body"
NOTICE: Final = "id, user_id, kind, address, settings"
HEALTH: Final = """
    INSERT INTO settings (name, value) VALUES ('health', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
KNOWN: Final = "SELECT 1 FROM tables WHERE id = $1"
CREATE: Final = (
    f"INSERT INTO tables ({TABLE}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)"
)
CHANGE: Final = """
    UPDATE tables SET status = coalesce($2, status), public = coalesce($3, public), head = coalesce($4, head),
        due = CASE WHEN $5 THEN $6 ELSE due END, touched = coalesce($7, touched),
        version = coalesce($8, version)
    WHERE id = $1"""
PUT_SEAT: Final = """
    INSERT INTO seats (table_id, seat, token, user_id) VALUES ($1, $2, $3, $4)
    ON CONFLICT (table_id, seat) DO UPDATE SET token = excluded.token, user_id = excluded.user_id"""
CLAIM: Final = """
    INSERT INTO claims (name, holder, until) VALUES ($1, $2, $4)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
    WHERE claims.holder = excluded.holder OR claims.until <= $3"""

SPEND: Final = """
    INSERT INTO quotas (name, used, until) SELECT $1, CAST($2 AS INTEGER), CAST($5 AS BIGINT)
    WHERE CAST($2 AS INTEGER) <= $3
    ON CONFLICT (name) DO UPDATE SET
        used = CASE WHEN quotas.until <= $4 THEN 0 ELSE quotas.used END + excluded.used,
        until = CASE WHEN quotas.until <= $4 THEN excluded.until ELSE quotas.until END
    WHERE quotas.until <= $4 OR quotas.used + excluded.used <= $3"""

EXTEND_UPTIME: Final = """UPDATE lives SET seen = $1
    WHERE began = (SELECT max(began) FROM lives) AND seen >= $2 AND seen < $1"""
BEGIN_UPTIME: Final = """INSERT INTO lives (began, seen) SELECT CAST($1 AS BIGINT), CAST($1 AS BIGINT)
    WHERE NOT EXISTS (SELECT 1 FROM lives WHERE seen >= $2) ON CONFLICT DO NOTHING"""


class Arguments:
    """Arguments of a statement that is put together; `add` gives the place of each."""

    def __init__(self) -> None:
        self.given: Final[list[Any]] = []

    def add(self, value: Any) -> str:
        self.given.append(value)
        return f"${len(self.given)}"


ENCODE: Final = msgspec.json.Encoder().encode


def to_json(value: Any) -> str:
    return ENCODE(value).decode()


def from_json(text: str) -> Json:
    found: Json = msgspec.json.decode(text)
    return found


READ_LOG: Final = msgspec.json.Decoder(Log)


def table_row(table: TableRow) -> Row:
    return (
        table.id,
        table.title,
        table.version,
        table.seats,
        table.created,
        to_json(table.options),
        None if table.components is None else to_json(table.components),
        table.secret,
        table.status,
        table.public,
        table.due,
        table.touched,
        to_json(table.head),
    )


def table_of(row: Row) -> TableRow:
    named = dict(zip(TABLE.split(", "), row, strict=True))
    named["options"] = from_json(named["options"])
    named["head"] = from_json(named["head"])
    named["public"] = bool(named["public"])
    if named["components"] is not None:
        named["components"] = from_json(named["components"])
    return TableRow(**named)


def entry_row(table: str, entry: JournalEntry) -> Row:
    return (
        table,
        entry.n,
        entry.at,
        entry.kind,
        entry.seat,
        ENCODE(entry.log).decode() if entry.log else "[]",
        entry.cut,
        ENCODE(entry.body).decode() if entry.body else "{}",
    )


def entry_of(row: Row) -> JournalEntry:
    n, at, kind, seat, log, cut, body = row
    return JournalEntry(
        n,
        at,
        kind,
        seat,
        READ_LOG.decode(log) if log != "[]" else (),
        cut,
        from_json(body) if body != "{}" else {},
    )


def user_row(user: User) -> Row:
    account = None if user.password is None else user.name.casefold()
    return (user.id, user.name, user.created, user.password, to_json(user.settings), account)


def user_of(row: Row) -> User:
    number, name, created, password, settings = row
    return User(number, name, created, password, from_json(settings))


def notice_of(row: Row) -> NotificationTarget:
    number, user, kind, address, settings = row
    return NotificationTarget(number, user, kind, address, from_json(settings))


def change_row(table: str, change: TableUpdate, at: int) -> Row:
    """The arguments of CHANGE: None keeps what is there. A clock that moves does not touch a table."""
    status = None if change.status is msgspec.UNSET else change.status
    public = None if change.public is msgspec.UNSET else change.public
    head = None if change.head is msgspec.UNSET else to_json(change.head)
    has_due = change.due is not msgspec.UNSET
    touched = None if (status, public, head) == (None, None, None) else at
    version = None if change.version is msgspec.UNSET else change.version
    return (table, status, public, head, has_due, change.due if has_due else None, touched, version)


def change_statements(table: str, change: TableUpdate, at: int) -> list[Statement]:
    return [(CHANGE, change_row(table, change, at)), *seat_statements(table, change)]


def seat_statements(table: str, change: TableUpdate) -> list[Statement]:
    statements: list[Statement] = [
        (PUT_SEAT, (table, seat.seat, seat.token, seat.user)) for seat in change.seats
    ]
    left = "DELETE FROM seats WHERE table_id = $1 AND seat = $2"
    return statements + [(left, (table, number)) for number in change.left]


def health_statement() -> Statement:
    """A write that nobody reads; its value is new each time, since SQLite does not write what is there."""
    return HEALTH, (secrets.token_bytes(8),)
