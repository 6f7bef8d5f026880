"""Whatever a client sends: a typed answer, an open connection, an unchanged table."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from abbatia.core.chance import Rng
from abbatia.games import load
from abbatia.server.live.registry import title_of
from abbatia.server.live.table_state import TableState
from abbatia.server.process import MAX_FRAME_BYTES
from abbatia.server.ws import protocol as wire
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import Client, client, play_out, tokens_of

CODES = set(wire.Code.__args__)  # type: ignore[attr-defined]  # typing.Literal has __args__
Some = TypeVar("Some")
# Hypothesis may look five minutes for the smallest failing example before it reports one.
pytestmark = pytest.mark.timeout(900)
FIELDS = sorted({field for kind in wire.FromClient.__args__ for field in kind.__struct_fields__})


class Stage:
    """A server with three tables (gathering, playing, over), in a loop that runs while a test asks it to."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.store = MemoryStore()
        self.stack = AsyncExitStack()
        self.tables: dict[str, str] = {}
        self.tokens: dict[str, list[str]] = {}
        self.url = self.run(self.begin())

    async def begin(self) -> str:
        here = await self.stack.enter_async_context(running_server(self.store))
        for name, seats in (("gathering", "me open open"), ("playing", "me me me"), ("over", "me me me")):
            seated = await here.create("cardinal", seats.split())
            self.tables[name] = seated["table"]["id"]
            self.tokens[name] = tokens_of(seated)
        async with client(here) as anne:
            await anne.come(self.tables["over"], self.tokens["over"])
            await play_out(anne, Rng(1))
        return here.url.replace("http", "ws") + "/api/ws"

    def run(self, work: Coroutine[Any, Any, Some]) -> Some:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.stack.aclose())
        self.loop.close()


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.close()


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=30),
    st.just("x" * 5_000),
)
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
)


@st.composite
def nearly_messages(draw: st.DrawFn) -> dict[str, Any]:
    """A message with the fields of its kind, some of them wrong, missing, or too many."""
    kind = draw(st.sampled_from(wire.FromClient.__args__))
    message: dict[str, Any] = {"type": kind.__struct_config__.tag}
    for field in kind.__struct_fields__:
        if draw(st.integers(0, 9)):
            message[field] = draw(plausible(field) if draw(st.integers(0, 5)) else anything)
    if not draw(st.integers(0, 9)):
        message[draw(st.sampled_from(FIELDS))] = draw(anything)
    return message


def plausible(field: str) -> st.SearchStrategy[Any]:
    """Values a client might really send, also old, foreign or premature ones."""
    numbers = st.integers(-1, 9)
    texts = st.sampled_from([*load("cardinal").vocabulary[:60], "dance", ""])
    known: dict[str, st.SearchStrategy[Any]] = {
        "table": st.sampled_from(["$gathering", "$playing", "$over", "nosuchtable1", "", "../etc"]),
        "tokens": st.lists(st.sampled_from(["$theirs", "wrong-token-123", "x"]), max_size=3),
        "since": st.lists(st.text(max_size=40), max_size=3),
        "seat": st.one_of(numbers, st.none()),
        "viewer": st.one_of(numbers, st.none()),
        "who": st.one_of(numbers, st.none()),
        "nth": st.one_of(numbers, st.just(10**12)),
        "at": st.one_of(numbers, st.just(10**9)),
        "re": numbers,
        "actions": st.lists(texts, max_size=4),
        "text": st.text(max_size=600),
        "protocol": numbers,
    }
    return known.get(field, st.booleans())


def fits(message: Any) -> bool:
    """Whether a frame can hold the message; the server closes the connection after a larger one (1009)."""
    return isinstance(message, bytes) or len(json.dumps(message)) < MAX_FRAME_BYTES


sendings = st.one_of(nearly_messages(), anything, st.text(max_size=50), st.binary(max_size=50)).filter(fits)


