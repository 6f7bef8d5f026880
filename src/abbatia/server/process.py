"""Server processes: one in the foreground, or several behind one port."""

import os
import socket
import sys
import tempfile
from asyncio import Protocol
from collections.abc import Callable
from functools import partial
from typing import Final, cast

import uvicorn
from msgspec import structs
from uvicorn.supervisors import Multiprocess

from abbatia.server.app import Server, create_app
from abbatia.server.line import Line
from abbatia.server.logs import begin_logs
from abbatia.server.mail import Mail
from abbatia.server.memory import calm_collector
from abbatia.server.settings import PREFIX, Settings, read_settings
from abbatia.server.sockets import Socket, Upgraded
from abbatia.storage.places import store_at

GRACE: Final = 5
"""Seconds that connections have to end when the server stops."""
MOST_FRAME: Final = 1_000_000
"""A longer frame ends the connection; a shorter one that is too long is refused in words."""

SWITCH: Final = 0.001
"""Seconds that a thread which reads from the store waits at most for the busy event loop, each time."""


def app() -> Server:
    """The application of one process of several: its settings come from the environment."""
    settings = read_settings()
    begin_logs(settings.log_level, as_json=settings.log_json)
    calm_collector()
    return create_app(store_at(settings.store), settings)


def config_for(target: Server | str, settings: Settings) -> uvicorn.Config:
    """How uvicorn shall serve."""
    return uvicorn.Config(
        target,
        factory=isinstance(target, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Upgraded,
        ws=cast(type[Protocol], partial(Socket, Line(), Mail())),
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=settings.compress,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )


def listen(settings: Settings) -> socket.socket:
    """A socket at the address of the settings. Raises OSError."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # TCP by name: no Nagle then
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


async def serve_here(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process until a signal ends it. Raises StoreBusy or BadSettings."""
    server = create_app(store_at(settings.store), settings)
    await server.begin()
    calm_collector()
    sys.setswitchinterval(SWITCH)
    ready()
    await uvicorn.Server(config_for(server, settings)).serve([listener])


async def try_store(settings: Settings) -> None:
    """Open and close the store once, so that its schema is up to date. Raises StoreBusy."""
    store = store_at(settings.store)
    await store.open()
    await store.close()


def serve_many(settings: Settings, listener: socket.socket) -> None:
    """Serve in several processes; one that dies is replaced."""
    with tempfile.TemporaryDirectory(prefix="abbatia-metrics-") as folder:
        shared = structs.replace(settings, metrics_folder=folder)
        for field in structs.fields(Settings):
            os.environ[PREFIX + field.name.upper()] = str(getattr(shared, field.name))
        config = config_for("abbatia.server.process:app", shared)
        Multiprocess(config, [listener]).run()
