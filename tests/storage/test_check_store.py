"""abbatia check-store: whole stores pass, whatever was changed or would replay differently is found."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import pytest

from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Match
from abbatia.games import TITLES, load
from abbatia.storage.audit import examine
from abbatia.storage.model import OVER, PLAYING, JournalEntry, TableRow
from abbatia.storage.store import Store
from abbatia.storage.urls import open_store
from tests.cli.conftest import Answer, Cli
from tests.versions import release

SECRET = b"check-store"


def played(name: str, count: int | None, *, undo: bool = False) -> tuple[TableRow, list[JournalEntry]]:
    """A table as a server leaves it: every action with its chance one entry, chats between them."""
    match, rng = Match(load(name), 3, rng=FairRng(SECRET)), Rng(5)
    journal = [JournalEntry(0, 0, "sit", 0), JournalEntry(1, 0, "start", log=tuple(match.log))]
    while actors := match.to_act():
        if count is not None and len(match.log) >= count:
            break
        before = len(match.log)
        legal = match.state.legal(actors[0])
        match.play(actors[0], legal[rng.below(len(legal))])
        journal.append(JournalEntry(len(journal), 0, "play", actors[0], tuple(match.log[before:])))
        if len(journal) == 9:
            journal.append(JournalEntry(9, 0, "chat", actors[0], body={"text": "!"}))
        if undo and len(journal) == 22:
            match.undo(actors[0], agreed=True)
            journal.append(JournalEntry(22, 0, "undo", actors[0], (), len(match.log)))
    result = match.result()
    head = {"scores": list(result.scores)} if result else {}
    status = OVER if result else PLAYING
    table = TableRow(
        name, name, match.title.version, 3, 0, options=match.options, secret=SECRET, status=status, head=head
    )
    return table, journal


async def store(place: str, tables: Sequence[tuple[TableRow, list[JournalEntry]]]) -> None:
    async with open_store(place) as into:
        await asyncio.gather(*(keep(into, table, journal) for table, journal in tables))


async def keep(into: Store, table: TableRow, journal: list[JournalEntry]) -> None:
    await into.journal.create(table)
    for entry in journal:
        await into.journal.append(table.id, entry)


@pytest.fixture(scope="module")
def games() -> list[tuple[TableRow, list[JournalEntry]]]:
    """A finished game of every title."""
    return [played(name, None) for name in TITLES]


@pytest.fixture(scope="module")
async def whole(
    anyio_backend: str,
    tmp_path_factory: pytest.TempPathFactory,
    games: list[tuple[TableRow, list[JournalEntry]]],
) -> str:
    """The games, one that goes on after an undo, and one that has not begun, in a file."""
    place = str(tmp_path_factory.mktemp("store") / "store.db")
    table, journal = played("cardinal", 60, undo=True)
    going_on = TableRow(
        "going", "cardinal", table.version, 3, 0, options=table.options, secret=SECRET, status=PLAYING
    )
    waiting = TableRow("empty", "pelegrinus", load("pelegrinus").version, 2, 0)
    await store(place, [*games, (going_on, journal), (waiting, [])])
    return place


@pytest.fixture
def place(whole: str, tmp_path: Path) -> str:
    """A copy of that file to do with as one likes."""
    return str(shutil.copy(whole, tmp_path / "store.db"))


def change(place: str, sql: str, *args: object) -> None:
    with sqlite3.connect(place) as connection:
        assert connection.execute(sql, args).rowcount > 0
    connection.close()


def only(answer: Answer) -> tuple[str, int | None, str]:
    """The one difference that was found."""
    assert answer.code == 1
    assert "Traceback" not in answer.err
    [found] = answer.data["differences"]
    return found["table"], found["entry"], found["difference"]


def test_a_whole_store_passes(cli: Cli, place: str) -> None:
    answer = cli("check-store", place)
    assert answer.code == 0
    assert answer.out.startswith(f"Replayed {len(TITLES) + 2} tables and ")
    assert "0 differences" in answer.out
    data = cli("check-store", place, "--json").data
    assert data["differences"] == []
    assert data["actions"] > 300


def test_it_looks_at_postgres_too(
    cli: Cli, database: str, games: list[tuple[TableRow, list[JournalEntry]]]
) -> None:
    asyncio.run(store(database, games[:1]))
    assert cli("check-store", database, "--json").data["tables"] == 1


def test_an_action_that_is_no_longer_legal_is_named(cli: Cli, place: str) -> None:
    change(place, "UPDATE entries SET log = '[[0,0]]' WHERE table_id = 'cardinal' AND n = 6")
    table, entry, said = only(cli("check-store", place, "--json"))
    assert (table, entry) == ("cardinal", 6)
    assert "no longer allowed" in said
    assert "cardinal" in cli("check-store", place).out


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE tables SET secret = x'00' WHERE id = 'pelegrinus'", "The seed gives"),
        (
            """UPDATE tables SET head = '{"scores":[1,2,3]}' WHERE id = 'cardinal'""",
            "The scores were 1, 2 and 3",
        ),
        ("DELETE FROM entries WHERE table_id = 'kings_abbey' AND n = 9", "Entry 9 of this table is missing"),
        ("UPDATE entries SET log = '[[0,999999]]' WHERE table_id = 'cardinal' AND n = 4", "no action number"),
        ("UPDATE tables SET title = 'chess' WHERE id = 'cardinal'", "This game cannot be played"),
        ("UPDATE tables SET seats = 9 WHERE id = 'cardinal'", "The game cannot be set up"),
    ],
)
def test_what_differs_is_said(cli: Cli, place: str, sql: str, said: str) -> None:
    change(place, sql)
    assert said in only(cli("check-store", place, "--json"))[2]


def test_a_game_that_was_over_and_goes_on_is_found(cli: Cli, place: str) -> None:
    change(place, "DELETE FROM entries WHERE table_id = 'cardinal' AND n > 40")
    table, entry, said = only(cli("check-store", place, "--json"))
    assert (table, entry) == ("cardinal", None)
    assert "was over" in said


def test_positions_are_compared_with_the_old_versions(cli: Cli, place: str, tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    assert cli("check-store", place, "--write", str(file)).code == 0
    assert cli("check-store", place, "--against", str(file)).code == 0
    known = json.loads(file.read_text())["fingerprints"]
    assert len(set(known.values())) == len(known) == len(TITLES) + 2
    known["going"] = "0" * 32
    file.write_text(json.dumps({"fingerprints": known}))
    assert only(cli("check-store", place, "--against", str(file), "--json"))[::2] == (
        "going",
        "The position is different.",
    )
    known["going"] = asyncio.run(fingerprint(place, "going"))
    del known["cardinal"]
    known["lost"] = "1" * 32
    file.write_text(json.dumps({"fingerprints": known}))
    found = cli("check-store", place, "--against", str(file), "--json").data["differences"]
    assert {row["table"]: row["difference"] for row in found} == {
        "cardinal": "The file has no fingerprint of this table.",
        "lost": "This table is in the file but no longer in the database.",
    }


async def fingerprint(place: str, name: str) -> str:
    async with open_store(place, read_only=True) as there:
        table = await there.journal.table(name)
        assert table is not None
        return examine(table, await there.journal.entries(name), load).fingerprint


def test_a_version_that_nobody_released_is_a_difference(cli: Cli, place: str) -> None:
    change(place, "UPDATE tables SET version = 99 WHERE id = 'cardinal'")
    table, entry, said = only(cli("check-store", place, "--json"))
    assert (table, entry) == ("cardinal", None)
    assert "There is no version 99 of cardinal here. The newest is version" in said


def test_a_new_version_makes_no_difference_to_old_tables(
    cli: Cli, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in an upgrade: fingerprints of before, and then every title has a version more."""
    file = tmp_path / "before.json"
    assert cli("check-store", place, "--write", str(file)).code == 0
    for name in TITLES:
        release(monkeypatch, name)
    answer = cli("check-store", place, "--against", str(file), "--json")
    assert answer.data["differences"] == []
    assert answer.data["earlier_versions"] == answer.data["tables"] > 0
    said = cli("check-store", place).out
    assert f"{len(TITLES) + 2} tables are of an earlier version of the rules, by which they go on." in said
    known = json.loads(file.read_text())
    known["fingerprints"]["cardinal"] = "0" * 32  # a true one is still found
    file.write_text(json.dumps(known))
    answer = cli("check-store", place, "--against", str(file), "--json")
    assert [row["table"] for row in answer.data["differences"]] == ["cardinal"]


