"""A real server for browsers to visit: `abbatia serve` in a process of its own, on a store that stays."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from abbatia.server.settings import Settings

PATIENCE = 60.0
# One address plays for all visitors here, so every limit on an address is out of the way.
LIMITS = [name for name in Settings.__struct_fields__ if name.endswith(("_rate", "_per_hour"))]
SETTINGS = {f"ABBATIA_{name.upper()}": "10000" for name in LIMITS} | {
    "ABBATIA_VAPID_CONTACT": "mailto:abbot@abbey.example",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class WebServer:
    """Starts, kills and restarts the server; address and store stay the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", "abbatia.cli", "serve", "--port", str(self.port)]
        command += ["--store", str(self.folder / "tables.sqlite"), "--bot-workers", "1"]
        environment = os.environ | SETTINGS
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "server.log").read_text("utf-8"))
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def ask(self, path: str, body: Any = None) -> Any:
        """What the server answers a program: a GET, or a POST of JSON or of text."""
        is_text = isinstance(body, str)
        kind = "text/plain" if is_text else "application/json"
        data = None if body is None else (body if is_text else json.dumps(body)).encode()
        request = urllib.request.Request(self.url + path, data=data, headers={"Content-Type": kind})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def keep(self, record: str) -> str:
        """Store a record; the number it is found under."""
        return str(self.ask("/api/records", record)["record"]["id"])

    def open_table(self, title: str, record: str | None = None, at: int = 0) -> dict[str, Any]:
        """A table of one person and two bots, new or played on from a record; what a browser holds of it."""
        seats = [{"kind": "me", "name": "Anne"}, *[{"kind": "bot", "bot": "novice"}] * 2]
        origin = {} if record is None else {"origin": {"record": self.keep(record), "at": at}}
        made = self.ask("/api/tables", {"title": title, "seats": seats, **origin})
        return {made["table"]["id"]: {"tokens": made["tokens"], "host": made["host"], "at": 1}}

    def kill(self) -> None:
        """As the machine would: no farewell, bots' workers included."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    close = kill
