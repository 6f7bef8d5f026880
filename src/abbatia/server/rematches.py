"""The rematch: the same players once more, each a seat further on. It starts when all have agreed."""

import secrets
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import structs

from abbatia.server.actor import Actor
from abbatia.server.bodies import Seated, WithToken
from abbatia.server.chairs import Chair, head_to
from abbatia.server.lobby import authority, is_full, seated, start_if_gathering
from abbatia.server.problems import Denied
from abbatia.server.rest import Call, Endpoint
from abbatia.server.table import Deed, Repeated, Table
from abbatia.server.tables import Tables
from abbatia.storage.model import OPEN, OVER, SeatHolder, TableRow


async def rematch(call: Call) -> Seated:
    """Agree to a rematch: one's own seats are taken there, by the same tokens. It starts with the last."""
    wish: WithToken = call.body
    tables = call.server.tables
    actor = await tables.find(call.path("table"))
    seats, _ = await authority(call, actor, wish.token)
    table = actor.table
    if table.status != OVER:
        raise Denied("not_possible", "server.not_over")
    if table.head.rematch is None:
        await arrange(tables, actor)
    new = await tables.find(actor.table.head.rematch or "")
    for seat in seats:
        with suppress(Repeated):
            await new.do(partial(agree, before_of(seat, table.row.seats), table.held[seat]))
    if new.table.status == OPEN and is_full(new.table):
        await start_if_gathering(new)
    return seated(new, [] if wish.token is None else [wish.token])


def agree(seat: int, holder: SeatHolder, table: Table, now: int) -> Deed:
    """Take the seat that is kept for a player. Raises Repeated when that is done."""
    if seat in table.held and table.held[seat].token == holder.token:
        raise Repeated(0)
    chair = table.head.chairs[seat]
    if table.status != OPEN or chair.kind != "open":
        raise Denied("taken", "server.started" if table.status != OPEN else "server.full")
    name = chair.name or str(seat + 1)
    person = Chair("person", name, guest=holder.user is None, shared=chair.shared)
    return table.sit(seat, person, SeatHolder(table.id, seat, holder.token, holder.user), "sit", now)


async def arrange(tables: Tables, actor: Actor) -> None:
    """Create the rematch of a table, unless somebody else does at the same moment."""
    table = actor.table
    again = again_row(table, tables.token_source().table_id(), tables.now())
    await tables.create(again, ())
    try:
        await actor.do(lambda table, now: meet_once(table, again.id, now))
    except Denied as no:
        if no.code != "taken":
            raise
        await tables.drop(again.id)


def before_of(seat: int, seats: int) -> int:
    """Where a player sits in the rematch: who was second begins."""
    return (seat - 1) % seats


def again_row(table: Table, name: str, now: int) -> TableRow:
    """The head of a rematch: people's seats are kept for them."""
    chairs = [
        Chair("open", chair.name, shared=chair.shared) if chair.kind == "person" else chair
        for chair in table.head.chairs
    ]
    head = structs.replace(
        table.head,
        chairs=(*chairs[1:], chairs[0]),
        origin=None,
        rematch=None,
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
        head=head_to(head),
    )


def meet_once(table: Table, name: str, now: int) -> Deed:
    """Remember the rematch, unless somebody else was first."""
    if table.status != OVER:
        raise Denied("not_possible", "server.not_over")
    if table.head.rematch is not None:
        raise Denied("taken", "server.rematch_exists")
    return table.meet_again(name, now)


ENDPOINTS: Final = [
    Endpoint("POST", "/api/tables/{table}/rematch", rematch, "Play again", body=WithToken, gives=Seated),
]
