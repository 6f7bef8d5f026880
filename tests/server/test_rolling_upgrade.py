"""A rolling upgrade: an old build that knows only version 1 of The King's Abbey, and this one, on one store.

The old build is a copy of the sources whose `versions.py` ends with version 1. PostgreSQL serves both at
once; SQLite serves one process, so there the old one stops in the middle of its games and the new one starts.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec import structs

from abbatia.core.chance import Rng
from abbatia.core.record import parse, verify
from abbatia.core.words import Message, words
from abbatia.games import load
from abbatia.server.live.registry import REST
from abbatia.server.ws.protocol import PROTOCOL
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import PATIENCE, Json, RunningServer, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of
from tests.storage.conftest import database as database
from tests.storage.conftest import postgres as postgres

ROOT = Path(__file__).parents[2]
START = 60.0
"""Seconds that a server has to start, on a busy machine."""
RATES = ("MESSAGE_RATE", "REQUEST_RATE", "READ_RATE", "TABLES_PER_HOUR", "BOTS_PER_HOUR")
FREE = {f"ABBATIA_{name}": "1000000" for name in RATES}
TITLE = "kings_abbey"
NEWEST = load(TITLE).version
VERSIONS = re.compile(r"(    Version\(1, [^\n]*\),\n).*?\n\)\nNEWEST", re.DOTALL)


@pytest.fixture(scope="module")
def old_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they would be before version 2 was released."""
    folder = tmp_path_factory.mktemp("old")
    leave = shutil.ignore_patterns("__pycache__", "static", "docs")
    shutil.copytree(ROOT / "src" / "abbatia", folder / "abbatia", ignore=leave)
    file = folder / "abbatia" / "games" / TITLE / "versions.py"
    text, found = VERSIONS.subn(r"\1)\nNEWEST", file.read_text("utf-8"))
    assert found == 1
    file.write_text(text.replace("import Change, Version", "import Version"), "utf-8")
    return folder


class Build(RunningServer):
    """A server process of one build."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE)


def run(sources: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of a build."""
    command = [sys.executable, "-m", "abbatia.cli", "--language", "en", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


@asynccontextmanager
async def serving(sources: Path, store: str) -> AsyncIterator[Build]:
    """`abbatia serve` of a build, ended by SIGTERM."""
    command = [sys.executable, "-m", "abbatia.cli", "--language", "en", "serve", "--port", "0"]
    environment = {**os.environ, **FREE, "PYTHONPATH": str(sources), "ABBATIA_STORE": store}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START)
        found = re.search(r"http://localhost:(\d+)", line)
        assert found, line
        here = Build(f"http://127.0.0.1:{found.group(1)}")
        try:
            yield here
        finally:
            await here.http.aclose()
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, 30)
        process.stdout.close()


async def version_of_new_tables(here: Build) -> int:
    titles = (await here.get("/api/titles"))["titles"]
    return int(next(title["version"] for title in titles if title["name"] == TITLE))


async def go_on(here: Build, seated: Json, seed: int, steps: int = 5_000) -> Client:
    """Play all seats of a table for a while, or to the end; the client as it was then."""
    async with client(here) as player:
        assert (await player.ask("hello", protocol=PROTOCOL))["type"] == "welcome"
        await player.come(seated["table"]["id"], tokens_of(seated))
        await play_out(player, Rng(seed), steps)
        return player


async def begun(here: Build, version: int) -> Json:
    """A table with some actions played."""
    seated = await here.create(TITLE, ["me", "me"], options={"quick": True})
    assert seated["table"]["version"] == version
    await go_on(here, seated, 5, steps=40)
    return seated


