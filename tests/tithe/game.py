"""The rules of Tithe, in the style of a title: vocabulary, state, who acts, what is legal, what it does."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from abbatia.core.chance import Rng, shuffle
from abbatia.core.contract import (
    CHANCE_ACTS,
    NOBODY,
    Event,
    Option,
    OptionValue,
    Result,
    ScoreEntry,
    State,
    Title,
    ranks,
)
from abbatia.core.observation import ScoreLine
from abbatia.core.refusals import Refusal
from abbatia.core.versions import Version
from abbatia.core.views import ALL, Section
from abbatia.core.words import Message
from tests.tithe.observation_types import TitheObservation, TitheOwn

HIGHEST: Final = 9
DEAL: Final = 0  # deal 1 … deal 9
CHOOSE: Final = DEAL + HIGHEST
SWAP: Final = CHOOSE + HIGHEST
SEAL: Final = SWAP + 1
OFFER: Final = SEAL + 1  # offer 0 … offer 2
ACCEPT: Final = OFFER + 3
REFUSE: Final = ACCEPT + 1

VOCABULARY: Final = (
    *(f"deal {card}" for card in range(1, HIGHEST + 1)),
    *(f"choose {card}" for card in range(1, HIGHEST + 1)),
    "swap",
    "seal",
    *(f"offer {n}" for n in range(3)),
    "accept",
    "refuse",
)

DEALING: Final = "deal"
CHOOSING: Final = "choose"
OFFERING: Final = "offer"
ANSWERING: Final = "answer"
OVER: Final = "over"


class TitheState(State):
    """One position of Tithe."""

    phase: str
    lot: int
    bag: list[int]  # the cards nobody holds
    hands: list[list[int]]  # two cards a seat, in the order dealt
    chosen: list[int]  # 0: not yet
    swaps: list[int]
    sealed: list[bool]
    winner: int
    offer: int
    points: list[int]  # of the lot

    def to_act(self) -> tuple[int, ...]:
        if self.phase == DEALING:
            return CHANCE_ACTS
        if self.phase == CHOOSING:
            return tuple(seat for seat in range(self.seats) if not self.sealed[seat])
        if self.phase == OFFERING:
            return (self.winner,)
        if self.phase == ANSWERING:
            return (self.neighbour(),)
        return NOBODY

    def turn_id(self) -> int:
        """§2.1, §3.1: all choose in one turn, then the winner offers; the answer belongs to the offer."""
        return 0 if self.phase == CHOOSING else 1

    def neighbour(self) -> int:
        return (self.winner + 1) % self.seats

    def legal(self, seat: int) -> tuple[int, ...]:
        """§2.1, §2.2, §3.1, §3.2: small steps, in secret while choosing."""
        if seat not in self.to_act():
            return ()
        if self.phase == OFFERING:
            return (OFFER, OFFER + 1, OFFER + 2)
        if self.phase == ANSWERING:
            return (ACCEPT, REFUSE)
        if not self.chosen[seat]:
            return tuple(sorted(CHOOSE + card - 1 for card in self.hands[seat]))
        return (SEAL,) if self.swaps[seat] else (SWAP, SEAL)

    def odds(self) -> Sequence[tuple[int, int]]:
        """§1.2: any card of the bag is as likely as any other."""
        return [(DEAL + card - 1, 1) for card in self.bag] if self.phase == DEALING else ()

    def explain(self, seat: int, action: int) -> Refusal:
        if action < CHOOSE:
            return Refusal("tithe.refusal.dealing", "1.2")
        if self.phase != CHOOSING or action >= OFFER:
            return Refusal("tithe.refusal.not_now", "3.1")
        if action in (SWAP, SEAL):
            if not self.chosen[seat]:
                return Refusal("tithe.refusal.choose_first", "2.1")
            return Refusal("tithe.refusal.swapped", "2.2")
        if self.chosen[seat]:
            return Refusal("tithe.refusal.already_chosen", "2.1")
        return Refusal("tithe.refusal.not_in_hand", "2.1")

    def answers(self, seat: int) -> Sequence[int]:
        """§2.1: a card is chosen before anything else."""
        return range(CHOOSE, SWAP) if self.phase == CHOOSING and not self.chosen[seat] else ()

    def apply(self, seat: int, action: int) -> None:
        if action < CHOOSE:
            self._deal(action - DEAL + 1)
        elif action < SWAP:
            self._choose(seat, action - CHOOSE + 1)
        elif action == SWAP:
            self.swaps[seat] = 1
            self._choose(seat, sum(self.hands[seat]) - self.chosen[seat])
        elif action == SEAL:
            self._seal(seat)
        elif action < ACCEPT:
            self.offer = action - OFFER
            self.changed |= LOT
            self.phase = ANSWERING
            self._tell(Event(Message("tithe.event.offered", seat=seat, n=self.offer)))
        else:
            self._answer(seat, is_accepted=action == ACCEPT)

    def _deal(self, card: int) -> None:
        self.changed |= CARDS
        self.bag.remove(card)
        seat = next(seat for seat in range(self.seats) if len(self.hands[seat]) < 2)
        self.hands[seat].append(card)
        own = Message("tithe.event.was_dealt_own", card=card)
        self._tell(Event(Message("tithe.event.was_dealt", seat=seat), own, (seat,)))
        if len(self.hands[-1]) == 2:
            self.phase = CHOOSING

    def _choose(self, seat: int, card: int) -> None:
        self.chosen[seat] = card
        self._tell(Event(None, Message("tithe.event.chose", card=card), (seat,)))

    def _seal(self, seat: int) -> None:
        """§2.3: the last seal shows the choices."""
        self.sealed[seat] = True
        self.changed |= CARDS
        self._tell(Event(Message("tithe.event.sealed", seat=seat)))
        if all(self.sealed):
            self.winner = self.chosen.index(max(self.chosen))
            self.phase = OFFERING
            self._tell(Event(Message("tithe.event.shown", cards=self.chosen[:]), reveals=True))
            self._tell(Event(Message("tithe.event.won_lot", seat=self.winner)))

    def _answer(self, seat: int, *, is_accepted: bool) -> None:
        if is_accepted:
            self.points[seat] += self.offer
            self.points[self.winner] += self.lot - self.offer
        self.phase = OVER
        self.changed |= LOT
        self._tell(Event(Message(f"tithe.event.{'accepted' if is_accepted else 'refused'}", seat=seat)))

    def _tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def clone(self) -> "TitheState":
        new = type(self)()
        new.title = self.title
        new.seats = self.seats
        new.events = None
        new.phase = self.phase
        new.lot = self.lot
        new.bag = self.bag[:]
        new.hands = [hand[:] for hand in self.hands]
        new.chosen = self.chosen[:]
        new.swaps = self.swaps[:]
        new.sealed = self.sealed[:]
        new.winner = self.winner
        new.offer = self.offer
        new.points = self.points[:]
        return new

    def sections(self) -> tuple[Section, ...]:
        return SECTIONS

    def own(self, seat: int) -> TitheOwn:
        return {"hand": self.hands[seat][:], "chosen": self.chosen[seat], "swaps": self.swaps[seat]}

    def options(self) -> dict[str, OptionValue]:
        return {"generous": self.lot == 7}

    def is_shown(self) -> bool:
        """§2.3: whether the choices lie open."""
        return self.phase in (OFFERING, ANSWERING, OVER)

    def imagine(self, seat: int, rng: Rng) -> "TitheState":
        """Deal again what this seat does not know: others' cards, and while choosing their choices."""
        world = self.clone()
        is_shown = self.is_shown()
        others = [other for other in range(self.seats) if other != seat]
        known = {other: [self.chosen[other]] if is_shown else [] for other in others}
        unseen = self.bag + [
            card for other in others for card in self.hands[other] if card not in known[other]
        ]
        unseen.sort()
        shuffle(unseen, rng)
        for other in others:
            while len(known[other]) < len(self.hands[other]):
                known[other].append(unseen.pop())
            world.hands[other] = known[other]
            if not is_shown:
                world._imagine_choice(other, rng)
        world.bag = sorted(unseen)
        return world

    def _imagine_choice(self, other: int, rng: Rng) -> None:
        """Whether another seat has chosen or swapped is hidden until it seals."""
        steps = rng.below(3) if self.phase == CHOOSING else 0
        has_chosen = self.sealed[other] or steps > 0
        self.chosen[other] = self.hands[other][rng.below(2)] if has_chosen else 0
        self.swaps[other] = 1 if steps == 2 else 0

    def result(self) -> Result | None:
        if self.phase != OVER:
            return None
        lines = tuple(self._lines(seat) for seat in range(self.seats))
        scores = tuple(sum(line.points for line in of_seat) for of_seat in lines)
        return Result(scores, lines, ranks(scores))

    def _lines(self, seat: int) -> tuple[ScoreEntry, ...]:
        kept = sum(self.hands[seat]) - self.chosen[seat]
        return (
            ScoreEntry(Message("tithe.score.kept"), kept, "4.1"),
            ScoreEntry(Message("tithe.score.lot"), self.points[seat], "4.2"),
        )

    def prompt(self, seat: int) -> Message:
        if self.phase == ANSWERING:
            return Message("tithe.asked.answer", n=self.offer)
        if self.phase == CHOOSING and self.chosen[seat]:
            return Message("tithe.asked.seal")
        return Message(f"tithe.asked.{self.phase}")

    def inventory(self) -> dict[str, int]:
        """§1.1: one card of each value."""
        held = [card for hand in self.hands for card in hand] + self.bag
        return {f"card {card}": held.count(card) for card in range(1, 2 * self.seats + 2)}

    def to_json(self) -> dict[str, Any]:
        return {
            "seats": self.seats,
            "phase": self.phase,
            "lot": self.lot,
            "bag": self.bag[:],
            "hands": [hand[:] for hand in self.hands],
            "chosen": self.chosen[:],
            "swaps": self.swaps[:],
            "sealed": self.sealed[:],
            "winner": self.winner,
            "offer": self.offer,
            "points": self.points[:],
        }


