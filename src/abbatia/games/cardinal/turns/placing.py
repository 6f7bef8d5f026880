"""The turn of a seat: pay and place, once or twice; or exchange a card; or, in the last round, pass."""

from mypy_extensions import i64

from abbatia.games.cardinal.actions import PASS, PRIVILEGE
from abbatia.games.cardinal.fields import CARDS, DUEL_PARTS, ONE_COUNTRY, PILE, PLACE_LAST, PROGRESS, Position
from abbatia.games.cardinal.legality import is_stuck, reach
from abbatia.games.cardinal.phases import DRAW, MORE, PLACE
from abbatia.games.cardinal.tables import LAST
from abbatia.games.cardinal.turns.drawing import fill_hand
from abbatia.games.cardinal.turns.ending import finish
from abbatia.games.cardinal.turns.king import start_keeping, swap, use_privilege
from abbatia.games.cardinal.turns.pieces import put_abbey, put_advisor, tell_piece


def play(state: Position, seat: i64, action: i64) -> None:
    """Play cards face up: one, or two of a kind, for a piece; or one to exchange (§4.1, §4.2, §4.4, §7.1)."""
    tables = state.tables
    state.changed |= CARDS
    cost: i64 = tables.cost[action]
    hand: i64 = state.hands[seat]
    state.hands[seat] = hand - cost
    state.discard += tables.discarded[action]
    known: i64 = state.known[seat]
    of_kind: i64 = known & tables.known_mask[action]
    if of_kind:  # cards that were played are no longer known to be in the hand
        state.known[seat] = known - (of_kind if of_kind < cost else cost)
    if state.events is not None:
        tell_play(state, seat, action)
    if action < tables.exchange:
        state.country = tables.country[action]
        state.phase = PLACE
        if state.duel is not None:
            state.duel.paid += cost
            state.changed |= DUEL_PARTS
    else:
        if state.mode & LAST:
            _bar(state, seat)
        fill_hand(state, seat, hand - cost)


def tell_play(state: Position, seat: i64, action: i64) -> None:
    """Tell which cards are played, and what for."""
    tables = state.tables
    card = tables.board.kinds[tables.kind[action]]
    if action >= tables.exchange:
        state.tell("exchanged", seat=seat, card=card)
        return
    country = tables.board.countries[tables.country[action]]
    state.tell("paid_pair" if tables.cards[action] == 2 else "paid", seat=seat, card=card, country=country)


def choose(state: Position, seat: i64, action: i64) -> None:
    """Stop, pass or use a privilege (§5.3, §R4, §13.9)."""
    tables = state.tables
    state.changed |= PROGRESS
    if action == tables.stop:
        if state.events is not None:
            state.tell("stopped", seat=seat)
        _end_placing(state, seat)
        return
    does = tables.actions.does[action]
    if does == PASS:
        _bar(state, seat)
        state.tell("passed", seat=seat)
        fill_hand(state, seat, state.hands[seat])
    elif does == PRIVILEGE:
        use_privilege(state, seat, action)
    else:
        swap(state, seat, action)


def place(state: Position, seat: i64, action: i64) -> None:
    """Place the piece; one more may follow, but not after opening (§4.3, §5.1, §5.2, §12.3, §R5, §R8)."""
    tables = state.tables
    if action < tables.first_advisor:
        put_abbey(state, seat, action - tables.first_abbey)
    else:
        put_advisor(state, seat, action - tables.first_advisor)
    if state.events is not None:
        tell_piece(state, seat, action)
    if (state.spent or not state.free_any) and is_stuck(state):
        finish(state, "stuck")
    elif state.placed or not state.hands[seat] or (state.opened and state.spread == ONE_COUNTRY):
        state.placed += 1
        _end_placing(state, seat)
    else:
        state.placed = 1
        state.phase = MORE


def _end_placing(state: Position, seat: i64) -> None:
    """In Das Duell a card is kept; then the hand, of which at least one card was played, is filled."""
    if state.duel is not None and start_keeping(state, seat):
        return
    if state.offer >= PILE:
        state.phase = DRAW
    else:
        fill_hand(state, seat, state.hands[seat])


def _bar(state: Position, seat: i64) -> None:
    """Whoever had to place and did not shows that its cards could not pay for anything (§R4)."""
    if state.rules & PLACE_LAST:
        barred = list(state.barred)
        barred[seat] = reach(state, seat)
        state.barred = tuple(barred)
