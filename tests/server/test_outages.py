"""Clocks stand while no process could have answered: after a stop, a sleep, a silent store."""

from collections.abc import Callable

import pytest

from abbatia.server.live.clocks import ALLOWANCE
from abbatia.server.live.outages import Outages
from abbatia.server.live.registry import TableRegistry
from abbatia.server.ops.heartbeat import SILENCE, Heartbeat
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.memory import MemoryStore
from abbatia.storage.store import Store
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, tokens_of
from tests.storage.conftest import common_database as common_database
from tests.storage.conftest import make as make
from tests.storage.conftest import postgres as postgres

BANK = {"kind": "bank", "seconds": 600, "increment": 10}


class Wall:
    """The clock on the wall, which goes on whether anybody serves or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_700_000_000_000
        monkeypatch.setattr(TableRegistry, "now", lambda _: self.now)
        monkeypatch.setattr("abbatia.server.live.registry.BEAT", 3_600)  # signs of life are given by the test
        monkeypatch.setattr("abbatia.server.live.registry.SWEEP", 3_600)

    async def serve(self, here: RunningServer, seconds: int) -> None:
        """Time passes while a server serves."""
        for _ in range(seconds):
            self.now += 1_000
            await here.server.tables.life.beat()

    def pass_by(self, seconds: float) -> None:
        """Time passes, and nobody gives a sign of life."""
        self.now += int(seconds * 1000)


async def seat_all(here: RunningServer, anne: Client, clock: Json) -> tuple[str, list[str], int]:
    seated = await here.create("cardinal", ["me", "me", "me"], clock=clock, stand_in="uniform")
    table, tokens = seated["table"]["id"], tokens_of(seated)
    await anne.come(table, tokens)
    return table, tokens, anne.acting()[0]


async def clocks_of(here: RunningServer, table: str) -> list[int]:
    clocks: list[int] = (await here.get(f"/api/tables/{table}"))["clocks"]
    return clocks


async def test_a_stopped_server_costs_nobody_time(
    make: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    async with running_server(make()) as here, client(here) as anne:
        table, tokens, seat = await seat_all(here, anne, BANK)
        await wall.serve(here, 20)
        assert (await clocks_of(here, table))[seat] == 580_000
    wall.pass_by(55)
    async with running_server(make()) as here, client(here) as anne:
        await here.server.tables.sweep()
        assert (await clocks_of(here, table))[seat] == 580_000
        await anne.come(table, tokens)
        await wall.serve(here, 5)
        await anne.play(seat, anne.views[seat]["legal"][0])
        assert anne.table["seats"][seat]["standing_in"] is False
        assert (await clocks_of(here, table))[seat] == 575_000
    wall.pass_by(100_000)
    async with running_server(make()) as here:
        await here.server.tables.sweep()
        assert (await clocks_of(here, table))[seat] == 575_000
        await wall.serve(here, 574)
        await here.server.tables.sweep()
        assert not (await here.get(f"/api/tables/{table}"))["seats"][seat]["standing_in"]
        await wall.serve(here, 1)
        await here.server.tables.sweep()
        assert (await here.get(f"/api/tables/{table}"))["seats"][seat]["standing_in"]


async def test_any_process_that_lives_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    one = MemoryStore()
    async with running_server(one) as here, client(here) as anne:
        table, _, seat = await seat_all(here, anne, BANK)
        async with running_server(MemoryStore(one.database)) as there:
            wall.pass_by(2)
            await there.server.tables.life.beat()
            await wall.serve(here, 30)
            wall.pass_by(1)
        wall.pass_by(3)
        async with running_server(MemoryStore(one.database)) as again:
            await wall.serve(again, 60)  # the first one is asleep meanwhile
            await here.server.tables.life.beat()
            assert (await clocks_of(here, table))[seat] == 504_000
            assert (await clocks_of(again, table))[seat] == 504_000


async def test_a_machine_that_slept_charges_nobody_and_tells_the_clocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = Wall(monkeypatch)
    one = MemoryStore()
    async with (
        running_server(one) as here,
        running_server(MemoryStore(one.database)) as there,
        client(here) as anne,
    ):
        table, _, seat = await seat_all(here, anne, BANK)
        await clocks_of(there, table)
        await wall.serve(here, 10)
        await wall.serve(there, 1)
        wall.pass_by(4_000)
        await here.server.tables.show_life()
        await anne.until(lambda m: m["type"] == "table" and m["table"]["clocks"][seat] == 589_000)
        await there.server.tables.show_life()
        assert (await clocks_of(there, table))[seat] == 589_000
        await here.server.tables.sweep()
        assert not (await here.get(f"/api/tables/{table}"))["seats"][seat]["standing_in"]


async def test_who_moves_at_once_after_an_outage_is_not_charged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move comes before the next sign of life would."""
    wall = Wall(monkeypatch)
    async with running_server() as here, client(here) as anne:
        table, _, seat = await seat_all(here, anne, BANK)
        await wall.serve(here, 10)
        wall.pass_by(4_000)
        assert (await anne.play(seat, anne.views[seat]["legal"][0]))["type"] == "done"
        assert (await clocks_of(here, table))[seat] == 590_000
        await here.server.tables.sweep()
        assert not (await here.get(f"/api/tables/{table}"))["seats"][seat]["standing_in"]


