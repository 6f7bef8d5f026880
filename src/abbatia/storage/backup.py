"""Backup and restore of a SQLite store: a whole copy in one file, made while a server writes."""

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from abbatia.storage.errors import StoreOpenError
from abbatia.storage.revision import needs_upgrade
from abbatia.storage.sqlite import create_private, lock_file
from abbatia.storage.sqlite_writer import BUSY_SECONDS, PARTS, connect
from abbatia.storage.urls import POSTGRES, sqlite_file

PART: Final = ".part"
"""The end of the name of a copy that is not whole yet."""


def sqlite_only(place: str) -> Path:
    """The file of a store. Raises StoreOpenError for a store that is none."""
    if place == "memory:" or place.startswith(POSTGRES):
        raise StoreOpenError("storage.not_sqlite")
    return sqlite_file(place)


def back_up(place: str, copy: Path) -> None:
    """Copy a store, which a server may be writing to, into a new file. Raises StoreOpenError."""
    file = sqlite_only(place)
    if not file.exists():
        raise StoreOpenError("storage.not_there", place=str(file))
    if copy.exists():
        raise StoreOpenError("storage.backup_exists", file=str(copy))
    with one_sentence(copy), unfinished(copy) as part:
        with one_sentence(file), reading(file) as connection:
            check_store(file, connection)
            # One read transaction: however much is written meanwhile, it never starts over.
            connection.execute("VACUUM INTO ?", (str(part),))
        publish(part, copy)


def restore(copy: Path, place: str) -> Path | None:
    """Put a backup in the place of a store that no server uses; where the store of before is kept.

    Raises StoreOpenError; then the store is as it was.
    """
    file = sqlite_only(place)
    if not copy.is_file():
        raise StoreOpenError("storage.not_there", place=str(copy))
    with one_sentence(copy), reading(copy) as connection:
        check_store(copy, connection)
        if connection.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise StoreOpenError("storage.backup_damaged", file=str(copy))
    if file.exists() and os.path.samefile(copy, file):
        raise StoreOpenError("storage.backup_is_store", file=str(copy))
    with one_sentence(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(lock_file(file)), unfinished(file) as part:
            with reading(copy) as connection:  # a copy by SQLite: with what may be in its -wal
                connection.execute("VACUUM INTO ?", (str(part),))
            owner = (file if file.exists() else file.parent).stat()
            for made in (part, Path(f"{file}.lock")):
                give_to(made, owner)
            kept = keep(file) if file.exists() else None
            for beside in PARTS[1:]:  # never to be taken for those of the new file
                Path(f"{file}{beside}").unlink(missing_ok=True)
            publish(part, file, may_replace=True)
    return kept


def give_to(file: Path, owner: os.stat_result) -> None:
    """Let a file that root has made belong to whom the server runs as."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(file, owner.st_uid, owner.st_gid)


def keep(file: Path) -> Path:
    """A second name for a store, with all its parts, so that nothing is lost when another takes its place."""
    with contextlib.suppress(sqlite3.Error):  # a damaged one is kept as it is
        connect(file).close()  # the last connection to be closed brings what is in the -wal into the file
    stamp = time.strftime("%Y%m%d-%H%M%S")
    kept = next(
        name
        for number in range(1_000)
        if not (name := Path(f"{file}.before-{stamp}{f'-{number}' if number else ''}")).exists()
    )
    for part in PARTS:
        if Path(f"{file}{part}").exists():
            with contextlib.suppress(FileExistsError):
                try:
                    os.link(f"{file}{part}", f"{kept}{part}")
                except OSError:  # a file system without links
                    shutil.copy2(f"{file}{part}", f"{kept}{part}")
    return kept


def check_store(file: Path, connection: sqlite3.Connection) -> None:
    """Whether this is a store, of a version that can be used. Raises StoreOpenError or sqlite3.Error."""
    sql = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
    found = (
        connection.execute(sql).fetchall()
        and connection.execute("SELECT version_num FROM alembic_version").fetchall()
    )
    if not found:
        raise StoreOpenError("storage.no_store", file=str(file))
    needs_upgrade(str(file), str(found[0][0]))  # an older one is brought up to date by the server


@contextlib.contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection that writes nothing to the file."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    with contextlib.closing(connection):
        connection.execute("PRAGMA temp_store = MEMORY")
        yield connection


@contextlib.contextmanager
def unfinished(file: Path) -> Iterator[Path]:
    """A private file beside the one to be made, which vanishes if it is not finished."""
    part = Path(f"{file}{PART}-{os.getpid()}")
    create_private(part)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def publish(part: Path, file: Path, *, may_replace: bool = False) -> None:
    """Sync a complete file, then give it its name. Raises StoreOpenError where a file has that name."""
    sync(part)
    if may_replace:
        part.replace(file)
    else:
        try:
            os.link(part, file)
        except FileExistsError:
            raise StoreOpenError("storage.backup_exists", file=str(file)) from None
        except OSError:  # a file system without links
            part.replace(file)
    sync(file.parent)


def sync(place: Path) -> None:
    number = os.open(place, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


@contextlib.contextmanager
def one_sentence(file: Path) -> Iterator[None]:
    """Raise an error of SQLite or of the file system as StoreOpenError, whose message is one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreOpenError("storage.cannot_use", file=str(file), why=str(error)) from error
    except OSError as error:
        raise StoreOpenError(
            "storage.cannot_use", file=str(file), why=error.strerror or str(error)
        ) from error
