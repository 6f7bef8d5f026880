"""Actor: a table at work: decide, store durably, tell everybody, wake the bots, one after the other."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from abbatia.server.bots import Bots
from abbatia.server.chairs import Head
from abbatia.server.limits import Bucket
from abbatia.server.messages import Asking, ChatLine, Chatted, Step, TableChanged, TableInfo, encode
from abbatia.server.problems import Denied, Fault
from abbatia.server.table import Deed, Repeated, Table
from abbatia.server.viewers import (
    EMPTY,
    NOTHING,
    Heard,
    Layers,
    Listener,
    Tape,
    Viewer,
    info_of,
    sync_of,
)
from abbatia.storage.errors import Conflict, StoreUnavailable
from abbatia.storage.model import CLOSED, PLAYING, JournalEntry

if TYPE_CHECKING:
    from abbatia.server.tables import Tables

LOG: Final = logging.getLogger("abbatia.tables")
MATCH_KINDS: Final = frozenset({"start", "play", "redo", "undo"})
SEAT_KINDS: Final = frozenset({"create", "sit", "leave", "seat", "start"})
"""With these the holder of a seat may change."""
TRIES: Final = 40
"""So often another process may be first, one deed after the other, before somebody is asked to wait."""


SPECTATOR_CHAT_KEPT: Final = 100
"""Lines of spectators that a newcomer still gets."""
SPECTATOR_CHAT_RATE: Final = 1.0
SPECTATOR_CHAT_BURST: Final = 10.0
"""Lines a second, and at once, of all spectators of a table together."""


class Crowd(NamedTuple):
    """Who looks at a table from another process, and when it said so."""

    seats: list[int]
    spectators: int
    at: float


class Public(NamedTuple):
    """What everybody was told of a table, apart from the match."""

    status: str
    asking: Asking | None
    head: Head
    abandoning: tuple[int, ...]


def last_seating(entries: Sequence[JournalEntry]) -> int | None:
    """The entry with which all sit where the store says: the start, after which no token changes its seat."""
    seatings = [entry for entry in entries if entry.kind in SEAT_KINDS]
    start = next((entry.n for entry in seatings if entry.kind == "start"), None)
    return start if start is not None or not seatings else seatings[-1].n


class Actor:
    """One loaded table with its viewers."""

    def __init__(self, tables: "Tables", table: Table) -> None:
        self.tables: Final = tables
        self.table = table
        self.id: Final = table.id
        self.lock: Final = asyncio.Lock()
        self.tapes: Final[dict[Viewer, Tape]] = {}
        self.bots: Final = Bots(self)
        self.elsewhere: Final[dict[str, Crowd]] = {}  # by process
        self.spectator_chat: Final[deque[ChatLine]] = deque(maxlen=SPECTATOR_CHAT_KEPT)
        self.spectator_bucket: Final = Bucket(SPECTATOR_CHAT_RATE, SPECTATOR_CHAT_BURST)
        self.is_stale = False  # what is in memory may not be what is stored: load before use
        self.used = tables.tick()
        self._known = self._public()
        self._waited = frozenset(table.to_act())  # the seats that were to act
        self._in_doubt = False  # whether a deed of ours was stored, of which nobody has been told

    # -- doing

    async def do(self, make: Callable[[Table, int], Deed]) -> Deed:
        """Carry out a deed: durable when this returns. Raises Denied or Repeated; then nothing changed."""
        async with self.lock:
            for attempt in range(TRIES):
                await self.refresh()
                try:
                    deed = self._decide(make)
                except Denied as no:
                    if attempt or isinstance(no, Fault) or not await self.read_on():
                        raise
                    continue
                if await self._store(deed):
                    self._tell(deed)
                    return deed
            LOG.warning("table %s: another process was first, %d times in a row", self.id, TRIES)
            raise Denied("unavailable")

    def _decide(self, make: Callable[[Table, int], Deed]) -> Deed:
        """What somebody wants, as a deed that is part of the table in memory. Raises Denied or Repeated."""
        try:
            return make(self.table, self.tables.now())
        except (Denied, Repeated):
            raise
        except Exception:
            self.is_stale = True
            LOG.exception("table %s could not decide", self.id)
            raise Fault from None

    def _tell(self, deed: Deed) -> None:
        """Tell a deed that is stored; if that fails, all are told anew when the table is next used."""
        try:
            self.show(deed)
        except Exception:
            LOG.exception("table %s could not tell", self.id)
            self.is_stale = True

    async def _store(self, deed: Deed) -> bool:
        """Append durably; False when another process was first. Raises Denied."""
        self.is_stale = True  # until the store has said yes, also when we are cancelled meanwhile
        try:
            await self.tables.store.journal.append(self.id, deed.entry, deed.change)
        except Conflict:
            return False
        except StoreUnavailable:
            self._in_doubt = True
            raise Denied("unavailable") from None
        self.is_stale = False
        self.tables.metrics.deeds[deed.entry.kind] += 1
        return True

    async def refresh(self) -> None:
        """Load the table again if what is in memory may not be what is stored."""
        self.used = self.tables.tick()
        await self.tables.notice_outage()
        if not self.is_stale:
            return
        self.table = await self.tables.load(self.id)
        self.is_stale = False
        self._known = self._public()
        before, self._waited = self._waited, frozenset(self.table.to_act())
        self._release()
        for tape in self.tapes.values():
            tape.rewrite(self.table)
            self._show_whole(tape)
        self.show_table()
        if self._in_doubt:
            self._in_doubt = False
            self.tables.notices.turn(self, before)
        self.bots.wake()

    async def current(self) -> Table:
        """The table as it is stored now. Raises Denied."""
        async with self.lock:
            await self.refresh()
            await self.read_on()
            return self.table

    async def read_on(self) -> bool:
        """Take in what other processes may have stored before somebody is refused; whether there was any."""
        if not self.tables.store.coordination.shared:
            return False
        known = self.table.n
        await self._catch_up()
        return self.table.n != known

    async def catch_up(self) -> None:
        """Take in what other processes have stored. Raises Denied; then the table is read anew later."""
        async with self.lock:
            try:
                await self._catch_up()
            except Denied:
                self.is_stale = True
                raise

    async def _catch_up(self) -> None:
        if self.is_stale:
            await self.refresh()
            return
        store = self.tables.store
        try:
            missed = await store.journal.entries(self.id, self.table.n)
            seated = last_seating(missed)
            seats = [] if seated is None else await store.journal.seats(self.id)
        except StoreUnavailable:
            raise Denied("unavailable") from None
        for entry in missed:
            if entry.n == seated:  # not before: by then all sit where the store says
                self.table.held = {seat.seat: seat for seat in seats}
            try:
                deed = self.table.follow(entry)
            except Exception:
                LOG.exception("table %s could not follow", self.id)
                self.is_stale = True
                await self.refresh()
                return
            self.show(deed, is_ours=False)

    # -- telling

    def show(self, deed: Deed, *, is_ours: bool = True) -> None:
        """Tell every viewer what it may know of a deed; people who are away hear of ours only."""
        table = self.table
        kind = deed.entry.kind
        if kind in SEAT_KINDS:
            self._release()
        if kind == "start" and table.head.drawn:  # everybody sits elsewhere, in the chat, too
            for tape in self.tapes.values():
                self._show_whole(tape)
        if kind in MATCH_KINDS:
            if table.match is not None:
                self._show_steps(deed)
            before, self._waited = self._waited, frozenset(table.to_act())
            if is_ours and self._waited != before:
                self.tables.notices.turn(self, before)
        elif kind == "chat":
            self._show_chat(table.chat[-1].line)
        known = self._known
        self._known = self._public()
        if self._known != known:
            self.show_table()
            if table.status == CLOSED != known.status:
                self._waited = frozenset()
                for tape in self.tapes.values():
                    self._show_whole(tape)
        if table.status == PLAYING and is_ours and table.automatic():
            self.bots.wake()

    def _show_steps(self, deed: Deed) -> None:
        """Tell every viewer what it may know of what the match told; who may know nothing hears nothing."""
        table, told, texts = self.table, deed.told, self.table.title.vocabulary
        heard = None if told is None else [Heard(happening, texts) for happening in told]
        clocks = None if table.face is None else table.face.shown(self.tables.now())
        newest = Layers()
        for viewer, tape in self.tapes.items():
            first = before = len(tape.log)
            if heard is None:
                first = tape.rewrite(table)
            else:
                for happening in heard:
                    tape.hear(happening)
            shown, seen, view = tape.shown, tape.look(table), tape.shown
            assert view is not None
            layers, changes = newest.told(seen, tape.layers)
            if len(tape.log) == first == before and layers is EMPTY and changes is NOTHING and shown == view:
                continue
            log = tape.happenings(first)
            view.observation = layers
            text = encode(Step(self.id, viewer, self.cursor(tape), first, log, view, changes, clocks))
            view.observation = EMPTY
            for listener in tape.listeners:
                listener.post(text)

    def hear_spectator(self, line: ChatLine) -> None:
        """Show a spectator's line. It is kept for a while in memory and never stored."""
        self.spectator_chat.append(line)
        self._show_chat(line)

    def _show_chat(self, line: ChatLine) -> None:
        for tape in self.tapes.values():
            if tape.viewer is not None and line.seat in self.table.muted[tape.viewer]:
                continue
            text = encode(Chatted(self.id, tape.viewer, self.cursor(tape), line))
            for listener in tape.listeners:
                listener.post(text)

    def _release(self) -> None:
        """Who sits elsewhere now looks from there; who has lost a seat no longer does, but may watch."""
        holders = {held.token: seat for seat, held in self.table.held.items()}
        moved: dict[int, int] = {}
        tapes: list[tuple[int, Tape]] = []
        for seat, tape in list(self.tapes.items()):
            if seat is None or tape.holder == self._holder(seat):
                continue
            del self.tapes[seat]
            if tape.holder in holders:
                moved[seat] = holders[tape.holder]
                tapes.append((moved[seat], tape))
                continue
            for listener in tape.listeners:
                if listener.lose(self.id, seat):
                    watching = self._tape(None)
                    watching.listeners.append(listener)
                    listener.post(self._sync(watching, ()))
        if moved:
            self._reseat(moved, tapes)

    def _reseat(self, moved: dict[int, int], tapes: list[tuple[int, Tape]]) -> None:
        """Seats were drawn: each connection is told where it sits now, and the table from there."""
        for seat, tape in tapes:
            self._tape(seat).listeners[:] = tape.listeners
        eyes: dict[Listener, Sequence[Viewer]] = {}
        for seat, tape in tapes:
            for listener in tape.listeners:
                if listener not in eyes:
                    eyes[listener] = listener.reseat(self.id, moved)
                listener.post(self._sync(self._tape(seat), eyes[listener]))
        self.tables.tell_crowd(self)

    def _holder(self, viewer: Viewer) -> bytes:
        """What is kept of the token that opens these eyes; nothing for those of spectators."""
        held = None if viewer is None else self.table.held.get(viewer)
        return b"" if held is None else held.token

    def _tape(self, viewer: Viewer) -> Tape:
        """The tape for these eyes, written when nobody has looked through them before."""
        tape = self.tapes.get(viewer)
        if tape is None:
            tape = self.tapes[viewer] = Tape(viewer, self._holder(viewer))
            tape.rewrite(self.table)
            if self.table.match is not None:
                tape.look(self.table)
        return tape

    def _show_whole(self, tape: Tape) -> None:
        if self.table.match is not None:
            tape.look(self.table)
        text = self._sync(tape, None)
        for listener in tape.listeners:
            listener.post(text)

    def _sync(self, tape: Tape, seats: Sequence[Viewer] | None, since: int | None = None, re: int = 0) -> str:
        """A message with all that a viewer needs, or with what it missed since an entry of the journal."""
        info, cursor = self.info(), self.cursor(tape)
        return sync_of(self.table, tape, info, cursor, since, re, seats, self.spectator_chat)

    def show_table(self) -> None:
        """Tell everybody how the table is now, apart from the match."""
        text = encode(TableChanged(self.info()))
        for listener in {listener for tape in self.tapes.values() for listener in tape.listeners}:
            listener.post(text)

    def _public(self) -> Public:
        table = self.table
        return Public(table.status, table.asking, table.head, table.abandoning)

    def cursor(self, tape: Tape) -> str:
        return tape.cursor(self.tables.cursors, self.table)

    def info(self) -> TableInfo:
        """The table as everybody may know it: what is not stored for sure is not told."""
        row, head = self.table.row, self.table.head
        if self.is_stale:
            row, head = structs.replace(row, status=self._known.status), self._known.head
        info = info_of(
            row,
            head,
            table=None if self.is_stale else self.table,
            now=self.tables.now(),
            here=self.seats_here(),
            thinking=self.bots.places(),
            spectators=self.spectators(),
        )
        if self.is_stale:
            known = self._known
            info = structs.replace(
                info, asking=known.asking, abandoning=list(known.abandoning), to_act=sorted(self._waited)
            )
        return info

    # -- coming and going

    async def subscribe(
        self, listener: Listener, eyes: Callable[[Table], list[Viewer]], since: list[str], re: int
    ) -> list[Viewer]:
        """Let a connection look through the eyes that are its own at the table as it is stored now.

        It is told what it missed, here or at another process.
        """
        async with self.lock:
            await self.refresh()
            await self.read_on()
            viewers = eyes(self.table)
            before = self.crowd()
            if not self.tapes:
                self.tables.tell_crowd(self, asks=True)
            for viewer in viewers:
                tape = self._tape(viewer)
                if listener not in tape.listeners:
                    tape.listeners.append(listener)
            for viewer in viewers:
                seen = self.tables.cursors.find(self.id, viewer, self.table.n, since)
                tape = self.tapes[viewer]
                listener.post(self._sync(tape, viewers, seen, re))
            self._show_crowd(before)
            if self.table.status == PLAYING:
                self.bots.wake()
            return viewers

    def unsubscribe(self, listener: Listener) -> None:
        """A connection goes away; what was kept for its eyes alone is forgotten."""
        before = self.crowd()
        for viewer, tape in list(self.tapes.items()):
            if listener in tape.listeners:
                tape.listeners.remove(listener)
            if not tape.listeners:
                del self.tapes[viewer]
        if not self.tapes:
            self.table.be_unseen()
        self._show_crowd(before)

    def seats_here(self) -> set[int]:
        here = {viewer for viewer in self.tapes if viewer is not None}
        return here.union(*(crowd.seats for crowd in self.elsewhere.values()))

    def spectators(self) -> int:
        own = len(self.tapes[None].listeners) if None in self.tapes else 0
        return own + sum(crowd.spectators for crowd in self.elsewhere.values())

    def forget_crowds(self, before: float) -> None:
        """Forget processes that have not said for long who is there."""
        for process, crowd in list(self.elsewhere.items()):
            if crowd.at < before:
                del self.elsewhere[process]
                self.show_table()

    def is_watched(self) -> bool:
        """Whether anybody looks at the table, here or at another process."""
        return bool(self.tapes) or any(crowd.seats or crowd.spectators for crowd in self.elsewhere.values())

    def is_idle(self) -> bool:
        """Whether nobody looks, no bot thinks and nothing is being done."""
        return not self.tapes and not self.bots.thinking and not self.lock.locked()

    def crowd(self) -> tuple[set[int], int]:
        return self.seats_here(), self.spectators()

    def _show_crowd(self, before: tuple[set[int], int]) -> None:
        if self.crowd() != before:
            self.show_table()
            self.tables.tell_crowd(self)
