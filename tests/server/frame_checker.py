"""Every frame of every client, held against what its viewer may see by the rules alone."""

import hashlib
import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, json
from msgspec.structs import fields

from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import CHANCE
from abbatia.core.match import LogEntry, Match
from abbatia.games import load
from abbatia.server.ws import protocol as wire
from abbatia.server.ws.model import TableInfo, View
from abbatia.storage.model import JournalEntry, SeatHolder, TableRow
from tests.server.crash_test import Json, PlayedTable
from tests.server.ws_client import laid_over

MESSAGES: Final[dict[str, type[Struct]]] = {
    "sync": wire.Sync,
    "step": wire.Step,
    "table": wire.TableChanged,
    "chatted": wire.Chatted,
    "done": wire.Done,
    "refused": wire.Refused,
    "previewed": wire.Previewed,
}
KEYS: Final = {kind: {field.name for field in fields(struct)} | {"type"} for kind, struct in MESSAGES.items()}
INFO: Final = {field.name for field in fields(TableInfo)}
VIEW: Final = {field.name for field in fields(View)}
SEEN: Final = ("observation", "to_act", "legal", "asked", "result")


def canonical(value: Any) -> bytes:
    return json.encode(json.decode(json.encode(value)), order="sorted")


class ViewerHistory:
    """What one viewer may ever have been shown of a match: its log, and its view after every entry."""

    def __init__(self, viewer: int | None) -> None:
        self.viewer: Final = viewer
        self.log: Final[list[bytes]] = []
        self.views: Final[dict[bytes, set[int]]] = defaultdict(set)  # how long the log was at such a view

    def hear(self, happening: LogEntry, match: Match) -> None:
        told = [event.view(self.viewer) for event in happening.events]
        events = [message.to_json() for message in told if message is not None]
        is_own = happening.seat == self.viewer
        if events or is_own:
            text = match.title.vocabulary[happening.action] if is_own else None
            number = len(self.log)
            entry: Json = {"number": number, "seat": happening.seat, "text": text, "events": events}
            entry["turn"] = happening.turn
            self.log.append(canonical(entry))

    def look(self, match: Match) -> None:
        state, viewer = match.state, self.viewer
        result = state.result()
        view: dict[str, Any] = {
            "observation": state.observe(viewer),
            "to_act": list(state.to_act()),
            "legal": [],
            "asked": None,
            "result": result.to_json() if result else None,
        }
        if viewer is not None and viewer in state.to_act():
            view["legal"] = [match.title.vocabulary[action] for action in state.legal(viewer)]
            view["asked"] = state.prompt(viewer).to_json()
        self.views[canonical(view)].add(len(self.log))


def eyes_of(table: TableRow, journal: Sequence[JournalEntry]) -> dict[int | None, ViewerHistory]:
    """Play the journal once more and look at it through everybody's eyes."""
    viewers: list[int | None] = [None, *range(table.seats)]
    eyes = {viewer: ViewerHistory(viewer) for viewer in viewers}
    title = load(table.title)
    log = [action for entry in journal for action in entry.log]
    match = Match(title, table.seats, table.options, rng=FairRng(table.secret))  # chance acts at once
    told: list[LogEntry] = []
    Match(title, table.seats, table.options, rng=Rng(0), log=log, listeners=[told.append])
    place = 0
    for entry in journal:
        if not entry.log:
            continue
        if entry.seat is not None:
            for seat, action in entry.log:
                if seat != CHANCE:
                    match.play(seat, action)
        for happening in told[place : place + len(entry.log)]:
            for eye in eyes.values():
                eye.hear(happening, match)
        place += len(entry.log)
        assert match.log == log[:place]
        for eye in eyes.values():
            eye.look(match)
    return eyes


def check_frames(
    played: PlayedTable, table: TableRow, journal: Sequence[JournalEntry], held: Sequence[SeatHolder]
) -> int:
    """All frames of all clients of a table; how many there were. Fails at the first that says too much."""
    eyes = eyes_of(table, journal)
    count = 0
    for own, player in zip(played.clients, played.players, strict=True):
        keys = {hashlib.sha256(token.encode()).digest() for token in player.tokens}
        viewers: set[int | None] = {seat.seat for seat in held if seat.token in keys} or {None}  # as drawn
        assert len(viewers) == max(len(own), 1)
        views: dict[int | None, Json] = {}
        for packed in player.frames:
            text = zlib.decompress(packed).decode()
            check_text(text, played, table)
            check_frame(json.decode(text), viewers, eyes, views, table)
            count += 1
    return count


def check_text(text: str, played: PlayedTable, table: TableRow) -> None:
    """No token, ever; the seed only once the match is over."""
    for token in (*played.tokens, played.host):
        assert token not in text
        assert hashlib.sha256(token.encode()).hexdigest() not in text
    if table.secret.hex() in text:
        assert '"state":"over"' in text


def check_frame(
    frame: Json,
    viewers: set[int | None],
    eyes: dict[int | None, ViewerHistory],
    views: dict[int | None, Json],
    table: TableRow,
) -> None:
    kind = frame["type"]
    assert set(frame) == KEYS[kind], "a field that no message has"
    if kind in ("sync", "table"):
        check_info(frame["table"], table)
    if kind in ("sync", "step"):
        assert frame["viewer"] in viewers, "told through other eyes"
        check_view(frame, eyes[frame["viewer"]], views)
        assert kind == "step" or all(set(line) == {"seat", "name", "text", "at"} for line in frame["chat"])
    if kind == "chatted":
        assert frame["viewer"] in viewers
        assert " says " in frame["line"]["text"]
    if kind == "previewed":
        assert frame["seat"] in viewers
    if kind == "refused":
        assert frame["code"] == "stale"


def check_view(frame: Json, eye: ViewerHistory, views: dict[int | None, Json]) -> None:
    """The happenings are this viewer's, and the view is the one that belongs to them."""
    first, log = frame["first"], frame["log"]
    assert [canonical(entry) for entry in log] == eye.log[first : first + len(log)]
    view = views[eye.viewer] = laid_over(views.get(eye.viewer), frame)
    assert set(view) == VIEW
    allowed = eye.views.get(canonical({name: view[name] for name in SEEN}))
    assert allowed is not None, "a view that this viewer never had"
    assert first + len(log) in allowed, "a view of another moment than its log"


def check_info(info: Json, table: TableRow) -> None:
    assert set(info) == INFO
    assert info["commitment"] == hashlib.sha256(table.secret).hexdigest()
    is_over = info["state"] == "over"
    assert info["seed"] == (table.secret.hex() if is_over else None)
    assert (info["scores"] is None) == (not is_over)
