"""Where games of the terminal are kept: a file for each, and the seeds of their dice beside them.

The folder is the platform's own for the data of programs: `~/.local/share/abbatia` (or XDG_DATA_HOME),
`~/Library/Application Support/abbatia`, `%LOCALAPPDATA%\\abbatia`. A save is a record, which keeps the seed
secret until the game is over; so the seed lies in a file of its own, named by its commitment, and a game that
goes on has the same dice.
"""

import errno
import os
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final

from abbatia.cli.console import UsageError, ask
from abbatia.core.chance import commitment
from abbatia.core.record import MAX_SECRET
from abbatia.core.words import LANGUAGES, Words, words

ENDING: Final = ".abbatia"
YES: Final = tuple(word for language in LANGUAGES for word in words(language).text("cli.yes_words").split())


def data_folder() -> Path:
    """The folder of this program's data, by the convention of the platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "abbatia"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "abbatia"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "abbatia"


class Save:
    """The file of one game. It never replaces a file that is not known to be this game's own.

    Without a path it takes the next free name of its title and day, when it is first written.
    """

    def __init__(self, title: str, path: Path | None = None, *, is_own: bool = False) -> None:
        self.title = title
        self.path = path
        self.is_own = is_own

    @property
    def name(self) -> str:
        """What `--load` finds this game by."""
        if self.path is None:
            return self.title
        is_kept = self.path.parent == data_folder() / "saves"
        return self.path.name.removesuffix(ENDING) if is_kept else str(self.path)

    def write(self, text: str) -> None:
        """Write the whole text, or leave the file as it was. Raises OSError."""
        if not self.is_own:
            self._claim()
        assert self.path is not None
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            fresh.write_text(text, "utf-8")
            fresh.replace(self.path)
        finally:
            fresh.unlink(missing_ok=True)

    def _claim(self) -> None:
        """Make the file, which must not be there yet: another game may have taken the name meanwhile."""
        path = self.path
        while not self.is_own:
            self.path = path or next_name(self.title)
            try:
                self.path.touch(exist_ok=False)
            except FileExistsError:
                if path is not None:
                    raise
            else:
                self.is_own = True


def next_name(title: str) -> Path:
    """A file of this title and day that is not there yet: `cardinal-2026-11-17-1.abbatia`."""
    folder = data_folder() / "saves"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        folder = Path.cwd()  # a home that cannot be written to is no reason to lose a game
    number = 1
    while (folder / f"{title}-{date.today():%Y-%m-%d}-{number}{ENDING}").exists():
        number += 1
    return folder / f"{title}-{date.today():%Y-%m-%d}-{number}{ENDING}"


def find_save(named: Path) -> Path:
    """The file that `--load` means: a path, or the name of a game that is kept."""
    kept = data_folder() / "saves" / f"{named.name.removesuffix(ENDING)}{ENDING}"
    is_name = named.parent == Path() and not os.path.exists(named)  # which, unlike Path.exists, never raises
    return kept if is_name and os.path.exists(kept) else named


def agrees(question: str) -> bool:
    """Whether somebody at the terminal says yes; nobody answers in a pipe."""
    if not sys.stdin.isatty():
        return False
    try:
        return ask(question) in YES
    except EOFError:
        return False


def check_free(path: Path, speech: Words) -> None:
    """Ask before another game overwrites a file; refuse a place that cannot be written. Raises UsageError."""
    why = cannot_write(path)
    if why:
        raise UsageError(speech.text("cli.cannot_write", file=str(path), why=why))
    if path.exists():
        there = speech.text("cli.exists", file=str(path))
        if not agrees(f"{there} {speech.text('cli.replace_it')}"):
            raise UsageError(there, speech.text("cli.hint.exists"))


def cannot_write(path: Path) -> str:
    """Why no file can be written there, in the machine's words; empty if one can."""
    try:
        os.stat(path)
    except FileNotFoundError:
        place = path.parent
    except (OSError, ValueError) as error:  # a name that is too long, a NUL
        return str(getattr(error, "strerror", error))
    else:
        place = path
    if path.is_dir():
        return os.strerror(errno.EISDIR)
    if not place.exists():
        return os.strerror(errno.ENOENT)
    return "" if os.access(place, os.W_OK) else os.strerror(errno.EACCES)


def keep_seed(secret: bytes) -> None:
    """Keep a seed for when its game goes on; only its owner may read it. Raises OSError."""
    folder = data_folder() / "seeds"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / commitment(secret)
    if not file.exists():
        handle = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(handle, "wb") as target:
            target.write(secret)


def find_seed(committed: str) -> bytes | None:
    """The seed behind a commitment, if it is kept on this machine."""
    try:
        secret = (data_folder() / "seeds" / committed).read_bytes()[: MAX_SECRET + 1]
    except OSError:
        return None
    return secret if commitment(secret) == committed else None
