"""The lobby: create, find, join, leave, start tables; meet again."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from msgspec import structs

from abbatia.bots import BOTS, LEVELS, level_name
from abbatia.core.contract import BadSetup, OptionValue, Title
from abbatia.games.own import other_components, title_with
from abbatia.server.errors import Denied, denied_for
from abbatia.server.http.endpoint import AnyCall, AnyEndpoint, Call, Endpoint
from abbatia.server.http.names import name_for
from abbatia.server.http.paging import cursor_of, page_of_tables
from abbatia.server.http.persons import check_one_seat
from abbatia.server.http.schemas import (
    Actions,
    ByState,
    ChangeSeat,
    Join,
    NewTable,
    Seated,
    SeatToken,
    SeatWish,
    Tables,
    WithToken,
)
from abbatia.server.http.titles import actions_of, find_title
from abbatia.server.live.clocks import DAY
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.table_info import info_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_from, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.server.tokens import TokenSource
from abbatia.server.ws.model import NoClock, TableInfo
from abbatia.storage.accounts import AccountStore
from abbatia.storage.errors import Conflict
from abbatia.storage.model import OPEN, OVER, PLAYING, SeatHolder, TableRow

FORGOTTEN: Final = 3 * DAY
"""A table that nobody came to for so long is no longer listed; its link still opens it."""
MAX_READS: Final = 10
"""Pages of the store that one page of the lobby is made of at most."""
STATUS: Final = {"gathering": OPEN, "playing": PLAYING, "over": OVER}


# -- creating


async def create_table(call: Call[NewTable, None]) -> Seated:
    """A new table with this browser's seats taken; the same request sent again gives the same table."""
    wish = call.body
    user, name = await call.server.accounts.account_of(call.request.cookies)
    title, options, log = await setup(call, wish)
    store = call.server.store
    seats = [structs.replace(seat, name=await clean(store.accounts, seat.name, user)) for seat in wish.seats]
    source = await call.tokens()
    tables, table = call.server.tables, source.table_id()
    chairs, tokens, holders = seating(seats, name, source, tables.mark_of(table, call.address))
    host, host_hash = source.token("host")
    if await store.journal.table(table) is None:  # a repeated request costs nothing
        await call.spend("tables")
        await call.spend("bots", sum(chair.kind == "bot" for chair in chairs))
    row = TableRow(
        id=table,
        title=title.name,
        version=title.version,
        seats=len(chairs),
        created=tables.now(),
        options=dict(options),
        components=title.own_components,
        secret=secrets.token_bytes(32),
        public=wish.public,
        touched=tables.now(),
        head=meta_to(
            TableMeta(
                chairs=tuple(chairs),
                clock=wish.clock,
                stand_in=checked_level(wish.stand_in or LEVELS[1]),
                host=host_hash.hex(),
                host_user=user,
                creator=call.server.tables.quotas.client_key(user, call.address),
                origin=wish.origin,
                is_eager=wish.start,
                take_back=wish.take_back,
                absent=wish.absent,
                seating=wish.seating if wish.origin is None else "as_seated",
            )
        ),
    )
    try:
        live = await tables.create(row, tuple(SeatHolder(row.id, seat, key, user) for seat, key in holders))
    except Conflict:
        live = await tables.find(row.id)
        if not live.table.is_host(host):
            raise
    is_waiting = live.table.status == OPEN and is_full(live.table)
    if is_waiting and (wish.start or wish.origin is not None):
        try:
            await start_if_gathering(live, log)
        except Denied as no:
            if no.code != "unavailable":  # in doubt it may have begun: the same request finds it again
                await tables.drop(row.id)
            raise
    return seated(live, [held.token for held in tokens], host)


