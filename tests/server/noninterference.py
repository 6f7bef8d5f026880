"""Scripts of whole games for a test of noninterference: pairs that differ in secrets and private steps alone.

A script is a list of ticks; in each some seats act. The server plays both scripts, and everything that the
viewers get of them is kept, tick by tick, to be compared.
"""

import json
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import CHANCE, Event, State
from abbatia.core.match import Match
from abbatia.core.playout import Entry
from abbatia.games import load
from tests.server.running_server import Json, RunningServer
from tests.server.ws_client import Client, client, tokens_of

SEED: Final = bytes(range(32))
SEATS: Final = 3
VIEWERS: Final = (None, 0)
"""Those who must not be able to tell: spectators and the first seat. The secrets are the other seats'."""
UNDO: Final = "undo"


class ScriptedAction(NamedTuple):
    """What a seat does: plays an action, or takes back its last one."""

    seat: int
    text: str


Tick = list[ScriptedAction]


class GameScript(NamedTuple):
    """A whole game: what is done in each tick, and all that chance does, in order."""

    title: str
    options: dict[str, bool]
    ticks: list[Tick]
    lots: list[int]


# -- scripts that differ by what chance dealt in secret ----------------------------------------------------


def random_log(title: str, options: dict[str, bool], seed: int) -> list[Entry]:
    match = Match(load(title), SEATS, options, rng=FairRng(SEED))
    rng = Rng(seed)
    while live_tables := match.to_act():
        seat = live_tables[rng.below(len(live_tables))]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match.log


def applied(state: State, entry: Entry, secrets: list[int] | None = None) -> Any:
    """Carry out an entry; what the viewers see then and are told of it. `secrets` counts what was secret."""
    events: list[Event] = []
    state.events = events
    state.apply(*entry)
    state.events = None
    if secrets is not None:
        secrets.append(sum(1 for event in events if event.to))
    return [[state.observe(viewer), [event.view(viewer) for event in events]] for viewer in VIEWERS]


def dealt_otherwise(title: str, options: dict[str, bool], seed: int) -> tuple[GameScript, GameScript]:
    """A random game, and the same one in which two hidden cards were dealt the other way round."""
    log = random_log(title, options, seed)
    state = load(title).start(SEATS, **options)
    positions, seen, secrets = [state.clone()], [], list[int]()
    for entry in log:
        seen.append(applied(state, entry, secrets))
        positions.append(state.clone())
    lots = [number for number, (seat, _) in enumerate(log) if seat == CHANCE and secrets[number]]
    for first, second in combinations(lots, 2):
        other = list(log)
        other[first], other[second] = log[second], log[first]
        if log[first] != log[second] and is_other_secret(other, positions, seen, first, second):
            return script_of(title, options, log), script_of(title, options, other)
    raise ValueError(f"no secret of the game {title} {seed} lasts to its end")


def is_other_secret(
    log: list[Entry], positions: list[State], seen: list[Any], first: int, second: int
) -> bool:
    """Whether a log with two cards exchanged is legal, looks the same, and leads to another position."""
    state = positions[first].clone()
    for number in range(first, len(log)):
        if state.why_not(*log[number]) is not None or applied(state, log[number]) != seen[number]:
            return False
        if number == second and state.to_json() == positions[second + 1].to_json():
            return False
    return True


def script_of(title: str, options: dict[str, bool], log: Sequence[Entry]) -> GameScript:
    """Every action is a tick: all of them are public in these titles."""
    texts = load(title).vocabulary
    ticks = [[ScriptedAction(seat, texts[action])] for seat, action in log if seat != CHANCE]
    return GameScript(title, options, ticks, [action for seat, action in log if seat == CHANCE])


# -- scripts that differ by private steps ------------------------------------------------------------------


