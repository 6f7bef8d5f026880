"""Replaying stored games: do the present rules lead to the same positions?"""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final

from abbatia.core.chance import FairRng
from abbatia.core.contract import CHANCE, BadSetup, State, Title
from abbatia.core.words import Message
from abbatia.errors import AbbatiaError
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import OVER, JournalEntry, TableRow, TableUpdate

PAGE: Final = 200


class Difference(AbbatiaError):
    """Something that replays differently: at which entry of the journal (None: at its end), and how."""

    def __init__(self, entry: int | None, key: str, **args: Any) -> None:
        super().__init__(key)
        self.entry = entry
        self.message = Message(f"storage.difference.{key}", **args)


class Replay:
    """A stored game played again, entry by entry. Raises Difference at the first one."""

    def __init__(self, table: TableRow, find: Callable[[str], Title]) -> None:
        self.table: Final = table
        try:
            title = find(table.title)
            self.title: Final = title if table.components is None else title.with_components(table.components)
        except BadSetup as bad:
            raise Difference(None, "title", reason=bad.message.to_json()) from None
        self.dice: Final = FairRng(table.secret) if table.secret else None
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
        """Equal for equal positions of equal length, whatever version of the rules led to them.

        A position may name its version (Cardinal's does); that it has risen is no difference.
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

    __slots__ = ("table", "actions", "fingerprint", "difference", "version")

    def __init__(self, table: TableRow) -> None:
        self.table = table
        self.actions = 0
        self.fingerprint = ""
        self.difference: Difference | None = None
        self.version = table.version  # of the rules that replayed it

    @property
    def is_of_other_version(self) -> bool:
        return self.version != self.table.version

    @property
    def can_be_stamped(self) -> bool:
        """Whether the present rules tell the same, so that it may go on by them."""
        return self.is_of_other_version and self.difference is None


def examine(table: TableRow, journal: Sequence[JournalEntry], find: Callable[[str], Title]) -> Finding:
    """Replay one table."""
    finding = Finding(table)
    try:
        replay = Replay(table, find)
        finding.version = replay.title.version
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


async def examine_all(journal: JournalStore, find: Callable[[str], Title]) -> AsyncIterator[Finding]:
    """Replay every table of a store, the last touched first."""
    before: tuple[int, str] | None = None
    while page := await journal.tables(before=before, limit=PAGE):
        for table in page:
            yield examine(table, await journal.entries(table.id), find)
        before = (page[-1].touched, page[-1].id)


async def restamp(journal: JournalStore, found: Sequence[Finding]) -> None:
    """Let tables that replay the same go on by the present version of their rules."""
    for finding in found:
        if finding.can_be_stamped:
            await journal.change(
                finding.table.id, TableUpdate(version=finding.version), finding.table.touched
            )
