"""A batch: several actions in one message are checked, stored and answered as one unit."""

from collections.abc import Sequence

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Event
from abbatia.core.match import discloses
from abbatia.games import TITLES
from abbatia.server.errors import Denied
from abbatia.server.live.match_state import Repeated
from abbatia.server.live.registry import title_of
from abbatia.server.live.table_meta import SeatConfig, TableMeta, meta_to
from abbatia.server.live.table_state import TableState
from abbatia.server.ws.model import BankClock
from abbatia.server.ws.queries import preview_of
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, TableRow
from tests.server.running_server import Json, running_server
from tests.server.ws_client import client, tokens_of

SEATS = 3


class Journaled:
    """A table in memory with the journal that its entries make."""

    def __init__(self, title: str, seed: int = 0) -> None:
        people = tuple(SeatConfig("person", str(seat)) for seat in range(SEATS))
        head = meta_to(TableMeta(people, clock=BankClock(600, 10)))
        self.row = TableRow("batch0000001", title, 1, SEATS, 0, secret=bytes([seed]) * 32, head=head)
        self.journal = [JournalEntry(0, 0, "create")]
        self.table = self.again()
        self.journal.append(self.table.start(0).entry)

    def again(self, length: int | None = None) -> TableState:
        """The table as another process reads it from the journal."""
        return TableState.load(self.row, [], self.journal[:length], title_of)

    def nth(self, seat: int) -> int:
        return len(self.table.commands[seat])

    def play(self, seat: int, texts: Sequence[str], now: int = 0) -> int:
        """Play a batch; the number of actions that were carried out."""
        transition = self.table.play(seat, self.nth(seat), texts, now)
        self.journal.append(transition.entry)
        assert transition.nth == self.nth(seat)
        return transition.played

    def undo(self, seat: int) -> None:
        self.journal.append(self.table.undo(seat, self.nth(seat), 0).entry)

    def redo(self, seat: int) -> None:
        self.journal.append(self.table.redo(seat, self.nth(seat), 0).entry)

    def texts(self, seat: int) -> list[str]:
        match = self.table.playing()
        return [match.title.vocabulary[action] for action in match.state.legal(seat)]


def told(table: TableState, now: int = 0) -> Json:
    """All that a table is, without how its journal was cut into entries."""
    match = table.match
    assert match is not None
    assert table.clocks is not None
    return {
        "log": match.log,
        "position": match.state.to_json(),
        "commands": [len(done) for done in table.commands],
        "undone": table.undone,
        "free": [table.is_free(seat) for seat in range(SEATS)] if table.status == "playing" else None,
        "acted": table.acted,
        "left": table.clocks.shown(now),
        "status": table.status,
        "scores": table.head.scores,
        "turns": match.turns.starts,
    }


def programme(here: Journaled, seat: int) -> list[str]:
    """Orders for all characters of a seat of Pelegrinus, and the seal; nothing is revealed by them."""
    trial = here.again()
    texts: list[str] = []
    while not texts or texts[-1] != "seal":
        match = trial.playing()
        legal = [match.title.vocabulary[action] for action in match.state.legal(seat)]
        texts.append("seal" if "seal" in legal else next(text for text in legal if text[:4] != "take"))
        trial.play(seat, len(trial.commands[seat]), texts[-1:], 0)
    return texts


def test_a_batch_is_one_entry_and_counts_its_actions() -> None:
    here = Journaled("pelegrinus")
    orders = programme(here, 0)
    assert len(orders) > 3
    assert here.play(0, orders) == len(orders)
    assert here.nth(0) == len(orders)
    assert [entry.kind for entry in here.journal] == ["create", "start", "play"]
    assert len(here.journal[-1].log) == len(orders)
    assert "dropped" not in here.journal[-1].body


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_refused_action_names_its_place_and_leaves_the_table_as_it_was(place: int) -> None:
    here = Journaled("pelegrinus")
    orders = programme(here, 0)
    before, length = told(here.table), here.table.n
    for bad in ("dance a jig", "pass"):  # one that the title does not know, and one that is not legal now
        with pytest.raises(Denied) as refused:
            here.table.play(0, here.nth(0), [*orders[:place], bad, *orders[place:]], 0)
        assert (refused.value.code, refused.value.at) == ("illegal", place)
        assert (told(here.table), here.table.n) == (before, length)
    assert here.play(0, orders) == len(orders)


def turn_of(here: Journaled, rng: Rng) -> tuple[int, list[str]]:
    """A seat that is to act, and random actions of it until something is revealed or its turn is over."""
    trial = here.again()
    match = trial.playing()
    turn = match.turns.count
    acting = match.to_act()
    seat = acting[rng.below(len(acting))]
    texts: list[str] = []
    while trial.status == "playing" and seat in match.to_act():
        legal = match.state.legal(seat)
        texts.append(match.title.vocabulary[legal[rng.below(len(legal))]])
        length = len(match.log)
        trial.play(seat, len(trial.commands[seat]), texts[-1:], 0)
        if len(match.log) > length + 1 or not trial.is_free(seat) or match.turns.count != turn:
            break
    return seat, texts


