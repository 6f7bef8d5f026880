"""Starting the processes that are measured; peers are fetched into .bench/ on first use."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Final

from bench.server.running import PEER as BOARDGAME
from bench.server.running import fetch_peer as fetch_boardgame

ROOT: Final = Path(__file__).parent.parent
ENVIRONMENTS: Final = ROOT / ".bench"
PEERS: Final = {  # name: what to install, the module of bench.peers that measures it
    "open_spiel": (["open_spiel", "numpy"], "spiel"),
    "pettingzoo": (["pettingzoo[classic]"], "zoo"),
    "rlcard": (["rlcard"], "cards"),
    "catanatron": (["catanatron"], "catan"),
}


class Player:
    """A process with tasks; `do` asks for one and gives the rate a second of CPU time."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name: Final = name
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.tasks: list[str] = json.loads(self._read())

    def do(self, task: str) -> float:
        if self.process.stdin is None:
            raise RuntimeError(f"{self.name} does not listen")
        self.process.stdin.write(f"{task}\n")
        self.process.stdin.flush()
        count, seconds = json.loads(self._read())
        return float(count / seconds)

    def _read(self) -> str:
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line:
            raise RuntimeError(f"{self.name} has stopped")
        return line

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def ours(name: str, tree: Path) -> Player:
    """Abbatia with the rules of a tree."""
    return Player(name, [sys.executable, "-m", "bench.ours"], {"PYTHONPATH": str(tree)})


def peer(name: str) -> Player:
    """A peer in an environment of its own."""
    if name == "boardgame.io":
        fetch_boardgame()
        modules = {"NODE_PATH": str(BOARDGAME / "node_modules"), "NODE_ENV": "production"}
        return Player(name, ["node", str(ROOT / "bench" / "peers" / "boardgame.cjs")], modules)
    packages, module = PEERS[name]
    python = ENVIRONMENTS / name / "bin" / "python"
    if not (ENVIRONMENTS / name / "fetched").exists():
        print(f"Fetching {name} into .bench/ …", file=sys.stderr)
        venv.create(ENVIRONMENTS / name, with_pip=True)
        subprocess.run([str(python), "-m", "pip", "install", "-qq", *packages], check=True)
        (ENVIRONMENTS / name / "fetched").touch()
    return Player(name, [str(python), "-m", f"bench.peers.{module}"], {"PYTHONPATH": ""})


def version_of(name: str) -> str:
    """The version of a peer as it is installed."""
    if name == "boardgame.io":
        package = json.loads((BOARDGAME / "node_modules" / name / "package.json").read_text("utf-8"))
        return str(package["version"])
    python = ENVIRONMENTS / name / "bin" / "python"
    if not python.exists():
        return "?"
    ask = f"from importlib.metadata import version; print(version('{name}'))"
    said = subprocess.run([str(python), "-c", ask], capture_output=True, text=True, check=False)
    return said.stdout.strip()
