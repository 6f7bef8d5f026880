"""What a series leaves behind in its folder: one line a game and the records; so it can be gone on with."""

import json
from pathlib import Path
from typing import Any, Final

from abbatia.arena.series import Outcome, Series
from abbatia.core.contract import BadSetup

ABOUT: Final = "series.json"
GAMES: Final = "games.jsonl"
RECORDS: Final = "records"


class Ledger:
    """The folder of a series. A game counts once its line is whole; what was cut off is played again."""

    def __init__(self, folder: Path, series: Series) -> None:
        self.folder = folder
        self.outcomes: dict[str, dict[str, Any]] = {}
        self._is_cut = False  # the last line is not whole
        (folder / RECORDS).mkdir(parents=True, exist_ok=True)
        self._check(series)
        self._read()

    def _check(self, series: Series) -> None:
        """A folder belongs to one series."""
        about = self.folder / ABOUT
        wanted = json.loads(json.dumps(series.description()))
        if not about.exists():
            about.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")
        elif json.loads(about.read_text("utf-8")) != wanted:
            raise BadSetup("arena.other_series", folder=str(self.folder))

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
            self.outcomes.setdefault(entry["key"], entry)

    def has(self, key: str) -> bool:
        return key in self.outcomes

    def add(self, outcome: Outcome) -> None:
        """Keep a game: first its record, then its line. One that is there already is not counted again."""
        if self.has(outcome.key):
            return
        name = outcome.key.replace(":", "-").replace(",", "-")
        (self.folder / RECORDS / f"{name}.txt").write_text(outcome.record, "utf-8")
        entry = outcome.to_json()
        start = "\n" if self._is_cut else ""  # what was cut off stays a line of its own that nobody can read
        with (self.folder / GAMES).open("a", encoding="utf-8") as file:
            file.write(start + json.dumps(entry, separators=(",", ":")) + "\n")
        self._is_cut = False
        self.outcomes[outcome.key] = entry
