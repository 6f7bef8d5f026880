"""Every law holds for the tiny title, and each title that breaks one on purpose is caught by that law."""

from collections.abc import Sequence
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.core.conformance import check_game, digest, law_3_replay, option_sets, perft
from abbatia.core.contract import CHANCE, Caution, Event
from abbatia.core.law import BrokenLaw
from abbatia.core.playout import Entry, random_game
from abbatia.core.refusals import Refusal
from abbatia.core.text_laws import check_vocabulary
from abbatia.core.views import ALL, Section
from abbatia.core.words import Message
from tests.tithe import TITLE, Tithe, TitheState
from tests.tithe.game import SEAL


@pytest.mark.parametrize("seats", TITLE.seats)
def test_every_law_holds_for_the_tiny_title(seats: int) -> None:
    for options in option_sets(TITLE, seats):
        for seed in range(60):
            check_game(TITLE, seats, options, seed, every=1)


def test_the_tiny_title_speaks_both_languages() -> None:
    check_vocabulary(TITLE)


def test_legality_is_pinned_by_perft() -> None:
    state = TITLE.start(2)
    assert [perft(state, depth) for depth in range(8)] == [1, 5, 20, 60, 120, 480, 1920, 6240]


def test_the_digest_tells_games_apart() -> None:
    assert digest(TITLE, 3, {}, range(5)) == digest(TITLE, 3, {}, range(5))
    assert digest(TITLE, 3, {}, range(5)) != digest(TITLE, 3, {}, range(1, 6))


class EmptyHanded(TitheState):
    """Law 1: a seat that is to act but may do nothing."""

    def legal(self, seat: int) -> tuple[int, ...]:
        return () if self.phase == "offer" else super().legal(seat)


class Sulky(TitheState):
    """Law 2: refuses what is legal."""

    def why_not(self, seat: int, action: int) -> Refusal | None:
        return Refusal("tithe.refusal.not_now", "3.1") if action == SEAL else super().why_not(seat, action)


class Mumbling(TitheState):
    """Law 2: a refusal without words."""

    def explain(self, seat: int, action: int) -> Refusal:
        return Refusal("tithe.refusal.mumble", "2.1")


class Lawless(TitheState):
    """Law 2: a refusal without a rule."""

    def explain(self, seat: int, action: int) -> Refusal:
        return Refusal(super().explain(seat, action).reason.key, "")


class Evasive(TitheState):
    """Law 2: answers to the open question are put off until the question is answered."""

    def explain(self, seat: int, action: int) -> Refusal:
        return Refusal("tithe.refusal.choose_first", "2.1")


class Roundabout(TitheState):
    """Law 2: something that does not answer the open question is legal."""

    def answers(self, seat: int) -> Sequence[int]:
        return (SEAL,)


class Forgetful(TitheState):
    """Law 3: a position that JSON does not hold whole."""

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "hands": [sorted(hand) for hand in self.hands]}


class Restless(TitheState):
    """Law 3: the same log leads elsewhere each time."""

    games = 0

    def _answer(self, seat: int, *, is_accepted: bool) -> None:
        super()._answer(seat, is_accepted=is_accepted)
        Restless.games += 1
        self.points[seat] += Restless.games


class Growing(TitheState):
    """Law 3: shows a seat more in the course of the game."""

    def own(self, seat: int) -> Any:
        own = super().own(seat)
        return own if self.phase == "deal" else {**own, "dealt": True}


class Sharing(TitheState):
    """Law 4: a clone that shares its points."""

    def clone(self) -> TitheState:
        new = super().clone()
        new.points = self.points
        return new


class Exposed(TitheState):
    """Law 4: shows its own list, which goes on changing in the hands of whoever looked at it."""

    def sections(self) -> tuple[Section, ...]:
        return (*super().sections(), Section("public.points", ALL, lambda state: state.points))


class Pushy(TitheState):
    """Law 5: chance acts while a seat does."""

    def to_act(self) -> tuple[int, ...]:
        actors = super().to_act()
        return (CHANCE, 0) if actors == (CHANCE,) else actors

    def legal(self, seat: int) -> tuple[int, ...]:
        return (SEAL,) if self.phase == "deal" and seat == 0 else super().legal(seat)


class Loaded(TitheState):
    """Law 5: the lot always falls on the first outcome."""

    def draw_lot(self, rng: Rng) -> int:
        rng.below(len(self.odds()))
        return self.odds()[0][0]


class FirstComeFirstServed(TitheState):
    """Law 6: who seals first gets a point."""

    def _seal(self, seat: int) -> None:
        if not any(self.sealed):
            self.points[seat] += 1
            self.changed = ALL
        super()._seal(seat)


