"""`abbatia serve`: host tables for browsers."""

import asyncio
import os
import socket
from typing import Any

import typer

from abbatia.cli.console import UsageError, talk
from abbatia.core.words import Words


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("serve", help=speech.text("server.help.serve"))
    def serve(
        host: str = typer.Option(None, "--host", help=speech.text("server.help.host")),
        port: int = typer.Option(None, "--port", help=speech.text("server.help.port")),
        store: str = typer.Option(None, "--store", help=speech.text("server.help.store")),
        workers: int = typer.Option(None, "--workers", help=speech.text("server.help.workers")),
        bot_workers: int = typer.Option(None, "--bot-workers", help=speech.text("server.help.bot_workers")),
        public_url: str = typer.Option(None, "--public-url", help=speech.text("server.help.public_url")),
        log_level: str = typer.Option(None, "--log-level", help=speech.text("server.help.log_level")),
        log_json: bool = typer.Option(None, "--log-json", help=speech.text("server.help.log_json")),
    ) -> None:
        given = {
            "host": host,
            "port": port,
            "store": store,
            "workers": workers,
            "bot_workers": bot_workers,
            "public_url": public_url,
            "log_level": log_level,
            "log_json": log_json,
        }
        try:
            from abbatia.server import process
        except ImportError as missing:
            raise UsageError(speech.text("cli.no_server", package=missing.name or "?")) from None
        run(process, given, speech)


def run(process: Any, given: dict[str, Any], speech: Words) -> None:
    """Serve until somebody stops it; whatever prevents that is said in one sentence."""
    from abbatia.server.ops.logging import begin_logs
    from abbatia.server.settings import BadSettings, read_settings
    from abbatia.storage.errors import StoreOpenError

    try:
        settings = read_settings(given)
        begin_logs(settings.log_level, as_json=settings.log_json)
        listener = process.listen(settings)
        if settings.workers == 1:
            config = process.config_for("", settings)
            with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
                runner.run(process.serve_here(settings, listener, lambda: greet(listener, speech)))
        else:
            asyncio.run(process.try_store(settings))
            greet(listener, speech)
            process.serve_many(settings, listener)
    except (BadSettings, StoreOpenError) as bad:
        message = getattr(bad, "message", None)
        raise UsageError(speech.say(message) if message is not None else str(bad)) from None
    except OSError as error:
        raise UsageError(cannot_listen(error, settings.host, settings.port, speech)) from None
    except KeyboardInterrupt:
        talk().print()


def greet(listener: socket.socket, speech: Words) -> None:
    """Say where the tables are."""
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else f"[{host}]" if ":" in host else host
    print(speech.text("server.address", url=f"http://{shown}:{port}/"), flush=True)
    talk().print(speech.text("server.address_hint"), style="dim")


def cannot_listen(error: OSError, host: str, port: int, speech: Words) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        return speech.text("server.port_taken", port=port, host=host)
    why = os.strerror(error.errno) if error.errno else str(error)
    return speech.text("server.cannot_listen", host=host, why=why)
