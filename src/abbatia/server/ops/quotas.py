"""Quotas: how much one client may make in an hour, whatever process it asks."""

import hashlib
from typing import Final

from abbatia.server.errors import Denied
from abbatia.server.settings import Settings
from abbatia.storage.coordination import CoordinationStore

HOUR: Final = 3_600_000
SHARED: Final = 10
"""An address may use this many times what one of its accounts may: a school or a club shares one."""

LESSONS: Final = 5
"""Lessons that may be begun for each table that may be opened: a title has ten of a minute or two."""


class Quotas:
    """The hourly quotas of clients, by account and by address. Addresses are stored as keyed hashes only."""

    def __init__(self, store: CoordinationStore, settings: Settings, secret: bytes) -> None:
        self.store: Final = store
        self.secret: Final = secret
        self.limits: Final = {
            "tables": settings.tables_per_hour,
            "lessons": settings.tables_per_hour * LESSONS,
            "bots": settings.bots_per_hour,
            "imports": settings.imports_per_hour,
            "chat": settings.chat_per_hour,
            "letters": settings.letters_per_hour,
        }

    async def spend(self, kind: str, user: str | None, address: str, now: int, amount: int = 1) -> None:
        """Use up some of a client's quota. Raises Denied when not enough is left."""
        if amount == 0:
            return
        limit = self.limits[kind]
        allowed = await self._spend(f"{kind} {address}", amount, limit * (SHARED if user else 1), now)
        if allowed and user is not None:
            allowed = await self._spend(f"{kind} user {user}", amount, limit, now)
        if not allowed:
            raise Denied("too_fast", f"server.quota.{kind}", limit=limit)

    async def letter_to(self, place: str, now: int) -> None:
        """A letter to an e-mail address that nobody has confirmed: one an hour. Raises Denied."""
        if not await self._spend(f"letter {place.casefold()}", 1, 1, now):
            raise Denied("too_fast", "server.quota.letter")

    async def _spend(self, name: str, amount: int, limit: int, now: int) -> bool:
        key = hashlib.blake2b(name.encode(), key=self.secret, digest_size=16).hexdigest()
        return await self.store.spend(key, amount, limit, now, now + HOUR)

    def client_key(self, user: str | None, address: str) -> str:
        """A keyed hash of a client's account or address, to count its use by."""
        name = f"client {user or address}"
        return hashlib.blake2b(name.encode(), key=self.secret, digest_size=12).hexdigest()
