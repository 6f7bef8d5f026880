"""ViewerFeed: the log and the view of one viewer, and the messages that carry them.

A viewer is a seat or, as None, the spectators. What several viewers see alike is encoded once.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Literal, Protocol, cast

from msgspec import Raw, structs
from msgspec.json import Encoder

from abbatia.core.chance import FairRng
from abbatia.core.contract import State
from abbatia.core.match import LogEntry, Match
from abbatia.core.observation import AnyObservation
from abbatia.core.views import ViewCache
from abbatia.core.words import Message
from abbatia.server.live.table_state import TableState
from abbatia.server.ws.model import (
    Caution,
    ChatLine,
    Happening,
    LessonPlace,
    Line,
    Result,
    Said,
    TableInfo,
    View,
)
from abbatia.server.ws.protocol import Sync, encode
from abbatia.storage.model import PLAYING

Viewer = int | None
Path = tuple[str | int, ...]
"""Names and places that lead to a part of an observation."""
Change = tuple[Path, Any] | tuple[Path, int, int, list[Any]]
"""What is there now; or of the list there, from where on how many items go, and what comes in their stead."""
MISSING: Final = object()
ENCODE: Final = Encoder().encode
NOTHING: Final = Raw(b"[]")
EMPTY: Final = Raw(b"{}")
CURSOR: Final = 18
"""Letters of a cursor."""
ON_A_PAGE: Final = 7
"""Cursors that share one hash."""
REMEMBERED: Final = 5_000
"""Entries back to which a cursor is recognised; a client that was away for longer gets a whole sync."""


class Listener(Protocol):
    """A receiver of messages: a connection."""

    def post(self, text: str) -> None:
        """Send an encoded message, soon."""

    def reseat(self, table: str, seats: dict[int, int]) -> Sequence["Viewer"]:
        """Seats were drawn, so that this connection has others; returns the viewers that it is now."""

    def lose(self, table: str, seat: int) -> bool:
        """A seat is no longer this connection's; says whether it has no other seat there."""


def said(message: Message) -> Said:
    return Said(message.key, message.args)


class EncodedEvents:
    """The events of one action, encoded for each viewer; once for all where the event has no secret."""

    __slots__ = ("entry", "text", "alike")

    def __init__(self, entry: LogEntry, texts: Sequence[str]) -> None:
        self.entry = entry
        self.text = texts[entry.action]
        self.alike: Raw | None = None  # None: viewers see different events
        events: list[Said] = []
        for event in entry.events:
            if event.to:
                return
            if event.seen is not None:
                events.append(Said(event.seen.key, event.seen.args))
        self.alike = Raw(ENCODE(events)) if events else NOTHING

    def written_for(self, viewer: Viewer) -> Raw:
        """The events as one viewer sees them, where viewers see different ones."""
        seen = [event.view(viewer) for event in self.entry.events]
        events = [said(message) for message in seen if message is not None]
        return Raw(ENCODE(events)) if events else NOTHING


class ViewerFeed:
    """What one viewer has been shown, and the connections that show it."""

    __slots__ = ("viewer", "holder", "log", "places", "listeners", "seen", "shown", "page", "page_number")

    def __init__(self, viewer: Viewer, holder: bytes = b"") -> None:
        self.viewer = viewer
        self.holder = holder  # the hash of the token that holds the seat
        self.log: list[Raw] = []  # happenings, encoded
        self.places: list[int] = []  # where in the log of the match each happening stands
        self.listeners: list[Listener] = []
        self.seen: AnyObservation | None = None  # the table as it was looked at last
        self.shown: View | None = None  # the view that was made last, without the observation
        self.page = ""  # the cursors in use
        self.page_number = -1

    def cursor(self, cursors: "Cursors", table: TableState) -> str:
        """Where in the journal this viewer is when it has seen everything.

        It is the place of the newest entry that the viewer has seen: what others did in secret after it
        changes no cursor.
        """
        newest = max(table.cut_for(self.viewer), table.chat[-1].n if table.chat else -1)
        if self.places:
            newest = max(newest, table.entries[self.places[-1]])
        number = (newest + 1) // ON_A_PAGE
        if number != self.page_number:
            self.page_number = number
            self.page = cursors.page(table.id, self.viewer, number)
        return cursor_on(self.page, newest + 1)

    def hear(self, encoded: EncodedEvents) -> None:
        """Write down what happened, if this viewer sees anything of it."""
        entry, log, events = encoded.entry, self.log, encoded.alike
        if events is None:
            events = encoded.written_for(self.viewer)
        text = encoded.text if entry.seat == self.viewer else None
        if text is not None or events is not NOTHING:
            log.append(Raw(ENCODE(Happening(len(log), entry.seat, text, cast(Any, events), entry.turn))))
            self.places.append(entry.number)

    def rewrite(self, table: TableState) -> int:
        """Write the log anew from the match; returns from where on it differs from what it was."""
        old = self.log
        self.log, self.places = [], []
        if table.match is not None:
            texts = table.title.vocabulary
            replay(table.match, lambda entry: self.hear(EncodedEvents(entry, texts)))
        same = 0
        while same < min(len(old), len(self.log)) and old[same] == self.log[same]:
            same += 1  # wherever it stands in the log of the match, where others take back what is secret
        return same

    def happenings(self, first: int) -> list[Happening]:
        """The log from there on, as messages carry it: encoded already."""
        return cast(list[Happening], self.log[first:])

    def look(self, table: TableState, views: ViewCache) -> AnyObservation | None:
        """Look at the table as it is now; returns what was seen before."""
        assert table.match is not None
        before, self.seen = self.seen, views.look(table.match.state, self.viewer)
        self.shown = view_of(table, self.viewer)
        return before

    def whole(self) -> View | None:
        """The view that was made last, with the observation."""
        if self.shown is None:
            return None
        return structs.replace(self.shown, observation=Raw(ENCODE(self.seen)))


