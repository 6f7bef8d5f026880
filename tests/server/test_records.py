"""What a record of the server says about its players, and how much of it one answer holds."""

import json
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.record import Record, print_record
from abbatia.games import load
from abbatia.server.http import records
from abbatia.server.http.records import MOST_FRAMES, players_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta
from tests.server.running_server import RunningServer, running_server


def test_a_record_says_which_seats_people_and_which_bots_played() -> None:
    chairs = (
        SeatConfig("person", "Anne"),
        SeatConfig("bot", "Prior", bot="prior"),
        SeatConfig("person", "Bea", bot="cleric", standing_in=True),  # her seat, whoever plays it for a while
    )
    assert players_of(TableMeta(chairs)) == ["human", "prior", "human"]


def test_a_record_says_nothing_rather_than_something_that_cannot_be_read() -> None:
    assert players_of(TableMeta((SeatConfig("person", "Anne"), SeatConfig("open")))) == []
    assert (
        players_of(TableMeta((SeatConfig("bot", "X", bot="run:./bot"), SeatConfig("person", "Anne")))) == []
    )


async def stored_record(here: RunningServer) -> tuple[str, int]:
    """A record of more actions than one answer has frames: its id and how many actions it has."""
    match, rng = Match(load("cardinal"), 3, rng=Rng(1)), Rng(2)
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    answer = await here.http.post("/api/records", content=print_record(Record.of(match)))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["record"]["id"]), len(match.log)


async def frames(here: RunningServer, record: str, start: int, stop: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await here.get(f"/api/records/{record}/frames?start={start}&stop={stop}"))[
        "frames"
    ]
    return found


async def test_one_answer_holds_only_so_many_frames_and_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record of 4 MB made an answer of 396 MB."""
    async with running_server() as here:
        record, length = await stored_record(here)
        assert length > MOST_FRAMES
        assert len(await frames(here, record, 0, length + 1)) == MOST_FRAMES
        monkeypatch.setattr(records, "MAX_FRAMES_BYTES", 20_000)
        seen: list[int] = []
        while len(seen) < MOST_FRAMES:
            page = await frames(here, record, len(seen), MOST_FRAMES)
            sizes = [len(json.dumps(frame["observation"], separators=(",", ":"))) for frame in page]
            assert sum(sizes[:-1]) <= 20_000, "the frame that passes the bound is the last"
            seen += [frame["at"] for frame in page]
        assert seen == list(range(MOST_FRAMES)), "the rest is there for whoever asks for it"


async def test_the_course_of_a_match_has_the_points_after_each_turn() -> None:
    async with running_server() as here:
        record, length = await stored_record(here)
        points = (await here.get(f"/api/records/{record}/course"))["points"]
        replay = await here.get(f"/api/records/{record}/replay")
        ends = [at for at in range(1, length) if replay["log"][at]["turn"] != replay["log"][at - 1]["turn"]]
        assert [point["at"] for point in points] == [*ends, length]
        assert points[-1]["scores"] == replay["result"]["scores"]
        for point in (points[0], points[len(points) // 2]):
            (frame,) = await frames(here, record, point["at"], point["at"] + 1)
            assert point["scores"] == frame["observation"]["projected"]
        turns = {entry["turn"]: entry["seat"] for entry in reversed(replay["log"])}
        assert [point["seat"] for point in points] == [turns[point["turn"]] for point in points]
