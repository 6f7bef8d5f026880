"""AccountStore: users, their sessions, how they are notified, and the secrets of the server."""

from collections.abc import Sequence
from typing import Protocol

from abbatia.storage.model import NotificationTarget, Session, User


class AccountStore(Protocol):
    """People and settings; a write that has returned is on disk. Every method may raise StoreUnavailable."""

    async def add_user(self, user: User) -> None:
        """Store a new user. Raises Conflict when the id, or for an account the name, is taken."""

    async def change_user(self, user: User) -> None:
        """Replace a user. Raises Conflict for a name taken by another account, KeyError if unknown."""

    async def user(self, user: str) -> User | None:
        """The user with this id."""

    async def account(self, name: str) -> User | None:
        """The user with a password and this name, whatever the case."""

    async def add_session(self, session: Session) -> None:
        """Store a new session. Raises Conflict when the key is taken."""

    async def session(self, key: bytes, now: int) -> Session | None:
        """The session with this key unless it has expired."""

    async def drop_session(self, key: bytes) -> None:
        """Delete a session, if it is there."""

    async def drop_expired_sessions(self, now: int) -> None:
        """Delete all sessions that have expired."""

    async def put_notification_target(self, target: NotificationTarget) -> None:
        """Store a target; one with the same id is replaced."""

    async def notification_targets(self, users: Sequence[str]) -> list[NotificationTarget]:
        """The targets of all these users, by id."""

    async def drop_notification_target(self, user: str, target: str) -> None:
        """Delete a target, if it is there and belongs to this user."""

    async def setting(self, name: str, first: bytes) -> bytes:
        """A value that all processes share (keys, secrets): `first` is stored if there is none yet."""
