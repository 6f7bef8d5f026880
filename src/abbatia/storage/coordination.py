"""CoordinationStore: how several processes on one store work together."""

from typing import Protocol


class Watcher(Protocol):
    """Receives what other processes do with the same store; called in the event loop, must not block."""

    def on_append(self, table: str, n: int) -> None:
        """Another process has stored entry `n` of a table (and all before it)."""

    def on_message(self, table: str, text: str) -> None:
        """Another process called `publish`."""

    def on_gap(self) -> None:
        """The connection was lost for a while: anything may have been appended to any table."""


class CoordinationStore(Protocol):
    """Messages, claims, quotas and heartbeats of processes; every method may raise StoreUnavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes may append to the same tables."""

    def watch(self, watcher: Watcher) -> None:
        """Call this watcher for what other processes do, from `Store.open` on."""

    async def publish(self, table: str, text: str) -> None:
        """Send a text (4,000 bytes at most) to the watchers of other processes; it is not stored."""

    async def claim(self, name: str, holder: str, now: int, until: int) -> bool:
        """Take or renew a task for a while so that one process does it; False while another holds it."""

    async def spend(self, name: str, amount: int, limit: int, now: int, until: int) -> bool:
        """Add an amount to what was used under a name; False, and nothing added, when that exceeds the limit.

        The count begins anew with the first use after the `until` of the use that began it.
        """

    async def drop_quotas(self, expired: int) -> None:
        """Delete the counts that ended at this time or before."""

    async def heartbeat(self, now: int, silence: int) -> None:
        """Note that a process serves at this moment; it may be any of several.

        When none has done so for longer than `silence` milliseconds, a new uptime begins; the time between
        the last heartbeat and this one was an outage.
        """

    async def uptimes(self) -> list[tuple[int, int]]:
        """The periods in which this store was served, ascending: first and last heartbeat of each."""
