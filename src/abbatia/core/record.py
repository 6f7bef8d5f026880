"""The text record of a match: save file, bug report, import and export, test fixture.

    abbatia record 1
    title: cardinal 1
    seats: 3
    options: variant=true
    names: Anne | Bertrand | Christian
    players: human | prior | abbot  (a person or the name of a bot for each seat, when known)
    seating: 3 1 2                (the seats were drawn from the seed: the third sits first)
    take_backs: 2@14 1@30         (what was revealed was taken back: by seat 2, to the 14th action)
    commitment: 9f86d0…           (the SHA-256 of the seed, from the start)
    seed: 00ff…                   (once the match is over)
    result: 61 45 52              (once the match is over)

    * deal france
    1 pay france
    end: 2 4be17d0c93a1           (number of actions, fingerprint of all lines above)

Seats count from 1, `*` is chance. `components:` holds the player's own board or cards as JSON. A header that
has nothing to say is left out. The last line tells a whole record from one that was cut off or changed.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from abbatia.core.chance import FairRng, Rng, commitment, draw_seats
from abbatia.core.contract import CHANCE, BadSetup, OptionValue, Title
from abbatia.core.match import BadLog, Match, TakeBack
from abbatia.core.reading import parse_file
from abbatia.core.words import Message, words
from abbatia.errors import AbbatiaError

FIRST_LINE: Final = "abbatia record 1"
MAX_BYTES: Final = 4_000_000
MAX_ACTION_LINE: Final = 120
MAX_SEATS: Final = 9
MAX_SECRET: Final = 64
MAX_TAKE_BACKS: Final = 10_000
HEADERS: Final = (
    "title",
    "seats",
    "options",
    "names",
    "players",
    "components",
    "seating",
    "take_backs",
    "commitment",
    "seed",
    "result",
)
ACTION: Final = re.compile(r"(\*|[1-9]) (\S(?:.*\S)?)")
PLAYER: Final = re.compile(r"[a-z][a-z0-9_]{0,39}(?:\*[1-9][0-9]{0,2})?")  # a name, never a command to run
HUMAN: Final = "human"
SAFE_NAME: Final = re.compile(r"[^\x00-\x1f|\x7f]{1,40}")


FindTitle = Callable[[str, int], Title]
"""Gives the rules of a title and version; raises BadSetup for what it does not know."""


class BadRecord(AbbatiaError):
    """Raised for a text that is no record, or one that cannot be replayed: the line and the reason."""

    def __init__(self, line: int, key: str, **args: Any) -> None:
        self.line = line
        self.message = Message(key, line=line, **args)
        super().__init__(words("en").say(self.message))


class Record:
    """What a record says, before anything of it was checked against the rules."""

    def __init__(self, title: str, version: int, seats: int) -> None:
        self.title = title
        self.version = version
        self.seats = seats
        self.options: dict[str, OptionValue] = {}
        self.names: list[str] = []
        self.players: list[str] = []  # HUMAN or the name of a bot for each seat; empty when not known
        self.components: dict[str, Any] | None = None
        self.seating: list[
            int
        ] = []  # where each seat sat before the seats were drawn; empty when they were not
        self.take_backs: list[TakeBack] = []
        self.commitment = ""
        self.seed = b""
        self.result: tuple[int, ...] = ()
        self.log: list[tuple[int, str]] = []
        self.lines: dict[str, int] = {}  # where each header stands
        self.first_action = 0  # the line of the first action

    @classmethod
    def of(cls, match: Match, names: Sequence[str] = (), players: Sequence[str] = ()) -> "Record":
        """The record of a match so far. The seed of fair dice is in it only once the match is over."""
        record = cls(match.title.name, match.title.version, match.seats)
        record.options = {
            option.name: match.options[option.name]
            for option in match.title.options
            if match.options[option.name] != option.default
        }
        record.names = list(names)
        record.players = list(players)
        record.components = match.title.own_components
        record.take_backs = list(match.take_backs)
        result = match.result()
        if isinstance(match.rng, FairRng):
            record.commitment = match.rng.commitment
            if result is not None:
                record.seed = match.rng.secret
        if result is not None:
            record.result = result.scores
        vocabulary = match.title.vocabulary
        record.log = [(seat, vocabulary[action]) for seat, action in match.log]
        return record


def print_record(record: Record) -> str:
    """The record as text; `parse` reads it back."""
    lines = [FIRST_LINE, f"title: {record.title} {record.version}", f"seats: {record.seats}"]
    if record.options:
        options = [f"{name}={_show(value)}" for name, value in record.options.items()]
        lines.append("options: " + " ".join(options))
    if record.names:
        lines.append("names: " + " | ".join(record.names))
    if record.players:
        lines.append("players: " + " | ".join(record.players))
    if record.components is not None:
        components = json.dumps(record.components, ensure_ascii=False, separators=(",", ":"))
        lines.append(f"components: {components}")
    if record.seating:
        lines.append("seating: " + " ".join(str(seat + 1) for seat in record.seating))
    if record.take_backs:
        lines.append("take_backs: " + " ".join(f"{seat + 1}@{at}" for seat, at in record.take_backs))
    if record.commitment:
        lines.append(f"commitment: {record.commitment}")
    if record.seed:
        lines.append(f"seed: {record.seed.hex()}")
    if record.result:
        lines.append("result: " + " ".join(str(score) for score in record.result))
    lines.append("")
    lines += [f"{'*' if seat == CHANCE else seat + 1} {text}" for seat, text in record.log]
    lines.append(f"end: {len(record.log)} {_fingerprint(lines)}")
    return "\n".join(lines) + "\n"


def parse(source: str | bytes) -> Record:
    """Read a record. Raises BadRecord, and nothing else, whatever it is given."""
    lines = _lines(source)
    if not lines or lines[0] != FIRST_LINE:
        raise BadRecord(1, "core.record.no_record", first=FIRST_LINE)
    headers, blank = _headers(lines)
    record = _from_headers(headers)
    _check_end(lines)
    record.first_action = blank + 2
    for number, line in enumerate(lines[blank + 1 : -1], start=blank + 2):
        record.log.append(_entry(number, line, record.seats))
    return record


def replay(record: Record, find: FindTitle, *, to: int | None = None, rng: Rng | None = None) -> Match:
    """The match of a record (up to its action number `to`). Raises BadRecord at the first fault."""
    title = _title(record, find)
    log: list[tuple[int, int]] = []
    for index, (seat, text) in enumerate(record.log[:to]):
        action = title.numbers.get(text)
        if action is None:
            raise BadRecord(record.first_action + index, "core.record.unknown_action", text=text)
        log.append((seat, action))
    try:
        match = Match(title, record.seats, record.options, rng=rng or Rng(0), log=log)
        match.take_backs.extend(record.take_backs)
        return match
    except BadLog as bad:
        text = record.log[bad.index][1]
        reason = bad.refusal.reason.to_json()
        raise BadRecord(
            record.first_action + bad.index, "core.record.illegal", text=text, reason=reason
        ) from None
    except BadSetup as bad:
        line = record.lines.get("options", record.lines.get("seats", 1))
        raise BadRecord(line, "core.record.bad_setup", reason=bad.message.to_json()) from None


def verify(record: Record, find: FindTitle) -> Match:
    """Check a record whole: every action, the dice against the seed, the scores. Raises BadRecord."""
    match = replay(record, find)
    if len(match.log) > len(record.log):
        raise BadRecord(record.first_action + len(record.log), "core.record.chance_missing")
    if record.seed:
        if record.commitment != commitment(record.seed):
            raise BadRecord(record.lines.get("seed", 1), "core.record.wrong_seed")
        if record.seating and record.seating != draw_seats(record.seed, record.seats):
            raise BadRecord(record.lines.get("seating", 1), "core.record.wrong_seating")
        _check_dice(record, match)
    result = match.result()
    if record.result and (result is None or result.scores != record.result):
        found = " ".join(map(str, result.scores)) if result else "–"
        raise BadRecord(record.lines.get("result", 1), "core.record.wrong_result", found=found)
    return match


def _check_dice(record: Record, match: Match) -> None:
    """Play the log once more and ask the seed for every outcome."""
    dice = FairRng(record.seed)
    state = match.title.start(match.seats, **match.options)
    chances = 0
    for index, (seat, action) in enumerate(match.log):
        if seat == CHANCE:
            dice.seek(chances)
            chances += 1
            if state.draw_lot(dice) != action:
                text = record.log[index][1]
                raise BadRecord(record.first_action + index, "core.record.wrong_dice", text=text)
        state.apply(seat, action)


def _title(record: Record, find: FindTitle) -> Title:
    """The rules that the record was written with."""
    line = record.lines.get("title", 2)
    try:
        title = find(record.title, record.version)
    except BadSetup as bad:
        is_version = bad.message.key == "core.unknown_version"
        key = "core.record.other_version" if is_version else "core.record.unknown_title"
        raise BadRecord(line, key, **bad.message.args) from None
    if record.components is None:
        return title
    try:
        return title.with_components(record.components)
    except BadSetup as bad:
        line = record.lines.get("components", 1)
        raise BadRecord(line, "core.record.bad_components", reason=bad.message.to_json()) from None


def _lines(source: str | bytes) -> list[str]:
    data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    if len(data) > MAX_BYTES:
        line = data.count(b"\n", 0, MAX_BYTES) + 1
        raise BadRecord(line, "core.record.too_long", limit=MAX_BYTES // 1_000_000)
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise BadRecord(data.count(b"\n", 0, error.start) + 1, "core.record.not_text") from None
    if lines and lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _headers(lines: list[str]) -> tuple[dict[str, tuple[int, str]], int]:
    """The headers with their line numbers, and the index of the blank line that ends them."""
    headers: dict[str, tuple[int, str]] = {}
    for index, line in enumerate(lines[1:], start=1):
        if not line:
            return headers, index
        name, colon, value = line.partition(": ")
        if not colon or name not in HEADERS:
            raise BadRecord(index + 1, "core.record.bad_header", known=list(HEADERS))
        if name in headers:
            raise BadRecord(index + 1, "core.record.double_header", header=name)
        headers[name] = (index + 1, value)
    raise BadRecord(len(lines), "core.record.cut_off")


def _from_headers(headers: dict[str, tuple[int, str]]) -> Record:
    for needed in ("title", "seats"):
        if needed not in headers:
            raise BadRecord(2, "core.record.missing_header", header=needed)
    line, value = headers["title"]
    found = re.fullmatch(r"([a-z_]{1,40}) ([0-9]{1,6})", value)
    if not found:
        raise BadRecord(line, "core.record.bad_value", header="title")
    seats_line, seats = headers["seats"]
    if not re.fullmatch(rf"[1-{MAX_SEATS}]", seats):
        raise BadRecord(seats_line, "core.record.bad_value", header="seats")
    record = Record(found.group(1), int(found.group(2)), int(seats))
    record.lines = {name: number for name, (number, _) in headers.items()}
    for name, read in READERS.items():
        if name in headers:
            number, value = headers[name]
            if not read(record, value):
                raise BadRecord(number, "core.record.bad_value", header=name)
    return record


def _read_options(record: Record, value: str) -> bool:
    for part in value.split(" "):
        found = re.fullmatch(r"([a-z_0-9]{1,40})=([a-z_0-9]{1,40})", part)
        if not found or found.group(1) in record.options:
            return False
        record.options[found.group(1)] = {"true": True, "false": False}.get(found.group(2), found.group(2))
    return True


def _read_names(record: Record, value: str) -> bool:
    record.names = value.split(" | ")
    return len(record.names) == record.seats and all(SAFE_NAME.fullmatch(name) for name in record.names)


def _read_players(record: Record, value: str) -> bool:
    record.players = value.split(" | ")
    return len(record.players) == record.seats and all(PLAYER.fullmatch(player) for player in record.players)


def _read_components(record: Record, value: str) -> bool:
    try:
        record.components = parse_file(value)
    except BadSetup as bad:
        line = record.lines["components"]
        raise BadRecord(line, "core.record.bad_components", reason=bad.message.to_json()) from None
    return True


def _read_seating(record: Record, value: str) -> bool:
    if not re.fullmatch(r"[1-9](?: [1-9])*", value):
        return False
    record.seating = [int(seat) - 1 for seat in value.split(" ")]
    return sorted(record.seating) == list(range(record.seats))


def _read_take_backs(record: Record, value: str) -> bool:
    for part in value.split(" ", MAX_TAKE_BACKS):
        found = re.fullmatch(r"([1-9])@([0-9]{1,6})", part)
        if not found or int(found.group(1)) > record.seats:
            return False
        record.take_backs.append(TakeBack(int(found.group(1)) - 1, int(found.group(2))))
    return True


def _read_commitment(record: Record, value: str) -> bool:
    record.commitment = value
    return bool(re.fullmatch(r"[0-9a-f]{64}", value))


def _read_seed(record: Record, value: str) -> bool:
    if not re.fullmatch(rf"(?:[0-9a-f]{{2}}){{1,{MAX_SECRET}}}", value):
        return False
    record.seed = bytes.fromhex(value)
    return True


def _read_result(record: Record, value: str) -> bool:
    if not re.fullmatch(r"-?[0-9]{1,6}(?: -?[0-9]{1,6})*", value):
        return False
    record.result = tuple(int(score) for score in value.split(" "))
    return len(record.result) == record.seats


READERS: Final[dict[str, Callable[[Record, str], bool]]] = {
    "options": _read_options,
    "names": _read_names,
    "players": _read_players,
    "components": _read_components,
    "seating": _read_seating,
    "take_backs": _read_take_backs,
    "commitment": _read_commitment,
    "seed": _read_seed,
    "result": _read_result,
}


def _check_end(lines: list[str]) -> None:
    """The last line counts the actions and holds a fingerprint of all lines above it."""
    last = len(lines)
    found = re.fullmatch(r"end: ([0-9]{1,6}) ([0-9a-f]{12})", lines[-1])
    if not found:
        raise BadRecord(last, "core.record.cut_off")
    if found.group(2) != _fingerprint(lines[:-1]):
        raise BadRecord(last, "core.record.changed")


def _entry(number: int, line: str, seats: int) -> tuple[int, str]:
    found = ACTION.fullmatch(line) if len(line) <= MAX_ACTION_LINE else None
    if not found:
        raise BadRecord(number, "core.record.bad_action")
    if found.group(1) == "*":
        return CHANCE, found.group(2)
    seat = int(found.group(1)) - 1
    if seat >= seats:
        raise BadRecord(number, "core.record.bad_seat", seat=seat + 1, seats=seats)
    return seat, found.group(2)


def _fingerprint(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8")).hexdigest()[:12]


def _show(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else value
