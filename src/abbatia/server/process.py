"""Server processes: one in the foreground, or several behind one port."""

import gc
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, cast

import uvicorn
from msgspec import structs
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.supervisors import Multiprocess

from abbatia.server.app import Server, create_app
from abbatia.server.ops.guard import GUARD, App, GuardedHttp
from abbatia.server.ops.logging import begin_logs
from abbatia.server.ops.metrics import is_alive
from abbatia.server.settings import PREFIX, Settings, read_settings
from abbatia.server.ws.protocol import MAX_BYTES
from abbatia.storage.urls import open_store, store_for

METRICS: Final = "abbatia-metrics-"
GRACE: Final = 5
"""Seconds that connections have to end when the server stops."""
MAX_FRAME_BYTES: Final = 4 * MAX_BYTES
"""A longer frame ends the connection; a shorter one that is too long is refused with a sentence."""
MAX_HEAD_BYTES: Final = 32_768
"""A longer head of a request is refused."""
GC_THRESHOLDS: Final = 100_000, 50, 1_000
"""New objects before the youngest generation is collected; collections before the next older one is."""


def tune_gc() -> None:
    """Keep what was loaded at the start out of garbage collection, and collect seldom.

    Tables and views are trees of many small objects without cycles: with Python's defaults the collector
    would traverse those of all busy tables again and again, and stop every table meanwhile.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def app() -> Server:
    """The application for any ASGI server: its settings come from the environment."""
    settings = read_settings()
    begin_logs(settings.log_level, as_json=settings.log_json)
    tune_gc()
    return create_app(store_for(settings.store), settings)


def guarded_app() -> App:
    """The application of one uvicorn process of several."""
    return guarded(app())


def guarded(server: Server) -> App:
    """The application behind its guard, which sees connections as they are, not as a proxy describes them."""
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")
    GUARD.trusted = frozenset(place.strip() for place in trusted.split(","))
    return GUARD.around(cast(App, ProxyHeadersMiddleware(cast(Any, server), trusted)))


def config_for(target: Server | str, settings: Settings) -> uvicorn.Config:
    """How uvicorn shall serve."""
    return uvicorn.Config(
        target if isinstance(target, str) else guarded(target),
        factory=isinstance(target, str),
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=GuardedHttp,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        proxy_headers=False,  # `guarded` looks at them
        ws="websockets-sansio",
        ws_max_size=MAX_FRAME_BYTES,
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
    """Serve in this process until a signal ends it. Raises StoreOpenError or BadSettings."""
    server = create_app(store_for(settings.store), settings)
    await server.begin()
    tune_gc()
    ready()
    await uvicorn.Server(config_for(server, settings)).serve([listener])


async def try_store(settings: Settings) -> None:
    """Open and close the store once, so that its schema is up to date. Raises StoreOpenError."""
    async with open_store(settings.store):
        pass


@contextmanager
def metrics_folder() -> Iterator[str]:
    """A folder where the processes of one server share their metrics; those of killed servers are removed."""
    for old in Path(tempfile.gettempdir()).glob(f"{METRICS}*-*"):
        process = old.name.removeprefix(METRICS).partition("-")[0]
        is_ours = not hasattr(os, "geteuid") or old.stat().st_uid == os.geteuid()
        if is_ours and process.isdigit() and not is_alive(int(process)):
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{METRICS}{os.getpid()}-") as folder:
        yield folder


def serve_many(settings: Settings, listener: socket.socket) -> None:
    """Serve in several processes; one that dies is replaced."""
    with metrics_folder() as folder:
        shared = structs.replace(settings, metrics_folder=folder)
        for field in structs.fields(Settings):
            os.environ[PREFIX + field.name.upper()] = str(getattr(shared, field.name))
        config = config_for("abbatia.server.process:guarded_app", shared)
        Multiprocess(config, [listener]).run()
