"""Cards: dealing, drawing to a full hand, replacing the face-up cards. Chance says which card comes."""

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, Event
from abbatia.core.words import Message
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.ending import empty_pile, next_turn
from abbatia.games.cardinal.king import crown, end_turn
from abbatia.games.cardinal.phases import BLIND, CROWN, DEAL, DRAW, REVEAL
from abbatia.games.cardinal.setup import cards_to_deal
from abbatia.games.cardinal.state import DRAW_LAST, Position
from abbatia.games.cardinal.tables import ODDS_BITS, ODDS_MASK


def draws(state: Position) -> tuple[int, ...]:
    """Where the seat may draw from: the face-up cards that are left, the pile (§6.1, §R3)."""
    mask = (state.open0 >= 0) + 2 * (state.open1 >= 0)
    return state.tables.draws[mask + 4 if state.emptied < 2 else mask]


def odds(state: Position) -> tuple[tuple[int, int], ...]:
    """Each kind of card in the pile with its number; the action says where the card goes (§2.5)."""
    parts = state.tables.odds[state.phase]
    pile = state.pile
    return (
        parts[0][pile & ODDS_MASK] + parts[1][pile >> ODDS_BITS & ODDS_MASK] + parts[2][pile >> 2 * ODDS_BITS]
    )


def lot(state: Position, rng: Rng) -> int:
    """The card that comes off the pile, as it would be picked from the odds."""
    action = state.tables.turned[state.phase]
    pile = state.pile
    left = rng.below(state.left) - (pile & 15)
    while left >= 0:
        pile >>= 4
        left -= pile & 15
        action += 1
    return action


def can_draw(state: Position) -> bool:
    """Whether there is a card to draw; none after the second emptying but for an option (§10.1, §R2, §R3)."""
    if state.emptied < 2:
        return True
    return state.rules & DRAW_LAST > 0 and (state.open0 >= 0 or state.open1 >= 0)


def start_drawing(state: Position) -> None:
    """After placing or exchanging the seat fills its hand (§3.2, §6.1)."""
    seat = state.player
    if state.tables.hand_size[state.hands[seat]] < HAND and (state.emptied < 2 or can_draw(state)):
        state.phase = DRAW
        state.actor = seat
    else:
        replace_cards(state)


def draw(state: Position, seat: int, action: int) -> None:
    """Draw from the pile, or take a face-up card, which everybody remembers (§6.1, §6.2, §6.3)."""
    tables = state.tables
    place = tables.what[action]
    if place < 0:
        state.phase = BLIND
        state.actor = CHANCE
        return
    if place:
        kind = state.open1
        state.open1 = -1
    else:
        kind = state.open0
        state.open0 = -1
    card = tables.card[kind]
    hand = state.hands[seat] + card
    state.hands[seat] = hand
    state.known[seat] += card
    if state.barred[seat]:
        state.fresh = _with(state.fresh, seat, state.fresh[seat] + card)
    if state.events is not None:
        state.tell(Message("cardinal.event.took", seat=seat, card=tables.board.kinds[kind], place=place + 1))
    if tables.hand_size[hand] == HAND or not can_draw(state):
        replace_cards(state)


def turn_up(state: Position, action: int) -> None:
    """Chance: a card comes off the pile; after a scoring the game goes on where it was (§2.5, §6.2, §8.4)."""
    tables = state.tables
    kind = tables.kind[action]
    state.pile -= tables.unit[kind]
    left = state.left - 1
    state.left = left
    phase = state.phase
    if phase == REVEAL:
        place = 1 if state.open0 < 0 else 2
        if place == 1:
            state.open0 = kind
        else:
            state.open1 = kind
        if state.events is not None:
            state.tell(Message("cardinal.event.revealed", card=tables.board.kinds[kind], place=place))
        if not left:
            empty_pile(state)
        replace_cards(state)
    elif phase == BLIND:
        _into_hand(state, state.player, kind, "drew")
        if not left:
            empty_pile(state)
        start_drawing(state)
    elif phase == DEAL:
        _into_hand(state, state.dealt // HAND, kind, "dealt")
        state.dealt += 1
        if state.dealt == cards_to_deal(state):
            replace_cards(state)
    elif phase == CROWN:
        crown(state, kind)


def _into_hand(state: Position, seat: int, kind: int, event: str) -> None:
    """A card that only its owner sees (§2.4, §6.3)."""
    tables = state.tables
    state.hands[seat] += tables.card[kind]
    if state.events is not None:
        seen = Message(f"cardinal.event.{event}", seat=seat)
        secret = Message(f"cardinal.event.{event}_you", seat=seat, card=tables.board.kinds[kind])
        state.events.append(Event(seen, secret, (seat,)))


def replace_cards(state: Position) -> None:
    """Once the hand is full the face-up cards are replaced; then the turn is over (§6.2, §R2)."""
    if (state.open0 < 0 or state.open1 < 0) and state.emptied < 2:
        state.phase = REVEAL
        state.actor = CHANCE
    elif state.duel is None:
        next_turn(state)
    else:
        end_turn(state, state.duel)


def _with(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The same values but one."""
    return (*values[:index], value, *values[index + 1 :])