@pytest.mark.parametrize("title", TITLES)
def test_a_batch_ends_with_its_turn(title: str) -> None:
    """A seat may be to act again at once, in the next turn: what was meant for the one before is dropped."""
    here, rng = Journaled(title), Rng(3)
    ended = 0
    for _ in range(300):
        match = here.table.playing()
        acting = match.to_act()
        seat = acting[rng.below(len(acting))]
        legal = match.state.legal(seat)
        action = legal[rng.below(len(legal))]
        after, events = match.state.clone(), list[Event]()
        after.events = events
        after.apply(seat, action)
        tells_nothing = not any(discloses(event, seat) for event in events)
        if tells_nothing and seat in after.to_act() and after.turn_id() != match.state.turn_id():
            ended += 1
            never = next(
                text for text in match.title.vocabulary if after.why_not(seat, match.title.numbers[text])
            )
            shown = preview_of(here.table, seat, [match.title.vocabulary[action], never], 1, 1)
            assert (shown.done, shown.stopped, shown.legal) == (1, "turn", [])
            assert here.play(seat, [match.title.vocabulary[action], never]) == 1
        else:
            here.play(seat, [match.title.vocabulary[action]])
        if here.table.status != "playing":
            here = Journaled(title, seed=here.row.secret[0] + 1)
    assert ended > 0 or title != "kings_abbey"


def at_a_drawn_card(rng: Rng) -> tuple[Journaled, int, list[str]]:
    """A game of Cardinal, and a turn of several actions at the end of which chance deals a card."""
    here = Journaled("cardinal")
    while True:
        seat, texts = turn_of(here, rng)
        if len(texts) > 2 and seat not in here_after(here, seat, texts):
            return here, seat, texts
        here.play(seat, texts)


def here_after(here: Journaled, seat: int, texts: Sequence[str]) -> tuple[int, ...]:
    trial = here.again()
    trial.play(seat, len(trial.commands[seat]), texts, 0)
    return trial.to_act()


def test_what_comes_after_a_revelation_is_dropped() -> None:
    here, seat, texts = at_a_drawn_card(Rng(3))
    entries = here.table.n
    assert here.play(seat, [*texts, texts[0], texts[0]]) == len(texts)
    assert here.table.n == entries + 1
    vocabulary = here.table.title.vocabulary
    entry = here.journal[-1]
    assert [vocabulary[action] for actor, action in entry.log if actor == seat] == texts
    assert [vocabulary[action] for action in entry.body["dropped"]] == [texts[0], texts[0]]


def test_an_unknown_action_is_refused_also_behind_a_revelation() -> None:
    here, seat, texts = at_a_drawn_card(Rng(3))
    before = told(here.table)
    with pytest.raises(Denied) as refused:
        here.table.play(seat, here.nth(seat), [*texts, "dance a jig"], 0)
    assert (refused.value.code, refused.value.at) == ("illegal", len(texts))
    assert told(here.table) == before


def test_a_repeated_batch_is_answered_the_same_and_any_other_is_stale() -> None:
    here, seat, texts = at_a_drawn_card(Rng(3))
    nth = here.nth(seat)
    sent = [*texts, texts[0]]
    here.play(seat, sent)
    after = nth + len(texts)
    rng = Rng(5)
    for _ in range(6):  # others go on, and so does the seat
        here.play(*turn_of(here, rng))
    assert here.nth(seat) > after
    for table in (here.table, here.again()):
        with pytest.raises(Repeated) as repeated:
            table.play(seat, nth, sent, 0)
        assert (repeated.value.nth, repeated.value.played) == (after, len(texts))
        others = [texts, texts[:1], texts[:-1], [*sent, texts[0]], [*texts, texts[1]]]
        for number, other in [(nth, other) for other in others] + [
            (nth + 1, texts[1:]),
            (nth + 1, texts[1:2]),
        ]:
            with pytest.raises(Denied) as refused:
                table.play(seat, number, other, 0)
            assert (refused.value.code, refused.value.nth) == ("stale", here.nth(seat))


def test_a_batch_is_taken_back_and_done_again_action_by_action() -> None:
    here = Journaled("pelegrinus")
    orders = programme(here, 0)[:-1]
    here.play(1, programme(here, 1)[:2])
    here.play(0, orders)
    whole = told(here.table)
    for left in range(len(orders) - 1, -1, -1):
        here.undo(0)
        assert len([seat for seat, _ in here.table.playing().log if seat == 0]) == left
        assert told(here.again()) == told(here.table)
    for _ in orders:
        here.redo(0)
    assert told(here.again()) == told(here.table)
    now = told(here.table)
    assert now["position"] == whole["position"]
    assert here.nth(0) == 3 * len(orders)
    with pytest.raises(Repeated) as repeated:
        here.again().play(0, 0, orders, 0)
    assert repeated.value.nth == len(orders)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("title", TITLES)