async def setup(
    call: AnyCall, wish: NewTable
) -> tuple[Title, dict[str, OptionValue], Sequence[tuple[int, int]]]:
    """The title with its options, and the log to go on from. Raises Denied."""
    try:
        if wish.origin is not None:
            source = await call.server.tables.load(wish.origin.record)
            return going_on(source, wish)
        title = find_title(wish.title)
        if wish.components is not None:  # beside the loop: a file is checked and its tables are made
            title = await asyncio.to_thread(title_with, wish.title, wish.components)
        return title, title.setup(len(wish.seats), wish.options), ()
    except BadSetup as bad:
        raise denied_for("bad_setup", bad.message) from None


def going_on(
    source: TableState, wish: NewTable
) -> tuple[Title, dict[str, OptionValue], Sequence[tuple[int, int]]]:
    """What a table needs that goes on from a record."""
    assert wish.origin is not None
    if source.match is None or source.status in (OPEN, PLAYING):
        raise Denied("not_possible", "server.no_record_yet")
    if len(wish.seats) != source.row.seats or wish.title != source.row.title:
        raise Denied("bad_setup", "server.other_record", title=source.row.title, seats=source.row.seats)
    if wish.origin.at < 0 or wish.origin.at > len(source.match.log):
        raise Denied("not_possible", "server.not_so_far", n=len(source.match.log))
    if any(seat.kind == "open" for seat in wish.seats):
        raise Denied("bad_setup", "server.origin_open")
    return source.title, source.match.options, source.match.log[: wish.origin.at]


def seating(
    wishes: Sequence[SeatWish], name: str | None, source: TokenSource, mark: str
) -> tuple[list[SeatConfig], list[SeatToken], list[tuple[int, bytes]]]:
    """Chairs, the tokens for this browser, and what is kept of them; several seats of it are shared."""
    shared = sum(wish.kind == "me" for wish in wishes) > 1
    chairs: list[SeatConfig] = []
    tokens: list[SeatToken] = []
    holders: list[tuple[int, bytes]] = []
    for seat, wish in enumerate(wishes):
        if wish.kind == "me":
            token, key = source.token(f"seat {seat}")
            tokens.append(SeatToken(seat, token))
            holders.append((seat, key))
            called = wish.name or name or f"{seat + 1}"
            chairs.append(SeatConfig("person", called, guest=name is None, shared=shared, mark=mark))
        elif wish.kind == "bot":
            chairs.append(bot_chair(wish.bot or LEVELS[0], wish.name))
        else:
            chairs.append(SeatConfig("open"))
    return chairs, tokens, holders


async def clean(store: AccountStore, name: str | None, user: str | None) -> str | None:
    """A name that was given for a seat, as it may be kept. Raises Denied."""
    return None if name is None else await name_for(store, name, user)


def bot_chair(level: str, name: str | None = None) -> SeatConfig:
    return SeatConfig("bot", name or "", checked_level(level))


def checked_level(name: str) -> str:
    level = level_name(name)
    if level not in BOTS:
        raise Denied("bad_setup", "bots.unknown", bot=level, known=sorted(BOTS))
    return level


def is_full(table: TableState) -> bool:
    return all(chair.kind != "open" for chair in table.head.chairs)


# -- finding


async def list_tables(call: Call[None, ByState]) -> Tables:
    """Public tables, the newest first."""
    query = call.query
    is_lobby = query.state == "gathering"
    since = call.server.tables.now() - FORGOTTEN if is_lobby else None
    rows: Sequence[TableRow] = []
    after = query.before
    for _ in range(MAX_READS):  # more than once where one creator's tables take one line
        page, after = await page_of_tables(
            call.server.store.journal,
            query.limit,
            after,
            status=STATUS[query.state],
            public=True,
            since=since,
        )
        rows = one_each([*rows, *page]) if is_lobby else page
        if not is_lobby or after is None or len(rows) >= query.limit:
            break
    if len(rows) > query.limit:
        rows = rows[: query.limit]
        after = cursor_of(rows[-1])
    return Tables([summary(call, row) for row in rows], after)


def one_each(rows: Sequence[TableRow]) -> list[TableRow]:
    """The newest table of each creator, so that nobody fills the list alone."""
    found: dict[str, TableRow] = {}
    for row in rows:
        found.setdefault(row.head.get("creator") or row.id, row)
    return list(found.values())


