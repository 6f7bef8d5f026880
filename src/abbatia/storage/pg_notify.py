"""NotifyListener: LISTEN and NOTIFY, by which processes on one PostgreSQL learn of each other's appends."""

import asyncio
import contextlib
import logging
from typing import Any, Final

import asyncpg

from abbatia.storage.coordination import Watcher

LOG: Final = logging.getLogger("abbatia.storage")
CHANNEL: Final = "abbatia"
LONGEST_TEXT: Final = 4_000
"""Bytes; PostgreSQL takes notices up to 8,000."""
PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect again."""
CLOSE_SECONDS: Final = 2.0
"""A connection that does not say goodbye in this time is dropped."""
HEARTBEAT: Final = 3.0
"""Seconds between two questions on the connection, and for its answer: its death is noticed in twice that."""
FAILURES: Final = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresError,
    asyncpg.InternalClientError,
)


class NotifyListener:
    """Listens on a connection of its own and calls the watchers; connects again when it is lost."""

    def __init__(self, url: str, origin: str, watchers: list[Watcher]) -> None:
        self.url: Final = url
        self.origin: Final = origin
        self.watchers: Final = watchers
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._listen()
        self._keeper = asyncio.create_task(self._keep(), name="abbatia-listen")

    async def close(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper], timeout=CLOSE_SECONDS)
            self._keeper = None
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(*FAILURES):
                await connection.close(timeout=CLOSE_SECONDS)

    @property
    def append_prefix(self) -> str:
        """How a notice of appended entries begins; ` table:n` follows for each."""
        return f"+ {self.origin}"

    def message(self, table: str, text: str) -> tuple[str, str]:
        """The channel and the payload that publish a text about a table."""
        if len(text.encode()) > LONGEST_TEXT:
            raise ValueError(f"at most {LONGEST_TEXT} bytes can be published")
        return CHANNEL, f"= {self.origin} {table} {text}"

    @property
    def is_lost(self) -> bool:
        """Whether this process gets no notifications of the others just now."""
        return self._lost.is_set()

    async def _listen(self) -> None:
        connection = await asyncpg.connect(self.url, timeout=10, command_timeout=10)
        try:
            await connection.add_listener(CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(self._ended)
        self._connection = connection
        self._lost.clear()
        if connection.is_closed():  # meanwhile
            self._lost.set()

    def _ended(self, connection: Any) -> None:
        if connection is self._connection:
            self._lost.set()

    async def _keep(self) -> None:
        """Connect again whenever the connection is lost; then watchers must assume they missed something."""
        while True:
            await self._watch()
            attempt = 0
            while self._lost.is_set():
                try:
                    await self._listen()
                except FAILURES:
                    await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
                    attempt += 1
            for watcher in self.watchers:
                watcher.on_gap()

    async def _watch(self) -> None:
        """Return when the connection is lost: it was ended, or does not answer (a router forgot it)."""
        while not self._lost.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self._lost.wait()
                    return
            connection = self._connection
            if connection is None:
                return
            try:
                await connection.execute("SELECT 1", timeout=HEARTBEAT)
            except FAILURES as error:
                LOG.warning("the connection for notices is dead: %s", str(error) or type(error).__name__)
                self._lost.set()
                connection.terminate()

    def _hear(self, _connection: Any, _pid: int, _channel: str, notice: object) -> None:
        kind, origin, rest = str(notice).split(" ", 2)
        if origin == self.origin:
            return
        if kind == "=":
            table, _, text = rest.partition(" ")
            for watcher in self.watchers:
                watcher.on_message(table, text)
            return
        for word in rest.split(" "):
            table, _, n = word.rpartition(":")
            for watcher in self.watchers:
                watcher.on_append(table, int(n))
