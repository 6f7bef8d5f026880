"""Starting the servers that are measured, and asking the machine what they cost."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
PEER: Final = ROOT / ".bench" / "boardgame.io"
PEER_VERSION: Final = "0.50.2"
START: Final = 60.0
TICKS: Final = os.sysconf("SC_CLK_TCK")


class Running:
    """A server process with its children."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int) -> None:
        self.process: Final = process
        self.port: Final = port

    def processes(self) -> list[int]:
        """The process and all its descendants."""
        found = [self.process.pid]
        for parent in found:
            for task in Path(f"/proc/{parent}/task").glob("*/children"):
                found += [int(child) for child in task.read_text().split()]
        return found

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        total = 0
        for process in self.processes():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def memory(self) -> int:
        """Resident bytes."""
        pages = sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in self.processes())
        return pages * resource.getpagesize()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def our_server(store: str, *, workers: int = 1) -> Iterator[Running]:
    """`abbatia serve`, without limits on how fast one client may ask; tables stay in memory."""
    port = free_port()
    command = [str(Path(sys.executable).parent / "abbatia"), "serve", "--port", str(port), "--store", store]
    command += ["--workers", str(workers), "--log-level", "warning"]
    rates = {
        "ABBATIA_MESSAGE_RATE": "1e9",
        "ABBATIA_REQUEST_RATE": "1e9",
        "ABBATIA_READ_RATE": "1e9",
        "ABBATIA_MAX_SOCKETS": "1000000",
        "ABBATIA_TABLES_PER_HOUR": "1000000",
        "ABBATIA_IDLE_SECONDS": "1e9",
    }
    with started(command, {**os.environ, **rates}, port) as running:
        yield running


@contextmanager
def their_server() -> Iterator[Running]:
    """boardgame.io's server from npm, in memory as it comes."""
    fetch_peer()
    port = free_port()
    environment = {**os.environ, "NODE_PATH": str(PEER / "node_modules"), "NODE_ENV": "production"}
    with started(["node", str(Path(__file__).parent / "peer.cjs"), str(port)], environment, port) as running:
        yield running


@contextmanager
def started(command: list[str], environment: dict[str, str], port: int) -> Iterator[Running]:
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        wait_for(process, port)
        yield Running(process, port)
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stderr is not None:
            process.stderr.close()


def wait_for(process: "subprocess.Popen[bytes]", port: int) -> None:
    """Until somebody listens at the port."""
    end = time.monotonic() + START
    while time.monotonic() < end:
        if process.poll() is not None:
            said = process.stderr.read().decode() if process.stderr else ""
            raise SystemExit(f"A server did not start: {said.strip()}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("A server did not start in time.")


def fetch_peer() -> None:
    """boardgame.io from npm into .bench/, once."""
    if (PEER / "node_modules" / "boardgame.io").exists():
        return
    print(f"Fetching boardgame.io {PEER_VERSION} …", file=sys.stderr)
    PEER.mkdir(parents=True, exist_ok=True)
    (PEER / "package.json").write_text("{}\n")
    command = ["npm", "install", "--no-audit", "--no-fund", f"boardgame.io@{PEER_VERSION}"]
    subprocess.run(command, cwd=PEER, check=True, stdout=subprocess.DEVNULL)