class Silent(MemoryStore):
    """A store that does not answer for a while."""

    is_silent = False

    async def heartbeat(self, now: int, silence: int) -> None:
        if self.is_silent:
            raise StoreUnavailable("silent")
        await super().heartbeat(now, silence)


async def test_clocks_stand_while_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    store = Silent()
    async with running_server(store) as here, client(here) as anne:
        table, _, seat = await seat_all(here, anne, BANK)
        await wall.serve(here, 10)
        store.is_silent = True
        wall.pass_by(300)
        with pytest.raises(StoreUnavailable):
            await here.server.tables.life.beat()
        refused = await anne.play(seat, anne.views[seat]["legal"][0])
        assert refused["code"] == "unavailable"
        wall.pass_by(300)
        store.is_silent = False
        assert (await anne.play(seat, anne.views[seat]["legal"][0]))["type"] == "done"
        assert (await clocks_of(here, table))[seat] == 590_000


async def test_a_late_sign_of_life_is_no_outage() -> None:
    store = MemoryStore()
    now = [1_000_000]
    life = Heartbeat(store, lambda: now[0])
    await life.begin()
    now[0] += SILENCE
    assert not await life.beat()
    assert life.outages.known == []
    now[0] += SILENCE + 1
    assert life.is_behind()
    assert await life.catch_up()
    assert not life.is_behind()
    assert not await life.catch_up()
    assert life.outages.known == [(1_000_000 + SILENCE, now[0])]


async def test_a_store_of_an_older_version_has_no_outage_at_first() -> None:
    """Nobody knows when it was served last, so nothing is given back."""
    life = Heartbeat(MemoryStore(), lambda: 5_000)
    await life.begin()
    assert life.outages.known == []
    assert life.outages.since(0) == 0


def test_outages_are_counted_from_a_moment_on() -> None:
    outages = Outages([(10, 20), (50, 90)])
    assert [outages.since(at) for at in (0, 10, 15, 20, 49, 60, 90)] == [50, 50, 45, 40, 40, 30, 0]


async def test_the_bank_is_not_full_again_after_a_return(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    async with running_server() as here, client(here) as anne:
        table, _, seat = await seat_all(here, anne, {"kind": "bank", "seconds": 100, "increment": 10})
        for _ in range(3):
            if (left := (await clocks_of(here, table))[seat]) > 0 and anne.views[seat]["legal"]:
                await wall.serve(here, left // 1000 + 1)
                await here.server.tables.sweep()
            await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])
            await anne.until(lambda m: m["type"] == "step" and m["view"]["to_act"] != [seat])
            assert (await clocks_of(here, table))[seat] == 0, "a bot's turns earn nothing"
            assert (await anne.ask("return", table=table, seat=seat))["type"] == "done"
            assert (await clocks_of(here, table))[seat] == ALLOWANCE
            while anne.acting() != [seat]:
                await anne.play(anne.acting()[0], anne.views[anne.acting()[0]]["legal"][0])
