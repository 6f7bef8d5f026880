"""Prompts: what is asked of the seat to act, as one sentence."""

from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import ALL_ORDERED
from abbatia.games.pelegrinus.board import CHARACTERS
from abbatia.games.pelegrinus.fields import Position
from abbatia.games.pelegrinus.phases import ABBEYS_CLAIMED, COMMANDERIES_CHOSEN, PROGRAMMING


def prompt(state: Position, seat: int) -> Message:
    """The prompt for the seat to act."""
    if state.phase == PROGRAMMING:
        hand = state.hand[seat]
        if hand < ALL_ORDERED:
            return Message("pelegrinus.asked.order", character=CHARACTERS[hand], turn=state.turn)
        return Message("pelegrinus.asked.seal", turn=state.turn)
    if state.phase == COMMANDERIES_CHOSEN:
        return Message("pelegrinus.asked.commandery", n=state.stock[seat])
    if state.phase == ABBEYS_CLAIMED:
        return Message("pelegrinus.asked.claim", n=state.abbey_stock[seat])
    return Message("pelegrinus.asked.abbey")