def summary(call: AnyCall, row: TableRow) -> TableInfo:
    """A table for a list: as it is in memory, else from its head."""
    live = call.server.tables.live_tables.get(row.id)
    return live.info() if live is not None else info_of(row, meta_from(row.head))


async def get_table(call: Call[None, None]) -> TableInfo:
    return (await call.server.tables.find(call.path("table"))).info()


async def table_actions(call: Call[None, None]) -> Actions:
    live = await call.server.tables.find(call.path("table"))
    return actions_of(live.table.title)


async def table_components(call: Call[None, None]) -> dict[str, Any]:
    live = await call.server.tables.find(call.path("table"))
    components = other_components(live.table.title)
    if components is None:
        raise Denied("unknown")
    return components


# -- coming and going


async def join_table(call: Call[Join, None]) -> Seated:
    """Take an open seat; the same request sent again gives the same seat."""
    wish = call.body
    user = await call.user()
    live = await call.server.tables.find(call.path("table"))
    name = await name_for(call.server.store.accounts, wish.name, user)
    token, key = (await call.tokens()).token("join")
    mark = call.server.tables.mark_of(live.id, call.address)

    def sit(table: TableState, now: int) -> Transition:
        if table.seat_of(token) is not None:
            raise Repeated(0)
        check_one_seat(table, user, mark)
        seat = open_seat(table, wish.seat)
        holder = SeatHolder(table.id, seat, key, user)
        return table.sit(seat, SeatConfig("person", name, guest=user is None, mark=mark), holder, "sit", now)

    with suppress(Repeated):
        await live.do(sit)
    if live.table.head.is_eager and is_full(live.table):
        await start_if_gathering(live)
    return seated(live, [token])


def seated(live: LiveTable, tokens: Sequence[str], host: str | None = None) -> Seated:
    """What these tokens hold at a table now."""
    seats = [(live.table.seat_of(token), token) for token in tokens]
    held = [SeatToken(seat, token) for seat, token in seats if seat is not None]
    return Seated(live.info(), held, host)


def open_seat(table: TableState, wanted: int | None) -> int:
    """The seat to sit at. Raises Denied."""
    if table.status != OPEN:
        raise Denied("taken", "server.started")
    seats = [seat for seat, chair in enumerate(table.head.chairs) if chair.is_free]
    if wanted is not None and wanted not in seats:
        raise Denied("taken")
    if not seats:
        raise Denied("taken", "server.full")
    return seats[0] if wanted is None else wanted


async def start_if_gathering(live: LiveTable, log: Sequence[tuple[int, int]] = ()) -> None:
    """Begin, unless another request did at the same moment."""
    try:
        await live.do(lambda table, now: table.start(now, log))
    except Denied as no:
        if no.why.key != "server.started":
            raise


async def authority(call: AnyCall, live: LiveTable, token: str | None) -> tuple[list[int], bool]:
    """The seats that somebody holds, and whether that one is the host. Raises Denied for a stranger."""
    user = await call.user()
    table = await live.current()
    seats = table.seats_of_user(user)
    is_host = user is not None and table.head.host_user == user
    if token is not None:
        seat = table.seat_of(token)
        seats = seats if seat is None else sorted({*seats, seat})
        is_host = is_host or table.is_host(token)
    if not seats and not is_host:
        raise Denied("not_seated")
    return seats, is_host


def is_same(now: SeatHolder | None, before: SeatHolder | None) -> bool:
    """Whether a seat still has the holder it had before this request came to its turn at the table."""
    return now is not None and before is not None and now.token == before.token


