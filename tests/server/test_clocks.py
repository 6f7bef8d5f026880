"""Clocks run on the server, survive restarts, and a bot stands in for who is absent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.server.live.clocks import ClockState, budget
from abbatia.server.live.match_state import Transition
from abbatia.server.live.outages import Outages
from abbatia.server.live.registry import TableRegistry
from abbatia.server.live.table_state import TableState
from abbatia.server.ops.heartbeat import Heartbeat
from abbatia.server.ws.model import BankClock, Clock, DaysClock, MoveClock
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import TableUpdate
from abbatia.storage.sqlite import SqliteStore
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, play_out, tokens_of


class Time:
    """The server's time, moved by the test; the server is taken to serve all the while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_700_000_000_000
        monkeypatch.setattr(TableRegistry, "now", lambda _: self.now)
        monkeypatch.setattr(Heartbeat, "is_behind", lambda _: False)
        monkeypatch.setattr("abbatia.server.live.registry.BEAT", 3_600)

    def pass_by(self, seconds: float) -> None:
        self.now += int(seconds * 1000)

    async def live(self, here: RunningServer, seconds: float) -> None:
        """Time passes, and the store sees that the server serves."""
        self.pass_by(seconds)
        await here.server.store.coordination.heartbeat(self.now, self.now)


def test_a_bank_runs_only_while_the_seat_is_to_act_and_grows_once_a_turn() -> None:
    face = ClockState(BankClock(100, 5), 2, 0)
    face.turn(0, (0,))
    face.turn(10_000, (0,))  # an action that ends no turn
    face.turn(30_000, (1,))
    face.pay((0,))
    assert face.shown(30_000) == [75_000, 100_000]
    assert face.shown(50_000) == [75_000, 80_000]
    assert face.falls(()) == 130_000
    assert face.falls((1,)) is None
    face.turn(50_000, (0, 1))
    face.pay((1,))
    assert face.shown(60_000) == [65_000, 75_000]
    assert face.fallen(50_000 + 75_000, ()) == [0]
    assert face.fallen(50_000 + 85_000, (0,)) == [1]


@pytest.mark.parametrize("clock", [MoveClock(60), DaysClock(2)])
def test_each_turn_has_its_own_time(clock: Clock) -> None:
    full = budget(clock)
    face = ClockState(clock, 2, 0)
    face.turn(0, (0,))
    face.begin((0,))
    face.turn(20_000, (0,))
    assert face.shown(20_000) == [full - 20_000, full], "an action within a turn brings no time"
    face.turn(30_000, (0, 1))
    face.begin((1,))
    assert face.shown(40_000) == [full - 40_000, full - 10_000]
    face.turn(40_000, (0,))
    face.begin((0,))
    assert face.shown(40_000) == [full, full - 10_000]


@pytest.mark.parametrize("clock", [MoveClock(60), DaysClock(2), BankClock(100, 5)])
def test_clocks_stand_while_nobody_could_answer(clock: Clock) -> None:
    full = budget(clock)
    outages = Outages([(5_000, 6_000), (20_000, 90_000)])
    face = ClockState(clock, 2, 10_000, outages)
    face.turn(10_000, (0,))
    assert face.shown(90_000) == [full - 10_000, full], "from 10 to 20"
    assert face.falls(()) == 10_000 + full + 70_000
    assert face.fallen(face.falls(()) or 0, ()) == [0]
    assert face.fallen((face.falls(()) or 0) - 1, ()) == []
    outages.learn([(5_000, 6_000), (20_000, 90_000), (95_000, 97_000)])
    assert face.shown(100_000) == [full - 18_000, full]
    face.turn(100_000, (0,))
    assert face.shown(101_000) == [full - 19_000, full], "an outage counts once"


@pytest.mark.parametrize(
    ("clock", "left"),
    [
        (BankClock(900, 10), 60_000),
        (BankClock(30, 10), 30_000),
        (MoveClock(90), 60_000),
        (DaysClock(3), 3_600_000),
    ],
)
def test_who_returns_gets_an_allowance_and_no_full_clock(clock: Clock, left: int) -> None:
    face = ClockState(clock, 2, 0)
    face.turn(0, (0,))
    face.turn(budget(clock) + 5, (0,))
    assert face.shown(budget(clock) + 5) == [0, budget(clock)]
    face.refill(0)
    assert face.left[0] == left
    face.refill(1)
    assert face.left[1] == budget(clock), "what was left is kept"


