"""The rematch: the same players once more, each a seat further on."""

import secrets
from typing import Final

from msgspec import structs

from abbatia.server.actor import Actor
from abbatia.server.bodies import Seated, SeatToken, WithToken
from abbatia.server.chairs import head_to
from abbatia.server.lobby import authority, is_full, start_if_gathering
from abbatia.server.problems import Denied
from abbatia.server.rest import Call, Endpoint
from abbatia.server.table import Deed, Table
from abbatia.server.tables import Tables
from abbatia.storage.rows import OPEN, OVER, Seat
from abbatia.storage.rows import Table as Row


async def rematch(call: Call) -> Seated:
    """The same players once more, each a seat further on; their tokens hold their new seats."""
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
    if new.table.status == OPEN and is_full(new.table):
        await start_if_gathering(new)
    mine = [before_of(seat, table.row.seats) for seat in seats]
    return Seated(new.info(), [SeatToken(seat, wish.token) for seat in mine if wish.token is not None])


async def arrange(tables: Tables, actor: Actor) -> None:
    """Create the rematch of a table, unless somebody else does at the same moment."""
    table = actor.table
    again = again_row(table, tables.new_id(), tables.now())
    holders = [
        Seat(again.id, before_of(held.seat, table.row.seats), held.token, held.user)
        for held in table.held.values()
    ]
    await tables.create(again, tuple(holders))
    try:
        await actor.do(lambda table, now: meet_once(table, again.id, now))
    except Denied as no:
        if no.code != "taken":
            raise
        await tables.drop(again.id)


def before_of(seat: int, seats: int) -> int:
    """Where a player sits in the rematch: who was second begins."""
    return (seat - 1) % seats


def again_row(table: Table, name: str, now: int) -> Row:
    """The head of a rematch."""
    chairs = [
        structs.replace(chair, bot=None, standing_in=False) if chair.standing_in else chair
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
