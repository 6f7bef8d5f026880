"""Bots in any language: a program that reads decisions and writes actions, one JSON object a line.

    → {"seat": 0, "title": "cardinal", "asked": {…}, "observation": {…}, "legal": ["pay france", …]}
    ← {"action": "pay france"}

The program gets what a player sees, and no imagined worlds. One that ends, is too slow, or answers anything
but a legal action loses that move to the weakest level and is named in the log; one that ended or was too
slow is started anew for the next decision, a few times.
"""

import json
import logging
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final

from abbatia.bots.protocol import Bot
from abbatia.core.chance import Rng
from abbatia.core.match import Decision

LOG: Final = logging.getLogger("abbatia.bots")
PATIENCE: Final = 5.0  # seconds for one answer
STARTS: Final = 5  # how often a program is started in one game
LONGEST: Final = 10_000  # characters of an answer that are read


class Program(Bot):
    """Asks a program; plays like `fallback` when the program fails."""

    def __init__(self, rng: Rng, command: list[str], *, fallback: Bot, patience: float = PATIENCE) -> None:
        super().__init__(rng)
        self.command = command
        self.fallback = fallback
        self.patience = patience
        self.process: subprocess.Popen[str] | None = None
        self.answers: Queue[str] = Queue()
        self.starts = 0

    def choose(self, decision: Decision) -> int:
        try:
            return self.ask(decision)
        except ProgramFailed as failed:
            LOG.warning("the bot %s %s; a novice plays this move", " ".join(self.command), failed)
            return self.fallback.choose(decision)

    def ask(self, decision: Decision) -> int:
        """The program's action. Raises ProgramFailed."""
        process = self.running()
        texts = decision.title.vocabulary
        question = {
            "seat": decision.seat,
            "title": decision.title.name,
            "asked": decision.asked.to_json(),
            "observation": decision.observation,
            "legal": [texts[action] for action in decision.legal],
        }
        try:
            if process.stdin is not None:
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
            line = self.answers.get(timeout=self.patience)
        except (OSError, ValueError):
            self.close()
            raise ProgramFailed("has ended") from None
        except Empty:
            self.close()
            raise ProgramFailed(f"gave no answer within {self.patience:g} s") from None
        return self.read(line, decision)

    def read(self, line: str, decision: Decision) -> int:
        if not line:
            self.close()
            raise ProgramFailed("has ended")
        try:
            answer: Any = json.loads(line)
            action = decision.title.numbers[answer["action"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ProgramFailed(f"answered {line.strip()[:80]!r}, which is no action") from None
        if action not in decision.legal:
            raise ProgramFailed(f"answered {answer['action']!r}, which is not legal")
        return action

    def running(self) -> subprocess.Popen[str]:
        """The program, started if it is not running. Raises ProgramFailed."""
        if self.process is not None:
            return self.process
        if self.starts >= STARTS:
            raise ProgramFailed(f"has failed {STARTS} times and is not started again")
        self.starts += 1
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise ProgramFailed(f"cannot be started: {error}") from None
        self.answers = Queue()
        Thread(target=listen, args=(self.process, self.answers), daemon=True).start()
        return self.process

    def close(self) -> None:
        """End the program."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            with suppress(OSError):
                if process.stdin is not None:
                    process.stdin.close()

    def __del__(self) -> None:
        self.close()


class ProgramFailed(Exception):
    """What a program did wrong."""


def listen(process: subprocess.Popen[str], answers: Queue[str]) -> None:
    """Put each line of a program into the queue, and an empty one when it has ended."""
    if process.stdout is None:
        return
    with process.stdout, suppress(ValueError):
        while line := process.stdout.readline(LONGEST):
            answers.put(line)
    answers.put("")
