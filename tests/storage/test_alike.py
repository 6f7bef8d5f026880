"""SQLite and PostgreSQL do what memory does, whatever is asked of them in whatever order."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from abbatia.storage.errors import Conflict
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import (
    CLOSED,
    OPEN,
    OVER,
    PLAYING,
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
)
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.sqlite import SqliteStore
from abbatia.storage.store import Store
from tools.postgres import do

NAMES = some.sampled_from(["t1", "t2", "t3"])
USERS = some.sampled_from(["u1", "u2", "u3"])
TIMES = some.integers(0, 6)
STATUS = some.sampled_from([OPEN, PLAYING, OVER, CLOSED])
TABLES = some.builds(
    TableRow,
    id=NAMES,
    title=some.sampled_from(["cardinal", "pelegrinus"]),
    version=some.integers(1, 3),
    seats=some.just(3),
    created=TIMES,
    status=STATUS,
    public=some.booleans(),
    due=some.none() | TIMES,
    touched=TIMES,
)
SEATS = some.lists(
    some.builds(
        SeatHolder, table=some.just("?"), seat=some.integers(0, 2), token=some.binary(max_size=4), user=USERS
    ),
    max_size=2,
    unique_by=lambda seat: seat.seat,
)
CHANGES = some.fixed_dictionaries(
    {},
    optional={
        "status": STATUS,
        "due": some.none() | TIMES,
        "public": some.booleans(),
        "head": some.dictionaries(some.sampled_from(["a", "b"]), some.integers(0, 3)),
        "seats": SEATS,
        "left": some.lists(some.integers(0, 2), max_size=1).map(tuple),
    },
)
ACCOUNTS = some.builds(
    User,
    id=USERS,
    name=some.sampled_from(["Anne", "ANNE", "Émile", "émile"]),
    created=TIMES,
    password=some.none() | some.just("hash"),
)
FILTERS = some.fixed_dictionaries(
    {},
    optional={
        "status": STATUS,
        "public": some.booleans(),
        "title": some.sampled_from(["cardinal", "pelegrinus"]),
        "user": USERS,
        "since": TIMES,
        "before": some.tuples(TIMES, NAMES),
        "limit": some.integers(1, 3),
    },
)
Step = tuple[str, tuple[Any, ...]]
STEPS: some.SearchStrategy[Step] = some.one_of(
    some.tuples(some.just("create"), some.tuples(TABLES)),
    some.tuples(some.just("append"), some.tuples(NAMES, some.integers(0, 3), TIMES, some.none() | CHANGES)),
    some.tuples(some.just("change"), some.tuples(NAMES, CHANGES, TIMES)),
    some.tuples(some.just("drop"), some.tuples(NAMES)),
    some.tuples(some.just("tables"), some.tuples(FILTERS)),
    some.tuples(some.just("due"), some.tuples(TIMES, some.integers(1, 3))),
    some.tuples(some.just("add_user"), some.tuples(ACCOUNTS)),
    some.tuples(some.just("change_user"), some.tuples(ACCOUNTS)),
    some.tuples(some.just("add_session"), some.tuples(some.sampled_from([b"a", b"b"]), USERS, TIMES)),
    some.tuples(some.just("drop_expired_sessions"), some.tuples(TIMES)),
    some.tuples(some.just("notice"), some.tuples(some.sampled_from(["n1", "n2"]), USERS)),
    some.tuples(some.just("claim"), some.tuples(some.sampled_from("ab"), some.sampled_from("xy"), TIMES)),
    some.tuples(some.just("spend"), some.tuples(some.sampled_from("ab"), some.integers(1, 4), TIMES)),
    some.tuples(some.just("drop_quotas"), some.tuples(TIMES)),
    some.tuples(some.just("heartbeat"), some.tuples(TIMES, some.integers(0, 2))),
    some.tuples(some.just("uptimes"), some.tuples()),
    some.tuples(some.just("setting"), some.tuples(some.sampled_from("ab"), some.binary(max_size=2))),
)


def change_of(table: str, fields: dict[str, Any]) -> TableUpdate:
    seats = tuple(SeatHolder(table, seat.seat, seat.token, seat.user) for seat in fields.get("seats", ()))
    left = tuple(seat for seat in fields.get("left", ()) if seat not in {found.seat for found in seats})
    return TableUpdate(**{**fields, "seats": seats, "left": left})


def method_of(store: Store, name: str) -> Callable[..., Awaitable[Any]]:
    """The method of this name, of whichever interface has it."""
    parts = (store.journal, store.accounts, store.coordination)
    found: Callable[..., Awaitable[Any]] = next(getattr(part, name) for part in parts if hasattr(part, name))
    return found


async def take(store: Store, step: Step) -> Any:
    """Do one thing; what came of it."""
    name, args = step
    deeds: dict[str, Callable[..., Awaitable[Any]]] = {
        "append": lambda table, n, at, change: store.journal.append(
            table,
            JournalEntry(n, at, "play", 0, ((0, at),)),
            None if change is None else change_of(table, change),
        ),
        "change": lambda table, change, at: store.journal.change(table, change_of(table, change), at),
        "tables": lambda filters: store.journal.tables(**filters),
        "add_session": lambda key, user, at: store.accounts.add_session(Session(key, user, 0, at)),
        "notice": lambda notice, user: store.accounts.put_notification_target(
            NotificationTarget(notice, user, "email", user)
        ),
        "spend": lambda name, amount, at: store.coordination.spend(name, amount, 3, at, at + 2),
        "claim": lambda task, holder, at: store.coordination.claim(task, holder, at, at + 2),
    }
    try:
        return await (deeds.get(name) or method_of(store, name))(*args)
    except (Conflict, KeyError) as error:
        return type(error)


async def all_of(store: Store) -> list[Any]:
    """Everything that can be read."""
    found: list[Any] = []
    for name in ("t1", "t2", "t3"):
        found += [
            await store.journal.table(name),
            await store.journal.entries(name),
            await store.journal.seats(name),
        ]
    for user in ("u1", "u2", "u3"):
        found += [
            await store.accounts.user(user),
            sorted(await store.accounts.notification_targets([user]), key=lambda notice: notice.id),
        ]
    found += [await store.accounts.account("anne"), await store.accounts.account("ÉMILE")]
    return [*found, *[await store.accounts.session(key, 2) for key in (b"a", b"b")]]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=some.lists(STEPS, max_size=30))
async def test_the_stores_are_alike(steps: list[Step], tmp_path_factory: Any, common_database: str) -> None:
    folder: Path = tmp_path_factory.mktemp("alike")
    await do(common_database, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    stores: list[Store] = [MemoryStore(), SqliteStore(folder / "s.db"), PostgresStore(common_database)]
    for store in stores:
        await store.open()
    try:
        for step in steps:
            outcomes = [await take(store, step) for store in stores]
            assert outcomes[0] == outcomes[1] == outcomes[2], step
        contents = [await all_of(store) for store in stores]
        assert contents[0] == contents[1]
        assert contents[0] == contents[2]
    finally:
        for store in stores:
            await store.close()