def test_what_an_undo_takes_back_lets_no_clock_fall() -> None:
    face = ClockState(BankClock(900, 100), 2, 0)
    face.turn(0, (0,))
    face.pay((0,))
    face.take_back((0,))
    assert face.left[0] == 900_000
    face.left[0] = 20_000
    face.take_back((0,))
    assert face.left[0] == 20_000


async def test_who_does_not_move_in_time_is_played_by_a_bot_until_he_returns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Time(monkeypatch)
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create(
            "cardinal", ["me", "me", "me"], clock={"kind": "move", "seconds": 60}, stand_in="uniform"
        )
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        time.pass_by(59)
        await here.server.tables.sweep()
        assert not any(chair["standing_in"] for chair in anne.table["seats"])
        time.pass_by(2)
        await here.server.tables.sweep()
        await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])
        assert anne.table["seats"][seat]["bot"] == "uniform"
        await anne.until(lambda m: m["type"] == "step" and m["view"]["to_act"] != [seat])
        assert (await anne.ask("return", table=table, seat=seat))["type"] == "done"
        assert not anne.table["seats"][seat]["standing_in"]
        assert anne.table["clocks"][seat] == 60_000
        kinds = [entry.kind for entry in await store.entries(table)]
        assert kinds.count("absent") == kinds.count("return") == 1
        assert await play_out(anne, Rng(4), 30) == 30


async def test_clocks_go_on_after_a_restart_and_fall_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    time = Time(monkeypatch)
    file = tmp_path / "tables.sqlite"
    async with running_server(SqliteStore(file)) as here, client(here) as anne:
        clock = {"kind": "days", "days": 1}
        seated = await here.create("cardinal", ["me", "me", "me"], clock=clock, stand_in="uniform")
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        seat = anne.acting()[0]
        await time.live(here, 3_600)
        assert await play_out(anne, Rng(4), 1) == 1
        assert anne.acting() == [seat], "the same turn"
        await time.live(here, 3_600)
    time.pass_by(500_000)  # nobody serves
    async with running_server(SqliteStore(file)) as here, client(here) as anne:
        syncs = await anne.come(table, tokens_of(seated))
        assert syncs[0]["table"]["clocks"][seat] == (86_400 - 7_200) * 1000
        await time.live(here, 79_199)
        await here.server.tables.sweep()
        assert not anne.table["seats"][seat]["standing_in"]
    time.pass_by(500_000)
    async with running_server(SqliteStore(file)) as here, client(here) as anne:
        await here.server.tables.sweep()
        await anne.come(table, tokens_of(seated))
        assert not anne.table["seats"][seat]["standing_in"]
        assert anne.table["clocks"][seat] == 1_000
        await time.live(here, 1)
        await here.server.tables.sweep()
        await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])


async def test_a_forgotten_bot_is_woken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    time = Time(monkeypatch)
    file = tmp_path / "tables.sqlite"
    monkeypatch.setattr("abbatia.server.live.bots.Bots.wake", lambda _: None)
    async with running_server(SqliteStore(file)) as here:
        table = (await here.create("cardinal", ["uniform", "me", "me"]))["table"]["id"]
        assert (await here.get(f"/api/tables/{table}"))["to_act"] == [0]
    monkeypatch.undo()
    time = Time(monkeypatch)
    time.pass_by(20)
    store = SqliteStore(file)
    async with running_server(store) as here:
        await here.server.tables.sweep()
        while (await here.get(f"/api/tables/{table}"))["to_act"] != [1]:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "clock", [{"kind": "bank", "seconds": 600, "increment": 10}, {"kind": "move", "seconds": 600}]
)
async def test_nobody_can_count_private_steps_by_the_clocks(
    monkeypatch: pytest.MonkeyPatch, clock: Json
) -> None:
    time = Time(monkeypatch)
    async with running_server() as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "me"], clock=clock)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        for step in range(1, 7):  # five orders, and a change
            time.pass_by(1)
            legal = anne.views[0]["legal"]
            await anne.play(0, next(text for text in legal if text != "seal"))
            seen = (await here.get(f"/api/tables/{table}"))["clocks"]
            assert seen == [600_000 - step * 1000] * 2
        time.pass_by(1)
        while "seal" not in anne.views[0]["legal"]:
            await anne.play(0, anne.views[0]["legal"][0])
        await anne.play(0, "seal")
        time.pass_by(1)
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == [593_000, 592_000], "who has sealed"
        while anne.acting() == [1]:
            legal = anne.views[1]["legal"]
            await anne.play(1, "seal" if "seal" in legal else legal[0])
        increment = 10_000 if clock["kind"] == "bank" else 0
        full = [593_000 + increment, 592_000 + increment] if increment else [600_000] * 2
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == full, "once for the turn"