async def check_ended(here: Build, seated: Json, version: int) -> None:
    """A finished game: its record, its verification, its replay, a table that goes on from it."""
    table = seated["table"]["id"]
    record = parse((await here.http.get(f"/api/records/{table}")).text)
    assert record.version == version
    assert verify(record, load).title.version == version
    assert (await here.get(f"/api/records/{table}/verify"))["good"]
    replayed = await here.get(f"/api/records/{table}/replay")
    assert (replayed["record"]["version"], len(replayed["texts"])) == (version, len(record.log))
    last = len(record.log)
    frames = (await here.get(f"/api/records/{table}/frames?start={last}&stop={last + 1}"))["frames"]
    assert (frames[0]["at"], frames[0]["to_act"]) == (last, [])
    assert replayed["result"]["scores"] == list(record.result)
    known = set(load(TITLE, version).vocabulary)
    assert set((await here.get(f"/api/tables/{table}/actions"))["texts"]) == known
    origin = {"record": table, "at": last // 2}
    again = await here.create(TITLE, ["me", "me"], origin=origin)
    assert again["table"]["version"] == version
    await go_on(here, again, 9, steps=10)


async def check_refused(here: Build, seated: Json) -> None:
    """The old build says in one sentence that it does not know this version, and goes on serving others."""
    answer = await here.get(f"/api/tables/{seated['table']['id']}", 409)
    assert answer["why"]["key"] == "server.other_version"
    said = words("en").say(Message(answer["why"]["key"], **answer["why"]["args"]))
    assert f"started with version {NEWEST}" in said
    assert "knows is version 1." in said
    async with client(here) as stranger:
        assert (await stranger.ask("hello", protocol=PROTOCOL))["type"] == "welcome"
        refused = await stranger.ask(
            "subscribe", table=seated["table"]["id"], tokens=tokens_of(seated), since=[]
        )
        assert (refused["type"], refused["why"]["key"]) == ("refused", "server.other_version")


async def check_protocols(here: Build) -> None:
    """A client of an older protocol is refused with a sentence, one of this protocol is welcome."""
    async with client(here) as old:
        refused = await old.ask("hello", protocol=PROTOCOL - 1)
        assert (refused["type"], refused["code"]) == ("refused", "other_protocol")
    async with client(here) as new:
        assert (await new.ask("hello", protocol=PROTOCOL))["type"] == "welcome"


async def test_a_process_leaves_the_sweep_to_one_that_knows_the_version() -> None:
    """Else clocks and bots of new tables would stand still until the last old process has gone."""
    store = MemoryStore()
    async with running_server(store) as here:
        store.database.stores.append(MemoryStore(store.database))  # another process, which does nothing here
        tables = here.server.tables
        table = (await here.create("cardinal", ["me", "me", "me"]))["table"]["id"]

        async def sweep() -> int | None:
            """When the table shall be looked after next, if it had to be at once."""
            kept = store.database.tables
            kept[table] = structs.replace(kept[table], version=99, due=1)
            tables.live_tables.clear()
            store.database.claims.clear()
            await tables.sweep()
            return kept[table].due

        first, now = await sweep(), tables.now()
        assert first is not None
        assert now < first <= now + REST
        assert await sweep() == 1, "while it rests, others sweep"
        tables._rest_until = 0
        assert await sweep() != 1


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    found: str = request.getfixturevalue("database")
    return found


@pytest.mark.slow
async def test_running_games_end_by_their_version_and_new_ones_get_the_next(
    store: str, old_build: Path, tmp_path: Path
) -> None:
    both_at_once = store.startswith("postgresql")
    new_build = ROOT / "src"
    async with AsyncExitStack() as servers:
        async with serving(old_build, store) as old:
            assert await version_of_new_tables(old) == 1
            first, second = await begun(old, 1), await begun(old, 1)
            if both_at_once:
                new = await servers.enter_async_context(serving(new_build, store))
                assert await version_of_new_tables(new) == NEWEST
                await go_on(new, first, 6, steps=20)
                await go_on(old, first, 7, steps=20)
                third = await begun(new, NEWEST)
                await check_refused(old, third)
                assert (await begun(old, 1))["table"]["version"] == 1, (
                    "the old one goes on with what it knows"
                )
        before = tmp_path / "before.json"
        if not both_at_once:
            assert run(old_build, "check-store", store, "--write", str(before)).returncode == 0
            against = run(new_build, "check-store", store, "--against", str(before), "--json")
            assert (against.returncode, json.loads(against.stdout)["differences"]) == (0, [])
            new = await servers.enter_async_context(serving(new_build, store))
            assert await version_of_new_tables(new) == NEWEST
            third = await begun(new, NEWEST)
        await check_protocols(new)
        for seated, version in ((first, 1), (third, NEWEST)):
            ended = await go_on(new, seated, 8)
            assert ended.table["state"] == "over"
            await check_ended(new, seated, version)
        assert (await new.get(f"/api/tables/{second['table']['id']}"))["version"] == 1
    check_stores(store, old_build, new_build)


def check_stores(store: str, old_build: Path, new_build: Path) -> None:
    """The new build finds no difference and counts the earlier version; the old one names what it lacks."""
    found = run(new_build, "check-store", store, "--json")
    summary: dict[str, Any] = json.loads(found.stdout)
    assert (found.returncode, summary["differences"]) == (0, [])
    assert 0 < summary["earlier_versions"] < summary["tables"]
    lacking = json.loads(run(old_build, "check-store", store, "--json").stdout)
    assert len(lacking["differences"]) == summary["tables"] - summary["earlier_versions"]
    for difference in lacking["differences"]:
        assert f"There is no version {NEWEST} of kings_abbey here" in difference["difference"]