async def leave_table(call: Call[WithToken, None]) -> TableInfo:
    """Give a seat up: before the start it opens, later a bot stands in and one can return."""
    wish = call.body
    live = await call.server.tables.find(call.path("table"))
    seats, _ = await authority(call, live, wish.token)
    if wish.token is not None and (own := live.table.seat_of(wish.token)) is not None:
        seats = [own]
    holders = dict(live.table.held)

    def go(seat: int, table: TableState, now: int) -> Transition:
        if not is_same(table.held.get(seat), holders[seat]):
            raise Denied("not_seated")
        if table.status == OPEN:
            return table.sit(seat, SeatConfig("open"), None, "leave", now)
        table.playing()
        if table.head.chairs[seat].standing_in:
            raise Denied("not_possible", "server.stood_in")
        return table.absent(seat, now)

    for seat in seats:
        await live.do(partial(go, seat))
    return live.info()


async def start_table(call: Call[WithToken, None]) -> TableInfo:
    """Begin: the host, or anybody who sits there."""
    wish = call.body
    live = await call.server.tables.find(call.path("table"))
    await authority(call, live, wish.token)
    await live.do(lambda table, now: table.start(now))
    return live.info()


def stand_in_for(live: LiveTable, table: TableState, seat: int, now: int) -> Transition:
    """A bot stands in for a person who never came, or who is away from a table without a clock."""
    table.playing()
    chair = table.head.chairs[seat]
    if chair.is_automatic:
        raise Denied("not_possible", "server.stood_in")
    if seat in live.seats_here():
        raise Denied("not_possible", "server.still_here", name=chair.name)
    if not isinstance(table.head.clock, NoClock) and table.commands[seat]:
        raise Denied("not_possible", "server.clock_decides", name=chair.name)
    return table.absent(seat, now)


async def change_seat(call: Call[ChangeSeat, None]) -> TableInfo:
    """The host opens a seat or gives it to a bot before the start; a holder changes the name.

    Later anybody at the table can let a bot stand in for a person who has gone, if no clock does.
    """
    wish = call.body
    seat = int(call.path("seat"))
    live = await call.server.tables.find(call.path("table"))
    seats, is_host = await authority(call, live, wish.token)
    name = await clean(call.server.store.accounts, wish.name, await call.user())
    holder = live.table.held.get(seat)

    def change(table: TableState, now: int) -> Transition:
        if seat >= table.row.seats:
            raise Denied("unknown")
        if table.status != OPEN and wish.kind == "bot":
            return stand_in_for(live, table, seat, now)
        if table.status != OPEN:
            raise Denied("not_possible", "server.started")
        chair = table.head.chairs[seat]
        is_mine = seat in seats and is_same(table.held.get(seat), holder)
        if wish.kind is not None:
            if not is_host and not is_mine:
                raise Denied("forbidden")
            new = SeatConfig("open") if wish.kind == "open" else bot_chair(wish.bot or LEVELS[0], name)
            return table.sit(seat, new, None, "seat", now)
        if not is_mine or name is None:
            raise Denied("forbidden")
        renamed = structs.replace(chair, name=name)
        return table.sit(seat, renamed, table.held[seat], "seat", now)

    await live.do(change)
    if live.table.head.is_eager and live.table.status == OPEN and is_full(live.table):
        await start_if_gathering(live)
    return live.info()


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/tables", list_tables, "Public tables"),
    Endpoint("POST", "/api/tables", create_table, "Create a table", status=201, repeats=True),
    Endpoint("GET", "/api/tables/{table}", get_table, "A table"),
    Endpoint("GET", "/api/tables/{table}/actions", table_actions, "The vocabulary at a table"),
    Endpoint(
        "GET",
        "/api/tables/{table}/components",
        table_components,
        "A board or cards of its own",
    ),
    Endpoint("POST", "/api/tables/{table}/join", join_table, "Take a seat", repeats=True),
    Endpoint("POST", "/api/tables/{table}/leave", leave_table, "Give a seat up"),
    Endpoint("POST", "/api/tables/{table}/start", start_table, "Begin the match"),
    Endpoint(
        "POST",
        "/api/tables/{table}/seats/{seat}",
        change_seat,
        "Open a seat, give it to a bot, or change a name",
    ),
]
