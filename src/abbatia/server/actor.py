"""Actor: a table at work: decide, store durably, tell everybody, wake the bots, one after the other."""

import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from abbatia.server.bots import Bots
from abbatia.server.chairs import Head
from abbatia.server.frames import framed
from abbatia.server.messages import Asking, ChatLine, Chatted, Step, TableChanged, TableInfo
from abbatia.server.problems import Denied, Fault
from abbatia.server.table import Deed, Repeated, Table
from abbatia.server.turns import Turn
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
from abbatia.storage.rows import PLAYING
from abbatia.storage.store import Conflict, StoreDown

if TYPE_CHECKING:
    from abbatia.server.tables import Tables

LOG: Final = logging.getLogger("abbatia.tables")
MATCH_KINDS: Final = frozenset({"start", "play", "redo", "undo"})
SEAT_KINDS: Final = frozenset({"create", "sit", "leave", "seat"})
"""With these the holder of a seat may change."""
TRIES: Final = 40
"""So often another process may be first, one deed after the other, before somebody is asked to wait."""


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


class Actor:
    """One loaded table with its viewers."""

    def __init__(self, tables: "Tables", table: Table) -> None:
        self.tables: Final = tables
        self.table = table
        self.id: Final = table.id
        self.lock: Final = Turn()
        self.tapes: Final[dict[Viewer, Tape]] = {}
        self.bots: Final = Bots(self)
        self.elsewhere: Final[dict[str, Crowd]] = {}  # by process
        self.is_stale = False  # what is in memory may not be what is stored: load before use
        self.used = tables.tick()
        self._known = self._public()
        self._waited = frozenset(table.to_act())  # the seats that were to act
        self._in_doubt = False  # whether a deed of ours was stored, of which nobody has been told

    # -- doing

    async def do(self, make: Callable[[Table, int], Deed], doer: Listener | None = None) -> Deed:
        """Carry out a deed: durable when this returns. Raises Denied or Repeated; then nothing changed.

        Who does it is told of it together with the answer.
        """
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
                    self._tell(deed, doer)
                    return deed
            LOG.warning("table %s: another process was first, %d times in a row", self.id, TRIES)
            raise Denied("unavailable")

    def try_now(
        self, make: Callable[[Table, int], Deed], doer: Listener, then: Callable[[Deed | Denied | None], None]
    ) -> bool:
        """Carry out a deed without a task of its own, if nothing is in its way; False: it is for `do`.

        `then` gets the deed when it is stored and told, or the denial; None means that another process was
        first, which is for `do`, too.
        """
        if self.is_stale or not self.lock.take():
            return False
        self.used = self.tables.tick()
        try:
            deed = self._decide(make)
            self.is_stale = True  # until the store has said yes
            answer = partial(self._stored, deed, doer, then)
            self.tables.store.append_soon(self.id, deed.entry, deed.change, answer)
        except Fault as fault:
            self.lock.release()
            then(fault)
            return True
        except (Denied, Repeated, StoreDown):
            self.lock.release()
            return False
        except Exception:  # what no store should raise: the table is let go, and read anew
            LOG.exception("table %s could not store", self.id)
            self.lock.release()
            then(Fault())
        return True

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

    def _stored(
        self,
        deed: Deed,
        doer: Listener,
        then: Callable[[Deed | Denied | None], None],
        error: BaseException | None,
    ) -> None:
        """The store has answered for `try_now`."""
        outcome: Deed | Denied | None = None
        try:
            if self._is_stored(deed, error):
                outcome = deed
                self._tell(deed, doer)
        except Denied as no:
            outcome = no
        except Exception:
            LOG.exception("table %s could not store", self.id)
            outcome = Fault()
        self.lock.release()
        then(outcome)

    def _tell(self, deed: Deed, doer: Listener | None) -> None:
        """Tell a deed that is stored; if that fails, all are told anew when the table is next used."""
        if doer is not None:
            doer.hold()
        try:
            self.show(deed)
        except Exception:
            LOG.exception("table %s could not tell", self.id)
            self.is_stale = True

    async def _store(self, deed: Deed) -> bool:
        """Append durably; False when another process was first."""
        self.is_stale = True  # until the store has said yes, also when we are cancelled meanwhile
        try:
            await self.tables.store.append(self.id, deed.entry, deed.change)
        except Exception as error:
            return self._is_stored(deed, error)
        return self._is_stored(deed, None)

    def _is_stored(self, deed: Deed, error: BaseException | None) -> bool:
        """What the store has said; False when another process was first. Raises Denied."""
        if isinstance(error, Conflict):
            return False
        if isinstance(error, StoreDown):
            self._in_doubt = True
            raise Denied("unavailable")
        if error is not None:
            raise error
        self.is_stale = False
        self.tables.metrics.deeds[deed.entry.kind] += 1
        return True

    async def refresh(self) -> None:
        """Load the table again if what is in memory may not be what is stored."""
        self.used = self.tables.tick()
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
        if not self.tables.store.shared:
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
            missed = await store.entries(self.id, self.table.n)
            if any(entry.kind in SEAT_KINDS for entry in missed):
                self.table.held = {seat.seat: seat for seat in await store.seats(self.id)}
        except StoreDown:
            raise Denied("unavailable") from None
        for entry in missed:
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
        if kind in MATCH_KINDS:
            if table.match is not None:
                self._show_steps(deed)
            before, self._waited = self._waited, frozenset(table.to_act())
            if is_ours and self._waited != before:
                self.tables.notices.turn(self, before)
        elif kind == "chat":
            self._show_chat(table.chat[-1].line)
        elif kind in SEAT_KINDS:
            self._release()
        known = self._known
        if table.head is not known.head or table.asking is not known.asking or table.status != known.status:
            self._known = self._public()
            if self._known != known:
                self.show_table()
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
            frame = framed(Step(self.id, viewer, self.cursor(tape), first, log, view, changes, clocks))
            view.observation = EMPTY
            for listener in tape.listeners:
                listener.post(frame)

    def _show_chat(self, line: ChatLine) -> None:
        for tape in self.tapes.values():
            if tape.viewer is not None and line.seat in self.table.muted[tape.viewer]:
                continue
            frame = framed(Chatted(self.id, tape.viewer, self.cursor(tape), line))
            for listener in tape.listeners:
                listener.post(frame)

    def _release(self) -> None:
        """Who has lost a seat no longer looks through its eyes, but may watch."""
        for seat, tape in list(self.tapes.items()):
            if seat is None or tape.holder == self._holder(seat):
                continue
            del self.tapes[seat]
            for listener in tape.listeners:
                if listener.lose(self.id, seat):
                    watching = self._tape(None)
                    watching.listeners.append(listener)
                    listener.post(sync_of(self.table, watching, self.info(), self.cursor(watching), None, 0))

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
        frame = sync_of(self.table, tape, self.info(), self.cursor(tape), None, 0)
        for listener in tape.listeners:
            listener.post(frame)

    def show_table(self) -> None:
        """Tell everybody how the table is now, apart from the match."""
        frame = framed(TableChanged(self.info()))
        for listener in {listener for tape in self.tapes.values() for listener in tape.listeners}:
            listener.post(frame)

    def _public(self) -> Public:
        return Public(self.table.status, self.table.asking, self.table.head)

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
            info = structs.replace(info, asking=self._known.asking, to_act=sorted(self._waited))
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
                listener.post(sync_of(self.table, tape, self.info(), self.cursor(tape), seen, re))
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

    def is_idle(self) -> bool:
        """Whether nobody looks, no bot thinks and nothing is being done."""
        return not self.tapes and not self.bots.thinking and not self.lock.is_taken

    def crowd(self) -> tuple[set[int], int]:
        return self.seats_here(), self.spectators()

    def _show_crowd(self, before: tuple[set[int], int]) -> None:
        if self.crowd() != before:
            self.show_table()
            self.tables.tell_crowd(self)
