"""create_app: the whole server as one ASGI application over a store."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from abbatia import __version__
from abbatia.server.errors import Denied, Fault
from abbatia.server.http import accounts, endings, lessons, records, rematches, solo, tables, titles
from abbatia.server.http.accounts import Accounts
from abbatia.server.http.endpoint import AnyEndpoint, json_response, openapi, problem, routes
from abbatia.server.http.static import docs, page
from abbatia.server.live.registry import TableRegistry
from abbatia.server.ops.guard import address_key
from abbatia.server.ops.limits import Limits
from abbatia.server.ops.metrics import Metrics
from abbatia.server.settings import Settings
from abbatia.server.ws.connection import Connection
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.store import Store

LOG: Final = logging.getLogger("abbatia")
ENDPOINTS: Final[list[AnyEndpoint]] = [
    *titles.ENDPOINTS,
    *tables.ENDPOINTS,
    *rematches.ENDPOINTS,
    *endings.ENDPOINTS,
    *records.ENDPOINTS,
    *solo.ENDPOINTS,
    *lessons.ENDPOINTS,
    *accounts.ENDPOINTS,
]
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
PROBES: Final = ("/healthz", "/metrics")
SESSION_CHECK: Final = 30.0
"""Seconds between two looks for sessions that have ended elsewhere."""
TOO_FAR: Final = 4_403  # the websocket's close code for a page of another site

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Server:
    """All parts together; an ASGI application."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.metrics: Final = Metrics(settings.metrics_folder)
        self.tables: Final = TableRegistry(store, settings, self.metrics)
        self.accounts: Final = Accounts(store.accounts, is_secure=settings.is_secure)
        self.limits: Final = Limits(settings.request_rate, settings.request_rate * 5)
        self.reads: Final = Limits(settings.read_rate, settings.read_rate * 5)
        self.handshakes: Final = Limits(settings.request_rate, settings.request_rate * 5)
        self.logins: Final = Limits(settings.login_rate, 10)
        self.account_logins: Final = Limits(settings.login_rate, 20)
        self.connections: Final[set[Connection]] = set()
        self.has_begun = False
        extra = [("strict-transport-security", "max-age=31536000")] if settings.is_secure else []
        self.headers: Final = [(k.encode(), v.encode()) for k, v in [*HEADERS.items(), *extra]]
        self.document: Final = openapi(ENDPOINTS)
        self.http: Final = Starlette(
            routes=[
                *routes(ENDPOINTS, self),
                Route("/api/openapi.json", self.get_document),
                Route("/healthz", self.get_health),
                Route("/metrics", self.get_metrics),
                Route("/docs", docs),
                Route("/docs/{path:path}", docs),
                Route("/{path:path}", page),
            ],
            exception_handlers={HTTPException: not_found, Exception: fault},
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        """The life of the application; call `begin` before to learn why it cannot start."""
        await self.begin()
        yield
        await self.end()

    async def begin(self) -> None:
        """Open the store and the tables. Raises StoreOpenError or BadSettings."""
        if not self.has_begun:
            await self.store.open()
            try:
                await self.tables.open()
            except BaseException:
                await self.store.close()
                raise
            self.tables.background(self.watch_sessions())
            self.has_begun = True
            LOG.info("ready", extra={"facts": {"version": __version__}})

    async def end(self) -> None:
        """Close everything; what was acknowledged is stored."""
        for connection in list(self.connections):
            connection.close()
        await self.tables.close()
        await self.store.close()
        self.has_begun = False
        LOG.info("closed")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.talk(scope, receive, send)
        elif scope["type"] == "http" and not self.is_our_host(scope):
            response = problem(Denied("forbidden", "server.other_host"), 421)
            await response(scope, receive, self.with_headers(send))
        elif scope["type"] == "http":
            await self.http(scope, receive, self.with_headers(send))
        else:
            await self.http(scope, receive, send)

    def is_our_host(self, scope: Scope) -> bool:
        """Whether a request names the public address as its host; probes of the machine itself need not."""
        if not self.settings.public_url or scope["path"] in PROBES:
            return True
        return Headers(raw=scope["headers"]).get("host", "").lower() in self.settings.allowed_hosts

    def with_headers(self, send: Send) -> Send:
        """Every answer says what the page may do."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *self.headers]
            await send(message)

        return send_with_headers

    # -- websockets

    async def talk(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Accept a websocket of our own pages and talk."""
        await receive()
        headers = Headers(raw=scope["headers"])
        try:
            if scope["path"] != "/api/ws" or not self.is_our_host(scope):
                raise Denied("unknown")
            self.check_origin(headers, "https" if scope.get("scheme") == "wss" else "http")
            address = self.check_sockets(scope)
            cookies = cookies_of(headers)
            user, name = await self.accounts.account_of(cookies)
        except (Denied, StoreUnavailable) as no:
            self.metrics.refusals[no.code if isinstance(no, Denied) else "unavailable"] += 1
            await send({"type": "websocket.close", "code": TOO_FAR})
            return
        await send({"type": "websocket.accept"})
        session = None if user is None else self.accounts.key_of(cookies)
        connection = Connection(self.tables, send, user, name, address, session)
        self.connections.add(connection)
        try:
            await connection.run(receive)
        finally:
            self.connections.discard(connection)

    def check_sockets(self, scope: Scope) -> str:
        """The address of a new websocket, as limits count clients. Raises Denied when it has too many."""
        address = address_key(scope["client"][0]) if scope.get("client") else "?"
        held = sum(connection.address == address for connection in self.connections)
        if held >= self.settings.max_sockets or not self.handshakes.take(address):
            raise Denied("too_fast")
        return address

    def close_session(self, session: bytes) -> None:
        """Let go of the websockets that a session opened: it has ended."""
        for connection in [found for found in self.connections if found.session == session]:
            connection.close()

    async def watch_sessions(self) -> None:
        """Let go of the websockets whose session has expired, or was ended at another process."""
        while True:
            await asyncio.sleep(SESSION_CHECK)
            await self.check_sessions()

    async def check_sessions(self) -> None:
        for session in {found.session for found in self.connections if found.session is not None}:
            try:
                if await self.store.accounts.session(session, self.tables.now()) is None:
                    self.close_session(session)
            except StoreUnavailable:
                return

    def check_origin(self, headers: Mapping[str, str], scheme: str) -> None:
        """Only our own pages, or programs that are no browsers, may change things. Raises Denied."""
        origin = headers.get("origin")
        if origin is None:
            if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
                raise Denied("forbidden", "server.other_origin")
            return
        if origin.rstrip("/") in self.settings.allowed_origins:
            return
        if self.settings.public_url or origin != f"{scheme}://{headers.get('host', '')}":
            raise Denied("forbidden", "server.other_origin")

    # -- for operators

    async def get_document(self, _: Request) -> Response:
        return json_response(self.document)

    async def get_health(self, _: Request) -> Response:
        """200 while the store can be written; else 503 and the reason."""
        try:
            await self.store.ping()
        except StoreUnavailable as down:
            return problem(Denied("unavailable", f"server.health.{down.reason}"))
        return json_response({"status": "ok", "version": __version__})

    async def get_metrics(self, _: Request) -> Response:
        if not self.settings.metrics:
            return problem(Denied("unknown"))
        text = self.metrics.text(self.tables.statistics())
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def cookies_of(headers: Headers) -> dict[str, str]:
    try:
        parsed = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in parsed.items()}


async def not_found(_: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    response = problem(Denied("unknown"), status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def fault(_: Request, __: Exception) -> Response:
    """No stack trace leaves the server; it stands in the log."""
    return problem(Fault(), 500)


def create_app(store: Store, settings: Settings | None = None) -> Server:
    """The server over a store, which it opens and closes itself."""
    return Server(store, settings or Settings())
