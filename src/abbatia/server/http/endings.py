"""Endings before the end: a player resigns, or all people at a table agree to abandon the match.

A resigned seat is played by the stand-in's bot to the end, and its person cannot take it back. Where no
person is left the match is abandoned: it is over without a result, and its record can be looked at.
"""

from functools import partial
from typing import Final

from msgspec import structs, to_builtins

from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import AnyCall, AnyEndpoint, Call, Endpoint
from abbatia.server.http.schemas import Abandon, WithToken
from abbatia.server.http.tables import authority
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.table_state import TableState
from abbatia.server.ws.model import TableInfo
from abbatia.storage.model import SeatHolder


def people(table: TableState) -> set[int]:
    """The seats of people who have not resigned, absent ones too: they may return."""
    return {
        seat for seat, chair in enumerate(table.head.chairs) if chair.kind == "person" and not chair.resigned
    }


def seat_held(holder: SeatHolder, table: TableState) -> int:
    """The seat, if its token still holds it: seats may have been drawn meanwhile. Raises Denied."""
    held = table.held.get(holder.seat)
    if held is None or held.token != holder.token:
        raise Denied("not_seated")
    return holder.seat


def resign(holder: SeatHolder, table: TableState, now: int) -> Transition:
    """A bot plays the seat to the end; with the last person the match is abandoned."""
    table.playing()
    seat = seat_held(holder, table)
    chair = table.head.chairs[seat]
    if chair.resigned:
        raise Repeated(0)
    level = chair.bot if chair.standing_in else table.head.stand_in
    gone = structs.replace(chair, bot=level, standing_in=True, resigned=True)
    if table.clocks is not None:
        table.clocks.turn(now, table.to_act())
    chairs = list(table.head.chairs)
    chairs[seat] = gone
    table.head = structs.replace(table.head, chairs=tuple(chairs))
    closes = people(table) <= set(table.abandoning)
    return table.give_up("resign", seat, now, body={"chair": to_builtins(gone)}, head=True, closes=closes)


def abandon(holder: SeatHolder, yes: bool, table: TableState, now: int) -> Transition:
    """Want the match to be abandoned, or not any more; one no cancels the consent of all others."""
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


async def resign_seat(call: Call[WithToken, None]) -> TableInfo:
    """Give a seat up for good."""
    wish = call.body
    live, seats = await own_seats(call, wish.token)
    for seat in seats:
        try:
            await live.do(partial(resign, seat))
        except Repeated:
            continue
        except Denied as no:
            if no.code != "over" or seat == seats[0]:  # with an earlier seat of the same person it ended
                raise
    return live.info()


async def abandon_table(call: Call[Abandon, None]) -> TableInfo:
    """Agree to abandon the match, or say no."""
    wish = call.body
    live, seats = await own_seats(call, wish.token)
    for seat in seats if wish.yes else seats[:1]:
        try:
            await live.do(partial(abandon, seat, wish.yes))
        except Repeated:
            continue
    return live.info()


async def own_seats(call: AnyCall, token: str | None) -> tuple[LiveTable, list[SeatHolder]]:
    """The table, and the seats there of whoever asks: the token's, else the account's. Raises Denied."""
    live = await call.server.tables.find(call.path("table"))
    seats, _ = await authority(call, live, token)
    if token is not None and (own := live.table.seat_of(token)) is not None:
        seats = [own]
    if not seats:
        raise Denied("not_seated")
    return live, [live.table.held[seat] for seat in seats]


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("POST", "/api/tables/{table}/resign", resign_seat, "Resign"),
    Endpoint("POST", "/api/tables/{table}/abandon", abandon_table, "Abandon a match"),
]
