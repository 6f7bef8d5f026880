"""Cards: dealing, drawing to a full hand, replacing the face-up cards. Chance says which card comes."""

from mypy_extensions import i64

from abbatia.core.contract import CHANCE, Event
from abbatia.core.words import Message
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.fields import CARDS, FULL_OFFER, PILE, PROGRESS, Position
from abbatia.games.cardinal.legality import can_draw
from abbatia.games.cardinal.phases import BLIND, DEAL, DRAW, REVEAL
from abbatia.games.cardinal.turns.ending import empty_pile, next_turn
from abbatia.games.cardinal.turns.king import crown, end_turn


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
    if action == tables.draw_pile:
        state.changed |= PROGRESS
        state.phase = BLIND
        state.actor = CHANCE
        return
    state.changed |= CARDS
    if action == tables.first_draw:
        kind = state.open0
        state.open0 = -1
        offer = state.offer ^ 1
    else:
        kind = state.open1
        state.open1 = -1
        offer = state.offer ^ 2
    state.offer = offer
    card: i64 = tables.card[kind]
    hands, known = state.hands, state.known
    hand: i64 = hands[seat]
    hand += card
    hands[seat] = hand
    known[seat] = known[seat] + card
    if state.events is not None:
        place = tables.what[action] + 1
        state.tell("took", seat=seat, card=tables.board.kinds[kind], place=place)
    if offer < PILE:
        _note_fresh(state, seat, card)
        fill_hand(state, seat, hand)
    elif tables.hand_size[hand] == HAND:  # else the seat draws again
        state.phase = REVEAL
        state.actor = CHANCE


def _note_fresh(state: Position, seat: i64, card: i64) -> None:
    """A card that a seat did not have yet when it could not place (§R4)."""
    if state.barred[seat]:
        fresh = list(state.fresh)
        fresh[seat] += card
        state.fresh = tuple(fresh)


def turn_up(state: Position, action: i64) -> None:
    """Chance: a card comes off the pile; after a scoring the game goes on where it was (§2.5, §6.2, §8.4)."""
    tables = state.tables
    state.changed |= CARDS
    state.pile -= tables.discarded[action]
    left = state.left - 1
    state.left = left
    phase = state.phase
    if phase == REVEAL:  # once there are two face-up cards the turn is over (§R2)
        offer = state.offer
        if offer & 1:
            state.open1 = tables.kind[action]
            state.offer = offer | 2
        else:
            state.open0 = tables.kind[action]
            state.offer = offer | 1
        if state.events is not None:
            state.tell("revealed", card=tables.board.kinds[tables.kind[action]], place=1 + (offer & 1))
        if not left:
            empty_pile(state)
        if state.offer == FULL_OFFER or state.offer < PILE:
            if state.duel is None:
                next_turn(state)
            else:
                end_turn(state, state.duel)
    elif phase == BLIND:
        seat = state.player
        hand: i64 = state.hands[seat]
        hand += tables.cost[action]
        state.hands[seat] = hand
        if state.events is not None:
            _tell_owner(state, seat, action, "drew")
        if not left:
            empty_pile(state)
        fill_hand(state, seat, hand)
    elif phase == DEAL:
        _deal(state, action)
    else:
        crown(state, tables.kind[action])


def _deal(state: Position, action: i64) -> None:
    """The first hands, one after the other; then the face-up cards (§2.4)."""
    dealt = state.dealt
    seat = dealt // HAND
    state.hands[seat] = state.hands[seat] + state.tables.cost[action]
    if state.events is not None:
        _tell_owner(state, seat, action, "dealt")
    dealt += 1
    state.dealt = dealt
    if dealt == HAND * state.seats:
        state.phase = REVEAL


def _tell_owner(state: Position, seat: i64, action: i64, event: str) -> None:
    """A card that only its owner sees (§2.4, §6.3)."""
    if state.events is not None:
        card = state.tables.board.kinds[state.tables.kind[action]]
        secret = Message(f"cardinal.event.{event}_you", seat=seat, card=card)
        state.events.append(Event(Message(f"cardinal.event.{event}", seat=seat), secret, (seat,)))
