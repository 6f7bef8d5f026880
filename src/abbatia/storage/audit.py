"""Replaying stored games, each by its own version: do the present rules lead to the same positions?"""

import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from abbatia.core.chance import FairRng
from abbatia.core.contract import CHANCE, BadSetup, State
from abbatia.core.record import FindTitle
from abbatia.core.versions import newest
from abbatia.core.words import Message
from abbatia.errors import AbbatiaError
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import OVER, JournalEntry, TableRow

PAGE: Final = 200


class Difference(AbbatiaError):
    """Something that replays differently: at which entry of the journal (None: at its end), and how."""

    def __init__(self, entry: int | None, key: str, **args: Any) -> None:
        super().__init__(key)
        self.entry = entry
        self.message = Message(f"storage.difference.{key}", **args)


class Replay:
    """A stored game played again, entry by entry. Raises Difference at the first one."""

    def __init__(self, table: TableRow, find: FindTitle) -> None:
        self.table: Final = table
        try:
            title = find(table.title, table.version)
            self.title: Final = title if table.components is None else title.with_components(table.components)
        except BadSetup as bad:
            raise Difference(None, "title", reason=bad.message.to_json()) from None
        has_dice = table.secret and not table.head.get("lesson")  # a lesson says itself what chance does
        self.dice: Final = FairRng(table.secret) if has_dice else None
        origin = table.head.get("origin") or {}
        self.given: Final[int] = origin.get(
            "at", 0
        )  # the number of actions that came from a record, with other dice
        self.log: list[tuple[int, int]] = []
        self.chances = 0
        self.state: State = self._start()

    def take(self, entry: JournalEntry) -> None:
        """One entry of the journal more."""
        if entry.cut is not None:
            kept = self.log[: entry.cut]
            self.state, self.log, self.chances = self._start(), [], 0
            for seat, action in kept:
                self._carry_out(entry.n, seat, action)
        for seat, action in entry.log:
            self._carry_out(entry.n, seat, action)

    def finish(self) -> None:
        """What the end of the journal promised."""
        if self.log and CHANCE in self.state.to_act():
            raise Difference(None, "waiting")
        result = self.state.result()
        before = list(self.table.head.get("scores") or [])
        if self.table.status == OVER and before and result is None:
            raise Difference(None, "unfinished")
        if before and result is not None and list(result.scores) != before:
            raise Difference(None, "scores", before=before, now=list(result.scores))

    def fingerprint(self) -> str:
        """Equal for equal positions of equal length.

        A position may name its version (Cardinal's does); the number alone makes no difference.
        """
        compared = {name: value for name, value in self.state.to_json().items() if name != "version"}
        position = json.dumps(compared, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(f"{len(self.log)} {position}".encode()).hexdigest()[:32]

    def _start(self) -> State:
        try:
            options = self.title.setup(self.table.seats, self.table.options)
            return self.title.start(self.table.seats, **options)
        except BadSetup as bad:
            raise Difference(None, "setup", reason=bad.message.to_json()) from None

    def _carry_out(self, n: int, seat: int, action: int) -> None:
        if not 0 <= action < len(self.title.vocabulary):
            raise Difference(n, "unknown", action=action)
        refusal = self.state.why_not(seat, action)
        text = self.title.vocabulary[action]
        if refusal is not None:
            raise Difference(n, "illegal", text=text, reason=refusal.reason.to_json())
        if seat == CHANCE:
            self._check_dice(n, action)
        self.state.apply(seat, action)
        self.log.append((seat, action))

    def _check_dice(self, n: int, action: int) -> None:
        if self.dice is not None and len(self.log) >= self.given:
            self.dice.seek(self.chances)
            expected = self.state.draw_lot(self.dice)
            if expected != action:
                vocabulary = self.title.vocabulary
                raise Difference(n, "dice", expected=vocabulary[expected], text=vocabulary[action])
        self.chances += 1


class Finding:
    """What became of one table: its fingerprint, how long it is, and what differs."""

    __slots__ = ("table", "actions", "fingerprint", "difference", "is_of_earlier_version")

    def __init__(self, table: TableRow) -> None:
        self.table = table
        self.actions = 0
        self.fingerprint = ""
        self.difference: Difference | None = None
        self.is_of_earlier_version = False  # than new tables get; it is replayed and goes on by its own


def examine(table: TableRow, journal: Sequence[JournalEntry], find: FindTitle) -> Finding:
    """Replay one table by the version that it was started with."""
    finding = Finding(table)
    try:
        replay = Replay(table, find)
        finding.is_of_earlier_version = table.version < newest(replay.title.versions)
        for place, entry in enumerate(journal):
            if entry.n != place:
                raise Difference(place, "gap", n=place)
            replay.take(entry)
            finding.actions = len(replay.log)
        replay.finish()
        finding.fingerprint = replay.fingerprint()
    except Difference as difference:
        finding.difference = difference
    return finding


async def examine_all(journal: JournalStore, find: FindTitle) -> AsyncIterator[Finding]:
    """Replay every table of a store, the last touched first."""
    before: tuple[int, str] | None = None
    while page := await journal.tables(before=before, limit=PAGE):
        for table in page:
            yield examine(table, await journal.entries(table.id), find)
        before = (page[-1].touched, page[-1].id)
