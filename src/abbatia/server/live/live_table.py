"""LiveTable: a table in memory with the connections that watch it.

Every change goes one way: decide on the state in memory, append to the journal, show the viewers, wake bots.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import structs

from abbatia.core.views import ViewCache
from abbatia.server.errors import Denied, Fault
from abbatia.server.live.bots import Bots
from abbatia.server.live.match_state import Repeated, Transition
from abbatia.server.live.presence import RemotePresence
from abbatia.server.live.table_info import info_of
from abbatia.server.live.table_meta import TableMeta
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import (
    NOTHING,
    EncodedEvents,
    Listener,
    StepChanges,
    Viewer,
    ViewerFeed,
    sync_of,
)
from abbatia.server.ops.limits import Bucket
from abbatia.server.ws.model import Asking, ChatLine, TableInfo
from abbatia.server.ws.protocol import Chatted, Step, TableChanged, encode
from abbatia.storage.errors import Conflict, StoreUnavailable
from abbatia.storage.model import CLOSED, PLAYING, JournalEntry

if TYPE_CHECKING:
    from abbatia.server.live.registry import TableRegistry

LOG: Final = logging.getLogger("abbatia.tables")
MATCH_KINDS: Final = frozenset({"start", "play", "redo", "undo"})
SEAT_KINDS: Final = frozenset({"create", "sit", "leave", "seat", "start"})
"""With these the holder of a seat may change."""
TRIES: Final = 40
"""Attempts to store a transition while other processes store theirs first; then the client has to wait."""
SPECTATOR_CHAT_KEPT: Final = 100
"""Lines of spectators that a newcomer still gets."""
SPECTATOR_CHAT_RATE: Final = 1.0
SPECTATOR_CHAT_BURST: Final = 10.0
"""Lines a second, and at once, of all spectators of a table together."""


class Public(NamedTuple):
    """What everybody has been shown of a table, apart from the match."""

    status: str
    asking: Asking | None
    head: TableMeta
    abandoning: tuple[int, ...]


def last_seating(entries: Sequence[JournalEntry]) -> int | None:
    """The entry with which all sit where the store says: the start, after which no token changes its seat."""
    seatings = [entry for entry in entries if entry.kind in SEAT_KINDS]
    start = next((entry.n for entry in seatings if entry.kind == "start"), None)
    return start if start is not None or not seatings else seatings[-1].n


class LiveTable:
    """One table in memory: its state, a feed for each viewer, its bots, and the lock that orders changes."""

    def __init__(self, tables: "TableRegistry", table: TableState) -> None:
        self.tables: Final = tables
        self.table = table
        self.id: Final = table.id
        self.lock: Final = asyncio.Lock()
        self.feeds: Final[dict[Viewer, ViewerFeed]] = {}
        self.bots: Final = Bots(self)
        self.remote: Final[dict[str, RemotePresence]] = {}  # by process
        self.spectator_chat: Final[deque[ChatLine]] = deque(maxlen=SPECTATOR_CHAT_KEPT)
        self.spectator_bucket: Final = Bucket(SPECTATOR_CHAT_RATE, SPECTATOR_CHAT_BURST)
        self.is_stale = False  # what is in memory may not be what is stored: load before use
        self.used = tables.tick()
        self._known = self._public()
        self.views = ViewCache()  # what all feeds share
        self._waited = frozenset(table.to_act())  # the seats that were to act
        self._in_doubt = False  # a transition of ours may be stored that nobody was shown

    # -- doing

    async def do(self, make: Callable[[TableState, int], Transition]) -> Transition:
        """Make a transition, store it and show it. It is durable when this returns.

        Raises Denied or Repeated; then nothing changed.
        """
        async with self.lock:
            for attempt in range(TRIES):
                await self.refresh()
                try:
                    transition = self._decide(make)
                except Denied as no:
                    if attempt or isinstance(no, Fault) or not await self.follow_others():
                        raise
                    continue
                if await self._store(transition):
                    self._tell(transition)
                    return transition
            LOG.warning("table %s: another process was first, %d times in a row", self.id, TRIES)
            raise Denied("unavailable")

    def _decide(self, make: Callable[[TableState, int], Transition]) -> Transition:
        """Apply a command to the state in memory. Raises Denied or Repeated."""
        try:
            return make(self.table, self.tables.now())
        except (Denied, Repeated):
            raise
        except Exception:
            self.is_stale = True
            LOG.exception("table %s could not decide", self.id)
            raise Fault from None

    def _tell(self, transition: Transition) -> None:
        """Show a stored transition; if that fails, all get a whole sync when the table is next used."""
        try:
            self.show(transition)
        except Exception:
            LOG.exception("table %s could not tell", self.id)
            self.is_stale = True

    async def _store(self, transition: Transition) -> bool:
        """Append durably; False when another process was first. Raises Denied."""
        self.is_stale = True  # until the store has said yes, also when we are cancelled meanwhile
        try:
            await self.tables.store.journal.append(self.id, transition.entry, transition.change)
        except Conflict:
            return False
        except StoreUnavailable:
            self._in_doubt = True
            raise Denied("unavailable") from None
        self.is_stale = False
        self.tables.metrics.entries[transition.entry.kind] += 1
        return True

    async def refresh(self) -> None:
        """Load the table again if what is in memory may not be what is stored."""
        self.used = self.tables.tick()
        if self.tables.life.is_behind():
            await self.tables.notice_outage()
        if not self.is_stale:
            return
        self.table = await self.tables.load(self.id)
        self.is_stale = False
        self._known = self._public()
        before, self._waited = self._waited, frozenset(self.table.to_act())
        self._release()
        for feed in self.feeds.values():
            feed.rewrite(self.table)
            self._show_whole(feed)
        self.show_table()
        if self._in_doubt:
            self._in_doubt = False
            self.tables.notices.turn(self, before)
        self.bots.wake()

    async def current(self) -> TableState:
        """The table as it is stored now. Raises Denied."""
        async with self.lock:
            await self.refresh()
            await self.follow_others()
            return self.table

    async def follow_others(self) -> bool:
        """Follow what other processes have stored, before a client is refused; whether there was any."""
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
                transition = self.table.follow(entry)
            except Exception:
                LOG.exception("table %s could not follow", self.id)
                self.is_stale = True
                await self.refresh()
                return
            self.show(transition, is_ours=False)

    # -- sending to viewers

    def show(self, transition: Transition, *, is_ours: bool = True) -> None:
        """Show every viewer its part of a transition; for our own, also notify people and wake bots."""
        table = self.table
        kind = transition.entry.kind
        if kind in SEAT_KINDS:
            self._release()
        if kind == "start" and table.head.drawn:  # seats were exchanged, in the chat, too
            for feed in self.feeds.values():
                self._show_whole(feed)
        if kind in MATCH_KINDS:
            if table.match is not None:
                self._show_steps(transition)
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
                for feed in self.feeds.values():
                    self._show_whole(feed)
        if table.status == PLAYING and is_ours and table.automatic():
            self.bots.wake()

    def _show_steps(self, transition: Transition) -> None:
        """Send every viewer a step with its part of what happened; nothing where it may know nothing."""
        table, logged, texts = self.table, transition.logged, self.table.title.vocabulary
        encoded = None if logged is None else [EncodedEvents(happening, texts) for happening in logged]
        clocks = None if table.clocks is None else table.clocks.shown(self.tables.now())
        newest = StepChanges()
        for viewer, feed in self.feeds.items():
            first = before = len(feed.log)
            if encoded is None:
                first = feed.rewrite(table)
            else:
                for happening in encoded:
                    feed.hear(happening)
            shown, seen = feed.shown, feed.look(table, self.views)
            assert feed.shown is not None
            assert feed.seen is not None
            changes = newest.encode(seen, feed.seen)
            if len(feed.log) == first == before and changes is NOTHING and shown == feed.shown:
                continue
            log = feed.happenings(first)
            text = encode(Step(self.id, viewer, self.cursor(feed), first, log, feed.shown, changes, clocks))
            for listener in feed.listeners:
                listener.post(text)

    def add_spectator_line(self, line: ChatLine) -> None:
        """Show a spectator's line. It is kept for a while in memory and never stored."""
        self.spectator_chat.append(line)
        self._show_chat(line)

    def _show_chat(self, line: ChatLine) -> None:
        for feed in self.feeds.values():
            if feed.viewer is not None and line.seat in self.table.muted[feed.viewer]:
                continue
            text = encode(Chatted(self.id, feed.viewer, self.cursor(feed), line))
            for listener in feed.listeners:
                listener.post(text)

    def _release(self) -> None:
        """Move connections to the seats that they hold now; one without a seat becomes a spectator."""
        holders = {held.token: seat for seat, held in self.table.held.items()}
        moved: dict[int, int] = {}
        feeds: list[tuple[int, ViewerFeed]] = []
        for seat, feed in list(self.feeds.items()):
            if seat is None or feed.holder == self._holder(seat):
                continue
            del self.feeds[seat]
            if feed.holder in holders:
                moved[seat] = holders[feed.holder]
                feeds.append((moved[seat], feed))
                continue
            for listener in feed.listeners:
                if listener.lose(self.id, seat):
                    watching = self._feed(None)
                    watching.listeners.append(listener)
                    listener.post(self._sync(watching, ()))
        if moved:
            self._reseat(moved, feeds)

    def _reseat(self, moved: dict[int, int], feeds: list[tuple[int, ViewerFeed]]) -> None:
        """Seats were drawn: each connection gets its new seats, and the table as seen from there."""
        for seat, feed in feeds:
            self._feed(seat).listeners[:] = feed.listeners
        viewers: dict[Listener, Sequence[Viewer]] = {}
        for seat, feed in feeds:
            for listener in feed.listeners:
                if listener not in viewers:
                    viewers[listener] = listener.reseat(self.id, moved)
                listener.post(self._sync(self._feed(seat), viewers[listener]))
        self.tables.publish_presence(self)

    def _holder(self, viewer: Viewer) -> bytes:
        """The hash of the token that holds a seat; empty for spectators."""
        held = None if viewer is None else self.table.held.get(viewer)
        return b"" if held is None else held.token

    def _feed(self, viewer: Viewer) -> ViewerFeed:
        """The feed of a viewer, made when this is its first connection."""
        feed = self.feeds.get(viewer)
        if feed is None:
            feed = self.feeds[viewer] = ViewerFeed(viewer, self._holder(viewer))
            feed.rewrite(self.table)
            if self.table.match is not None:
                feed.look(self.table, self.views)
        return feed

    def _show_whole(self, feed: ViewerFeed) -> None:
        if self.table.match is not None:
            feed.look(self.table, self.views)
        text = self._sync(feed, None)
        for listener in feed.listeners:
            listener.post(text)

    def _sync(
        self, feed: ViewerFeed, seats: Sequence[Viewer] | None, since: int | None = None, re: int = 0
    ) -> str:
        """A message with all that a viewer needs, or with what it missed since an entry of the journal."""
        info, cursor = self.info(), self.cursor(feed)
        return sync_of(self.table, feed, info, cursor, since, re, seats, self.spectator_chat)

    def show_table(self) -> None:
        """Tell everybody how the table is now, apart from the match."""
        text = encode(TableChanged(self.info()))
        for listener in {listener for feed in self.feeds.values() for listener in feed.listeners}:
            listener.post(text)

    def _public(self) -> Public:
        table = self.table
        return Public(table.status, table.asking, table.head, table.abandoning)

    def cursor(self, feed: ViewerFeed) -> str:
        return feed.cursor(self.tables.cursors, self.table)

    def info(self) -> TableInfo:
        """The table as everybody may know it: without what is not stored for sure."""
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
        self, listener: Listener, own: Callable[[TableState], list[Viewer]], since: list[str], re: int
    ) -> list[Viewer]:
        """Subscribe a connection to the feeds of its own viewers, at the table as it is stored now.

        It gets what it missed, here or at another process.
        """
        async with self.lock:
            await self.refresh()
            await self.follow_others()
            viewers = own(self.table)
            before = self.presence()
            if not self.feeds:
                self.tables.publish_presence(self, asks=True)
            for viewer in viewers:
                feed = self._feed(viewer)
                if listener not in feed.listeners:
                    feed.listeners.append(listener)
            for viewer in viewers:
                seen = self.tables.cursors.find(self.id, viewer, self.table.n, since)
                feed = self.feeds[viewer]
                listener.post(self._sync(feed, viewers, seen, re))
            self._show_presence(before)
            if self.table.status == PLAYING:
                self.bots.wake()
            return viewers

    def unsubscribe(self, listener: Listener) -> None:
        """A connection goes away; feeds that nobody reads are dropped."""
        before = self.presence()
        for viewer, feed in list(self.feeds.items()):
            if listener in feed.listeners:
                feed.listeners.remove(listener)
            if not feed.listeners:
                del self.feeds[viewer]
        if not self.feeds:
            self.views = ViewCache()  # idle tables keep nothing to show
        self._show_presence(before)

    def seats_here(self) -> set[int]:
        here = {viewer for viewer in self.feeds if viewer is not None}
        return here.union(*(presence.seats for presence in self.remote.values()))

    def spectators(self) -> int:
        own = len(self.feeds[None].listeners) if None in self.feeds else 0
        return own + sum(presence.spectators for presence in self.remote.values())

    def forget_remote(self, before: float) -> None:
        """Forget the presence of processes that have not reported for long."""
        for process, presence in list(self.remote.items()):
            if presence.at < before:
                del self.remote[process]
                self.show_table()

    def is_watched(self) -> bool:
        """Whether anybody looks at the table, here or at another process."""
        return bool(self.feeds) or any(
            presence.seats or presence.spectators for presence in self.remote.values()
        )

    def is_idle(self) -> bool:
        """Whether nobody looks, no bot thinks and nothing is being done."""
        return not self.feeds and not self.bots.thinking and not self.lock.locked()

    def presence(self) -> tuple[set[int], int]:
        return self.seats_here(), self.spectators()

    def _show_presence(self, before: tuple[set[int], int]) -> None:
        if self.presence() != before:
            self.show_table()
            self.tables.publish_presence(self)
