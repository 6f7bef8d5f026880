"""A store that an earlier version has written opens, and its games go on.

`old_store.sql` is what `sqlite3 .dump` says of a store that the server of schema 0004 has written, when all
of storage was one class: an account with a webhook, a game of Cardinal with a chat line, a table with an open
seat. Only its times were moved back.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine

from abbatia.core.chance import Rng
from abbatia.storage.model import OPEN, PLAYING, JournalEntry, SeatHolder, TableUpdate
from abbatia.storage.schema import configuration
from abbatia.storage.sqlite import SqliteStore
from tests.server.running_server import running_server
from tests.server.ws_client import client, play_out

TABLE, WAITING, ANNE = "47kq26vkiy6u", "eypide6y5y9a", "4cf6a5dc85833458"
TOKENS = [
    "60ASirol06IFE3nf4BTGEHp_ErLqh1Wd",
    "_qwLE9cY1TCEu4W5RjG3SvY_KQsNtUZs",
    "Bs9HrEBqO59vQWcn_xSmubomEP8-SeX1",
]


def old_store(folder: Path) -> Path:
    """The old store in a file."""
    file = folder / "store.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(Path(__file__).with_name("old_store.sql").read_text())
    return file


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004"])
async def test_an_old_store_is_read_and_written(tmp_path: Path, revision: str) -> None:
    file = old_store(tmp_path)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = configuration()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()

    store = SqliteStore(file)
    await store.open()
    journal, accounts = store.journal, store.accounts
    row = await journal.table(TABLE)
    assert row is not None
    assert (row.title, row.seats, row.status, row.public) == ("cardinal", 3, PLAYING, False)
    assert (len(row.secret), row.options["duel"], row.components) == (32, False, None)
    entries = await journal.entries(TABLE)
    assert [entry.n for entry in entries] == list(range(13))
    assert entries[4].log == ((0, 73), (-1, 212))
    assert (entries[11].kind, entries[11].body["text"]) == ("chat", "à demain")
    assert [(held.seat, held.user) for held in await journal.seats(TABLE)] == [(n, ANNE) for n in range(3)]
    assert [found.id for found in await journal.tables(status=OPEN, public=True)] == [WAITING]
    assert {found.id for found in await journal.tables(user=ANNE)} == {TABLE, WAITING}
    user = await accounts.account("ÄNNE")
    assert user is not None
    assert (user.id, user.name) == (ANNE, "Änne")
    (target,) = await accounts.notification_targets([ANNE])
    assert (target.kind, target.address, target.settings["language"]) == (
        "webhook",
        "http://127.0.0.1:9/",
        "en",
    )
    assert len(await accounts.setting("token key", b"")) == 32
    assert len(await store.coordination.uptimes()) == (revision >= "0003")
    entry = JournalEntry(13, row.touched + 1, "chat", 0, body={"text": "me voilà"})
    await journal.append(TABLE, entry, TableUpdate(due=7, seats=(SeatHolder(TABLE, 2, b"new"),)))
    assert (await journal.entries(TABLE, 13)) == [entry]
    assert (await journal.due(7))[0].id == TABLE
    assert (await journal.seats(TABLE))[2] == SeatHolder(TABLE, 2, b"new")
    await store.close()


async def test_a_game_of_an_old_store_goes_on(tmp_path: Path) -> None:
    async with running_server(SqliteStore(old_store(tmp_path))) as here, client(here) as anne:
        await here.post("/api/session", {"name": "Änne", "password": "correct horse"})
        mine = (await here.get("/api/me/seats"))["seats"]
        assert {held["table"]["id"] for held in mine} == {TABLE, WAITING}
        await anne.come(TABLE, TOKENS)
        assert anne.acting() == [1]
        assert len(anne.logs[0]) == 25
        assert await play_out(anne, Rng(6)) > 5
        assert anne.views[0]["result"] is not None