async def test_a_turn_of_many_actions_earns_one_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    async with running_server() as here, client(here) as anne:
        clock = {"kind": "bank", "seconds": 900, "increment": 10}
        seated = await here.create("cardinal", ["me", "me", "me"], clock=clock)
        await anne.come(seated["table"]["id"], tokens_of(seated))
        for turn in range(6):
            seat, actions = anne.acting()[0], 0
            while anne.acting() == [seat]:
                time.pass_by(1)
                await anne.play_any(Rng(turn))
                actions += 1
            clocks = (await here.get(f"/api/tables/{seated['table']['id']}"))["clocks"]
            if turn < 3:
                assert clocks[seat] == 910_000 - actions * 1000


async def test_an_undo_brings_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither within a turn nor by ending a turn again and again."""
    time = Time(monkeypatch)
    async with running_server() as here, client(here) as anne:
        clock = {"kind": "bank", "seconds": 100, "increment": 5}
        seated = await here.create("pelegrinus", ["me", "me"], clock=clock)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        for _ in range(3):
            time.pass_by(1)
            await anne.play(0, anne.views[0]["legal"][0])
            assert anne.views[0]["undo"] == "free"
            undone = await anne.ask("undo", table=table, seat=0, nth=anne.views[0]["nth"])
            assert undone["type"] == "done"
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == [97_000, 97_000]  # both are to act
        for seat in (0, 1):
            while anne.views[seat]["legal"] and anne.table["state"] == "playing":
                legal = anne.views[seat]["legal"]
                await anne.play(seat, "seal" if "seal" in legal else legal[0])
                if legal[-1] == "seal":
                    break
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == [102_000, 102_000]
        nth = anne.views[1]["nth"]
        asked = await anne.ask("undo", table=table, seat=1, nth=nth, ask=True)
        assert asked["type"] == "done"
        number = (await here.get(f"/api/tables/{table}"))["asking"]["number"]
        assert (await anne.ask("answer", table=table, seat=0, number=number, yes=True))["type"] == "done"
        assert (await here.get(f"/api/tables/{table}"))["clocks"] == [97_000, 97_000]


@pytest.mark.parametrize("kind", ["bank", "move"])
async def test_a_turn_that_is_ended_and_taken_back_brings_no_time(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In The King's Abbey a seat may end its turn and take that back freely."""
    time = Time(monkeypatch)
    async with running_server() as here, client(here) as anne:
        clock = {"kind": kind, "seconds": 100, **({"increment": 5} if kind == "bank" else {})}
        seated = await here.create("kings_abbey", ["me", "me"], clock=clock)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        while (now := anne.views[0])["observation"]["phase"] != "abbey":
            await anne.play_any(Rng(1))
        seat = anne.acting()[0]
        before = (await here.get(f"/api/tables/{table}"))["clocks"][seat]
        for _ in range(3):
            time.pass_by(1)
            await anne.play(seat, "done")
            assert anne.acting() != [seat]
            undone = await anne.ask("undo", table=table, seat=seat, nth=anne.views[seat]["nth"])
            assert undone["type"] == "done", undone
        after = (await here.get(f"/api/tables/{table}"))["clocks"][seat]
        assert after == before - 3_000
        assert now["to_act"] == [seat]


