"""Cards: dealing, drawing to a full hand, replacing the face-up cards. Chance says which card comes."""

from mypy_extensions import i64

from abbatia.core.contract import CHANCE, Event
from abbatia.core.words import Message
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.ending import empty_pile, next_turn
from abbatia.games.cardinal.king import crown, end_turn
from abbatia.games.cardinal.phases import BLIND, DEAL, DRAW, REVEAL
from abbatia.games.cardinal.setup import cards_to_deal
from abbatia.games.cardinal.state import DRAW_LAST, FULL_OFFER, PILE, Position
from abbatia.games.cardinal.tables import PART_BITS, PART_MASK


def odds(state: Position) -> tuple[tuple[int, int], ...]:
    """Each kind of card in the pile with its number; the action says where the card goes (§2.5)."""
    parts = state.tables.odds[state.phase]
    pile = state.pile
    return (
        parts[0][pile & PART_MASK] + parts[1][pile >> PART_BITS & PART_MASK] + parts[2][pile >> 2 * PART_BITS]
    )


def can_draw(state: Position) -> bool:
    """Whether there is a card to draw; none after the second emptying but for an option (§10.1, §R2, §R3)."""
    return state.offer >= PILE or (state.offer > 0 and state.rules & DRAW_LAST > 0)


def fill_hand(state: Position, seat: i64, hand: i64) -> None:
    """A seat draws to a full hand after its turn; then the face-up cards are replaced (§3.2, §6.1, §6.2)."""
    offer = state.offer
    if state.tables.hand_size[hand] < HAND and (offer >= PILE or can_draw(state)):
        state.phase = DRAW
        state.actor = seat
    elif PILE <= offer < FULL_OFFER:
        state.phase = REVEAL
        state.actor = CHANCE
    elif state.duel is None:
        next_turn(state)
    else:
        end_turn(state, state.duel)


def draw(state: Position, seat: i64, action: i64) -> None:
    """Draw from the pile, or take a face-up card, which everybody remembers (§6.1, §6.2, §6.3)."""
    tables = state.tables
    place = action - tables.first_draw
    if place == 2:
        state.phase = BLIND
        state.actor = CHANCE
        return
    if place:
        kind = state.open1
        state.open1 = -1
        state.offer ^= 2
    else:
        kind = state.open0
        state.open0 = -1
        state.offer ^= 1
    card: i64 = tables.card[kind]
    hand: i64 = state.hands[seat]
    hand += card
    state.hands[seat] = hand
    known: i64 = state.known[seat]
    state.known[seat] = known + card
    if state.offer < PILE and state.barred[seat]:
        fresh = list(state.fresh)
        fresh[seat] += card
        state.fresh = tuple(fresh)
    if state.events is not None:
        state.tell(Message("cardinal.event.took", seat=seat, card=tables.board.kinds[kind], place=place + 1))
    fill_hand(state, seat, hand)


def turn_up(state: Position, action: i64) -> None:
    """Chance: a card comes off the pile; after a scoring the game goes on where it was (§2.5, §6.2, §8.4)."""
    tables = state.tables
    state.pile -= tables.discarded[action]
    state.left -= 1
    phase = state.phase
    if phase == REVEAL:
        _reveal(state, tables.kind[action])
    elif phase == BLIND:
        seat = state.player
        hand: i64 = state.hands[seat]
        hand += tables.cost[action]
        state.hands[seat] = hand
        if state.events is not None:
            _tell_owner(state, seat, action, "drew")
        if not state.left:
            empty_pile(state)
        fill_hand(state, seat, hand)
    elif phase == DEAL:
        _deal(state, action)
    else:
        crown(state, tables.kind[action])


def _deal(state: Position, action: i64) -> None:
    """The first hands, one after the other; then the face-up cards (§2.4)."""
    seat = state.dealt // HAND
    state.hands[seat] = state.hands[seat] + state.tables.cost[action]
    if state.events is not None:
        _tell_owner(state, seat, action, "dealt")
    state.dealt += 1
    if state.dealt == cards_to_deal(state):
        state.phase = REVEAL


def _tell_owner(state: Position, seat: i64, action: i64, event: str) -> None:
    """A card that only its owner sees (§2.4, §6.3)."""
    if state.events is not None:
        card = state.tables.board.kinds[state.tables.kind[action]]
        secret = Message(f"cardinal.event.{event}_you", seat=seat, card=card)
        state.events.append(Event(Message(f"cardinal.event.{event}", seat=seat), secret, (seat,)))


def _reveal(state: Position, kind: i64) -> None:
    """A face-up card is replaced; once there are two of them the turn is over (§6.2, §R2)."""
    offer = state.offer
    place = 2 if offer & 1 else 1
    if place == 1:
        state.open0 = kind
    else:
        state.open1 = kind
    state.offer = offer | place
    if state.events is not None:
        card = state.tables.board.kinds[kind]
        state.tell(Message("cardinal.event.revealed", card=card, place=place))
    if not state.left:
        empty_pile(state)
    if PILE <= state.offer < FULL_OFFER:
        return
    if state.duel is None:
        next_turn(state)
    else:
        end_turn(state, state.duel)
