"""Records: finished and imported matches, to replay, check, and play on from."""

import asyncio
from functools import partial
from typing import Final, Literal, cast

from msgspec import Raw, structs
from starlette.responses import PlainTextResponse, Response

from abbatia.core.contract import State
from abbatia.core.match import Happening as Told
from abbatia.core.record import BadRecord, Record, parse, print_record, verify
from abbatia.games import load
from abbatia.server.bodies import (
    ByFrames,
    ByTitle,
    ByViewer,
    Frame,
    Frames,
    RecordInfo,
    Records,
    ReplayData,
    Stored,
    Verdict,
)
from abbatia.server.chairs import Chair, Head, head_from, head_to
from abbatia.server.messages import Happening, Said
from abbatia.server.problems import Denied, denied_for
from abbatia.server.rest import Call, Endpoint
from abbatia.server.table import Table
from abbatia.server.viewers import Viewer, result_of, said
from abbatia.server.viewers import replay as play_again
from abbatia.storage.rows import CLOSED, OVER, Entry
from abbatia.storage.rows import Table as Row

MOST_FRAMES: Final = 100


async def finished(call: Call) -> Table:
    """The table behind a record. Raises Denied while it is not over: a record tells everything."""
    actor = await call.server.tables.find(call.path("record"))
    table = actor.table
    if actor.is_stale or table.status not in (OVER, CLOSED):
        table = await actor.current()
    if table.status not in (OVER, CLOSED) or table.match is None:
        raise Denied("unknown", "server.no_record_yet")
    return table


def record_of(table: Table) -> Record:
    """The text record of a finished table. Dice are told where they can be checked from the first one."""
    assert table.match is not None
    record = Record.of(table.match, names_of(table.head))
    if table.head.origin is not None or not table.row.secret:
        record.commitment, record.seed = "", b""
    return record


def names_of(head: Head) -> list[str]:
    return [chair.name or chair.bot or str(seat + 1) for seat, chair in enumerate(head.chairs)]


def record_info(row: Row) -> RecordInfo:
    head = head_from(row.head)
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
    )


def info_now(table: Table) -> RecordInfo:
    """As record_info, for a table in memory (whose row may be older than its head)."""
    return record_info(structs.replace(table.row, head=head_to(table.head)))


async def list_records(call: Call) -> Records:
    query: ByTitle = call.query
    rows = await call.server.store.tables(status=OVER, public=True, limit=100)
    found = [record_info(row) for row in rows if query.title in (None, row.title)]
    return Records(found[: query.limit])


