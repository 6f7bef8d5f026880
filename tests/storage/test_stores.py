"""What every store promises, on memory, SQLite and PostgreSQL alike."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from msgspec import structs

from abbatia.storage.errors import Conflict
from abbatia.storage.model import (
    OVER,
    PLAYING,
    JournalEntry,
    NotificationTarget,
    SeatHolder,
    Session,
    TableRow,
    TableUpdate,
    User,
    log_after,
)
from abbatia.storage.store import Store

Make = Callable[[], Store]


@asynccontextmanager
async def opened(make: Make) -> AsyncIterator[Store]:
    """A store that is open as long as the block."""
    store = make()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture
async def store(make: Make) -> AsyncIterator[Store]:
    """An open store of each kind."""
    async with opened(make) as store:
        yield store


def table(name: str = "t1", **more: object) -> TableRow:
    head = {"id": name, "title": "cardinal", "version": 1, "seats": 3, "created": 5, "touched": 5}
    return TableRow(**{**head, **more})  # type: ignore[arg-type]  # the fields vary from test to test


FULL = TableRow(
    "t9",
    "pelegrinus",
    2,
    4,
    1_700_000_000_000,
    options={"variant": True, "map": "small"},
    components={"sites": [{"name": "Compostela", "at": [1, 2.5]}]},
    secret=bytes(range(32)),
    status=PLAYING,
    public=False,
    due=1_700_000_060_000,
    touched=1_700_000_000_001,
    head={"names": ["Anne", "Ærthe", "百合"], "clock": None},
)
ENTRY = JournalEntry(0, 17, "play", 2, ((2, 41), (-1, 7)), 3, {"text": "À bientôt \0 '\";--", "deep": [{}]})


async def test_a_table_comes_back_as_it_was(store: Store) -> None:
    await store.journal.create(FULL)
    assert await store.journal.table("t9") == FULL
    assert await store.journal.table("t8") is None
    with pytest.raises(Conflict):
        await store.journal.create(FULL)


async def test_what_is_stored_is_there_for_the_next_process(make: Make) -> None:
    async with opened(make) as store:
        await store.journal.create(FULL)
        await store.journal.append("t9", ENTRY)
    async with opened(make) as store:
        assert await store.journal.table("t9") == FULL
        assert await store.journal.entries("t9") == [ENTRY]


async def test_a_number_is_taken_once(store: Store) -> None:
    await store.journal.create(table())
    await store.journal.append("t1", JournalEntry(0, 1, "start"))
    with pytest.raises(Conflict):
        await store.journal.append("t1", JournalEntry(0, 2, "chat"), TableUpdate(status=OVER))
    with pytest.raises(Conflict):  # a gap
        await store.journal.append("t1", JournalEntry(2, 2, "chat"))
    with pytest.raises(KeyError):
        await store.journal.append("t2", JournalEntry(0, 2, "chat"))
    assert await store.journal.entries("t1") == [JournalEntry(0, 1, "start")]
    found = await store.journal.table("t1")
    assert found is not None
    assert found.status == "open"


async def test_journals_are_read_in_parts(store: Store) -> None:
    await store.journal.create(table())
    journal = [JournalEntry(n, n, "play", n % 3, ((n % 3, n),)) for n in range(12)]
    for entry in journal:
        await store.journal.append("t1", entry)
    assert await store.journal.entries("t1") == journal
    assert await store.journal.entries("t1", 10) == journal[10:]
    assert await store.journal.entries("t1", 12) == []
    assert await store.journal.entries("none") == []


async def test_many_tables_append_at_once(store: Store) -> None:
    async def play(store: Store, name: str) -> None:
        await store.journal.create(table(name))
        for n in range(20):
            await store.journal.append(name, JournalEntry(n, n, "play", 0, ((0, n),)), TableUpdate(due=n))

    names = [f"t{number}" for number in range(40)]
    await asyncio.gather(*(play(store, name) for name in names))
    for name in names:
        assert [entry.n for entry in await store.journal.entries(name)] == list(range(20))
    assert len(await store.journal.due(19, limit=100)) == 40


async def test_of_many_entries_at_once_each_that_fits_is_stored_and_no_other(store: Store) -> None:
    names = [f"t{number}" for number in range(100)]
    for name in names:
        await store.journal.create(table(name))
    numbers = [2 if place == 30 else 0 for place in range(100)]  # one is ahead of its journal
    tries = [
        store.journal.append(name, JournalEntry(n, 5, "play", 0, ((0, 1),), body={"nth": 1}))
        for name, n in zip(["t0", "none", *names[2:]], numbers, strict=True)
    ]
    tries.append(store.journal.append("t0", JournalEntry(0, 6, "chat")))  # one is late
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    wrong = {place: type(outcome) for place, outcome in enumerate(outcomes) if outcome is not None}
    assert wrong == {1: KeyError, 30: Conflict, 100: Conflict}
    for place, name in enumerate(names):
        fits = place not in (1, 30)
        expected = [JournalEntry(0, 5, "play", 0, ((0, 1),), body={"nth": 1})] if fits else []
        assert await store.journal.entries(name) == expected


@pytest.mark.parametrize("count", [2, 8, 9, 127, 300])
async def test_entries_of_any_number_of_tables_come_back(store: Store, count: int) -> None:
    names = [str(number) for number in range(count)]
    await asyncio.gather(*(store.journal.create(table(name)) for name in names))
    written = {
        name: [
            JournalEntry(0, place, "chat", None if place % 3 else place % 2),
            JournalEntry(
                1, place, "undo", 0, ((0, place),), None if place % 2 else place % 4, {"nth": place}
            ),
        ]
        for place, name in enumerate(names)
    }
    for n in range(2):
        await asyncio.gather(*(store.journal.append(name, written[name][n]) for name in names))
    assert {name: await store.journal.entries(name) for name in names} == written


@pytest.mark.parametrize("count", [2, 7, 8, 9, 300])
async def test_changes_of_any_number_of_tables_come_with_their_entries(store: Store, count: int) -> None:
    """Some end, some get another time, some another head and somebody at a seat, some nothing."""
    names = [str(number) for number in range(count)]
    await asyncio.gather(*(store.journal.create(table(name, due=7)) for name in names))
    changes = [
        TableUpdate(status=OVER, head={"ended": 4}),
        TableUpdate(due=9),
        TableUpdate(due=None),
        TableUpdate(head={"names": ["Ærthe"]}, seats=(SeatHolder("", 1, b"token", None),)),
        None,
    ]
    await asyncio.gather(
        *(
            store.journal.append(name, JournalEntry(0, 20, "play"), own_change(changes[place % 5], name))
            for place, name in enumerate(names)
        )
    )
    for place, name in enumerate(names):
        found = await store.journal.table(name)
        assert found is not None
        change = place % 5
        assert found.status == (OVER if change == 0 else "open")
        assert found.due == (7, 9, None, 7, 7)[change]
        assert found.head == ({"ended": 4}, {}, {}, {"names": ["Ærthe"]}, {})[change]
        assert found.touched == (20, 5, 5, 20, 5)[change]
        assert len(await store.journal.seats(name)) == (change == 3)


def own_change(change: TableUpdate | None, name: str) -> TableUpdate | None:
    """The change with its seats at this table."""
    if change is None or not change.seats:
        return change
    return structs.replace(change, seats=tuple(structs.replace(seat, table=name) for seat in change.seats))


async def test_of_many_who_want_one_number_one_gets_it(store: Store) -> None:
    await store.journal.create(table())
    tries = [store.journal.append("t1", JournalEntry(0, at, "chat"), TableUpdate(due=at)) for at in range(30)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    winners = [at for at, outcome in enumerate(outcomes) if outcome is None]
    assert len(winners) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 29
    found = await store.journal.table("t1")
    assert found is not None
    assert (found.due, [entry.at for entry in await store.journal.entries("t1")]) == (winners[0], winners)


async def test_changes_come_with_their_entry(store: Store) -> None:
    await store.journal.create(table())
    held = (SeatHolder("t1", 0, b"a" * 32, "u1"), SeatHolder("t1", 2, b"c" * 32))
    change = TableUpdate(status=PLAYING, due=99, head={"names": ["Anne"]}, seats=held)
    await store.journal.append("t1", JournalEntry(0, 7, "start"), change)
    assert await store.journal.seats("t1") == list(held)
    found = await store.journal.table("t1")
    assert found == table(status=PLAYING, due=99, head={"names": ["Anne"]}, touched=7)
    await store.journal.append("t1", JournalEntry(1, 8, "leave"), TableUpdate(due=None, left=(0,)))
    assert await store.journal.seats("t1") == [held[1]]
    assert await store.journal.table("t1") == table(status=PLAYING, head={"names": ["Anne"]}, touched=7)
    await store.journal.change(
        "t1", TableUpdate(public=False, seats=(SeatHolder("t1", 2, b"d" * 32, "u2"),)), 9
    )
    assert await store.journal.seats("t1") == [SeatHolder("t1", 2, b"d" * 32, "u2")]
    with pytest.raises(KeyError):
        await store.journal.change("t2", TableUpdate(public=False), 9)


async def test_lists_are_filtered_sorted_and_paged(store: Store) -> None:
    for number in range(6):
        await store.journal.create(table(f"t{number}", touched=number // 2, public=number != 3))
    await store.journal.change("t5", TableUpdate(status=OVER, seats=(SeatHolder("t5", 1, b"x", "anne"),)), 9)
    await store.journal.change("t0", TableUpdate(seats=(SeatHolder("t0", 1, b"x", "anne"),)), 9)

    async def names(**filters: object) -> list[str]:
        return [found.id for found in await store.journal.tables(**filters)]  # type: ignore[arg-type]  # as above

    assert await names() == ["t5", "t4", "t3", "t2", "t1", "t0"]
    assert await names(limit=2) == ["t5", "t4"]
    assert await names(limit=2, before=(2, "t4")) == ["t3", "t2"]
    assert await names(status="open", public=True) == ["t4", "t2", "t1", "t0"]
    assert await names(user="anne") == ["t5", "t0"]
    assert await names(user="anne", status=OVER) == ["t5"]
    assert await names(public=False) == ["t3"]


async def test_clocks_that_fall_are_found_in_order(store: Store) -> None:
    for name, at in (("late", 50), ("soon", 10), ("never", None), ("now", 5)):
        await store.journal.create(table(name, due=at))
    assert [found.id for found in await store.journal.due(10)] == ["now", "soon"]
    assert [found.id for found in await store.journal.due(99, limit=1)] == ["now"]


async def test_a_dropped_table_leaves_nothing(store: Store) -> None:
    for name in ("t1", "t2"):
        await store.journal.create(table(name))
        await store.journal.append(
            name, JournalEntry(0, 1, "sit"), TableUpdate(seats=(SeatHolder(name, 0, b"x"),))
        )
    await store.journal.drop("t1")
    assert await store.journal.table("t1") is None
    assert await store.journal.entries("t1") == []
    assert await store.journal.seats("t1") == []
    assert len(await store.journal.entries("t2")) == len(await store.journal.seats("t2")) == 1


async def test_accounts_own_their_name_guests_do_not(store: Store) -> None:
    anne = User("u1", "Änne", 1, "$argon2id$…", {"language": "fr"})
    await store.accounts.add_user(anne)
    await store.accounts.add_user(User("u2", "Änne", 2))
    with pytest.raises(Conflict):
        await store.accounts.add_user(User("u3", "äNNE", 3, "hash"))
    with pytest.raises(Conflict):
        await store.accounts.add_user(User("u1", "Other", 3))
    with pytest.raises(Conflict):
        await store.accounts.change_user(User("u2", "ÄNNE", 2, "hash"))
    with pytest.raises(KeyError):
        await store.accounts.change_user(User("u9", "Nobody", 2))
    assert await store.accounts.account("äNNe") == anne == await store.accounts.user("u1")
    await store.accounts.change_user(User("u2", "Berthe", 2, "hash", {"x": 1}))
    assert await store.accounts.account("berthe") == User("u2", "Berthe", 2, "hash", {"x": 1})
    assert await store.accounts.user("u4") is await store.accounts.account("u4") is None


async def test_sessions_expire(store: Store) -> None:
    sessions = [Session(bytes([number]), f"u{number // 2}", 1, 10 + number) for number in range(4)]
    for session in sessions:
        await store.accounts.add_session(session)
    assert await store.accounts.session(b"\0", 9) == sessions[0]
    assert await store.accounts.session(b"\0", 10) is None
    await store.accounts.drop_expired_sessions(11)
    assert [await store.accounts.session(bytes([n]), 0) for n in range(4)] == [None, None, *sessions[2:]]
    await store.accounts.drop_session(b"\3")
    assert await store.accounts.session(b"\3", 0) is None
    assert await store.accounts.session(b"\2", 0) == sessions[2]


async def test_notices_belong_to_their_user(store: Store) -> None:
    hook = NotificationTarget("n1", "u1", "webhook", "https://example.org/hook", {"secret": "s"})
    await store.accounts.put_notification_target(hook)
    await store.accounts.put_notification_target(
        NotificationTarget("n2", "u2", "push", "https://example.org/push")
    )
    await store.accounts.put_notification_target(
        NotificationTarget("n2", "u2", "push", "https://example.org/other")
    )
    assert await store.accounts.notification_targets(["u1"]) == [hook]
    assert [notice.address[-5:] for notice in await store.accounts.notification_targets(["u2", "u1"])] == [
        "/hook",
        "other",
    ]
    assert await store.accounts.notification_targets([]) == []
    await store.accounts.drop_notification_target("u2", "n1")
    assert await store.accounts.notification_targets(["u1"]) == [hook]
    await store.accounts.drop_notification_target("u1", "n1")
    assert await store.accounts.notification_targets(["u1"]) == []


async def test_a_task_is_claimed_by_one_until_its_time_is_over(store: Store) -> None:
    assert await store.coordination.claim("bot t1", "a", 0, 10)
    assert not await store.coordination.claim("bot t1", "b", 5, 15)
    assert await store.coordination.claim("bot t1", "a", 8, 20)
    assert not await store.coordination.claim("bot t1", "b", 15, 25)
    assert await store.coordination.claim("bot t1", "b", 20, 30)
    assert not await store.coordination.claim("bot t1", "a", 21, 30)


async def test_the_store_knows_when_it_was_served(store: Store) -> None:
    assert await store.coordination.uptimes() == []
    await store.coordination.heartbeat(1_000, 50)
    await store.coordination.heartbeat(1_030, 50)
    await store.coordination.heartbeat(1_080, 50)
    await store.coordination.heartbeat(1_070, 50)  # of a process whose clock is behind
    assert await store.coordination.uptimes() == [(1_000, 1_080)]
    await store.coordination.heartbeat(1_131, 50)
    await store.coordination.heartbeat(1_140, 50)
    await store.coordination.heartbeat(1_139, 50)
    await store.coordination.heartbeat(1_145, 0)  # one that asks for no silence at all
    assert await store.coordination.uptimes() == [(1_000, 1_080), (1_131, 1_140), (1_145, 1_145)]


async def test_a_setting_is_made_once(store: Store) -> None:
    assert await store.accounts.setting("key", b"first\0") == b"first\0"
    assert await store.accounts.setting("key", b"second") == b"first\0"
    await store.ping()


JSON = some.recursive(
    some.none() | some.booleans() | some.integers(-(2**53), 2**53) | some.text(),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(), inner, max_size=3),
    max_leaves=8,
)
ENTRIES = some.builds(
    JournalEntry,
    n=some.just(0),
    at=some.integers(0, 2**45),
    kind=some.sampled_from(["play", "undo", "chat"]),
    seat=some.none() | some.integers(0, 5),
    log=some.lists(some.tuples(some.integers(-1, 5), some.integers(0, 5000)), max_size=4).map(tuple),
    cut=some.none() | some.integers(0, 500),
    body=some.dictionaries(some.text(), JSON, max_size=3),
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(journal=some.lists(ENTRIES, max_size=6))
async def test_any_entry_comes_back(store: Store, journal: list[JournalEntry]) -> None:
    await store.journal.drop("any")
    await store.journal.create(table("any"))
    numbered = [
        JournalEntry(n, old.at, old.kind, old.seat, old.log, old.cut, old.body)
        for n, old in enumerate(journal)
    ]
    for entry in numbered:
        await store.journal.append("any", entry)
    assert await store.journal.entries("any") == numbered


def test_the_log_is_told_by_cuts_and_additions() -> None:
    log: list[tuple[int, int]] = []
    for entry in (
        JournalEntry(0, 0, "start", log=((-1, 3),)),
        JournalEntry(1, 0, "play", 0, ((0, 5), (-1, 2))),
        JournalEntry(2, 0, "chat"),
        JournalEntry(3, 0, "undo", 0, (), 1),
        JournalEntry(4, 0, "play", 0, ((0, 6),)),
    ):
        log = log_after(log, entry)
    assert log == [(-1, 3), (0, 6)]
