"""Nothing of a programme leaves its seat before the last seal; planted leaks are caught."""

from collections.abc import Mapping
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game, law_7_imagine, law_8_events
from abbatia.core.contract import Event, OptionValue
from abbatia.core.law import BrokenLaw
from abbatia.core.playout import step
from abbatia.core.views import ALL, Section
from abbatia.core.words import Message
from abbatia.games.pelegrinus import TITLE, Pelegrinus, serial, setup
from abbatia.games.pelegrinus.actions import SEALED
from abbatia.games.pelegrinus.board import our_data
from abbatia.games.pelegrinus.fields import CHANGES, SEALS, UNORDERED
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.versions import NEWEST
from tests.games.pelegrinus.table import BLUE, GREEN, RED, YELLOW, do, order, position

SEAL = TITLE.numbers["seal"]


def check_secrecy(state: PelegrinusState) -> None:
    """Whatever a seat does behind its screen, nobody else is told anything or sees a difference."""
    for seat in state.to_act():
        viewers = [viewer for viewer in (None, *range(state.seats)) if viewer != seat]
        before = {viewer: state.observe(viewer) for viewer in viewers}
        for action in state.legal(seat):
            if action == SEAL:
                continue
            after = state.clone()
            told: list[Event] = []
            after.events = told
            after.apply(seat, action)
            for viewer in viewers:
                assert [event.view(viewer) for event in told if event.view(viewer)] == [], "told"
                assert after.observe(viewer) == before[viewer], "seen"


@pytest.mark.rule("R10", "R12")
@pytest.mark.parametrize("seats", TITLE.seats)
def test_nobody_hears_or_sees_a_step_of_another(seats: int) -> None:
    rng = Rng(seats)
    state = TITLE.start(seats)
    count = 0
    while state.to_act():
        if state.phase == PROGRAMMING and count % 97 == 0:
            check_secrecy(state)
        step(state, rng)
        count += 1


@pytest.mark.rule("R10", "R12")
def test_two_programmes_look_the_same_until_the_last_seal() -> None:
    one, other = position(3), position(3)
    order(one, RED, {"master": "acre", "keeper": "venise"})
    for _ in range(4):
        do(other, RED, "take nun")
        do(other, RED, "send nun to court")
    order_rest(other, RED)
    for state in (one, other):
        assert do(state, RED, "seal") == [Message("pelegrinus.event.sealed", seat=RED)]
    for viewer in (None, BLUE, GREEN, YELLOW):
        assert one.observe(viewer) == other.observe(viewer)
    assert one.observe(RED) != other.observe(RED)


@pytest.mark.rule("R12")
def test_a_private_step_marks_nothing_as_changed() -> None:
    state = position(3)
    state.changed = 0
    for text in ("send master to acre", "take master", "keep master home"):
        do(state, RED, text)
        assert state.changed == 0
    order_rest(state, RED)
    assert state.changed == 0
    do(state, RED, "seal")
    assert state.changed == SEALS


def order_rest(state: PelegrinusState, seat: int) -> None:
    while state.hand[seat] < 5:
        do(state, seat, TITLE.vocabulary[state.actions.send(state.hand[seat], state.board.home)])


def test_an_imagined_world_keeps_the_own_programme_and_invents_the_others() -> None:
    state = position(3)
    order(state, BLUE, {"master": "acre"})
    order(state, RED, {"master": "sinai", "nun": "sinai"})
    do(state, RED, "seal")
    worlds = [state.imagine(BLUE, Rng(seed)) for seed in range(200)]
    for world in worlds:
        assert world.orders[:5] == state.orders[:5]
        assert UNORDERED not in world.orders[5:10], "who has sealed has five orders"
        assert world.hand[RED] == SEALED
        assert world.changes[RED] == CHANGES
    assert len({tuple(world.orders[5:10]) for world in worlds}) > 190
    assert len({tuple(world.orders[10:15]) for world in worlds}) > 20, "who has not sealed may have begun"


# -- planted leaks ---------------------------------------------------------------------------------------


