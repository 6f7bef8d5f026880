"""The rematch: the same players once more, each a seat further on. It starts when all have agreed."""

import secrets
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import structs

from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import AnyEndpoint, Call, Endpoint
from abbatia.server.http.schemas import Seated, WithToken
from abbatia.server.http.tables import authority, is_full, seated, start_if_gathering
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.registry import TableRegistry
from abbatia.server.live.table_meta import SeatConfig, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.storage.model import OPEN, OVER, SeatHolder, TableRow


async def rematch(call: Call[WithToken, None]) -> Seated:
    """Agree to a rematch: one's own seats are taken there, by the same tokens. It starts with the last."""
    wish = call.body
    tables = call.server.tables
    live = await tables.find(call.path("table"))
    seats, _ = await authority(call, live, wish.token)
    table = live.table
    if table.status != OVER:
        raise Denied("not_possible", "server.not_over")
    if table.head.rematch is None:
        await arrange(tables, live)
    new = await tables.find(live.table.head.rematch or "")
    for seat in seats:
        with suppress(Repeated):
            await new.do(partial(agree, rematch_seat(seat, table.row.seats), table.held[seat]))
    if new.table.status == OPEN and is_full(new.table):
        await start_if_gathering(new)
    return seated(new, [] if wish.token is None else [wish.token])


def agree(seat: int, holder: SeatHolder, table: TableState, now: int) -> Transition:
    """Take the seat that is kept for a player. Raises Repeated when that is done."""
    if seat in table.held and table.held[seat].token == holder.token:
        raise Repeated(0)
    chair = table.head.chairs[seat]
    if table.status != OPEN or chair.kind != "open":
        raise Denied("taken", "server.started" if table.status != OPEN else "server.full")
    name = chair.name or str(seat + 1)
    person = SeatConfig("person", name, guest=holder.user is None, shared=chair.shared)
    return table.sit(seat, person, SeatHolder(table.id, seat, holder.token, holder.user), "sit", now)


async def arrange(tables: TableRegistry, live: LiveTable) -> None:
    """Create the rematch of a table, unless somebody else does at the same moment."""
    table = live.table
    again = again_row(table, tables.token_source().table_id(), tables.now())
    await tables.create(again, ())
    try:
        await live.do(lambda table, now: meet_once(table, again.id, now))
    except Denied as no:
        if no.code != "taken":
            raise
        await tables.drop(again.id)


def rematch_seat(seat: int, seats: int) -> int:
    """The seat of a player in the rematch: the second player of the match begins."""
    return (seat - 1) % seats


def again_row(table: TableState, name: str, now: int) -> TableRow:
    """The head of a rematch: people's seats are kept for them."""
    chairs = [
        SeatConfig("open", chair.name, shared=chair.shared) if chair.kind == "person" else chair
        for chair in table.head.chairs
    ]
    head = structs.replace(
        table.head,
        chairs=(*chairs[1:], chairs[0]),
        origin=None,
        rematch=None,
        lesson="",
        scores=(),
        ended=0,
        actions=0,
        seating="as_seated",  # each sits a seat further on
        drawn=(),
    )
    return structs.replace(
        table.row,
        id=name,
        created=now,
        touched=now,
        secret=secrets.token_bytes(32),
        status=OPEN,
        due=None,
        head=meta_to(head),
    )


def meet_once(table: TableState, name: str, now: int) -> Transition:
    """Remember the rematch, unless somebody else was first."""
    if table.status != OVER:
        raise Denied("not_possible", "server.not_over")
    if table.head.rematch is not None:
        raise Denied("taken", "server.rematch_exists")
    return table.meet_again(name, now)


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("POST", "/api/tables/{table}/rematch", rematch, "Play again"),
]
