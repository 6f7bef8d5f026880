"""Records: finished and imported matches, to replay, check, and play on from."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Final, Literal

from msgspec import Raw, structs
from msgspec.json import Encoder
from starlette.responses import PlainTextResponse

from abbatia.bots import level_name
from abbatia.core.contract import State
from abbatia.core.match import LogEntry
from abbatia.core.record import HUMAN, PLAYER, BadRecord, Record, parse, print_record, verify
from abbatia.games import load
from abbatia.server.errors import Denied, denied_for
from abbatia.server.http.endpoint import AnyCall, AnyEndpoint, Call, Endpoint
from abbatia.server.http.paging import page_of_tables
from abbatia.server.http.schemas import (
    ByFrames,
    ByTitle,
    ByViewer,
    Course,
    CoursePoint,
    Frame,
    Frames,
    RecordInfo,
    Records,
    ReplayData,
    Stored,
    Verdict,
)
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_from, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import Viewer, result_of, said
from abbatia.server.live.viewer_feed import replay as play_again
from abbatia.server.ws.model import Happening, Said
from abbatia.storage.errors import Conflict
from abbatia.storage.model import CLOSED, OVER, JournalEntry, TableRow

MOST_FRAMES: Final = 100
MAX_FRAMES_BYTES: Final = 2_000_000
"""An answer of this many bytes gets no further frame; the client asks for the rest."""
ENCODER: Final = Encoder()
REPLAYS: Final = asyncio.Semaphore(2)
"""Replays that may run at once: each keeps the interpreter busy for some 20 ms."""


async def finished(call: AnyCall) -> TableState:
    """The table behind a record. Raises Denied while it is not over: a record shows everything."""
    live = await call.server.tables.find(call.path("record"))
    table = live.table
    if live.is_stale or table.status not in (OVER, CLOSED):
        table = await live.current()
    if table.status not in (OVER, CLOSED) or table.match is None:
        raise Denied("unknown", "server.no_record_yet")
    return table


def record_of(table: TableState) -> Record:
    """The text record of a finished table. Dice are included where they can be checked from the first one."""
    assert table.match is not None
    record = Record.of(table.match, names_of(table.head), players_of(table.head))
    record.take_backs = list(table.take_backs)
    record.seating = list(table.head.drawn)
    if table.head.origin is not None or table.head.lesson or not table.row.secret:
        record.commitment, record.seed = "", b""
    return record


def players_of(head: TableMeta) -> list[str]:
    """A person or the name of a bot for each seat; nothing where a seat was played by neither."""
    players = [HUMAN if chair.kind == "person" else chair.bot or "" for chair in head.chairs]
    return players if all(PLAYER.fullmatch(player) for player in players) else []


def names_of(head: TableMeta) -> list[str]:
    return [chair.name or chair.bot or str(seat + 1) for seat, chair in enumerate(head.chairs)]


def record_info(row: TableRow) -> RecordInfo:
    head = meta_from(row.head)
    return RecordInfo(
        id=row.id,
        title=row.title,
        version=row.version,
        seats=row.seats,
        names=names_of(head),
        options=row.options,
        scores=list(head.scores),
        actions=head.actions,
        over=bool(head.scores),
        ended=head.ended / 1000,
        resigned=[seat for seat, chair in enumerate(head.chairs) if chair.resigned],
    )


def info_now(table: TableState) -> RecordInfo:
    """As record_info, for a table in memory (whose row may be older than its head)."""
    return record_info(structs.replace(table.row, head=meta_to(table.head)))


async def list_records(call: Call[None, ByTitle]) -> Records:
    query = call.query
    rows, after = await page_of_tables(
        call.server.store.journal, query.limit, query.before, status=OVER, public=True, title=query.title
    )
    return Records([record_info(row) for row in rows], after)


async def get_record(call: Call[None, None]) -> PlainTextResponse:
    """The record as a file to keep; `abbatia replay` and `verify` read it."""
    table = await finished(call)
    name = f"{table.row.title}-{table.id}.abbatia"
    return PlainTextResponse(
        print_record(record_of(table)), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def import_record(call: Call[bytes, None]) -> Stored:
    """Keep a record that somebody brings, after checking it whole."""
    await call.spend("imports")
    async with REPLAYS:
        row, entries = await asyncio.to_thread(partial(imported, call.body))
    tables = call.server.tables
    now = tables.now()
    stored = structs.replace(row, id=(await call.tokens()).table_id(), created=now, touched=now)
    # The same request, sent again, finds what the first one stored, and stores what that could not.
    with suppress(Conflict):
        await call.server.store.journal.create(stored)
    for n, entry in enumerate(entries):
        with suppress(Conflict):
            await call.server.store.journal.append(
                stored.id, JournalEntry(n, now, entry.kind, None, entry.log, None, entry.body)
            )
    return Stored(record_info(stored))


def imported(source: bytes) -> tuple[TableRow, list[JournalEntry]]:
    """The table that a record becomes. Raises Denied."""
    try:
        record = parse(source)
        match = verify(record, load)
    except BadRecord as bad:
        raise denied_for("bad_record", bad.message) from None
    result = match.result()
    names = names_in(record)
    head = TableMeta(
        chairs=tuple(SeatConfig("person", name) for name in names),
        scores=tuple(result.scores) if result else (),
        actions=len(match.log),
        drawn=tuple(record.seating),
    )
    row = TableRow(
        id="",
        title=record.title,
        version=record.version,
        seats=record.seats,
        created=0,
        options=dict(match.options),
        components=match.title.own_components,
        secret=record.seed,
        status=OVER if result else CLOSED,
        public=False,
        head=meta_to(head),
    )
    kept = {"take_backs": [list(one) for one in record.take_backs]}
    return row, [
        JournalEntry(0, 0, "create"),
        JournalEntry(1, 0, "start", None, tuple(match.log), None, kept),
    ]


def names_in(record: Record) -> list[str]:
    """The names of a record; a bot that has no name but its level is called as it is today."""
    if not record.names:
        return [str(seat + 1) for seat in range(record.seats)]
    players = record.players or [HUMAN] * record.seats
    both = zip(record.names, players, strict=True)
    return [level_name(name) if name == player else name for name, player in both]


# -- replaying


def checked_viewer(table: TableState, viewer: Viewer) -> Viewer:
    if viewer is not None and viewer >= table.row.seats:
        raise Denied("not_possible", "server.no_seat", seat=viewer + 1)
    return viewer


async def replay_record(call: Call[None, ByViewer]) -> ReplayData:
    """The actions of a match, and their events as one viewer saw them."""
    query = call.query
    table = await finished(call)
    viewer = checked_viewer(table, query.viewer)
    async with REPLAYS:
        return await asyncio.to_thread(replayed, table, viewer)


def replayed(table: TableState, viewer: Viewer) -> ReplayData:
    match = table.match
    assert match is not None
    logged: list[LogEntry] = []
    play_again(match, logged.append)
    texts = [table.title.vocabulary[action] for _, action in match.log]
    log = []
    for happening in logged[: len(texts)]:
        seen = [event.view(viewer) for event in happening.events]
        events = [said(message) for message in seen if message is not None]
        log.append(
            Happening(happening.number, happening.seat, texts[happening.number], events, happening.turn)
        )
    return ReplayData(info_now(table), viewer, texts, log, result_of(match))


async def replay_frames(call: Call[None, ByFrames]) -> Frames:
    """How the table looked to a viewer, action by action."""
    query = call.query
    table = await finished(call)
    viewer = checked_viewer(table, query.viewer)
    stop = min(query.stop, query.start + MOST_FRAMES)
    async with REPLAYS:
        return await asyncio.to_thread(frames_of, table, viewer, query.start, stop)


def frames_of(table: TableState, viewer: Viewer, start: int, stop: int) -> Frames:
    match = table.match
    assert match is not None
    state = table.title.start(table.row.seats, **match.options)
    frames: list[Frame] = []
    size = 0
    for at in range(min(stop, len(match.log) + 1)):
        if at:
            state.apply(*match.log[at - 1])
        if at >= start:
            frames.append(frame_of(state, viewer, at))
            size += len(bytes(frames[-1].observation))
            if size > MAX_FRAMES_BYTES:
                break
    return Frames(frames)


def frame_of(state: State, viewer: Viewer, at: int) -> Frame:
    seats = [seat for seat in state.to_act() if seat >= 0]
    return Frame(at, Raw(ENCODER.encode(state.observe(viewer))), seats)


async def course_of_record(call: Call[None, None]) -> Course:
    """How the points of a match went, turn by turn."""
    table = await finished(call)
    async with REPLAYS:
        return await asyncio.to_thread(course_of, table)


def course_of(table: TableState) -> Course:
    """The points after each turn: what the score sheets said then, and the result at the end."""
    match = table.match
    assert match is not None
    logged: list[LogEntry] = []
    play_again(match, logged.append)
    state = table.title.start(table.row.seats, **match.options)
    points: list[CoursePoint] = []
    first = 0
    for at, action in enumerate(match.log, 1):
        state.apply(*action)
        turn = logged[at - 1].turn
        if at < len(match.log) and logged[at].turn == turn:
            continue
        points.append(CoursePoint(at, turn, logged[first].seat, state.observe(None)["projected"]))
        first = at
    result = result_of(match)
    if result is not None and points:
        points[-1] = structs.replace(points[-1], scores=list(result.scores))
    return Course(points)


# -- checking


async def verify_record(call: Call[None, None]) -> Verdict:
    table = await finished(call)
    async with REPLAYS:
        return await asyncio.to_thread(verdict_of, print_record(record_of(table)))


def verdict_of(source: str) -> Verdict:
    """What checking a record whole gives."""
    record = parse(source)
    dice: Literal["checked", "committed", "plain"]
    dice = "checked" if record.seed else "committed" if record.commitment else "plain"
    take_backs = len(record.take_backs)
    facts = (dice, record.commitment, record.seed.hex(), len(record.log), list(record.result), take_backs)
    try:
        verify(record, load)
    except BadRecord as bad:
        return Verdict(False, *facts, bad.line, Said(bad.message.key, bad.message.args))
    return Verdict(True, *facts)


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/records", list_records, "Public records"),
    Endpoint("POST", "/api/records", import_record, "Import a record", status=201, cost=20, repeats=True),
    Endpoint("GET", "/api/records/{record}", get_record, "A record as text", cost=5),
    Endpoint("GET", "/api/records/{record}/replay", replay_record, "A record as one viewer saw it", cost=10),
    Endpoint(
        "GET",
        "/api/records/{record}/frames",
        replay_frames,
        "Positions of a record as one viewer saw them",
        cost=10,
    ),
    Endpoint(
        "GET", "/api/records/{record}/course", course_of_record, "The points of a record by turn", cost=10
    ),
    Endpoint("GET", "/api/records/{record}/verify", verify_record, "Check a record", cost=20),
]