def replay(match: Match, listener: Callable[[LogEntry], None]) -> Match:
    """Play a match once more for a listener."""
    dice = match.rng if isinstance(match.rng, FairRng) else FairRng(b"")
    return Match(match.title, match.seats, match.options, rng=dice, log=match.log, listeners=[listener])


# -- views


def view_of(table: TableState, viewer: Viewer) -> View:
    """All that a viewer sees of the table besides the log, without what it observes."""
    match = table.match
    assert match is not None
    state = match.state
    to_act = table.to_act()
    result = None if to_act else result_of(match)
    if viewer is None:
        return View(EMPTY, to_act, (), None, 0, "none", False, result)
    legal: Sequence[str] = ()
    asked: Said | None = None
    cautions: Sequence[Caution] = ()
    if viewer in to_act:
        cautions = cautions_of(state, viewer)
        legal = list(map(table.title.vocabulary.__getitem__, state.legal(viewer)))
        asked = said(state.prompt(viewer))
    nth, redo = len(table.commands[viewer]), bool(table.undone[viewer]) and can_redo(table, viewer)
    lesson = lesson_of(table, viewer)
    return View(EMPTY, to_act, legal, asked, nth, undo_of(table, viewer), redo, result, cautions, lesson)


def lesson_of(table: TableState, viewer: int) -> LessonPlace | None:
    """Where a learner is in the lesson."""
    walk = table.walk()
    if walk is None or walk.lesson.learner != viewer:
        return None
    key = walk.key()
    text = None if key is None else table.title.vocabulary[key]
    return LessonPlace(walk.since, walk.step, walk.done, walk.is_met, text)


def cautions_of(state: State, seat: int) -> list[Caution]:
    """What a seat should know before it acts."""
    return [
        Caution(said(found.reason), found.rule, found.certain, found.chosen) for found in state.cautions(seat)
    ]


def undo_of(table: TableState, seat: int) -> Literal["none", "free", "consent"]:
    """What a seat needs to take back its last action."""
    if table.status != PLAYING or seat not in table.acted:
        return "none"
    if table.is_free(seat):
        return "free"
    return "consent" if table.head.take_back == "agree" else "none"


def can_redo(table: TableState, seat: int) -> bool:
    """Whether what a seat took back last can be done again."""
    undone = table.undone[seat]
    return table.status == PLAYING and table.match is not None and undone[-1] in table.match.state.legal(seat)


def result_of(match: Match) -> Result | None:
    """The result of a match that is over."""
    result = match.result()
    if result is None:
        return None
    lines = [[Line(said(line.label), line.points, line.rule) for line in sheet] for sheet in result.lines]
    return Result(list(result.scores), lines, list(result.ranks))


# -- messages


class Cursors:
    """Places in a journal, written so that a viewer learns nothing from them."""

    def __init__(self, key: bytes) -> None:
        self.keyed: Final = hashlib.blake2b(key)

    def page(self, table: str, viewer: Viewer, number: int) -> str:
        """Some cursors in a row."""
        mixed = self.keyed.copy()
        mixed.update(f"{table} {viewer} {number}".encode())
        return mixed.hexdigest()

    def find(self, table: str, viewer: Viewer, n: int, cursors: Collection[str]) -> int | None:
        """How many entries the owner of one of these cursors has seen; None if none of them is known."""
        if not cursors:
            return None
        number, page = -1, ""
        for seen in range(n, max(n - REMEMBERED, -1), -1):
            if seen // ON_A_PAGE != number:
                number = seen // ON_A_PAGE
                page = self.page(table, viewer, number)
            if cursor_on(page, seen) in cursors:
                return seen
        return None


