"""What is written for many leaves together, in order, and before whatever ends a connection."""

import asyncio
from typing import cast

import pytest

from abbatia.server.mail import AT_ONCE, Mail
from tests.server.room import room
from tests.server.test_sockets import CLOSE, PING, PONG, TEXT, frame, ping, wire


class Somewhere:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.got: list[bytes] = []
        self.is_gone = False

    def is_closing(self) -> bool:
        return self.is_gone

    def write(self, data: bytes) -> None:
        assert not self.is_gone
        self.got.append(data)


def post(mail: Mail, to: Somewhere, *texts: bytes) -> None:
    for text in texts:
        mail.post(cast(asyncio.Transport, to), text, asyncio.get_running_loop())


def test_few_leave_soon_and_many_at_once() -> None:
    async def run() -> None:
        mail, one, other = Mail(), Somewhere(), Somewhere()
        post(mail, one, b"1", b"2")
        post(mail, other, b"3")
        assert one.got == other.got == []
        await asyncio.sleep(0)
        assert (one.got, other.got) == ([b"1", b"2"], [b"3"])
        post(mail, one, *[b"x"] * (AT_ONCE - 1))
        assert len(one.got) == 2
        post(mail, other, b"4")
        assert len(one.got) == AT_ONCE + 1
        assert other.got == [b"3", b"4"]
        post(mail, other, b"5")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert other.got == [b"3", b"4", b"5"]

    asyncio.run(run())


def test_who_has_gone_gets_nothing_and_holds_up_nobody() -> None:
    async def run() -> None:
        mail, one, gone, other = Mail(), Somewhere(), Somewhere(), Somewhere()
        for to in (one, gone, other):
            post(mail, to, b"1")
        gone.is_gone = True
        await asyncio.sleep(0)
        assert (one.got, gone.got, other.got) == ([b"1"], [], [b"1"])

    asyncio.run(run())


@pytest.mark.parametrize(("kind", "answered"), [(PING, PONG), (CLOSE, CLOSE)])
def test_what_was_written_comes_before_what_uvicorn_answers(
    kind: int, answered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it would not have left by itself yet."""
    monkeypatch.setattr(Mail, "post", lambda mail, to, data, _: mail.bag.append((to, data)))

    async def run() -> None:
        async with room() as here, wire(here) as at:
            for re in (1, 2):
                at.writer.write(frame(TEXT, ping(re)))
                await at.writer.drain()
                await asyncio.sleep(0.05)
            at.writer.write(frame(kind, b"\x03\xe8"))
            assert [(await at.frame())[0] for _ in range(3)] == [TEXT, TEXT, answered]

    asyncio.run(run())