async def frames_for(stage: Stage, sent: list[Any]) -> list[dict[str, Any]]:
    """Send all that as a stranger, who holds no seat, then ask whether the server still answers."""
    async with connect(stage.url, max_size=None, ping_interval=None) as socket:
        for message in sent:
            if isinstance(message, dict):
                message = {k: named(stage, v) for k, v in message.items()}
            await socket.send(message if isinstance(message, bytes | str) else json.dumps(message))
        await socket.send(json.dumps({"type": "ping", "re": 4_242}))
        answers: list[dict[str, Any]] = []
        while not answers or answers[-1].get("re") != 4_242:
            frame = await asyncio.wait_for(socket.recv(), 20)
            answers += [json.loads(line) for line in str(frame).split("\n")]
        return answers


def named(stage: Stage, value: Any) -> Any:
    if isinstance(value, str) and value.startswith("$"):
        return stage.tables.get(value[1:], value)
    return value


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(sent=st.lists(sendings, min_size=1, max_size=6))
def test_strangers_change_nothing_and_always_get_a_typed_answer(stage: Stage, sent: list[Any]) -> None:
    before = {name: stage.run(journal(stage, name)) for name in stage.tables}
    answers = stage.run(frames_for(stage, sent))
    assert answers[-1]["type"] == "pong"
    for answer in answers:
        if answer["type"] == "refused":
            assert answer["code"] in CODES
            assert answer["why"]["key"] != "server.fault", (sent, answer)
    asked = [answer for answer in answers if "re" in answer]
    assert len(asked) >= len(sent), "everything was answered"
    for name, entries in before.items():
        after = stage.run(journal(stage, name))
        assert [entry for entry in after if entry.kind != "chat"] == [e for e in entries if e.kind != "chat"]


async def journal(stage: Stage, name: str) -> list[Any]:
    return await stage.store.entries(stage.tables[name])


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(sent=st.lists(nearly_messages().filter(fits), min_size=1, max_size=8))
def test_players_who_send_nonsense_keep_a_table_that_replays(stage: Stage, sent: list[Any]) -> None:
    stage.run(as_player(stage, sent))


async def as_player(stage: Stage, sent: list[Any]) -> None:
    """A holder of all seats sends the messages, some of them legal; then the table still works."""
    table = stage.tables["playing"]
    async with connect(stage.url, max_size=None, ping_interval=None) as socket:
        player = Client(socket)
        await player.come(table, stage.tokens["playing"])
        for message in sent:
            await socket.send(json.dumps({k: named(stage, v) for k, v in message.items()}))
        await player.ask("ping")
        await player.come(table, stage.tokens["playing"])
        for frame in player.frames:
            assert "server.fault" not in frame
    row = await stage.store.table(table)
    assert row is not None
    again = TableState.load(row, await stage.store.seats(table), await stage.store.entries(table), title_of)
    assert again.match is not None
    shown = {seat: view["observation"] for seat, view in player.views.items() if seat is not None}
    assert shown == {seat: json.loads(json.dumps(again.match.state.observe(seat))) for seat in shown}


def test_huge_messages_are_refused_in_words(stage: Stage) -> None:
    async def send() -> None:
        async with connect(stage.url, max_size=None, ping_interval=None) as socket:
            await socket.send(json.dumps({"type": "ping", "re": 1, "x": "y" * 20_000}))
            assert json.loads(await socket.recv())["code"] == "too_big"
            await socket.send("[" * 16_000)
            assert json.loads(await socket.recv())["code"] == "bad_message"

    stage.run(send())


@pytest.mark.usefixtures("no_refill")
async def test_fast_messages_are_refused_in_words() -> None:
    async with running_server(message_rate=5) as here, client(here) as anne:
        for _ in range(40):
            await anne.send("ping")
        answers = [await anne.read() for _ in range(40)]
        assert {answer.get("code") for answer in answers} == {None, "too_fast"}
        assert [answer["re"] for answer in answers] == list(range(1, 41)), "each knows its answer"


async def test_a_refusal_of_a_message_that_makes_no_sense_names_it() -> None:
    """Whoever waits for an answer gets it, also when the server does not understand the question."""
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        table = seated["table"]["id"]
        assert (await anne.ask("chat", table=table, seat=0, text="a" * 501))["code"] == "bad_message"
        assert (await anne.ask("preview", table=table, seat=0, actions=["x"] * 33))["code"] == "bad_message"
        assert (await anne.ask("sing"))["code"] == "bad_message"