def test_dice_of_a_record_are_not_asked_of_the_seed(games: list[tuple[TableRow, list[JournalEntry]]]) -> None:
    table, journal = games[TITLES.index("cardinal")]
    other = TableRow("o", "cardinal", table.version, 3, 0, options=table.options, secret=b"other")
    assert examine(other, journal, load).difference is not None
    long = sum(len(entry.log) for entry in journal)
    given = TableRow(
        "o",
        "cardinal",
        table.version,
        3,
        0,
        options=table.options,
        secret=b"other",
        head={"origin": {"record": "r", "at": long}},
    )
    assert examine(given, journal, load).difference is None


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("none.db", "cannot be opened"),
        ("mysql://host/db", "is not a database"),
        ("postgresql://x@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_a_store_that_is_none_is_one_sentence(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = cli("check-store", address)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert len(answer.err.strip().splitlines()) == 1


def test_bad_fingerprint_files_are_one_sentence(cli: Cli, place: str, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text('{"fingerprints": 3}')
    assert "has no fingerprints" in cli("check-store", place, "--against", str(file)).err
    assert "cannot" in cli("check-store", place, "--against", str(tmp_path / "none")).err.lower()
    assert "cannot be written" in cli("check-store", place, "--write", str(tmp_path / "no" / "x")).err
