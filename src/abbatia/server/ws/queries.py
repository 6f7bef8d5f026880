"""Questions a seat may ask without touching the table: why not, what if, how was it."""

from collections.abc import Sequence
from typing import Literal, cast

from msgspec import Raw, structs

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Event, State
from abbatia.core.match import LogEntry, discloses
from abbatia.core.refusals import Refusal as CoreRefusal
from abbatia.server.errors import Denied
from abbatia.server.live.match_state import goes_on
from abbatia.server.live.table_state import TableState
from abbatia.server.live.viewer_feed import EncodedEvents, Viewer, ViewerFeed, cautions_of, said
from abbatia.server.ws.model import Refusal
from abbatia.server.ws.protocol import Looked, Previewed, Reasons

Stopped = Literal["end", "refused", "chance", "revealed", "turn"]


def refusal_of(refusal: CoreRefusal | None) -> Refusal | None:
    return None if refusal is None else Refusal(said(refusal.reason), refusal.rule)


def why_not(state: State, seat: int, text: str) -> CoreRefusal | None:
    """Why an action given by its text cannot be done; None when it can."""
    action = state.title.numbers.get(" ".join(text.split()).lower())
    if action is None:
        return CoreRefusal("core.unknown_text", "", text=text[:80])
    return state.why_not(seat, action)


def reasons_of(table: TableState, seat: int, texts: Sequence[str], re: int) -> Reasons:
    """For each action: null, or why it cannot be done now."""
    state = table.playing().state
    return Reasons(re, table.id, seat, [reason_of(table, state, seat, text) for text in texts])


def reason_of(table: TableState, state: State, seat: int, text: str) -> Refusal | None:
    """Why an action cannot be done now, and what the lesson that is played there adds."""
    refusal = refusal_of(why_not(state, seat, text))
    action = state.title.numbers.get(" ".join(text.split()).lower())
    if refusal is None or action is None or table.script is None:
        return refusal
    return structs.replace(refusal, lesson=table.taught((), action))


def preview_of(table: TableState, seat: int, texts: Sequence[str], seed: int, re: int) -> Previewed:
    """What own actions would give, shown in a world that the seat cannot tell from the real one.

    So nothing hidden can shine through; it stops before chance or anything that would come to light, and
    where another turn begins.
    """
    match = table.playing()
    state = match.state.imagine(seat, Rng(seed))
    turn = state.turn_id()
    feed = ViewerFeed(seat)
    refusal: CoreRefusal | None = None
    stopped: Stopped = "end"
    done = 0
    for text in texts:
        if state.to_act() and not goes_on(state, seat, turn):
            stopped = "chance" if CHANCE in state.to_act() else "turn"
            break
        refusal = why_not(state, seat, text)
        if refusal is not None:
            stopped = "refused"
            break
        action = state.title.numbers[" ".join(text.split()).lower()]
        after, events = _tried(state, seat, action)
        if any(discloses(event, seat) for event in events):
            stopped = "revealed"
            break
        state = after
        done += 1
        feed.hear(
            EncodedEvents(
                LogEntry(len(match.log) + done, match.turns.count, seat, action, events),
                table.title.vocabulary,
            )
        )
    acts = goes_on(state, seat, turn)
    return Previewed(
        re=re,
        table=table.id,
        seat=seat,
        done=done,
        stopped=stopped,
        refusal=refusal_of(refusal),
        log=feed.happenings(0),
        observation=cast(Raw, state.observe(seat)),  # encoded with the rest
        legal=[state.title.vocabulary[action] for action in state.legal(seat)] if acts else [],
        asked=said(state.prompt(seat)) if acts else None,
        cautions=cautions_of(state, seat) if acts else [],
    )


def _tried(state: State, seat: int, action: int) -> tuple[State, list[Event]]:
    after = state.clone()
    events: list[Event] = []
    after.events = events
    after.apply(seat, action)
    after.events = None
    return after, events


def look_of(table: TableState, feed: ViewerFeed, viewer: Viewer, at: int, re: int) -> Looked:
    """How the table looked to a viewer after the first `at` happenings of its log."""
    if table.match is None:
        raise Denied("not_started")
    if at > len(feed.log):
        raise Denied("not_possible", "server.not_so_far", n=len(feed.log))
    length = feed.places[at - 1] + 1 if at else 0
    state = table.title.start(table.row.seats, **table.match.options)
    for seat, action in table.match.log[:length]:
        state.apply(seat, action)
    return Looked(re, table.id, viewer, at, cast(Raw, state.observe(viewer)))