# -- what everybody sees -------------------------------------------------------------------------------------

CARDS: Final = 1  # bits of `changed`: hands and choices
LOT: Final = 2  # the offer and the points


def sheets(state: TitheState) -> list[list[ScoreLine]]:
    """The lot alone: the cards that a seat keeps stay hidden."""
    return [[state._lines(seat)[1].to_json()] for seat in range(state.seats)]


def scores(state: TitheState) -> list[int]:
    return [sum(line["points"] for line in sheet) for sheet in sheets(state)]


SECTIONS: Final = (
    Section("to_act", ALL, lambda state: [seat for seat in state.to_act() if seat >= 0]),
    Section("phase", ALL, lambda state: state.phase),
    Section("scores", LOT, scores),
    Section("projected", LOT, scores),
    Section("sheets", LOT, sheets),
    Section("public.lot", LOT, lambda state: state.lot),
    Section("public.hand_sizes", CARDS, lambda state: [len(hand) for hand in state.hands]),
    Section("public.sealed", CARDS, lambda state: state.sealed[:]),
    Section("public.shown", CARDS, lambda state: state.chosen[:] if state.is_shown() else []),
    Section("public.winner", CARDS, lambda state: state.winner if state.is_shown() else None),
    Section("public.offer", LOT, lambda state: state.offer if state.phase in (ANSWERING, OVER) else None),
)


