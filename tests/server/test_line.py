"""First come, first served, few at a time; and a text that waits is not lost when its socket goes."""

import asyncio
import json

import pytest

from abbatia.server import line as lines
from abbatia.server.line import AT_ONCE, Line
from tests.server.room import PATIENCE, client, room, tokens_of
from tests.server.test_sockets import CLOSE, TEXT, frame, ping, wire


class Somebody:
    def __init__(self, number: int, turns: list[int], *, trips: bool = False) -> None:
        self.number = number
        self.turns = turns
        self.trips = trips

    def have_turn(self) -> None:
        self.turns.append(self.number)
        if self.trips:
            raise RuntimeError(f"{self.number} trips")


def test_the_event_loop_looks_around_while_many_wait() -> None:
    async def run() -> None:
        line, turns = Line(), list[int]()
        loop = asyncio.get_running_loop()
        for number in range(3 * AT_ONCE):
            line.join(Somebody(number, turns), loop)
        assert turns == []
        for rounds in range(1, 4):
            await asyncio.sleep(0)
            assert turns == list(range(rounds * AT_ONCE))
        line.join(Somebody(-1, turns), loop)
        await asyncio.sleep(0)
        assert turns[-1] == -1

    asyncio.run(run())


def test_who_trips_holds_up_nobody() -> None:
    async def run() -> None:
        line, turns, trouble = Line(), list[int](), list[str]()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, facts: trouble.append(str(facts["exception"])))
        for number in range(AT_ONCE):
            line.join(Somebody(number, turns, trips=number % 3 == 0), loop)
        while len(turns) < AT_ONCE:
            await asyncio.sleep(0)
        assert turns == list(range(AT_ONCE))
        assert trouble == [f"{number} trips" for number in range(0, AT_ONCE, 3)]
        assert not line.is_moving

    asyncio.run(run())


@pytest.mark.parametrize("goodbye", ["", "close", "broken"])
def test_a_play_right_before_the_goodbye_is_carried_out(
    goodbye: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who plays and closes the page at once has played, though the line has not moved meanwhile."""
    monkeypatch.setattr(lines.Line, "move", lambda *_: None)
    last = {"": b"", "close": frame(CLOSE, b"\x03\xe8"), "broken": frame(3, b"")}[goodbye]

    async def run() -> None:
        async with room() as here:
            seated = await here.create()
            table = seated["table"]["id"]
            async with wire(here) as at:
                tokens = ",".join(f'"{token}"' for token in tokens_of(seated))
                hello = f'{{"type":"subscribe","table":"{table}","tokens":[{tokens}],"re":1}}'
                at.writer.write(frame(TEXT, hello.encode()))  # too long for the line
                syncs = [sync for sync in [await at.answer() for _ in range(3)] if sync["view"]["legal"]]
                seat, action = syncs[0]["viewer"], syncs[0]["view"]["legal"][0]
                play = json.dumps(
                    {"type": "play", "table": table, "seat": seat, "nth": 0, "action": action}
                ).encode()
                assert len(play) < 126
                at.writer.write(frame(TEXT, play))
                await at.writer.drain()
                await asyncio.sleep(0.05)
                assert here.server.tables.actors[table].table.commands[seat] == []
                at.writer.write(last)
            async with asyncio.timeout(PATIENCE):
                while not here.server.tables.actors[table].table.commands[seat]:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_two_texts_that_come_one_by_one_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short or long, the first is answered first, though the line has not moved meanwhile."""
    moves: list[Line] = []
    monkeypatch.setattr(lines.Line, "move", lambda line, _: moves.append(line))

    async def run() -> None:
        async with room() as here, wire(here) as at:
            for re in range(1, 8):
                at.writer.write(frame(TEXT, ping(re, 200 if re % 3 == 0 else 0)))
                await at.writer.drain()
                await asyncio.sleep(0.02)
            for re in range(1, 7):
                assert (await at.answer())["re"] == re
            (line,) = set(moves)
            for who in line.waiting:
                who.have_turn()
            assert (await at.answer())["re"] == 7

    asyncio.run(run())


def test_everybody_is_answered_in_a_crowd() -> None:
    async def run() -> None:
        async with room() as here:
            crowd = [client(here) for _ in range(2 * AT_ONCE)]
            people = [await one.__aenter__() for one in crowd]
            answers = await asyncio.gather(*(person.ask("ping") for person in people))
            assert all(answer["type"] == "pong" for answer in answers)
            for one in crowd:
                await one.__aexit__(None, None, None)

    asyncio.run(run())