def cursor_on(page: str, n: int) -> str:
    start = n % ON_A_PAGE * CURSOR
    return page[start : start + CURSOR]


def sync_of(
    table: TableState,
    feed: ViewerFeed,
    info: TableInfo,
    cursor: str,
    since: int | None,
    re: int,
    seats: Sequence[Viewer] | None = None,
    spectator_chat: Iterable[ChatLine] = (),
) -> str:
    """A message with all a viewer needs, or with what it missed since the entry `since` of the journal."""
    whole = since is None or table.cut_for(feed.viewer) >= since
    seen = 0 if since is None or whole else since
    first = 0
    while not whole and first < len(feed.log) and table.entries[feed.places[first]] < seen:
        first += 1
    muted = table.muted[feed.viewer] if feed.viewer is not None else set()
    chat = [said.line for said in table.chat if said.n >= seen and said.line.seat not in muted]
    if whole and None not in muted:
        chat = sorted([*chat, *spectator_chat], key=lambda line: line.at)
    return encode(
        Sync(
            re=re,
            table=info,
            viewer=feed.viewer,
            cursor=cursor,
            whole=whole,
            first=first,
            log=feed.happenings(first),
            chat=chat,
            muted=sorted(muted, key=lambda who: -1 if who is None else who),
            view=feed.whole() if table.match is not None else None,
            seats=None if seats is None else [seat for seat in seats if seat is not None],
        )
    )


# -- what has changed of an observation: views share what stays the same, and the same object is not compared


class StepChanges:
    """The encoded changes of one step, shared by viewers that see the same sections."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: dict[Path, tuple[Any, Any, bytes]] = {}  # a section before, now, and the difference

    def encode(self, before: AnyObservation | None, after: AnyObservation) -> Raw:
        """The changes that make what a viewer saw into what it sees."""
        old: dict[str, Any] = {} if before is None else cast(dict[str, Any], before)
        texts: list[bytes] = []
        for name, value in cast(dict[str, Any], after).items():
            known = old.get(name, MISSING)
            if value is known:
                continue
            if name == "public" and known is not MISSING:
                self._add_sections(texts, known, value)
            else:
                self._add(texts, (name,), known, value)
        return Raw(b"[" + b",".join(texts) + b"]") if texts else NOTHING

    def _add_sections(self, texts: list[bytes], old: dict[str, Any], new: dict[str, Any]) -> None:
        for name, value in new.items():
            known = old.get(name, MISSING)
            if value is not known:
                self._add(texts, ("public", name), known, value)

    def _add(self, texts: list[bytes], path: Path, old: Any, new: Any) -> None:
        last = self.last.get(path)
        if last is None or last[0] is not old or last[1] is not new:
            changes: list[Change] = []
            if new != old:
                note_changes(changes, path, old, new)
            last = old, new, ENCODE(changes)[1:-1]
            self.last[path] = last
        if last[2]:
            texts.append(last[2])


def note_changes(changes: list[Change], path: Path, old: Any, new: Any) -> None:
    """Add what changed between two values that differ, as deep inside as it can be said."""
    if isinstance(new, dict) and isinstance(old, dict) and list(new) == list(old):
        for name, value in new.items():
            known = old[name]
            if value is not known and value != known:
                note_changes(changes, (*path, name), known, value)
    elif isinstance(new, list) and isinstance(old, list):
        _note_items(changes, path, old, new)
    else:
        changes.append((path, new))


def _note_items(changes: list[Change], path: Path, old: list[Any], new: list[Any]) -> None:
    if len(new) != len(old):
        first, last = _alike(old, new)
        changes.append((path, first, len(old) - first - last, new[first : len(new) - last]))
    elif new and isinstance(new[0], (dict, list)):
        for place, value in enumerate(new):
            known = old[place]
            if value is not known and value != known:
                note_changes(changes, (*path, place), known, value)
    else:
        changes.append((path, new))


def _alike(old: list[Any], new: list[Any]) -> tuple[int, int]:
    """How many items at the beginning and, besides these, at the end of two lists are equal."""
    shorter = min(len(old), len(new))
    first = 0
    while first < shorter and old[first] == new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, last