class Tithe(Title):
    """The tiny title; `kind` lets a test plant a state that breaks a law."""

    name: ClassVar[str] = "tithe"
    versions: ClassVar[tuple[Version, ...]] = (Version(1, "2026-11-15"),)
    version: int = 1
    seats: ClassVar[range] = range(2, 5)
    options: tuple[Option, ...] = (Option("generous", rule="4.2"),)
    max_actions: ClassVar[int] = 22
    max_legal: ClassVar[int] = 3
    observation_type: ClassVar[Any] = TitheObservation

    def __init__(self, kind: type[TitheState] = TitheState) -> None:
        self.vocabulary = VOCABULARY
        self.numbers = {text: number for number, text in enumerate(VOCABULARY)}
        self.kind = kind

    def start(self, seats: int, **options: OptionValue) -> TitheState:
        """§1.1, §4.2."""
        values = self.setup(seats, options)
        return self._state(
            {
                "seats": seats,
                "phase": DEALING,
                "lot": 7 if values["generous"] else 5,
                "bag": list(range(1, 2 * seats + 2)),
                "hands": [[] for _ in range(seats)],
                "chosen": [0] * seats,
                "swaps": [0] * seats,
                "sealed": [False] * seats,
                "winner": 0,
                "offer": 0,
                "points": [0] * seats,
            }
        )

    def from_json(self, data: Mapping[str, Any]) -> TitheState:
        return self._state(data)

    def _state(self, data: Mapping[str, Any]) -> TitheState:
        state = self.kind()
        state.title = self
        state.events = None
        for name, value in data.items():
            setattr(state, name, value)
        return state

    def domains(self, seats: int, options: Mapping[str, OptionValue]) -> Mapping[str, Any]:
        return {
            "phase": (DEALING, CHOOSING, OFFERING, ANSWERING, OVER),
            "card": tuple(range(1, HIGHEST + 1)),
            "highest": HIGHEST,
        }

    def describe(self, action: int) -> Message:
        kind, _, value = VOCABULARY[action].partition(" ")
        if kind == "offer":
            return Message("tithe.action.offer", n=int(value))
        return Message(f"tithe.action.{kind}", card=value) if value else Message(f"tithe.action.{kind}")


TITLE: Final = Tithe()
