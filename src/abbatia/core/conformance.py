"""The laws that every title obeys, as checks. A test calls them for every title, seat count and option set.

Each law is a function of a position (or a log) that raises BrokenLaw; `check_game` plays one random game and
checks all of them along the way. The eleventh law (interpreted and compiled builds play the same games) is
not here: it compares the `digest` of two builds.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from abbatia.core.chance import Rng, pick
from abbatia.core.contract import CHANCE, NOBODY, BadSetup, Event, OptionValue, State, Title
from abbatia.core.law import BrokenLaw, any_of, ensure
from abbatia.core.playout import Entry, move, random_game
from abbatia.core.refusal_laws import law_2_questions, law_2_refusals
from abbatia.core.text_laws import check_texts, check_words
from abbatia.core.turn_laws import law_12_course, law_12_own_turns, law_12_turn
from abbatia.core.turns import Turns
from abbatia.core.views import ViewCache
from abbatia.core.words import Message

Options = Mapping[str, OptionValue]
STEPS_TOGETHER = 6  # how far two worlds that a seat cannot tell apart are played side by side


# -- the laws of a position ------------------------------------------------------------------------------


def law_1_legal(state: State) -> None:
    """`legal` is empty unless the seat acts, then non-empty, ascending and within the vocabulary."""
    actors = state.to_act()
    ensure(1, list(actors) == sorted(set(actors)), f"to_act is not ascending: {actors}")
    for seat in range(state.seats):
        actions = list(state.legal(seat))
        if seat not in actors:
            ensure(1, not actions, f"seat {seat} is not to act but may {actions[:3]}")
            continue
        ensure(1, actions, f"seat {seat} is to act but has no action")
        ensure(
            1, actions == sorted(set(actions)), f"legal actions of seat {seat} are not ascending: {actions}"
        )
        ensure(1, actions[0] >= 0 and actions[-1] < len(state.title.vocabulary), "an action without a text")


def law_3_json(state: State) -> None:
    """A position survives JSON and plays on alike."""
    data = json.loads(json.dumps(state.to_json()))
    again = state.title.from_json(data)
    ensure(3, again.to_json() == data, "from_json(to_json) differs")
    ensure(3, again.to_act() == state.to_act(), "from_json(to_json) has others to act")
    for seat in range(state.seats):
        ensure(
            3, list(again.legal(seat)) == list(state.legal(seat)), "from_json(to_json) allows other actions"
        )
    ensure(3, list(again.odds()) == list(state.odds()), "from_json(to_json) has other odds")
    for viewer in viewers(state):
        ensure(3, again.observe(viewer) == state.observe(viewer), "from_json(to_json) looks different")


def law_3_replay(title: Title, seats: int, options: Options, log: Sequence[Entry], final: State) -> None:
    """Replaying a log gives an equal state."""
    state = title.start(seats, **options)
    for seat, action in log:
        ensure(3, state.why_not(seat, action) is None, f"an action of the log is refused: {seat} {action}")
        state.apply(seat, action)
    ensure(3, state.to_json() == final.to_json(), "replaying the log gives another position")


def law_4_clone(state: State, rng: Rng) -> None:
    """`clone` is equal and shares nothing mutable; what was observed stays as it was."""
    before = state.to_json()
    copy = state.clone()
    views = [copy.observe(viewer) for viewer in viewers(state)]
    seen = json.dumps(views)
    ensure(4, copy.to_json() == before, "the clone differs")
    ensure(4, copy.events is None, "the clone listens")
    shared = [name for name, value in mutable_fields(state) if getattr(copy, name) is value]
    ensure(4, not shared, f"the clone shares {shared}")
    for _ in range(STEPS_TOGETHER):
        entry = any_move(copy, rng)
        if entry is None:
            break
        copy.apply(*entry)
    ensure(4, state.to_json() == before, "playing on the clone changed the original")
    ensure(4, json.dumps(views) == seen, "playing on changed what was observed before")


def law_5_chance_alone(state: State) -> None:
    """CHANCE never acts together with a seat, and has outcomes with weights exactly when it acts."""
    actors = state.to_act()
    odds = list(state.odds())
    if CHANCE not in actors:
        ensure(5, not odds, "odds although chance is not to act")
        return
    ensure(5, actors == (CHANCE,), f"chance acts together with seats: {actors}")
    ensure(5, odds and all(weight > 0 for _, weight in odds), f"odds without outcome or weight: {odds}")
    outcomes = [action for action, _ in odds]
    ensure(5, outcomes == sorted(set(outcomes)), f"outcomes are not ascending: {outcomes}")
    for seed in range(3):
        ensure(5, state.draw_lot(Rng(seed)) == pick(odds, Rng(seed)), "the lot is not picked from the odds")


def law_6_order(state: State, rng: Rng) -> None:
    """While several seats may act, their order does not matter."""
    actors = state.to_act()
    if len(actors) < 2:
        return
    first = actors[rng.below(len(actors))]
    second = next(seat for seat in actors if seat != first)
    one, other = any_of(state.legal(first), rng), any_of(state.legal(second), rng)
    there, back = state.clone(), state.clone()
    there.apply(first, one)
    ensure(6, list(there.legal(second)) == list(state.legal(second)), f"{first} changed what {second} may do")
    there.apply(second, other)
    back.apply(second, other)
    back.apply(first, one)
    ensure(6, there.to_json() == back.to_json(), f"the order of {first} and {second} matters")


def law_7_imagine(state: State, rng: Rng) -> None:
    """`imagine` gives a world that looks the same and allows the same to the seat it was made for."""
    before = state.to_json()
    for seat in range(state.seats):
        world = state.imagine(seat, rng)
        ensure(
            7, world.observe(seat) == state.observe(seat), f"seat {seat} can tell the imagined world apart"
        )
        ensure(7, list(world.legal(seat)) == list(state.legal(seat)), f"seat {seat} may do otherwise there")
        cautions = list(state.cautions(seat))
        ensure(7, list(world.cautions(seat)) == cautions, f"seat {seat} is warned otherwise there")
        for caution in cautions:
            check_words(2, caution.reason)
        ensure(7, world.observe(None) == state.observe(None), "a spectator can tell the imagined world apart")
        ensure(7, world.to_act() == state.to_act(), "others are to act in the imagined world")
        ensure(7, world.inventory() == state.inventory(), "the imagined world has other components")
        law_1_legal(world)
    ensure(7, state.to_json() == before, "imagining changed the position")


def law_8_events(state: State, rng: Rng) -> None:
    """Two worlds that a seat cannot tell apart tell it the same for the same actions, until one reveals."""
    for viewer in range(state.seats):
        real, world = state.clone(), state.imagine(viewer, rng)
        for _ in range(STEPS_TOGETHER):
            entry = any_move(real, rng)
            if entry is None:
                break
            seat, action = entry
            if entry not in moves(world, world.to_act()):
                ensure(8, seat != viewer, f"seat {viewer} may not do in the other world what it may here")
                break
            events, others = events_of(real, seat, action), events_of(world, seat, action)
            if not same_until_revealed(events, others, viewer):
                break
            ensure(
                8, real.observe(viewer) == world.observe(viewer), f"seat {viewer} sees a hidden difference"
            )


def law_8_secrecy(state: State, rng: Rng) -> None:
    """Events disclose no more than can be seen: where two actions look alike, their messages are the same."""
    entries = moves(state, state.to_act())
    if len(entries) < 2:
        return
    one, other = entries[rng.below(len(entries))], entries[rng.below(len(entries))]
    if one[0] != other[0]:
        return
    here, there = state.clone(), state.clone()
    events, others = events_of(here, *one), events_of(there, *other)
    if any(event.reveals for event in events + others) or here.to_json() == there.to_json():
        return  # an action without any effect, such as a die that changes nothing, hides nothing
    for viewer in viewers(state):
        if viewer != one[0] and here.observe(viewer) == there.observe(viewer):
            ensure(
                8,
                messages_to(events, viewer) == messages_to(others, viewer),
                f"an event shows {viewer} what it cannot see",
            )


def messages_to(events: list[Event], viewer: int | None) -> list[Message]:
    """The messages of events that this viewer gets."""
    messages = [event.view(viewer) for event in events]
    return [message for message in messages if message is not None]


def same_until_revealed(events: list[Event], others: list[Event], viewer: int) -> bool:
    """Compare the events of two worlds as a viewer gets them; False once something hidden came to light."""
    for here, there in zip(events, others, strict=False):
        if here.reveals or there.reveals:
            return False
        ensure(
            8, here.view(viewer) == there.view(viewer), f"an event shows seat {viewer} a hidden difference"
        )
        ensure(8, here.view(None) == there.view(None), "an event shows a spectator a hidden difference")
    ensure(8, len(events) == len(others), f"seat {viewer} gets more events in one world than in the other")
    return True


def law_9_inventory(state: State, at_start: dict[str, int]) -> None:
    """Components are conserved."""
    now = state.inventory()
    wrong = {
        name: (at_start.get(name), now.get(name)) for name in at_start if at_start[name] != now.get(name)
    }
    ensure(9, now == at_start, f"components were lost or made: {wrong}")
    ensure(9, all(number >= 0 for number in now.values()), "less than none of a component")


def law_10_bounds(state: State, actions: int) -> None:
    """Play ends within the stated number of actions and no list is longer than stated."""
    title = state.title
    ensure(10, actions <= title.max_actions, f"the game goes on after {title.max_actions} actions")
    for seat in range(state.seats):
        width = len(state.legal(seat))
        ensure(10, width <= title.max_legal, f"{width} legal actions, more than the stated {title.max_legal}")


def law_13_views(state: State, views: ViewCache, viewer: int | None) -> None:
    """A view that is kept up to date by `changed` equals one that is made anew; score lines add up."""
    kept, fresh = views.look(state, viewer), state.observe(viewer)
    stale = [name for name, value in fresh["public"].items() if kept["public"][name] != value]
    ensure(13, not stale, f"{', '.join(stale)} changed without a bit of `changed`")
    ensure(13, kept == fresh, "the envelope changed without a bit of `changed`")
    ensure(13, list(kept) == list(fresh), "a kept view has its parts in another order")
    for seat, sheet in enumerate(fresh["sheets"]):
        points = sum(line["points"] for line in sheet)
        ensure(13, points == fresh["projected"][seat], f"the lines of seat {seat} do not add up")


# -- the result ------------------------------------------------------------------------------------------


def check_result(state: State) -> None:
    """A finished game has a result whose lines add up; an unfinished one has none."""
    result = state.result()
    if state.to_act():
        ensure(3, result is None and state.ranks() == (), "a result before the end")
        return
    if result is None:
        raise BrokenLaw(3, "no result at the end")
    ensure(
        3,
        len(result.scores) == len(result.lines) == len(result.ranks) == state.seats,
        "a seat without result",
    )
    for score, lines in zip(result.scores, result.lines, strict=True):
        ensure(3, score == sum(line.points for line in lines), "the lines do not add up to the score")
        for line in lines:
            check_words(2, line.label)
    ensure(3, min(result.ranks) == 1, "nobody has won")
    ensure(3, state.ranks() == result.ranks, "the ranks are not those of the result")


# -- whole games -----------------------------------------------------------------------------------------


def check_game(title: Title, seats: int, options: Options, seed: int, *, every: int = 7) -> int:
    """Play one random game and check all laws, the dear ones at each `every`-th position."""
    rng, probe = Rng(seed), Rng(seed ^ 0x5EED)
    state = title.start(seats, **options)
    at_start, names = state.inventory(), names_of(state)
    log: list[Entry] = []
    events: list[Event] = []
    turns, turn, before, views = Turns(), 0, NOBODY, ViewCache()
    offset = seed % every
    while True:
        turns.note(state, len(log))
        actors = state.to_act()
        if turns.count == turn:
            law_12_course(turns, before, actors)
        turn, before = turns.count, actors if CHANCE not in actors else before
        law_1_legal(state)
        law_5_chance_alone(state)
        law_13_views(state, views, viewers(state)[len(log) % (seats + 1)])
        law_10_bounds(state, len(log))
        if len(log) % every == offset:
            check_position(state, at_start, probe)
            ensure(3, names_of(state) == names, "other things are shown than at the start")
            check_texts(state, events)
        entry = any_move(state, rng)
        if entry is None:
            break
        events = events_of(state, *entry)
        log.append(entry)
    check_position(state, at_start, probe)
    ensure(3, names_of(state) == names, "other things are shown at the end than at the start")
    check_result(state)
    law_12_own_turns(turns, log)
    law_3_replay(title, seats, options, log, state)
    return len(log)


def check_position(state: State, at_start: dict[str, int], probe: Rng) -> None:
    """All laws of one position."""
    law_2_refusals(state, probe)
    law_2_questions(state, probe)
    law_3_json(state)
    law_4_clone(state, probe)
    law_6_order(state, probe)
    law_7_imagine(state, probe)
    law_8_events(state, probe)
    law_8_secrecy(state, probe)
    law_9_inventory(state, at_start)
    law_12_turn(state, probe)
    check_result(state)
    for viewer in viewers(state):
        seen = state.observe(viewer)
        ensure(3, json.loads(json.dumps(seen)) == seen, f"what {viewer} sees is not plain JSON")


def names_of(state: State) -> list[list[str]]:
    """The names of the sections, and of what each seat sees alone."""
    own = [sorted(state.own(seat)) for seat in range(state.seats)]
    return [[section.name for section in state.sections()], *own]


def option_sets(title: Title, seats: int) -> list[dict[str, OptionValue]]:
    """The defaults, each single change, and as many changes together as go together."""
    changes = [
        (option.name, value) for option in title.options for value in option.values if value != option.default
    ]
    sets: list[dict[str, OptionValue]] = [{}]
    sets += [{name: value} for name, value in changes]
    together: dict[str, OptionValue] = {}
    for name, value in changes:
        if name not in together and is_playable(title, seats, {**together, name: value}):
            together[name] = value
    if together not in sets:
        sets.append(together)
    return [options for options in sets if is_playable(title, seats, options)]


def is_playable(title: Title, seats: int, options: Options) -> bool:
    """Whether the title accepts these seats and options."""
    try:
        title.setup(seats, options)
    except BadSetup:
        return False
    return True


# -- legality pinned, builds compared --------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """How many lines of play of this length there are; a change of legality changes the number."""
    actors = state.to_act()
    if depth == 0 or not actors:
        return 1
    total = 0
    for seat, action in moves(state, actors):
        after = state.clone()
        after.apply(seat, action)
        total += perft(after, depth - 1)
    return total


def moves(state: State, actors: Sequence[int]) -> list[Entry]:
    """Every action that anybody may take now."""
    found: list[Entry] = []
    for seat in actors:
        if seat == CHANCE:
            found += [(seat, action) for action, _ in state.odds()]
        else:
            found += [(seat, action) for action in state.legal(seat)]
    return found


def digest(title: Title, seats: int, options: Options, seeds: range) -> str:
    """A fingerprint of random games, move by move, with their scores (law 11)."""
    hashed = hashlib.sha256()
    for seed in seeds:
        state, log = title.start(seats, **options), list[Entry]()
        random_game(state, Rng(seed), log)
        result = state.result()
        hashed.update(json.dumps([log, result.to_json() if result else None]).encode())
    return hashed.hexdigest()


# -- small things ----------------------------------------------------------------------------------------


def viewers(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def any_move(state: State, rng: Rng) -> Entry | None:
    """A random action, of seats that have one (law 1); None when the game is over."""
    for seat in state.to_act():
        ensure(1, seat == CHANCE or state.legal(seat), "a seat is to act but has no action")
    return move(state, rng)


def events_of(state: State, seat: int, action: int) -> list[Event]:
    """Apply an action and return its events."""
    events: list[Event] = []
    state.events = events
    state.apply(seat, action)
    state.events = None
    return events


def mutable_fields(state: State) -> list[tuple[str, Any]]:
    """The fields of a state that hold lists, dicts or sets."""
    names = {name for kind in type(state).__mro__ for name in getattr(kind, "__annotations__", {})}
    fields = [(name, getattr(state, name, None)) for name in sorted(names)]
    return [(name, value) for name, value in fields if isinstance(value, list | dict | set | bytearray)]
