"""Hidden things: a determinization, that is a world that a seat cannot tell from the real one."""

from typing import Final

from abbatia.core.chance import Rng
from abbatia.games.cardinal.fields import Position
from abbatia.games.cardinal.observation import unseen_cards
from abbatia.games.cardinal.tables import ABROAD_ONLY

TRIES: Final = 200  # for worlds in which a seat that passed could not have placed


def imagine(state: Position, seat: int, rng: Rng) -> None:
    """Make a copy of the real position a world that the seat cannot tell from it.

    The cards this seat cannot place are dealt anew: between the pile and the unknown parts of other hands.
    Known cards stay where they are; a seat that passed although it had to place if it could keeps a hand that
    could not have placed (§R4).
    """
    others = [other for other in range(state.seats) if other != seat]
    bag, kinds = unseen_cards(state, seat), range(len(state.tables.board.kinds))
    unseen = [kind for kind in kinds for _ in range(bag >> 4 * kind & 15)]
    for _ in range(TRIES):
        _deal_again(state, others, unseen, rng)
        if all(_could_not_place(state, other) for other in others if state.barred[other]):
            return


def _deal_again(state: Position, others: list[int], unseen: list[int], rng: Rng) -> None:
    """Deal the unseen cards to the other hands by a partial shuffle; what is left is the pile."""
    tables = state.tables
    size = len(unseen)
    for other in others:
        hand = state.known[other]
        for _ in range(tables.hand_size[state.hands[other]] - tables.hand_size[hand]):
            index = rng.below(size)
            size -= 1
            kind = unseen[index]
            unseen[index] = unseen[size]
            unseen[size] = kind
            hand += tables.card[kind]
        state.hands[other] = hand
    pile = 0
    for index in range(size):
        pile += tables.unit[unseen[index]]
    state.pile = pile


def _could_not_place(state: Position, seat: int) -> bool:
    """Whether the hand that the seat had when it passed could not pay for any piece."""
    hand = state.hands[seat] - state.fresh[seat]
    abroad_only = state.mode & ABROAD_ONLY > 0
    return not state.tables.payments(hand, state.barred[seat], abroad_only=abroad_only)
