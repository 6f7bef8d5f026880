"""The turn of a seat: pay and place, once or twice; or exchange a card; or, in the last round, pass."""

from abbatia.core.words import Message
from abbatia.games.cardinal.actions import EXCHANGE, PASS, PRIVILEGE, STOP
from abbatia.games.cardinal.drawing import can_draw, start_drawing
from abbatia.games.cardinal.ending import finish
from abbatia.games.cardinal.king import privileges, start_keeping, swap, use_privilege
from abbatia.games.cardinal.phases import MORE, PLACE
from abbatia.games.cardinal.pieces import is_stuck, put_abbey, put_advisor, put_message, reach
from abbatia.games.cardinal.state import ONE_COUNTRY, PLACE_LAST, PRIVILEGED_COUNTRIES, Position
from abbatia.games.cardinal.tables import LAST, MAY_EXCHANGE
from abbatia.games.cardinal.tables import MORE as MORE_MODE


def turn_actions(state: Position, seat: int) -> tuple[int, ...]:
    """Pay for a first piece, exchange, or pass in the last round (§3.1, §R4)."""
    countries = state.free_any if state.abbeys_left[seat] else 0
    if state.advisors_left[seat]:
        countries |= state.room_any
    tables = state.tables
    mode = state.mode
    if mode & LAST and can_draw(state):
        mode |= MAY_EXCHANGE
    found = tables.choose(mode, state.hands[seat], countries)
    return found if state.duel is None else found + privileges(state, seat)


def more_actions(state: Position, seat: int) -> tuple[int, ...]:
    """Pay for a second piece, or stop (§5.1, §5.3, §R5)."""
    return state.tables.choose(state.mode | MORE_MODE, state.hands[seat], second_reach(state, seat))


def second_reach(state: Position, seat: int) -> int:
    """Where the second piece may go: the same country, or any of two (§5.1, §12.1, §12.2, §R11)."""
    spread = state.spread
    if spread == ONE_COUNTRY:
        country = state.country
        if state.free[country] and state.abbeys_left[seat]:
            return state.tables.country_bit[country]
        return state.tables.country_bit[country] if state.room[country] and state.advisors_left[seat] else 0
    if spread == PRIVILEGED_COUNTRIES:
        return reach(state, seat) & ~state.opened
    countries = state.free_any if state.abbeys_left[seat] else 0
    if state.advisors_left[seat]:
        countries |= state.room_any & ~state.opened
    return countries


def choose(state: Position, seat: int, action: int) -> None:
    """Stop, exchange, pass or use a privilege."""
    tables = state.tables
    does = tables.actions.does[action]
    if does == STOP:
        if state.events is not None:
            state.tell(Message("cardinal.event.stopped", seat=seat))
        if state.duel is None:
            start_drawing(state)
        else:
            _end_placing(state, seat)
    elif does == EXCHANGE:
        _exchange(state, seat, tables.kind[action])
    elif does == PASS:
        _bar(state, seat)
        if state.events is not None:
            state.tell(Message("cardinal.event.passed", seat=seat))
        start_drawing(state)
    elif does == PRIVILEGE:
        use_privilege(state, seat, action)
    else:
        swap(state, seat, action)


def pay(state: Position, seat: int, action: int) -> None:
    """Play one card, or two of a kind, face up onto the discard (§4.1, §4.2, §4.4)."""
    tables = state.tables
    cost = tables.cost[action]
    state.hands[seat] -= cost
    state.discard += tables.discarded[action]
    state.country = tables.country[action]
    state.phase = PLACE
    if state.known[seat] & tables.known_mask[action]:
        _forget(state, seat, tables.kind[action], tables.cards[action])
    if state.duel is not None:
        state.duel.paid += cost
    if state.events is not None:
        event = "cardinal.event.paid_pair" if tables.cards[action] == 2 else "cardinal.event.paid"
        card, country = tables.board.kinds[tables.kind[action]], tables.board.countries[state.country]
        state.tell(Message(event, seat=seat, card=card, country=country))


def _forget(state: Position, seat: int, kind: int, number: int) -> None:
    """Cards that were played are no longer known to be in the hand."""
    known = state.known[seat] >> 2 * kind & 3
    state.known[seat] -= min(known, number) * state.tables.card[kind]


def place(state: Position, seat: int, action: int) -> None:
    """Place the piece; one more may follow, but not after opening (§4.3, §5.1, §5.2, §12.3, §R5, §R8)."""
    tables = state.tables
    if action < tables.first_advisor:
        put_abbey(state, seat, action - tables.first_abbey)
    else:
        put_advisor(state, seat, action - tables.first_advisor)
    if state.events is not None:
        state.tell(put_message(state, seat, action))
    if (not state.free_any or not state.abbeys_left[seat]) and is_stuck(state):
        finish(state, "stuck")
    elif state.placed or not state.hands[seat] or (state.opened and state.spread == ONE_COUNTRY):
        state.placed += 1
        if state.duel is None:
            start_drawing(state)
        else:
            _end_placing(state, seat)
    else:
        state.placed = 1
        state.phase = MORE


def _end_placing(state: Position, seat: int) -> None:
    """In Das Duell a card is kept; then the hand is filled."""
    if state.duel is None or not start_keeping(state, seat):
        start_drawing(state)


def _exchange(state: Position, seat: int, kind: int) -> None:
    """Discard a card and draw one (§7.1)."""
    tables = state.tables
    state.hands[seat] -= tables.card[kind]
    state.discard += tables.unit[kind]
    if state.known[seat]:
        _forget(state, seat, kind, 1)
    _bar(state, seat)
    if state.events is not None:
        state.tell(Message("cardinal.event.exchanged", seat=seat, card=tables.board.kinds[kind]))
    start_drawing(state)


def _bar(state: Position, seat: int) -> None:
    """Whoever had to place and did not shows that its cards could not pay for anything (§R4)."""
    if state.mode & LAST and state.rules & PLACE_LAST:
        barred = list(state.barred)
        barred[seat] = reach(state, seat)
        state.barred = tuple(barred)
