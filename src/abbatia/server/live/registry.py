"""Tables: all tables of this process. Finds them, keeps them, wakes them when a clock falls."""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

from msgspec import convert, json

from abbatia.core.contract import BadSetup, Title
from abbatia.games.own import title_with
from abbatia.server.errors import Denied
from abbatia.server.http.persons import mark_of
from abbatia.server.live.bot_pool import BotPool
from abbatia.server.live.live_table import LiveTable
from abbatia.server.live.match_state import Transition
from abbatia.server.live.presence import RemotePresence
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import Cursors
from abbatia.server.notifications.notifier import Notifier
from abbatia.server.ops.heartbeat import BEAT, Heartbeat
from abbatia.server.ops.metrics import Metrics, Statistics
from abbatia.server.ops.quotas import Quotas
from abbatia.server.settings import Settings
from abbatia.server.tokens import TokenSource
from abbatia.server.ws.model import ChatLine
from abbatia.storage.errors import Conflict, StoreUnavailable
from abbatia.storage.model import PLAYING, JournalEntry, SeatHolder, TableRow, TableUpdate
from abbatia.storage.store import Store

LOG: Final = logging.getLogger("abbatia.tables")
SWEEP: Final = 1.0
CLAIM: Final = 5_000
REST: Final = 2 * CLAIM
LATER: Final = 60_000
OTHER_VERSION: Final = "server.other_version"
HOUR: Final = 3_600_000
CROWD_LASTS: Final = 60.0
"""Seconds after which a process that said nothing has nobody at a table."""


