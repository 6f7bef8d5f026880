"""Fixtures for tests of the server."""

from types import SimpleNamespace

import pytest

from abbatia.server.ops.guard import GUARD


@pytest.fixture(autouse=True)
def no_connections_of_others() -> None:
    """The guard of this process forgets the connections of servers that earlier tests have ended.

    A handshake that uvicorn refuses is counted until its time is over; a server does not wait for that.
    """
    for counted in (GUARD.open, GUARD.transports, GUARD.timers):
        counted.clear()


@pytest.fixture
def no_refill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Token buckets are not refilled: their clock stands still, however long a busy machine takes."""
    monkeypatch.setattr("abbatia.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))
