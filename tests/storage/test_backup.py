"""`abbatia backup` and `restore`: whole copies beside a server that plays, and back; none is overwritten."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from abbatia.storage.backup import back_up
from abbatia.storage.model import JournalEntry, TableRow
from abbatia.storage.sqlite import SqliteStore
from tests.cli.conftest import Cli
from tests.storage.test_processes import ENDLESS, TABLES, begin, check, journals, rest, start_appender


class Lines(threading.Thread):
    """What a process says, read all the time: one that nobody listens to would soon stop writing."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        assert process.stdout is not None
        self.source = process.stdout
        self.said: list[str] = []
        self.start()

    def run(self) -> None:
        for line in self.source:
            if line.endswith(b"\n"):  # what was cut off was not said
                self.said.append(line.decode().strip())

    def wait_for(self, count: int) -> list[str]:
        """All that was said, once it is so many lines."""
        until = time.monotonic() + 60
        while len(self.said) < count:
            assert time.monotonic() < until
            time.sleep(0.01)
        return list(self.said)


def make_large(file: Path) -> None:
    """Let a store be of a size that cannot be copied between two commits."""
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("CREATE TABLE ballast (data BLOB)")
        connection.executemany("INSERT INTO ballast VALUES (zeroblob(?))", [(1_000_000,)] * 40)
    connection.close()