class TableRegistry:
    """The tables of one process, over a store that others may share."""

    def __init__(self, store: Store, settings: Settings, metrics: Metrics) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.bot_pool: Final = BotPool(settings.bot_workers, settings.bot_seconds)
        self.notices: Final = Notifier(store.accounts, settings, metrics)
        self.life: Final = Heartbeat(store.coordination, self.now)
        self.cursors = Cursors(b"")
        self._token_secret = b""
        self.quotas = Quotas(store.coordination, settings, b"")
        self.process: Final = secrets.token_hex(6)
        self.live_tables: Final[dict[str, LiveTable]] = {}
        self._loading: Final[dict[str, asyncio.Task[LiveTable]]] = {}
        self._tasks: Final[set[asyncio.Task[Any]]] = set()
        self._published_at = 0.0
        self._clean_at = 0
        self._rest_until = 0  # until then other processes sweep

    async def open(self) -> None:
        """Begin to work; the store is open already."""
        self.cursors = Cursors(await self.store.accounts.setting("cursor key", secrets.token_bytes(32)))
        self._token_secret = await self.store.accounts.setting("token key", secrets.token_bytes(32))
        self.quotas = Quotas(self.store.coordination, self.settings, self._token_secret)
        await self.life.begin()
        self.store.coordination.watch(self)
        await self.notices.open()
        self.background(self._live())
        self.background(self._sweep_for_ever())

    async def close(self) -> None:
        """Stop; everything that was acknowledged is stored already."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_pool.close()
        await self.notices.close()

    def statistics(self) -> Statistics:
        """What operators may want to know of this process."""
        work = self.bot_pool
        return self.metrics.statistics(
            {"bot_answers": work.answered, "bot_fallbacks": work.fallbacks},
            {
                "tables_in_memory": len(self.live_tables),
                "bots_thinking": work.running,
                "bots_waiting": len(work.waiting),
            },
        )

    # -- time and chance of the server itself

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def tick(self) -> float:
        return time.monotonic()

    def number(self) -> int:
        return secrets.randbits(63)

    def token_source(self, request: bytes | None = None) -> TokenSource:
        """Where the tokens and ids of a request come from; `request` is the same whenever it is repeated."""
        return TokenSource(self._token_secret, request)

    def mark_of(self, table: str, address: str) -> str:
        """What a table keeps of the address of a guest."""
        return mark_of(self._token_secret, table, address)

    # -- finding

    async def find(self, table: str) -> LiveTable:
        """A table by its id, loaded if need be. Raises Denied."""
        live = self.live_tables.get(table)
        if live is not None:
            live.used = self.tick()
            return live
        task = self._loading.get(table)
        if task is None:
            task = self.background(self._load_actor(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load_actor(self, table: str) -> LiveTable:
        live = LiveTable(self, await self.load(table))
        self.live_tables[table] = live
        if len(self.live_tables) > self.settings.max_tables:
            self.forget_idle(1.0)
        return live

    async def load(self, table: str) -> TableState:
        """A table as it is stored. Raises Denied."""
        try:
            row = await self.store.journal.table(table)
            if row is None:
                raise Denied("unknown_table", table=table)
            journal = await self.store.journal.entries(table)
            held = await self.store.journal.seats(table)  # not before: seats of the journal must be known
        except StoreUnavailable:
            raise Denied("unavailable") from None
        try:
            if row.components is not None:  # made beside the loop, found by `title_of`
                await asyncio.to_thread(title_of, row)
            return TableState.load(row, held, journal, title_of, self.life.outages)
        except Denied:
            raise
        except BadSetup as bad:
            if bad.message.key != "core.unknown_version":
                LOG.exception("table %s cannot be loaded", table)
                raise Denied("not_possible", "server.cannot_load", table=table) from None
            raise Denied("not_possible", OTHER_VERSION, **bad.message.args) from None
        except Exception:
            LOG.exception("table %s cannot be loaded", table)
            raise Denied("not_possible", "server.cannot_load", table=table) from None

    async def create(self, row: TableRow, seats: tuple[SeatHolder, ...]) -> LiveTable:
        """A new table, stored with its first holders. Raises Conflict when its id is taken.

        One that was stored by half, when the store stopped answering, is made whole.
        """
        try:
            try:
                await self.store.journal.create(row)
            except Conflict:
                stored = await self.store.journal.table(row.id)
                if stored is None or stored.head["host"] != row.head["host"]:
                    raise
            entry = JournalEntry(0, row.created, "create")
            await self.store.journal.append(row.id, entry, TableUpdate(seats=seats))
        except StoreUnavailable:
            raise Denied("unavailable") from None
        return await self.find(row.id)

    async def drop(self, table: str) -> None:
        """Forget a table that nobody has come to yet."""
        self.live_tables.pop(table, None)
        try:
            await self.store.journal.drop(table)
        except StoreUnavailable:
            LOG.warning("table %s is left behind: the store does not answer", table)

    def background(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None and not isinstance(fault, Denied):
            LOG.error("a task failed", exc_info=fault)

    # -- other processes

    def on_append(self, table: str, n: int) -> None:
        live = self.live_tables.get(table)
        if live is not None and (live.is_stale or n >= live.table.n):
            self.background(live.catch_up())

    def on_message(self, table: str, text: str) -> None:
        live = self.live_tables.get(table)
        if live is None:
            return
        news = json.decode(text)
        if "chat" in news:
            live.add_spectator_line(convert(news["chat"], ChatLine))
            return
        before = live.presence()
        live.remote[news["process"]] = RemotePresence(news["seats"], news["spectators"], self.tick())
        if news["asks"] and live.feeds:
            self.publish_presence(live)
        if live.presence() != before:
            live.show_table()

    def on_gap(self) -> None:
        for live in self.live_tables.values():
            self.background(live.catch_up())

    def publish_presence(self, live: LiveTable, *, asks: bool = False) -> None:
        """Send other processes the viewers of this one, and perhaps ask for theirs."""
        if not self.store.coordination.shared:
            return
        seats = sorted(viewer for viewer in live.feeds if viewer is not None)
        spectators = len(live.feeds[None].listeners) if None in live.feeds else 0
        news = {"process": self.process, "seats": seats, "spectators": spectators, "asks": asks}
        self.background(self.store.coordination.publish(live.id, json.encode(news).decode()))

    def publish_chat(self, live: LiveTable, line: ChatLine) -> None:
        """Tell other processes what a spectator said here."""
        if self.store.coordination.shared:
            self.background(self.store.coordination.publish(live.id, json.encode({"chat": line}).decode()))

    # -- signs of life

    async def _live(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.show_life()
            except StoreUnavailable:
                LOG.warning("the store does not answer; clocks stand")
            except Exception:
                LOG.exception("no sign of life could be given")

    async def show_life(self) -> None:
        """Give a sign of life. Raises StoreUnavailable."""
        if await self.life.beat():
            self._show_clocks()

    async def notice_outage(self) -> None:
        """After an outage no clock is read before it is known how long it was. Raises Denied."""
        try:
            if await self.life.catch_up():
                self._show_clocks()
        except StoreUnavailable:
            raise Denied("unavailable") from None

    def _show_clocks(self) -> None:
        """Clocks stood for a while: tell everybody how they are."""
        for live in self.live_tables.values():
            if live.table.clocks is not None and live.feeds:
                live.show_table()

    # -- waking

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except StoreUnavailable:
                LOG.warning("the store does not answer; clocks wait")
            except Exception:
                LOG.exception("the sweep failed")
            await self.freshen()
            self.forget_idle(self.settings.idle_seconds)
            self._refresh_crowds()
            try:
                self.metrics.share(self.statistics())
            except OSError as error:
                LOG.warning("the statistics cannot be shared: %s", error)

    async def freshen(self) -> None:
        """Read tables anew that may not be what is stored, and show them to their viewers."""
        for live in list(self.live_tables.values()):
            if live.is_stale and live.feeds and not live.lock.locked():
                try:
                    await live.catch_up()
                except Denied as no:
                    if no.code == "unavailable":  # so it is for the others
                        return
                except Exception:
                    LOG.exception("table %s could not be shown anew", live.id)

    def _refresh_crowds(self) -> None:
        """Publish presence from time to time; a process that no longer does (it died) is forgotten."""
        if not self.store.coordination.shared or self.tick() - self._published_at < CROWD_LASTS / 3:
            return
        self._published_at = self.tick()
        for live in self.live_tables.values():
            live.forget_remote(self.tick() - CROWD_LASTS)
            if live.feeds:
                self.publish_presence(live)

    async def sweep(self) -> None:
        """Look after every table whose time has come; one process at a time does it."""
        now = self.now()
        if self.store.coordination.shared and now < self._rest_until:
            return
        if self.store.coordination.shared and not await self.store.coordination.claim(
            "sweep", self.process, now, now + CLAIM
        ):
            return
        if now >= self._clean_at:
            self._clean_at = now + HOUR
            await self.store.accounts.drop_expired_sessions(now)
            await self.store.coordination.drop_quotas(now)
        for row in await self.store.journal.due(now):
            try:
                live = await self.find(row.id)
                await self.look_after(live)
            except Denied as no:
                LOG.warning("table %s cannot be woken: %s", row.id, no.code)
                later = LATER
                if no.why.key == OTHER_VERSION:  # a newer process can: it shall sweep instead
                    later, self._rest_until = REST, now + REST
                await self.store.journal.change(row.id, TableUpdate(due=now + later), now)

    async def look_after(self, live: LiveTable) -> None:
        """Let bots stand in for those whose clock fell, wake forgotten bots, set the next wake-up."""
        table = await live.current()
        now = self.now()
        if table.clocks is not None and table.status == PLAYING:
            for seat in table.clocks.fallen(now, table.automatic()):
                await self._let_fall(live, seat)
        async with live.lock:
            await live.refresh()
            if live.table.status == PLAYING:
                live.bots.wake()
            while True:
                wanted = live.table.wanted_due(now)
                live.table.due = wanted
                await self.store.journal.change(live.id, TableUpdate(due=wanted), now)
                if not await live.follow_others():
                    return  # else another process has set a wake-up too, perhaps an earlier one

    async def _let_fall(self, live: LiveTable, seat: int) -> None:
        """Let a bot stand in, unless the seat has acted at the last moment."""
        try:
            await live.do(partial(fall, seat))
        except Denied as no:
            if no.why.key != "server.not_fallen":
                raise

    def forget_idle(self, seconds: float) -> None:
        """Let tables that nobody watches leave the memory; they are loaded again when needed."""
        before = self.tick() - seconds
        for name, live in list(self.live_tables.items()):
            if live.is_idle() and live.used <= before:
                del self.live_tables[name]


def fall(seat: int, table: TableState, now: int) -> Transition:
    """A clock fell, if it still has when the transition is done."""
    if table.clocks is None or seat not in table.clocks.fallen(now, table.automatic()):
        raise Denied("not_possible", "server.not_fallen")
    return table.absent(seat, now)


def title_of(row: TableRow) -> Title:
    """The rules that a table is played by."""
    return title_with(row.title, row.components, row.version)
