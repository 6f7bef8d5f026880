"""Store: the storage of a server, as three small interfaces over one database."""

from typing import Protocol

from abbatia.storage.accounts import AccountStore
from abbatia.storage.coordination import CoordinationStore
from abbatia.storage.journal import JournalStore


class Store(Protocol):
    """A database with its three interfaces; take only the one that you need."""

    @property
    def journal(self) -> JournalStore:
        """Tables, journals and seats."""

    @property
    def accounts(self) -> AccountStore:
        """Users, sessions, notification targets and settings."""

    @property
    def coordination(self) -> CoordinationStore:
        """What processes on one store say to each other."""

    async def open(self) -> None:
        """Connect and bring the schema up to date. Raises StoreOpenError."""

    async def close(self) -> None:
        """Write what was accepted, then disconnect."""

    async def ping(self) -> None:
        """Return when the store could be written just now (for /healthz). Raises StoreUnavailable."""
