"""`Mixture`: one turn of Pelegrinus as a game in which all choose at once, and how often to send what.

All programmes are secret until they are resolved together, so a player that always sends the best one can be
read. Each seat gets some good programmes; regret matching with sampled opponents (external sampling) finds
how often each should be sent so that no rival gains by knowing it, and better answers are added on the way
(double oracle). Every outcome is resolved by the rules and valued by the evaluator. All of it starts from
what everybody sees; only the draw at the end is private.
"""

from typing import TYPE_CHECKING, Final

from abbatia.bots.values.pelegrinus_programmes import BLANK, Programme, steps
from abbatia.core.chance import Rng, draw_from_chances
from abbatia.games.pelegrinus.position import (
    CHARACTER_COUNT,
    EVERY_CHARACTER,
    PROGRAMMING,
    PelegrinusState,
)

if TYPE_CHECKING:
    from abbatia.bots.values.pelegrinus import PelegrinusEvaluator

NEGLIGIBLE: Final = 0.05  # programmes that are rarer than this part of the most frequent one are left out
SAMPLES: Final = 6  # turns in which programmes from outside are tried
ADDED: Final = 4  # programmes that a seat may add at once


class Mixture:
    """The programmes that seats consider, and how often each should be sent."""

    def __init__(
        self,
        evaluator: "PelegrinusEvaluator",
        state: PelegrinusState,
        seat: int,
        options: list[list[Programme]],
        others: list[list[Programme]] | None = None,
    ) -> None:
        """`options`: by seat, what it considers first; `others`: what it may add."""
        self.evaluator = evaluator
        self.options: Final = options
        self.others: Final = others or [[] for _ in options]
        self.base: Final = without_orders(state, seat)
        self.regrets: Final = [[0.0] * len(programmes) for programmes in options]
        self.sums: Final = [[0.0] * len(programmes) for programmes in options]
        self.known: Final[dict[tuple[int, ...], list[float]]] = {}
        self.rounds = 0
        self.tries = 0  # outcomes with programmes from outside

    @property
    def seen(self) -> int:
        """How many outcomes were looked at."""
        return len(self.known) + self.tries

    def improve(self, rng: Rng) -> None:
        """One round: everybody sends something, and each seat regrets what would have done better."""
        self.rounds += 1
        chances = [matched(regrets) for regrets in self.regrets]
        sent = [draw_from_chances(chance, rng) for chance in chances]
        for seat, mine in enumerate(chances):
            chosen = sent[seat]
            values: list[float] = []
            for k in range(len(mine)):
                sent[seat] = k
                values.append(self.outcome(tuple(sent))[seat])
            sent[seat] = chosen
            expected = 0.0
            for k, value in enumerate(values):
                expected += mine[k] * value
            regrets, sums = self.regrets[seat], self.sums[seat]
            for k, value in enumerate(values):
                regrets[k] = max(0.0, regrets[k] + value - expected)  # regret matching plus
                sums[k] += self.rounds * self.rounds * mine[k]  # later rounds count more

    def widen(self, rng: Rng) -> None:
        """Add programmes that do better than the mixture against what the other seats send on average."""
        chances = [self.chances(seat) for seat in range(len(self.options))]
        turns = [[draw_from_chances(chance, rng) for chance in chances] for _ in range(SAMPLES)]
        for seat, others in enumerate(self.others):
            if not others:
                continue
            own = sum(self.outcome(tuple(sent))[seat] for sent in turns)
            found: list[tuple[float, int]] = []
            for index, programme in enumerate(others):
                total = 0.0
                for sent in turns:
                    total += self.tried(sent, seat, programme)
                if total > own:
                    found.append((-total, index))
            for _, index in sorted(found)[:ADDED]:
                self.add(seat, others[index])
            added = {index for _, index in sorted(found)[:ADDED]}
            others[:] = [programme for index, programme in enumerate(others) if index not in added]

    def tried(self, sent: list[int], seat: int, programme: Programme) -> float:
        """What a turn is worth to a seat that sends a programme from outside."""
        programmes = [self.options[other][index] for other, index in enumerate(sent)]
        programmes[seat] = programme
        self.tries += 1
        return self.evaluator.board_evaluator.positions(self.resolved(programmes))[seat]

    def add(self, seat: int, programme: Programme) -> None:
        """Let a seat consider one more programme."""
        self.options[seat].append(programme)
        self.regrets[seat].append(0.0)
        self.sums[seat].append(0.0)

    def outcome(self, sent: tuple[int, ...]) -> list[float]:
        """What a turn is worth to each seat in which each sends this one of its programmes."""
        known = self.known.get(sent)
        if known is None:
            programmes = [self.options[seat][index] for seat, index in enumerate(sent)]
            known = self.evaluator.board_evaluator.positions(self.resolved(programmes))
            self.known[sent] = known
        return known

    def resolved(self, programmes: list[Programme]) -> PelegrinusState:
        """The position after a turn in which these programmes are sent."""
        after = self.base.clone()
        turn = after.turn
        for seat, programme in enumerate(programmes):
            if not after.waiting >> seat & 1:
                first = seat * CHARACTER_COUNT
                after.orders[first : first + CHARACTER_COUNT] = programme
        for seat in after.to_act():
            for action in steps(self.base, seat, programmes[seat]):
                after.apply(seat, action)
        while (actors := after.to_act()) and (after.phase != PROGRAMMING or after.turn == turn):
            for action in self.evaluator.choices(after, actors[0])[0][1]:
                after.apply(actors[0], action)
        return after

    def chances(self, seat: int) -> list[float]:
        """How often a seat should send each of its programmes."""
        sums = self.sums[seat]
        most = max(sums)
        kept = [chance if chance >= NEGLIGIBLE * most else 0.0 for chance in sums]
        total = sum(kept)
        return [chance / total for chance in kept]

    def draw(self, seat: int, rng: Rng) -> Programme:
        """One of the programmes of a seat, as often as it should be sent."""
        return self.options[seat][draw_from_chances(self.chances(seat), rng)]


def matched(regrets: list[float]) -> list[float]:
    """How likely each choice is in the next round: in proportion to its regret."""
    total = sum(regrets)
    if total <= 0.0:
        return [1.0 / len(regrets)] * len(regrets)
    return [regret / total for regret in regrets]


def without_orders(state: PelegrinusState, seat: int) -> PelegrinusState:
    """The turn as this seat knows it: nothing of what the others have ordered."""
    base = state.clone()
    for other in range(state.seats):
        if other != seat and state.waiting >> other & 1:
            first = other * CHARACTER_COUNT
            base.orders[first : first + CHARACTER_COUNT] = BLANK
            base.missing[other] = EVERY_CHARACTER
            base.hand[other] = 0
    return base