class Leak(PelegrinusState):
    """A state like ours, copied with its own kind, to plant a leak in."""

    def apply(self, seat: int, action: int) -> None:
        """Every step marks everything as changed, or a leak would break law 13 before law 7."""
        super().apply(seat, action)
        self.changed = ALL

    def clone(self) -> "Leak":
        new = type(self)()
        self.copy_to(new)
        return new


class CountsOrders(Leak):
    """Shows how many orders everybody has given."""

    def sections(self) -> tuple[Section, ...]:
        given = Section("public.given", ALL, lambda state: [mask.bit_count() for mask in state.missing])
        return (*super().sections(), given)


class ShowsChanges(Leak):
    """Shows how often everybody has changed an order."""

    def sections(self) -> tuple[Section, ...]:
        return (*super().sections(), Section("public.changes", ALL, lambda state: state.changes[:]))


class ShowsSealed(Leak):
    """Shows the programmes of those who have sealed."""

    def sections(self) -> tuple[Section, ...]:
        return (*super().sections(), Section("public.sealed_orders", ALL, sealed_orders))


def sealed_orders(state: PelegrinusState) -> list[int]:
    return [place for n, place in enumerate(state.orders) if not state.waiting >> n // 5 & 1]


class BoastfulSeal(Leak):
    """Tells with the seal whether the Master goes to the court."""

    def apply(self, seat: int, action: int) -> None:
        boast = self.phase == PROGRAMMING and action == SEAL and self.waiting.bit_count() > 1
        goes = boast and self.orders[5 * seat] == self.board.court
        super().apply(seat, action)
        if boast and self.events is not None:
            self.events.append(Event(Message("pelegrinus.event.sealed", seat=seat, court=goes)))


class Whispering(Leak):
    """Tells everybody each order as it is given."""

    def apply(self, seat: int, action: int) -> None:
        is_step = self.phase == PROGRAMMING and action != SEAL
        super().apply(seat, action)
        if is_step and self.events is not None:
            self.events.append(Event(Message("pelegrinus.event.sealed", seat=seat, action=action)))


class Leaking(Pelegrinus):
    """The title with a planted kind of state."""

    def __init__(self, kind: type[Leak]) -> None:
        super().__init__(our_data(), NEWEST)
        self.kind = kind

    def start(self, seats: int, **options: OptionValue) -> PelegrinusState:
        state = self.kind()
        setup.set_up(state, self, self.actions, seats, self.setup(seats, options))
        return state

    def from_json(self, data: Mapping[str, Any]) -> PelegrinusState:
        state = self.kind()
        serial.from_json(state, self, self.actions, data)
        return state


@pytest.mark.parametrize(("kind", "law"), [(CountsOrders, 7), (ShowsChanges, 7), (ShowsSealed, 7)])
def test_a_leak_in_what_is_seen_breaks_law_7(kind: type[Leak], law: int) -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_game(Leaking(kind), 3, {}, 1, every=5)
    assert caught.value.law == law


def test_a_leak_in_what_is_told_breaks_law_8() -> None:
    with pytest.raises(BrokenLaw) as caught:
        check_everywhere(Leaking(BoastfulSeal))
    assert caught.value.law == 8


def check_everywhere(title: Pelegrinus) -> None:
    """Laws 7 and 8 at every position of some games in which everybody orders straight on."""
    rng, probe = Rng(1), Rng(2)
    for _ in range(3):
        state = title.start(3)
        while state.to_act():
            if state.phase == PROGRAMMING:
                law_7_imagine(state, probe)
                law_8_events(state, probe)
            step(state, rng)


def test_a_whispered_step_is_caught() -> None:
    state = Leaking(Whispering).from_json(position(3).to_json())
    with pytest.raises(AssertionError, match="told"):
        check_secrecy(state)


def test_a_visible_step_is_caught() -> None:
    state = Leaking(CountsOrders).from_json(position(3).to_json())
    with pytest.raises(AssertionError, match="seen"):
        check_secrecy(state)
