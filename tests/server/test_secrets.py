"""No client ever gets a byte that its seat may not see: all frames are compared with what the rules show."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.json import Decoder

from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import Caution, Event, State
from abbatia.core.match import Match
from abbatia.core.observation import AnyObservation
from abbatia.core.views import ViewCache
from abbatia.games import TITLES, load
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import ENCODE, ViewerFeed
from abbatia.server.ws import protocol as wire
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import log_after
from tests.server.running_server import Json, running_server
from tests.server.ws_client import Client, client, laid_over, play_out, tokens_of

Viewer = int | None
DECODER = Decoder(wire.FromServer)


class Truth:
    """What really happened at a table, told again from its journal by the rules alone."""

    def __init__(
        self, title: str, seats: int, options: Json, secret: bytes, log: Sequence[tuple[int, int]]
    ) -> None:
        self.title = load(title)
        self.states: list[State] = []
        self.told: list[tuple[int, int, list[Event]]] = []
        state = self.title.start(seats, **options)
        self.states.append(state.clone())
        for seat, action in log:
            events: list[Event] = []
            state.events = events
            state.apply(seat, action)
            state.events = None
            self.told.append((seat, action, events))
            self.states.append(state.clone())
        self.turns: list[int] = []
        listeners = [lambda happening: self.turns.append(happening.turn)]
        match = Match(self.title, seats, options, rng=FairRng(secret), log=log, listeners=listeners)
        assert match.log == list(log)

    def views(self, viewer: Viewer) -> list[Json]:
        """Everything this viewer may ever have been shown, in order."""
        shown: list[Json] = []
        for state in self.states:
            acts = viewer is not None and viewer in state.to_act()
            shown.append(
                {
                    "observation": plain(state.observe(viewer)),
                    "to_act": list(state.to_act()),
                    "legal": [self.title.vocabulary[a] for a in state.legal(viewer)] if acts else [],  # type: ignore[arg-type]  # acts: a seat
                    "asked": plain(state.prompt(viewer).to_json()) if acts else None,  # type: ignore[arg-type]  # acts: a seat
                    "result": plain(result.to_json()) if (result := state.result()) else None,
                    "cautions": [plain_caution(found) for found in state.cautions(viewer)] if acts else [],  # type: ignore[arg-type]  # acts: a seat
                }
            )
        return shown

    def log(self, viewer: Viewer) -> list[Json]:
        """The log as this viewer may see it."""
        found: list[Json] = []
        for (seat, action, events), turn in zip(self.told, self.turns, strict=True):
            seen = [message.to_json() for event in events if (message := event.view(viewer)) is not None]
            if seen or seat == viewer:
                text = self.title.vocabulary[action] if seat == viewer else None
                entry = {"number": len(found), "seat": seat, "text": text, "events": plain(seen)}
                found.append({**entry, "turn": turn})
        return found


def plain_caution(caution: Caution) -> Json:
    """A warning as it is told."""
    facts = {"rule": caution.rule, "certain": caution.certain, "chosen": caution.chosen}
    return {"reason": plain(caution.reason.to_json()), **facts}


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


async def truth_of(store: MemoryStore, table: str) -> Truth:
    row = await store.table(table)
    assert row is not None
    log: list[tuple[int, int]] = []
    for entry in await store.entries(table):
        assert entry.cut is None, "this test compares matches without undo"
        log_after(log, entry)
    return Truth(row.title, row.seats, row.options, row.secret, log)


def check_frames(frames: Sequence[str], truth: Truth, viewers_allowed: set[Viewer]) -> int:
    """Every frame holds known fields only, and each field what its viewer may see. Returns how many views."""
    places = dict.fromkeys(viewers_allowed, 0)
    logs = {viewer: truth.log(viewer) for viewer in viewers_allowed}
    shown = {viewer: truth.views(viewer) for viewer in viewers_allowed}
    views: dict[Viewer, Json] = {}
    count = 0
    for frame in frames:
        message = json.loads(frame)
        typed = DECODER.decode(frame)
        assert json.loads(ENCODE(typed)) == message, "a field that no message has"
        if message["type"] in ("sync", "step"):
            viewer = message["viewer"]
            assert viewer in viewers_allowed
            first = message["first"]
            assert message["log"] == logs[viewer][first : first + len(message["log"])]
            if message["view"] is not None:
                views[viewer] = laid_over(views.get(viewer), message)
                view = {k: v for k, v in views[viewer].items() if k not in ("nth", "undo", "redo")}
                while shown[viewer][places[viewer]] != view:
                    places[viewer] += 1
                    assert places[viewer] < len(shown[viewer]), "a view that was never to be seen"
                count += 1
        table = message.get("table")
        if isinstance(table, dict):
            assert table["seed"] is None or table["state"] == "over"
    return count


async def watched_match(title: str, seats: int, seed: int) -> tuple[MemoryStore, str, list[Client]]:
    store = MemoryStore()
    async with running_server(store) as here:
        seated = await here.create(title, ["me"] * seats)
        table = seated["table"]["id"]
        sockets = [client(here) for _ in range(seats + 1)]
        people = [await socket.__aenter__() for socket in sockets]
        for person, token in zip(people, tokens_of(seated), strict=False):
            await person.come(table, [token])
        await people[-1].come(table)
        asker = people[0]
        for person in people[:-1]:
            await person.ask("why", table=table, seat=people.index(person), actions=["pass", "x"])
        assert (await asker.ask("look", table=table, viewer=1, at=0))["code"] == "not_seated"
        assert (await asker.ask("preview", table=table, seat=1, actions=["pass"]))["code"] == "not_seated"
        await asyncio.gather(*(play_out(one, Rng(seed + k)) for k, one in enumerate(people[:-1])))
        await people[-1].until(lambda message: message["type"] == "table" and message["table"]["scores"])
        for socket in sockets:
            await socket.__aexit__(None, None, None)
    return store, table, people


@pytest.mark.parametrize("title", TITLES)
async def test_all_frames_show_what_the_seat_may_see_and_nothing_else(title: str) -> None:
    store, table, people = await watched_match(title, 3, 11)
    truth = await truth_of(store, table)
    row = await store.table(table)
    assert row is not None
    for seat, person in enumerate(people):
        viewers: Viewer = seat if seat < 3 else None
        assert check_frames(person.frames, truth, {viewers}) > 5
        assert person.logs[viewers] == truth.log(viewers)
        before_the_end = [f for f in person.frames if '"state":"over"' not in f]
        assert not any(row.secret.hex() in frame for frame in before_the_end)


async def test_the_comparison_notices_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    true_look = ViewerFeed.look

    def leaky(feed: ViewerFeed, table: TableState, views: ViewCache) -> AnyObservation | None:
        """A spectator is shown what the first seat sees."""
        own, feed.viewer = feed.viewer, feed.viewer or 0
        before = true_look(feed, table, views)
        feed.viewer = own
        return before

    monkeypatch.setattr(ViewerFeed, "look", leaky)
    store, table, people = await watched_match("cardinal", 3, 11)
    truth = await truth_of(store, table)
    with pytest.raises(AssertionError, match="never to be seen"):
        check_frames(people[3].frames, truth, {None})
