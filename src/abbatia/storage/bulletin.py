"""Bulletin: how processes on one PostgreSQL hear of each other's appends (LISTEN and NOTIFY)."""

import asyncio
import contextlib
from typing import Any, Final

import asyncpg

from abbatia.storage.store import Watcher

CHANNEL: Final = "abbatia"
LONGEST_TEXT: Final = 4_000
"""Bytes; PostgreSQL takes notices up to 8,000."""
PAUSES: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0)
"""Seconds between attempts to connect again."""


class Bulletin:
    """Listens on a connection of its own and tells the watchers; connects again when it is lost."""

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
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(OSError, asyncpg.InterfaceError, asyncpg.PostgresError):
                await connection.close(timeout=2)

    @property
    def start(self) -> str:
        """How a notice of appended entries begins; ` table:n` follows for each."""
        return f"+ {self.origin}"

    def telling(self, table: str, text: str) -> tuple[str, str]:
        """(channel, notice) for something said."""
        if len(text.encode()) > LONGEST_TEXT:
            raise ValueError(f"at most {LONGEST_TEXT} bytes can be told")
        return CHANNEL, f"= {self.origin} {table} {text}"

    async def _listen(self) -> None:
        self._lost.clear()
        self._connection = await asyncpg.connect(self.url, timeout=10)
        self._connection.add_termination_listener(lambda _: self._lost.set())
        await self._connection.add_listener(CHANNEL, self._hear)

    async def _keep(self) -> None:
        """Connect again whenever the connection is lost; then watchers must assume they missed something."""
        while True:
            await self._lost.wait()
            attempt = 0
            while self._lost.is_set():
                try:
                    await self._listen()
                except (TimeoutError, OSError, asyncpg.InterfaceError, asyncpg.PostgresError):
                    self._lost.set()
                    await asyncio.sleep(PAUSES[min(attempt, len(PAUSES) - 1)])
                    attempt += 1
            for watcher in self.watchers:
                watcher.missed()

    def _hear(self, _connection: Any, _pid: int, _channel: str, notice: object) -> None:
        kind, origin, rest = str(notice).split(" ", 2)
        if origin == self.origin:
            return
        if kind == "=":
            table, _, text = rest.partition(" ")
            for watcher in self.watchers:
                watcher.told(table, text)
            return
        for word in rest.split(" "):
            table, _, n = word.rpartition(":")
            for watcher in self.watchers:
                watcher.appended(table, int(n))
