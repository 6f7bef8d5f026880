"""Endings before the end: a player resigns, or all people at a table agree to abandon the match.

A resigned seat is played by the stand-in's bot to the end, and its person cannot take it back. Where no
person is left the match is abandoned: it is over without a result, and its record can be looked at.
"""

from functools import partial
from typing import Final

from msgspec import structs, to_builtins

from abbatia.server.actor import Actor
from abbatia.server.bodies import Abandon, WithToken
from abbatia.server.lobby import authority
from abbatia.server.messages import TableInfo
from abbatia.server.problems import Denied
from abbatia.server.rest import Call, Endpoint
from abbatia.server.table import Deed, Repeated, Table
from abbatia.storage.model import SeatHolder


def people(table: Table) -> set[int]:
    """The seats of people who have not resigned, absent ones too: they may return."""
    return {
        seat for seat, chair in enumerate(table.head.chairs) if chair.kind == "person" and not chair.resigned
    }


def seat_held(holder: SeatHolder, table: Table) -> int:
    """The seat, if its token still holds it: seats may have been drawn meanwhile. Raises Denied."""
    held = table.held.get(holder.seat)
    if held is None or held.token != holder.token:
        raise Denied("not_seated")
    return holder.seat


def resign(holder: SeatHolder, table: Table, now: int) -> Deed:
    """A bot plays the seat to the end; with the last person the match is abandoned."""
    table.playing()
    seat = seat_held(holder, table)
    chair = table.head.chairs[seat]
    if chair.resigned:
        raise Repeated(0)
    level = chair.bot if chair.standing_in else table.head.stand_in
    gone = structs.replace(chair, bot=level, standing_in=True, resigned=True)
    if table.face is not None:
        table.face.turn(now, table.to_act())
    chairs = list(table.head.chairs)
    chairs[seat] = gone
    table.head = structs.replace(table.head, chairs=tuple(chairs))
    closes = people(table) <= set(table.abandoning)
    return table.give_up("resign", seat, now, body={"chair": to_builtins(gone)}, head=True, closes=closes)


def abandon(holder: SeatHolder, yes: bool, table: Table, now: int) -> Deed:
    """Want the match to be abandoned, or not any more; one no makes all who agreed begin anew."""
    table.playing()
    seat = seat_held(holder, table)
    if table.head.chairs[seat].resigned:
        raise Denied("not_possible", "server.resigned")
    if not yes and not table.abandoning:
        raise Denied("nothing_asked")
    if yes and seat in table.abandoning:
        raise Repeated(0)
    closes = yes and people(table) <= {*table.abandoning, seat}
    return table.give_up("abandon", seat, now, body={"yes": yes}, head=False, closes=closes)


# -- endpoints


async def resign_seat(call: Call) -> TableInfo:
    """Give a seat up for good."""
    wish: WithToken = call.body
    actor, seats = await own_seats(call, wish.token)
    for seat in seats:
        try:
            await actor.do(partial(resign, seat))
        except Repeated:
            continue
        except Denied as no:
            if no.code != "over" or seat == seats[0]:  # with an earlier seat of the same person it ended
                raise
    return actor.info()


async def abandon_table(call: Call) -> TableInfo:
    """Agree to abandon the match, or say no."""
    wish: Abandon = call.body
    actor, seats = await own_seats(call, wish.token)
    for seat in seats if wish.yes else seats[:1]:
        try:
            await actor.do(partial(abandon, seat, wish.yes))
        except Repeated:
            continue
    return actor.info()


async def own_seats(call: Call, token: str | None) -> tuple[Actor, list[SeatHolder]]:
    """The table, and the seats there of whoever asks: the token's, else the account's. Raises Denied."""
    actor = await call.server.tables.find(call.path("table"))
    seats, _ = await authority(call, actor, token)
    if token is not None and (own := actor.table.seat_of(token)) is not None:
        seats = [own]
    if not seats:
        raise Denied("not_seated")
    return actor, [actor.table.held[seat] for seat in seats]


ENDPOINTS: Final = [
    Endpoint("POST", "/api/tables/{table}/resign", resign_seat, "Resign", body=WithToken, gives=TableInfo),
    Endpoint(
        "POST", "/api/tables/{table}/abandon", abandon_table, "Abandon a match", body=Abandon, gives=TableInfo
    ),
]
