"""Every list that a server asks for is found by an index, however many tables there have ever been."""

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from abbatia.storage.model import OPEN, OVER, PLAYING, NotificationTarget, SeatHolder, TableRow, TableUpdate
from abbatia.storage.postgres import PostgresStore
from abbatia.storage.sqlite import SqliteStore

BEFORE = (500, "t500")
LISTS: dict[str, tuple[dict[str, Any], str]] = {
    "lobby": ({"status": OPEN, "public": True, "since": 3}, "tables_listed"),
    "lobby, next page": ({"status": OPEN, "public": True, "since": 3, "before": BEFORE}, "tables_listed"),
    "playing": ({"status": PLAYING, "public": True}, "tables_listed"),
    "finished, next page": ({"status": OVER, "public": True, "before": BEFORE}, "tables_listed"),
    "finished": ({"status": OVER, "public": True}, "tables_listed"),
    "records": ({"status": OVER, "public": True, "title": "cardinal"}, "tables_titled"),
    "records, next page": (
        {"status": OVER, "public": True, "title": "cardinal", "before": BEFORE},
        "tables_titled",
    ),
    "audit": ({"before": BEFORE}, "tables_touched"),
}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Any) -> SqliteStore | PostgresStore:
    if request.param == "sqlite":
        return SqliteStore(tmp_path / "store.db")
    return PostgresStore(request.getfixturevalue("database"))


async def plan_of(store: Any, ask: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """How the database finds what is asked for."""
    asked: list[tuple[str, Sequence[Any]]] = []
    read = store._read

    async def listen(sql: str, *args: Any) -> Any:
        asked.append((sql, args))
        return await read(sql, *args)

    with monkeypatch.context() as patch:
        patch.setattr(store, "_read", listen)
        await ask()
    ((sql, args),) = asked
    if isinstance(store, SqliteStore):
        return "\n".join(str(row[3]) for row in await store._read(f"EXPLAIN QUERY PLAN {sql}", *args))
    async with store.connection() as connection, connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")  # a small table would be read whole
        await connection.execute("SET LOCAL enable_bitmapscan = off")
        return "\n".join(row[0] for row in await connection.fetch(f"EXPLAIN {sql}", *args))


async def fill(store: Any) -> None:
    await store.open()
    rows = [
        TableRow(f"t{n}", "cardinal", 1, 3, 0, status=(OPEN, PLAYING, OVER)[n % 3], touched=n, due=n)
        for n in range(300)
    ]
    await asyncio.gather(*(store.journal.create(row) for row in rows))
    held = [SeatHolder(row.id, 1, b"x", f"someone {row.id}") for row in rows]
    await asyncio.gather(*(store.journal.change(seat.table, TableUpdate(seats=(seat,)), 0) for seat in held))
    targets = [NotificationTarget(f"n{n}", f"u{n}", "email", "a@example.org") for n in range(300)]
    await asyncio.gather(*(store.accounts.put_notification_target(target) for target in targets))
    for n in (7, 8, 9):
        await store.journal.change(f"t{n}", TableUpdate(seats=(SeatHolder(f"t{n}", 0, b"x", "u1"),)), n)
    if isinstance(store, PostgresStore):
        async with store.connection() as connection:
            await connection.execute("VACUUM (FULL, ANALYZE) tables")  # costs as of a table at rest
            await connection.execute("ANALYZE")


async def test_every_list_is_found_by_its_index(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(store)
    for name, (filters, index) in LISTS.items():
        plan = await plan_of(store, partial(store.journal.tables, **filters, limit=50), monkeypatch)
        assert index in plan, (name, plan)
        assert not re.search(r"SCAN tables(?! USING INDEX)|TEMP B-TREE|Seq Scan|Sort", plan), (name, plan)
        if name != "audit":
            assert not re.search(r"SCAN tables|Filter", plan), (name, plan)
    plan = await plan_of(store, partial(store.journal.due, 5), monkeypatch)
    assert "tables_due" in plan, plan
    plan = await plan_of(store, partial(store.accounts.notification_targets, ["u1", "u2"]), monkeypatch)
    assert "notices_user" in plan, plan
    await store.close()


async def test_the_tables_of_a_user_are_found_by_the_seats(
    store: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many are looked at as the user has, which are then sorted."""
    await fill(store)
    for filters in ({"status": OVER}, {}):
        plan = await plan_of(store, partial(store.journal.tables, user="u1", **filters), monkeypatch)
        assert "seats_user" in plan, plan
        assert not re.search(r"SCAN tables|Seq Scan", plan), plan
        if isinstance(store, SqliteStore):
            assert re.search(r"SEARCH tables USING INDEX sqlite_autoindex_tables_1", plan), plan
    found = await store.journal.tables(user="u1")
    assert [row.id for row in found] == ["t9", "t8", "t7"]
    await store.close()