class WrongWorld(TitheState):
    """Law 7: imagines another hand for the seat itself."""

    def imagine(self, seat: int, rng: Rng) -> TitheState:
        world = super().imagine(seat, rng)
        if len(world.hands[seat]) == 2 and world.bag:
            world.hands[seat][0], world.bag[0] = world.bag[0], world.hands[seat][0]
        return world


class Leaking(TitheState):
    """Law 7: what a seat sees depends on another's hidden choice."""

    def sections(self) -> tuple[Section, ...]:
        return (*super().sections(), Section("public.hint", ALL, lambda state: max(state.chosen)))


class Warned(TitheState):
    """Law 7: a caution depends on another's hidden choice."""

    def cautions(self, seat: int) -> list[Caution]:
        return [Caution(Message("tithe.refusal.not_now"), str(max(self.chosen)), certain=True, chosen=True)]


class Whispering(TitheState):
    """Law 8: an event tells everybody the card that was dealt in secret."""

    def _choose(self, seat: int, card: int) -> None:
        super()._choose(seat, card)
        self._tell(Event(Message("tithe.event.sealed", seat=seat, card=max(self.chosen))))


class Gossiping(TitheState):
    """Law 8: everybody is told which card a seat chose in secret."""

    def _choose(self, seat: int, card: int) -> None:
        self.chosen[seat] = card
        self._tell(Event(Message("tithe.event.chose", card=card)))


class Losing(TitheState):
    """Law 9: a card vanishes."""

    def _seal(self, seat: int) -> None:
        super()._seal(seat)
        if all(self.sealed):
            self.bag.clear()


class Endless(TitheState):
    """Law 10: choices can be swapped for ever."""

    def legal(self, seat: int) -> tuple[int, ...]:
        actions = super().legal(seat)
        return (SEAL - 1,) if SEAL in actions else actions

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        self.swaps[seat if seat >= 0 else 0] = 0


class Counting(TitheState):
    """Law 12: a private step begins another turn."""

    def turn_id(self) -> int:
        return 10 * super().turn_id() + sum(1 for card in self.chosen if card)


class Sealing(TitheState):
    """Law 12: every seal begins another turn for those who still choose."""

    def turn_id(self) -> int:
        return 10 * super().turn_id() + sum(self.sealed)


class Unending(TitheState):
    """Law 12: the turn of all goes on when all have sealed."""

    def turn_id(self) -> int:
        return 0


class Elsewhere(TitheState):
    """Law 12: a clone is in another turn."""

    copies = 0

    def turn_id(self) -> int:
        return super().turn_id() + 10 * self.copies

    def clone(self) -> TitheState:
        new = super().clone()
        assert isinstance(new, Elsewhere)
        new.copies = self.copies + 1
        return new


class Cheating(TitheState):
    """Results: lines that do not add up (checked with law 3)."""

    def result(self) -> Any:
        result = super().result()
        if result is not None:
            result.scores = tuple(score + 1 for score in result.scores)
        return result


class Silent(TitheState):
    """Law 13: seals without a bit of `changed`, so that a kept view goes stale."""

    def _seal(self, seat: int) -> None:
        before = self.changed
        super()._seal(seat)
        self.changed = before


class Miscounting(TitheState):
    """Law 13: shows points that no line explains."""

    def sections(self) -> tuple[Section, ...]:
        known = [section for section in super().sections() if section.name != "projected"]
        return (*known, Section("projected", ALL, lambda state: [9] * state.seats))


@pytest.mark.parametrize(
    ("law", "kind"),
    [
        (1, EmptyHanded),
        (2, Sulky),
        (2, Mumbling),
        (2, Lawless),
        (2, Evasive),
        (2, Roundabout),
        (3, Forgetful),
        (3, Cheating),
        (3, Growing),
        (4, Sharing),
        (4, Exposed),
        (5, Pushy),
        (5, Loaded),
        (6, FirstComeFirstServed),
        (7, WrongWorld),
        (7, Leaking),
        (7, Warned),
        (8, Whispering),
        (8, Gossiping),
        (9, Losing),
        (10, Endless),
        (12, Counting),
        (12, Sealing),
        (12, Unending),
        (12, Elsewhere),
        (13, Silent),
        (13, Miscounting),
    ],
)
def test_a_broken_law_is_caught(law: int, kind: type[TitheState]) -> None:
    title = Tithe(kind)
    with pytest.raises(BrokenLaw) as caught:
        play_until_caught(title)
    assert caught.value.law == law


def play_until_caught(title: Tithe) -> None:
    for seed in range(50):
        check_game(title, 3, {}, seed, every=1)


def test_a_log_that_leads_elsewhere_each_time_is_caught() -> None:
    title, log = Tithe(Restless), list[Entry]()
    state = title.start(3)
    random_game(state, Rng(1), log)
    with pytest.raises(BrokenLaw, match="another position"):
        law_3_replay(title, 3, {}, log, state)
