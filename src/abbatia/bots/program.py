"""Bots in any language: a program that reads decisions and writes actions, one JSON object a line.

    → {"seat": 0, "title": "cardinal", "asked": {…}, "observation": {…}, "legal": ["pay france", …]}
    ← {"action": "pay france"}

The program gets what a player sees, and no imagined worlds. One that ends, is too slow, or answers anything
but a legal action loses that move to the weakest level, is named in the log and counted in the arena's
tables; one that ended or was too slow is started anew for the next decision, a few times. The first answer
after a start may take longer than the others by the time that a program needs to start.
"""

import hashlib
import json
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, NamedTuple

from abbatia.bots.guest import BotFailed, Guest
from abbatia.bots.protocol import Bot
from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Decision

PREFIX: Final = "run:"  # before the command line of a program that speaks JSON lines
STARTS: Final = 5  # how often a program is started in one game
LONGEST: Final = 10_000  # characters of an answer that are read


class Patience(NamedTuple):
    """How many seconds a program has for an answer, and how many more for the first one after its start."""

    answer: float = 5.0
    start: float = 30.0


class Program(Guest):
    """Asks a program; plays like `fallback` when the program fails."""

    def __init__(
        self, rng: Rng, command: list[str], *, fallback: Bot, patience: Patience | None = None
    ) -> None:
        super().__init__(rng, " ".join(command), fallback=fallback)
        self.command = command
        self.patience = patience or Patience()
        self.is_new = False  # it was started and has not answered yet
        self.process: subprocess.Popen[str] | None = None
        self.answers: Queue[str] = Queue()
        self.starts = 0

    def ask(self, decision: Decision) -> int:
        process = self.running()
        texts = decision.title.vocabulary
        question = {
            "seat": decision.seat,
            "title": decision.title.name,
            "asked": decision.prompt.to_json(),
            "observation": decision.observation,
            "legal": [texts[action] for action in decision.legal],
        }
        try:
            if process.stdin is not None:
                process.stdin.write(json.dumps(question) + "\n")
                process.stdin.flush()
            patience = self.patience.answer + (self.patience.start if self.is_new else 0.0)
            line = self.answers.get(timeout=patience)
        except (OSError, ValueError):
            self.close()
            raise BotFailed("has ended") from None
        except Empty:
            self.close()
            raise BotFailed(f"gave no answer within {patience:g} s") from None
        self.is_new = False
        return self.read(line, decision)

    def read(self, line: str, decision: Decision) -> int:
        if not line:
            self.close()
            raise BotFailed("has ended")
        try:
            answer: Any = json.loads(line)
            action = decision.title.numbers[answer["action"]]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BotFailed(f"answered {line.strip()[:80]!r}, which is no action") from None
        if action not in decision.legal:
            raise BotFailed(f"answered {answer['action']!r}, which is not legal")
        return action

    def running(self) -> subprocess.Popen[str]:
        """The program, started if it is not running. Raises BotFailed."""
        if self.process is not None:
            return self.process
        if self.starts >= STARTS:
            raise BotFailed(f"has failed {STARTS} times and is not started again")
        self.starts += 1
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                self.command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BotFailed(f"cannot be started: {error}") from None
        self.is_new = True
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


def command_of(name: str) -> list[str]:
    """The command line of `run:COMMAND`. Raises BadSetup for one that no shell could read."""
    try:
        command = shlex.split(name.removeprefix(PREFIX))
    except ValueError:
        command = []
    if not command:
        raise BadSetup("bots.bad_command", bot=name)
    return command


def source_of(name: str) -> str:
    """A hash of the files that a command line names, so that a changed program is known as another one."""
    digest = hashlib.sha256()
    for part in command_of(name):
        with suppress(OSError, ValueError):  # most parts are no files, and some could not be
            digest.update(Path(part).read_bytes())
    return digest.hexdigest()[:16]


def listen(process: subprocess.Popen[str], answers: Queue[str]) -> None:
    """Put each line of a program into the queue, and an empty one when it has ended."""
    if process.stdout is None:
        return
    with process.stdout, suppress(ValueError):
        while line := process.stdout.readline(LONGEST):
            answers.put(line)
    answers.put("")