def test_a_game_in_batches_is_the_same_game(title: str, seed: int) -> None:
    """In batches, action by action, followed by another process, and read again: always the same table."""
    rng = Rng(seed)
    single, batched = Journaled(title, seed), Journaled(title, seed)
    follower = batched.again()
    several = 0
    for number in range(60):
        if batched.table.status != "playing":
            break
        seat, texts = turn_of(batched, rng)
        count = 1 + rng.below(len(texts))
        batch = texts[:count]
        for text in batch:
            assert single.play(seat, [text], number) == 1
        extra = [texts[0]] * rng.below(3) if count == len(texts) and ends(batched, seat, texts) else []
        assert batched.play(seat, [*batch, *extra], number) == count
        several += count > 1
        if rng.below(6) == 0 and batched.table.status == "playing" and batched.table.is_free(seat):
            for one in (single, batched):
                one.undo(seat)
        for entry in batched.journal[follower.n :]:
            follower.follow(entry)
        assert told(batched.table, number) == told(single.table, number)
        assert told(follower, number) == told(batched.table, number)
        assert follower.commands == batched.table.commands
        if number % 10 == 0:
            assert told(batched.again(), number) == told(batched.table, number)
    assert several > 5


def ends(here: Journaled, seat: int, texts: Sequence[str]) -> bool:
    """Whether something comes to light with the last of these actions."""
    trial = here.again()
    length = len(trial.playing().log)
    trial.play(seat, len(trial.commands[seat]), texts, 0)
    match = trial.match
    assert match is not None
    return seat not in match.to_act() or any(actor == CHANCE for actor, _ in match.log[length:])


async def test_a_turn_is_one_message_one_entry_and_one_step() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne, client(here) as watcher:
        seated = await here.create("pelegrinus", ["me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated)[:1])
        await watcher.come(table, tokens_of(seated)[1:])
        length = len(await store.entries(table))
        orders: list[str] = []
        legal = anne.views[0]["legal"]
        while "seal" not in legal:
            orders.append(next(text for text in legal if not text.startswith("take")))
            legal = (await anne.ask("preview", table=table, seat=0, actions=orders))["legal"]
        frames = len(anne.frames)
        done = await anne.play(0, *orders)
        assert (done["nth"], done["played"]) == (len(orders), len(orders))
        assert len(await store.entries(table)) == length + 1
        steps = [frame for frame in anne.frames[frames:] if '"type":"step"' in frame]
        assert len(steps) == 1
        assert [entry["text"] for entry in anne.logs[0]][-len(orders) :] == orders
        await watcher.ask("ping")
        assert not any('"type":"step"' in frame for frame in watcher.frames), "others are not shown orders"
        sealed = await anne.play(0, "seal", "seal")
        assert (sealed["type"], sealed["played"]) == ("done", 1), "after its seal the seat is not to act"


async def test_a_refused_batch_says_where_and_stores_nothing() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await here.create("pelegrinus", ["me", "me"])
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated)[:1])
        entries = await store.entries(table)
        view = anne.views[0]
        refused = await anne.play(0, view["legal"][0], "seal")
        assert (refused["code"], refused["at"]) == ("illegal", 1)
        assert await store.entries(table) == entries
        await anne.ask("ping")
        assert anne.views[0] == view
        for count in (0, 101):
            message = {"table": table, "seat": 0, "nth": 0, "actions": ["seal"] * count}
            assert (await anne.ask("play", **message))["code"] == "bad_message"


async def test_a_batch_whose_answer_was_lost_is_known_to_another_process_and_after_a_restart() -> None:
    one = MemoryStore()
    two = MemoryStore(one.database)
    async with running_server(two) as there, client(there) as bert:
        async with running_server(one) as here, client(here) as anne:
            seated = await here.create("pelegrinus", ["me", "me"])
            table = seated["table"]["id"]
            await anne.come(table, tokens_of(seated)[:1])
            await bert.come(table, tokens_of(seated)[:1])
            first = anne.views[0]["legal"][0]
            legal = (await anne.ask("preview", table=table, seat=0, actions=[first]))["legal"]
            batch = [first, next(text for text in legal if not text.startswith("take"))]
            done = await anne.play(0, *batch, nth=0)
            again = await bert.play(0, *batch, nth=0)
            assert (done["nth"], done["played"]) == (again["nth"], again["played"]) == (2, 2)
            stale = await bert.play(0, first, nth=0)
            assert (stale["code"], stale["nth"]) == ("stale", 2)
        async with running_server(MemoryStore(one.database)) as anew, client(anew) as anne:
            await anne.come(table, tokens_of(seated)[:1])
            again = await anne.play(0, *batch, nth=0)
            assert (again["type"], again["nth"], again["played"]) == ("done", 2, 2)
        assert sum(entry.kind == "play" for entry in await one.entries(table)) == 1
