"""Guard: limits on HTTP connections for a server that no proxy protects.

uvicorn bounds the size of a request's head, but waits for it as long as the client likes, and accepts any
number of connections. `GuardedHttp` is its HTTP protocol with a time limit for each head and a bound on the
connections of one address; it uses nothing of uvicorn but the callbacks that asyncio gives every protocol. A
protocol cannot see where a head ends, so the `Guard` is an ASGI middleware, too: a head is complete when the
application is called for it.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS: Final = 15.0
"""Time that a client has for the head of a request."""
MAX_CONNECTIONS: Final = 256
"""HTTP connections that one address may have open; a browser opens six, an office shares an address."""

Peer = tuple[str, int]
App = Callable[[Any, Any, Any], Awaitable[None]]


def address_key(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network that one IPv6 customer gets."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a test client, or a socket of the file system
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Guard:
    """The HTTP connections of one process, and those whose next request has not come yet."""

    def __init__(self, seconds: float = HEAD_SECONDS, max_connections: int = MAX_CONNECTIONS) -> None:
        self.seconds = seconds
        self.max_connections = max_connections
        self.trusted: frozenset[str] = frozenset()  # proxies: what they connect for is bounded by them
        self.open: Final[Counter[str]] = Counter()
        self.transports: Final[dict[Peer, asyncio.Transport]] = {}
        self.timers: Final[dict[Peer, asyncio.TimerHandle]] = {}

    def connected(self, peer: Peer, transport: asyncio.Transport) -> bool:
        """A connection came; False when its address has too many."""
        self.left(peer)  # an earlier connection from the same port that was never closed
        key = address_key(peer[0])
        if self.open[key] >= self.max_connections and peer[0] not in self.trusted and "*" not in self.trusted:
            return False
        self.open[key] += 1
        self.transports[peer] = transport
        self.expect(peer)
        return True

    def left(self, peer: Peer) -> None:
        """A connection ended, or became a websocket."""
        self.arrived(peer)
        if self.transports.pop(peer, None) is not None:
            key = address_key(peer[0])
            self.open[key] -= 1
            if not self.open[key]:
                del self.open[key]

    def expect(self, peer: Peer) -> None:
        """The next head is due."""
        self.arrived(peer)  # there is one timer for each connection
        if peer in self.transports:
            self.timers[peer] = asyncio.get_running_loop().call_later(self.seconds, self.expire, peer)

    def expire(self, peer: Peer) -> None:
        """The head did not come. A handshake that uvicorn refused by itself ends here, too, long closed."""
        self.transports[peer].abort()
        self.left(peer)

    def arrived(self, peer: Peer) -> None:
        """A head is complete."""
        timer = self.timers.pop(peer, None)
        if timer is not None:
            timer.cancel()

    def around(self, app: App) -> App:
        """The application, called through this guard."""

        async def guarded(scope: Any, receive: Any, send: Any) -> None:
            peer = tuple(scope["client"]) if scope.get("client") else ("", 0)
            if scope["type"] == "websocket":
                self.left(peer)
                await app(scope, receive, send)
                return
            self.arrived(peer)
            try:
                await app(scope, receive, send)
            finally:
                self.expect(peer)

        return guarded


GUARD: Final = Guard()


class GuardedHttp(H11Protocol):
    """uvicorn's HTTP/1.1 whose connections the guard of this process watches."""

    peer: Peer = ("", 0)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        name = transport.get_extra_info("peername")
        if isinstance(name, tuple):
            self.peer = (str(name[0]), int(name[1]))
            if not GUARD.connected(self.peer, transport):
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        GUARD.left(self.peer)
        super().connection_lost(exc)