class Programmes:
    """Two games of Pelegrinus at once: the same programmes are sealed, but in the second by detours."""

    def __init__(self, seed: int) -> None:
        title = load("pelegrinus")
        self.rng = Rng(seed)
        self.plain = Match(title, SEATS, rng=FairRng(SEED))
        self.winding = Match(title, SEATS, rng=FairRng(SEED))
        self.lots = [action for seat, action in self.plain.log if seat == CHANCE]
        self.ticks: tuple[list[Tick], list[Tick]] = ([], [])

    def script_pair(self) -> tuple[GameScript, GameScript]:
        while live_tables := self.plain.to_act():
            if len(live_tables) == SEATS:
                self.play_turn()
            else:
                (seat,) = live_tables
                text = self.any_of(self.plain, seat)
                self.tick([ScriptedAction(seat, text)], [ScriptedAction(seat, text)])
        one, other = (GameScript("pelegrinus", {}, ticks, self.lots) for ticks in self.ticks)
        return one, other

    def play_turn(self) -> None:
        """The first seat seals at once; what the others do then must not be seen."""
        programmes = [self.programme(seat) for seat in range(SEATS)]
        seal = [[ScriptedAction(seat, "seal")] for seat in range(SEATS)]
        self.tick(programmes[0], programmes[0])
        self.tick(seal[0], seal[0])
        self.tick([], self.wander(1))
        self.tick(programmes[1][:2], [])
        self.tick(programmes[1][2:], self.find_back(1, programmes[1]))
        self.tick(programmes[2], self.wander(2))
        self.tick(seal[1], seal[1])
        self.tick([], self.find_back(2, programmes[2]))
        self.tick(seal[2], seal[2])

    def programme(self, seat: int) -> Tick:
        """Random orders for all characters."""
        match, found = Match(self.plain.title, SEATS, rng=FairRng(SEED), log=self.plain.log), Tick()
        while "seal" not in (legal := texts_of(match, seat)):
            sends = [text for text in legal if not text.startswith("take")]
            found.append(ScriptedAction(seat, sends[self.rng.below(len(sends))]))
            match.play(seat, match.number(found[-1].text))
        return found

    def wander(self, seat: int) -> Tick:
        """Orders, changes and things taken back, whatever they are."""
        match, found = Match(self.winding.title, SEATS, rng=FairRng(SEED), log=self.winding.log), Tick()
        for _ in range(2 + self.rng.below(6)):
            legal = [text for text in texts_of(match, seat) if text != "seal"]
            found.append(ScriptedAction(seat, legal[self.rng.below(len(legal))]))
            match.play(seat, match.number(found[-1].text))
            if self.rng.below(3) == 0:
                found.append(ScriptedAction(seat, UNDO))
                match.undo(seat)
        return found

    def find_back(self, seat: int, programme: Tick) -> Tick:
        """Whatever it takes to come to this programme."""
        match, found = Match(self.winding.title, SEATS, rng=FairRng(SEED), log=self.winding.log), Tick()
        for _, text in programme:
            character = text.split()[1]
            if (legal := texts_of(match, seat)) and f"take {character}" in legal:
                found.append(ScriptedAction(seat, f"take {character}"))
                match.play(seat, match.number(found[-1].text))
            found.append(ScriptedAction(seat, text))
            match.play(seat, match.number(text))
        return found

    def tick(self, plain: Tick, winding: Tick) -> None:
        for match, ticks, steps in zip((self.plain, self.winding), self.ticks, (plain, winding), strict=True):
            ticks.append(steps)
            for seat, text in steps:
                if text == UNDO:
                    match.undo(seat)
                else:
                    match.play(seat, match.number(text))

    def any_of(self, match: Match, seat: int) -> str:
        legal = texts_of(match, seat)
        return legal[self.rng.below(len(legal))]


def texts_of(match: Match, seat: int) -> list[str]:
    return [match.title.vocabulary[action] for action in match.state.legal(seat)]


# -- a script played at a server --------------------------------------------------------------------------


