"""A real server in the event loop of the test, and REST calls to it."""

import asyncio
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import uvicorn

from abbatia.server.app import Server, create_app
from abbatia.server.process import config_for
from abbatia.server.settings import Settings
from abbatia.storage.memory import MemoryStore
from abbatia.storage.store import Store

PATIENCE = 30.0
"""Seconds after which a test gives up waiting for a message."""
Json = dict[str, Any]


class RunningServer:
    """A running server: its address, and REST calls to it."""

    def __init__(self, server: Server, port: int) -> None:
        self.server = server
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE)

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, status: int = 200, method: str = "POST") -> Any:
        answer = await self.http.request(method, path, json=body if body is not None else {})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def create(
        self, title: str = "cardinal", seats: Sequence[str] = ("me", "me", "me"), **more: Any
    ) -> Json:
        """A table where everybody stays at the seat taken; one that is neither `me` nor `open` is a bot's."""
        wishes = [
            {"kind": kind, "name": f"Player {number}"}
            if kind == "me"
            else {"kind": "open"}
            if kind == "open"
            else {"kind": "bot", "bot": kind}
            for number, kind in enumerate(seats)
        ]
        wish = {"title": title, "seats": wishes, "seating": "as_seated", **more}
        created: Json = await self.post("/api/tables", wish, 201)
        return created


@asynccontextmanager
async def running_server(store: Store | None = None, **settings: Any) -> AsyncIterator[RunningServer]:
    """A server that really listens, closed with grace at the end."""
    fast: dict[str, Any] = dict.fromkeys(("message_rate", "request_rate", "read_rate", "login_rate"), 1e6)
    fast |= {f"{kind}_per_hour": 10**6 for kind in ("tables", "bots", "imports", "chat", "letters")}
    fast |= settings
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    if "public_url" in settings:  # the tests reach it by its number
        fast.setdefault("origins", f"http://127.0.0.1:{listener.getsockname()[1]}")
    server = create_app(store or MemoryStore(), Settings(port=0, **fast))
    runner = uvicorn.Server(config_for(server, server.settings))
    runner.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # signals belong to pytest
    task = asyncio.create_task(runner._serve([listener]))
    while not runner.started and not task.done():
        await asyncio.sleep(0.005)
    here = RunningServer(server, listener.getsockname()[1])
    try:
        yield here
    finally:
        await here.http.aclose()
        runner.should_exit = True
        await task