async def get_record(call: Call) -> Response:
    """The record as a file to keep; `abbatia replay` and `verify` read it."""
    table = await finished(call)
    name = f"{table.row.title}-{table.id}.abbatia"
    return PlainTextResponse(
        print_record(record_of(table)), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


async def import_record(call: Call) -> Stored:
    """Keep a record that somebody brings, after checking it whole."""
    row, entries = await asyncio.to_thread(partial(imported, call.body))
    tables = call.server.tables
    now = tables.now()
    stored = structs.replace(row, id=tables.new_id(), created=now, touched=now)
    await call.server.store.create(stored)
    for n, entry in enumerate(entries):
        await call.server.store.append(stored.id, Entry(n, now, entry.kind, None, entry.log))
    return Stored(record_info(stored))


def imported(source: bytes) -> tuple[Row, list[Entry]]:
    """The table that a record becomes. Raises Denied."""
    try:
        record = parse(source)
        match = verify(record, load)
    except BadRecord as bad:
        raise denied_for("bad_record", bad.message) from None
    result = match.result()
    names = record.names or [str(seat + 1) for seat in range(record.seats)]
    head = Head(
        chairs=tuple(Chair("person", name) for name in names),
        scores=tuple(result.scores) if result else (),
        actions=len(match.log),
    )
    row = Row(
        id="",
        title=record.title,
        version=record.version,
        seats=record.seats,
        created=0,
        options=dict(match.options),
        components=record.components,
        secret=record.seed,
        status=OVER if result else CLOSED,
        public=False,
        head=head_to(head),
    )
    return row, [Entry(0, 0, "create"), Entry(1, 0, "start", None, tuple(match.log))]


# -- replaying


def checked_viewer(table: Table, viewer: Viewer) -> Viewer:
    if viewer is not None and viewer >= table.row.seats:
        raise Denied("not_possible", "server.no_seat", seat=viewer + 1)
    return viewer


async def replay_record(call: Call) -> ReplayData:
    """Who did what, and what one viewer was told."""
    query: ByViewer = call.query
    table = await finished(call)
    return await asyncio.to_thread(replayed, table, checked_viewer(table, query.viewer))


def replayed(table: Table, viewer: Viewer) -> ReplayData:
    match = table.match
    assert match is not None
    told: list[Told] = []
    play_again(match, told.append)
    texts = [table.title.vocabulary[action] for _, action in match.log]
    log = []
    for happening in told[: len(texts)]:
        seen = [event.view(viewer) for event in happening.events]
        events = [said(message) for message in seen if message is not None]
        log.append(Happening(happening.number, happening.seat, texts[happening.number], events))
    return ReplayData(info_now(table), viewer, texts, log, result_of(match))


async def replay_frames(call: Call) -> Frames:
    """How the table looked to a viewer, action by action."""
    query: ByFrames = call.query
    table = await finished(call)
    viewer = checked_viewer(table, query.viewer)
    stop = min(query.stop, query.start + MOST_FRAMES)
    return await asyncio.to_thread(frames_of, table, viewer, query.start, stop)


def frames_of(table: Table, viewer: Viewer, start: int, stop: int) -> Frames:
    match = table.match
    assert match is not None
    state = table.title.start(table.row.seats, **match.options)
    frames: list[Frame] = []
    for at in range(min(stop, len(match.log) + 1)):
        if at:
            state.apply(*match.log[at - 1])
        if at >= start:
            frames.append(frame_of(state, viewer, at))
    return Frames(frames)


def frame_of(state: State, viewer: Viewer, at: int) -> Frame:
    seats = [seat for seat in state.to_act() if seat >= 0]
    return Frame(at, cast(Raw, state.observe(viewer)), seats)  # encoded with the rest


# -- checking


async def verify_record(call: Call) -> Verdict:
    table = await finished(call)
    return await asyncio.to_thread(verdict_of, print_record(record_of(table)))


def verdict_of(source: str) -> Verdict:
    """What checking a record whole gives."""
    record = parse(source)
    dice: Literal["checked", "committed", "plain"]
    dice = "checked" if record.seed else "committed" if record.commitment else "plain"
    facts = (dice, record.commitment, record.seed.hex(), len(record.log), list(record.result))
    try:
        verify(record, load)
    except BadRecord as bad:
        return Verdict(False, *facts, bad.line, Said(bad.message.key, bad.message.args))
    return Verdict(True, *facts)


ENDPOINTS: Final = [
    Endpoint("GET", "/api/records", list_records, "Public records", query=ByTitle, gives=Records),
    Endpoint("POST", "/api/records", import_record, "Import a record", body=str, gives=Stored, status=201),
    Endpoint("GET", "/api/records/{record}", get_record, "A record as text", text=True),
    Endpoint(
        "GET",
        "/api/records/{record}/replay",
        replay_record,
        "A record as one viewer saw it",
        query=ByViewer,
        gives=ReplayData,
    ),
    Endpoint(
        "GET",
        "/api/records/{record}/frames",
        replay_frames,
        "Positions of a record as one viewer saw them",
        query=ByFrames,
        gives=Frames,
    ),
    Endpoint("GET", "/api/records/{record}/verify", verify_record, "Check a record", gives=Verdict),
]