class Transcript(NamedTuple):
    """All that those got who must not be able to tell: answers of each tick, and every frame."""

    answers: list[Json]
    frames: list[list[Json]]

    def plain(self) -> Json:
        """The same with cursors named in the order in which they came: all they tell is when they change."""
        names: dict[str, str] = {}

        def named(value: Any) -> Any:
            if isinstance(value, list):
                return [named(part) for part in value]
            if isinstance(value, dict):
                cursor = value.get("cursor")
                if isinstance(cursor, str):
                    names.setdefault(cursor, f"cursor {len(names)}")
                    value = {**value, "cursor": names[cursor]}
                return {name: named(part) for name, part in value.items()}
            return value

        found: Json = named({"frames": self.frames, "answers": self.answers})
        return found


class Clock:
    """The time of the server: a second a tick, and within a tick every transition has its moment."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000

    def tick(self) -> None:
        self.now += 1_000 - self.now % 1_000

    def step(self) -> None:
        self.now += 7


async def play_script(
    here: RunningServer, script: GameScript, clock: Clock, *, batched: bool = False
) -> Transcript:
    """Play a script at a server with a bank and increments; keep all that the viewers get.

    `batched`: what one of the seats with secrets does in a row within a tick is sent in one message.
    """
    times = {"kind": "bank", "seconds": 36_000, "increment": 10}
    seated = await here.create(script.title, ["me"] * SEATS, clock=times, options=script.options, public=True)
    table, tokens = seated["table"]["id"], tokens_of(seated)
    transcript = Transcript([], [])
    async with (
        client(here) as players,
        client(here) as spectator,
        client(here) as first,
        client(here) as returning,
    ):
        await players.come(table, tokens)
        await spectator.come(table)
        await first.come(table, tokens[:1])
        await returning.come(table, tokens[:1])
        pace = 1 if script.title == "pelegrinus" else 8  # where all is public, a look now and then will do
        for number, steps in enumerate(script.ticks, 1):
            for batch in batches_of(steps) if batched else [[step] for step in steps]:
                clock.step()
                await carry_out(players, table, batch)
            clock.tick()
            if number % pace and number < len(script.ticks):
                continue
            transcript.answers.append(await look(here, table, returning, tokens[0]))
            for viewer in (spectator, first):
                await viewer.ask("ping")
        for viewer in (spectator, first, returning):
            frames = [json.loads(text) for text in viewer.frames]
            transcript.frames.append([frame for frame in frames if frame["type"] != "pong"])  # the real time
    return transcript


def batches_of(steps: Tick) -> list[Tick]:
    """The same in as few messages as can be: an undo is one of its own, so is all that viewers do."""
    found: list[Tick] = []
    for step in steps:
        before = found[-1][-1] if found else None
        alone = step.seat in VIEWERS or before is None or UNDO in (before.text, step.text)
        if before is None or alone or before.seat != step.seat:
            found.append([])
        found[-1].append(step)
    return found


async def carry_out(players: Client, table: str, batch: Tick) -> None:
    seat = batch[0].seat
    if batch[0].text == UNDO:
        answer = await players.ask("undo", table=table, seat=seat, nth=players.views[seat]["nth"])
    else:
        answer = await players.play(seat, *(step.text for step in batch))
        assert answer.get("played") == len(batch), (batch, answer)
    assert answer["type"] == "done", (batch, answer)


async def look(here: RunningServer, table: str, returning: Client, token: str) -> Json:
    """What anybody may ask for without a token, and what a player gets who comes back."""
    await returning.come(table, [token], since=list(returning.cursors.values()))
    paths = (f"/api/tables/{table}", "/api/tables", f"/api/tables/{table}/actions", "/api/records")
    answers: Json = {}
    for path in paths:
        answer = await here.http.get(path)
        kept = {name: value for name, value in answer.headers.items() if name != "date"}
        answers[path] = [answer.status_code, kept, answer.json()]
    return answers
