"""`ResultsFolder`: the games of a series on disk, a line and a record each, so that it can go on later."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any, Final

from abbatia.arena.series import Outcome, Series, key_of
from abbatia.bots import level_name
from abbatia.core.contract import BadSetup

ABOUT: Final = "series.json"
GAMES: Final = "games.jsonl"
VERSIONS: Final = "versions"
OWN: Final = "own"
RECORDS: Final = "records"
PLAIN: Final = re.compile(r"[a-z0-9_:,-]{1,100}")  # a key that can be a file name anywhere, but for : and ,
LONGEST: Final = 60  # characters of a key that is not, in the name of its file


class ResultsFolder:
    """The folder of a series. A game counts once its line is complete; else it is played again."""

    def __init__(self, folder: Path, series: Series) -> None:
        self.folder = folder
        self.outcomes: dict[str, dict[str, Any]] = {}
        self._is_cut = False  # the last line is not whole
        (folder / RECORDS).mkdir(parents=True, exist_ok=True)
        self._check(series)
        self._read()

    def _check(self, series: Series) -> None:
        """A folder belongs to one series, played with one version of everything."""
        about = self.folder / ABOUT
        wanted = json.loads(json.dumps({**series.description(), VERSIONS: series.versions()}))
        found = self._found(about)
        versions, known = wanted[VERSIONS], found.get(VERSIONS, {})
        if found:
            if any(found.get(key) != wanted[key] for key in series.description()):
                raise BadSetup("arena.other_series", folder=str(self.folder))
            if any(known.get(key) != versions[key] for key in versions if key != OWN):
                raise BadSetup("arena.other_versions", folder=str(self.folder))
            own = dict(known.get(OWN, {}))
            for name, source in versions[OWN].items():
                if own.setdefault(name, source) != source:
                    raise BadSetup("arena.other_bot", folder=str(self.folder), bot=name)
            versions[OWN] = own
        if wanted != found:
            about.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")

    def _found(self, about: Path) -> dict[str, Any]:
        """What the folder says of its series; nothing for a new folder. Raises BadSetup."""
        try:
            found = json.loads(about.read_text("utf-8")) if about.exists() else {}
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise BadSetup("arena.other_series", folder=str(self.folder))
        return found

    def _read(self) -> None:
        """Take in every whole line; reading changes nothing, since another process may be writing."""
        file = self.folder / GAMES
        text = file.read_text("utf-8") if file.exists() else ""
        self._is_cut = not text.endswith("\n") and text != ""
        for line in text.splitlines():
            try:
                entry = json.loads(line)
            except json.JSONDecodeError:
                continue
            entry["names"] = [level_name(name) for name in entry["names"]]  # older folders have older names
            entry["key"] = key_of(entry["deal"], entry["names"])
            self.outcomes.setdefault(entry["key"], entry)

    def has(self, key: str) -> bool:
        return key in self.outcomes

    def add(self, outcome: Outcome) -> None:
        """Keep a game: first its record, then its line. One that is there already is not counted again."""
        if self.has(outcome.key):
            return
        (self.folder / RECORDS / file_name(outcome.key)).write_text(outcome.record, "utf-8")
        entry = outcome.to_json()
        start = "\n" if self._is_cut else ""  # what was cut off stays a line of its own that nobody can read
        with (self.folder / GAMES).open("a", encoding="utf-8") as file:
            file.write(start + json.dumps(entry, separators=(",", ":")) + "\n")
        self._is_cut = False
        self.outcomes[outcome.key] = entry


def file_name(key: str) -> str:
    """The name of a game's record, whatever its bots are called: signs that no file may have are replaced."""
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", key)
    if not PLAIN.fullmatch(key):
        name = f"{name[:LONGEST]}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    return f"{name}.txt"
