"""TableInfo: a table as everybody may know it, for lists and for the people there."""

from collections.abc import Collection
from typing import Final, Literal

from abbatia.core.chance import FairRng
from abbatia.server.live.table_meta import TableMeta
from abbatia.server.live.table_state import TableState
from abbatia.server.ws.model import SeatInfo, TableInfo
from abbatia.storage.model import CLOSED, OPEN, OVER, PLAYING, TableRow

Stage = Literal["gathering", "playing", "over"]
STATES: Final[dict[str, Stage]] = {OPEN: "gathering", PLAYING: "playing", OVER: "over", CLOSED: "over"}


def info_of(
    row: TableRow,
    head: TableMeta,
    *,
    table: TableState | None = None,
    now: int = 0,
    here: Collection[int] = (),
    thinking: dict[int, int] | None = None,
    spectators: int = 0,
) -> TableInfo:
    """A table as everybody may know it; from the head alone, or with what is going on."""
    status = table.status if table is not None else row.status
    fair = head.origin is None
    seats = [
        SeatInfo(
            chair.kind,
            chair.name,
            chair.bot,
            seat in here,
            chair.standing_in,
            (thinking or {}).get(seat),
            chair.guest,
            chair.resigned,
            chair.shared,
        )
        for seat, chair in enumerate(head.chairs)
    ]
    clocks = table.clocks.shown(now) if table is not None and table.clocks is not None else None
    return TableInfo(
        id=row.id,
        title=row.title,
        version=row.version,
        options=row.options,
        seats=seats,
        state=STATES[status],
        public=row.public,
        clock=head.clock,
        stand_in=head.stand_in,
        own_components=row.components is not None,
        commitment=FairRng(row.secret).commitment if fair else "",
        seed=row.secret.hex() if fair and status == OVER else None,
        created=row.created / 1000,
        to_act=list(table.to_act()) if table is not None else [],
        clocks=clocks,
        scores=list(head.scores) if status == OVER else None,
        spectators=spectators,
        asking=table.asking if table is not None else None,
        abandoning=list(table.abandoning) if table is not None else [],
        abandoned=status == CLOSED,
        rematch=head.rematch,
        origin=head.origin,
        take_back=head.take_back,
        absent=head.absent,
        seating=head.seating,
        drawn=list(head.drawn),
        paused=status == PLAYING and head.is_deserted,
        take_backs=len(table.take_backs) if table is not None else 0,
        lesson=head.lesson or None,
    )