class Busy(MemoryStore):
    """A store where something happens just before a head is changed."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def change(self, table: str, change: TableUpdate, at: int) -> None:
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            await happens()
        await super().change(table, change, at)


@asynccontextmanager
async def behind(
    monkeypatch: pytest.MonkeyPatch, clock: Json
) -> AsyncIterator[tuple[Time, RunningServer, RunningServer, Busy, Client]]:
    """Two processes; the second knows a table from before its start, and looks after it when told to."""
    time = Time(monkeypatch)
    monkeypatch.setattr("abbatia.server.live.registry.SWEEP", 3_600)
    one = MemoryStore()
    two = Busy(one.database)
    async with running_server(one) as here, running_server(two) as there, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "open"], clock=clock, stand_in="uniform")
        table = seated["table"]["id"]
        await there.get(f"/api/tables/{table}")
        two.watchers.clear()
        last = await here.post(f"/api/tables/{table}/join", {"name": "Zoe"})
        await anne.come(table, tokens_of(seated) + tokens_of(last))
        yield time, here, there, two, anne


async def take_turn(player: Client) -> int:
    """Whoever acts plays until it is another's turn; who that was."""
    seat = player.acting()[0]
    while player.acting() == [seat]:
        assert (await player.play_any(Rng(4)))["type"] == "done"
    return seat


async def test_a_process_that_is_behind_lets_no_clock_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"kind": "move", "seconds": 10}
    async with behind(monkeypatch, clock) as (time, _, there, two, anne):
        seat = anne.acting()[0]
        time.pass_by(11)
        await there.server.tables.sweep()  # it has not heard of the start
        await anne.until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["standing_in"])
        entries = await two.entries(anne.table["id"])
        assert [entry.seat for entry in entries if entry.kind == "absent"] == [seat]


async def test_who_acts_at_the_last_moment_delays_no_other_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"kind": "move", "seconds": 10}
    async with behind(monkeypatch, clock) as (time, _, there, two, anne):
        table = anne.table["id"]
        actor = await there.server.tables.find(table)
        await actor.catch_up()
        time.pass_by(9)
        await take_turn(anne)
        ends = time.now + 10_000
        time.pass_by(2)
        await there.server.tables.look_after(actor)
        head = await two.table(table)
        assert head is not None
        assert head.due == ends


async def test_a_wake_up_that_another_process_put_off_is_set_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"kind": "bank", "seconds": 100}
    async with behind(monkeypatch, clock) as (time, here, there, two, anne):
        table = anne.table["id"]
        time.pass_by(90)
        first = await take_turn(anne)
        second = anne.acting()[0]
        actor = await there.server.tables.find(table)
        await actor.catch_up()
        assert actor.table.match is not None
        while actor.table.to_act() == (second,):  # the second process knows no wake-up yet and sets one
            text = actor.table.title.vocabulary[actor.table.match.state.legal(second)[0]]
            nth = len(actor.table.commands[second])
            await actor.do(partial(play, second, nth, text))
        while anne.acting() in ([], [second]):
            await anne.read()
        while anne.acting() != [first]:
            await take_turn(anne)
        time.pass_by(11)
        await here.server.tables.sweep()
        entries = await two.entries(table)
        assert [entry.seat for entry in entries if entry.kind == "absent"] == [first]


def play(seat: int, nth: int, text: str, table: TableState, now: int) -> Transition:
    return table.play(seat, nth, [text], now)


async def test_a_wake_up_set_meanwhile_is_not_overwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"kind": "bank", "seconds": 100}
    async with behind(monkeypatch, clock) as (time, _, there, two, anne):
        table = anne.table["id"]
        time.pass_by(90)
        first = await take_turn(anne)
        await take_turn(anne)
        assert anne.acting() != [first]

        async def go_on() -> None:
            await take_turn(anne)

        two.meanwhile = go_on
        await there.server.tables.look_after(await there.server.tables.find(table))
        assert anne.acting() == [first]
        head = await two.table(table)
        assert head is not None
        assert head.due == time.now + 10_000