def test_a_backup_is_whole_while_a_server_writes(tmp_path: Path) -> None:
    """What was acknowledged before it began is in it; it ends soon, however much is written meanwhile.

    A copy that starts over whenever something is written (`.backup` of the sqlite3 shell) never ends here.
    """
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    process = start_appender(file, 0)  # makes the store
    begin([process])
    rest(process)
    make_large(file)
    process = start_appender(file, ENDLESS)
    lines = Lines(process)
    begin([process])
    before = lines.wait_for(300)
    command = [sys.executable, "-m", "abbatia.cli", "backup", str(copy), "--store", str(file)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 0, answer.stderr
    meanwhile = len(lines.said)
    assert meanwhile > len(before)
    lines.wait_for(meanwhile + 50)  # it still writes
    process.send_signal(signal.SIGKILL)
    process.wait(20)
    lines.join(20)
    assert process.stdin is not None
    process.stdin.close()
    lines.source.close()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    check(before, asyncio.run(journals(copy)))
    check(lines.said, asyncio.run(journals(file)))


async def test_what_is_not_yet_in_the_file_itself_is_in_a_backup(tmp_path: Path) -> None:
    """The last commits of an open store are in its -wal alone."""
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    await prepare(file)
    store = SqliteStore(file)
    await store.open()
    before = file.stat().st_mtime_ns
    await store.journal.append("t1", JournalEntry(1, 0, "chat"))
    await asyncio.to_thread(back_up, str(file), copy)
    assert file.stat().st_mtime_ns == before, "nothing was brought into the file meanwhile"
    await store.close()
    await count(copy, 2)


def test_a_restored_store_is_what_it_was_and_the_one_of_before_is_kept(tmp_path: Path, cli: Cli) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    process = start_appender(file, 40)
    begin([process])
    acknowledged = rest(process)
    assert cli("backup", str(copy), "--store", f"sqlite:{file}").code == 0
    process = start_appender(file, ENDLESS)  # goes on, and is killed with a -wal beside the file
    begin([process])
    assert process.stdout is not None
    later = [process.stdout.readline().decode().strip() for _ in range(100)]
    process.send_signal(signal.SIGKILL)
    later += rest(process)
    assert Path(f"{file}-wal").exists()
    answer = cli("restore", str(copy), "--store", str(file))
    assert answer.code == 0, answer.err
    stored = asyncio.run(journals(file))
    check(acknowledged, stored)
    assert sum(len(journal) for journal in stored.values()) == len(acknowledged)
    (kept,) = tmp_path.glob("store.db.before-*[0-9]")
    assert str(kept) in answer.err.replace("\n", "")
    check(acknowledged + later, asyncio.run(journals(kept)))
    assert file.stat().st_mode & 0o777 == 0o600
    process = start_appender(file, 3)  # a server goes on from there
    begin([process])
    assert len(rest(process)) == 3 * len(TABLES)


def test_a_backup_can_be_restored_where_there_is_nothing(tmp_path: Path, cli: Cli) -> None:
    asyncio.run(prepare(tmp_path / "store.db"))
    assert cli("backup", str(tmp_path / "copy.db"), "--store", str(tmp_path / "store.db")).code == 0
    new = tmp_path / "new folder" / "store.db"
    assert cli("restore", str(tmp_path / "copy.db"), "--store", str(new)).code == 0
    asyncio.run(count(new, 1))
    assert not list(new.parent.glob("*before*"))


async def prepare(file: Path) -> None:
    store = SqliteStore(file)
    await store.open()
    await store.journal.create(TableRow("t1", "cardinal", 1, 3, 0))
    await store.journal.append("t1", JournalEntry(0, 0, "chat"))
    await store.close()


async def count(file: Path, entries: int) -> None:
    store = SqliteStore(file)
    await store.open()
    assert len(await store.journal.entries("t1")) == entries
    await store.close()


def test_a_damaged_store_can_be_replaced_and_is_kept(tmp_path: Path, cli: Cli) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    asyncio.run(prepare(file))
    assert cli("backup", str(copy), "--store", str(file)).code == 0
    file.write_bytes(b"garbage" * 1000)
    assert cli("restore", str(copy), "--store", str(file)).code == 0
    (kept,) = tmp_path.glob("store.db.before-*[0-9]")
    assert kept.read_bytes() == b"garbage" * 1000
    asyncio.run(count(file, 1))


def test_whatever_is_wrong_is_said_in_one_sentence(tmp_path: Path, cli: Cli) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    asyncio.run(prepare(file))
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anne, " * 500)
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE a (b)").connection.close()

    def complaint(*arguments: str) -> str:
        answer = cli(*arguments)
        assert answer.code == 2, answer.out
        assert answer.err.startswith("error: ")
        assert "Traceback" not in answer.err
        return " ".join(answer.err.removeprefix("error: ").split())

    def is_backup(name: str | Path, store: str | Path = file) -> str:
        return complaint("backup", str(name), "--store", str(store))

    def is_restore(name: str | Path, store: str | Path = file) -> str:
        return complaint("restore", str(name), "--store", str(store))

    assert is_backup(letter) == f"{letter} already exists. A backup overwrites nothing; choose another name."
    assert is_backup(copy, tmp_path / "none.db") == f"There is no file {tmp_path / 'none.db'}."
    for store in ("memory:", "postgresql://abbatia@db.example/abbatia"):
        assert is_backup(copy, store).startswith("This works for SQLite only")
        assert is_restore(letter, store).startswith("This works for SQLite only")
    assert "is not a database" in is_backup(copy, "mysql://host/name")
    assert is_backup(copy, letter) == f"{letter} cannot be used: file is not a database."
    assert is_backup(copy, tmp_path / "other.db") == f"{tmp_path / 'other.db'} is not an Abbatia database."
    assert is_backup(tmp_path / "none" / "copy.db").endswith("cannot be used: No such file or directory.")
    assert is_backup(tmp_path).startswith(f"{tmp_path} already exists")
    assert is_restore(tmp_path / "none.db") == f"There is no file {tmp_path / 'none.db'}."
    assert is_restore(letter) == f"{letter} cannot be used: file is not a database."
    assert is_restore(file) == f"{file} is the database itself."
    assert cli("backup", str(copy), "--store", str(file)).code == 0
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    assert is_restore(copy) in (
        f"The backup {copy} is damaged. Nothing was restored.",
        f"{copy} cannot be used: database disk image is malformed.",
    )
    copy.write_bytes(whole)
    with sqlite3.connect(copy) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    assert "needs a newer Abbatia" in is_restore(copy)
    asyncio.run(count(file, 1))
    assert sorted(path.name for path in tmp_path.glob("*.part*")) == []


def test_nothing_is_restored_under_a_running_server(tmp_path: Path, cli: Cli) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    process = start_appender(file, 3)
    try:
        assert cli("backup", str(copy), "--store", str(file)).code == 0
        inode = os.stat(file).st_ino
        answer = cli("restore", str(copy), "--store", str(file))
        assert answer.code == 2
        assert "Another process is using the database" in answer.err
        assert os.stat(file).st_ino == inode
        begin([process])
        assert len(rest(process)) == 3 * len(TABLES)
    except BaseException:
        process.kill()
        raise


def test_the_store_comes_from_the_settings(tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(prepare(tmp_path / "store.db"))
    monkeypatch.setenv("ABBATIA_STORE", str(tmp_path / "store.db"))
    assert cli("backup", str(tmp_path / "copy.db")).code == 0
    monkeypatch.setenv("ABBATIA_PORT", "many")
    assert cli("backup", str(tmp_path / "again.db")).code == 2


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_the_server(tmp_path: Path, cli: Cli) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    asyncio.run(prepare(file))
    assert cli("backup", str(copy), "--store", str(file)).code == 0
    os.chown(file, 12345, 12346)
    assert cli("restore", str(copy), "--store", str(file)).code == 0
    for made in (file, Path(f"{file}.lock")):
        assert (made.stat().st_uid, made.stat().st_gid) == (12345, 12346)
