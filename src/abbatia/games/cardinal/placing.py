"""The turn of a seat: pay and place, once or twice; or exchange a card; or, in the last round, pass."""

from mypy_extensions import i64

from abbatia.core.words import Message
from abbatia.games.cardinal.actions import PASS, PRIVILEGE
from abbatia.games.cardinal.drawing import can_draw, fill_hand
from abbatia.games.cardinal.ending import finish
from abbatia.games.cardinal.king import privileges, start_keeping, swap, use_privilege
from abbatia.games.cardinal.phases import DRAW, MORE, PLACE
from abbatia.games.cardinal.pieces import is_stuck, put_abbey, put_advisor, put_message, reach
from abbatia.games.cardinal.state import ONE_COUNTRY, PILE, PLACE_LAST, PRIVILEGED_COUNTRIES, Position
from abbatia.games.cardinal.tables import LAST, MAY_EXCHANGE
from abbatia.games.cardinal.tables import MORE as MORE_MODE


def turn_actions(state: Position, seat: i64) -> tuple[int, ...]:
    """Pay for a first piece, exchange, or pass in the last round (§3.1, §R4)."""
    countries = reach(state, seat) if state.spent else state.free_any | state.room_any
    mode = state.mode
    if mode and mode & LAST and can_draw(state):  # mostly there is no mode before the last round
        mode |= MAY_EXCHANGE
    hand: i64 = state.hands[seat]
    found = state.tables.choices[mode][hand][countries]
    if not found:
        found = state.tables.choose(mode, hand, countries)
    return found if state.duel is None else found + privileges(state, seat)


def more_actions(state: Position, seat: i64) -> tuple[int, ...]:
    """Pay for a second piece, or stop (§5.1, §5.3, §R5)."""
    if state.spread == ONE_COUNTRY and not state.spent:
        countries = (state.free_any | state.room_any) & 1 << state.country
    else:
        countries = second_reach(state, seat)
    mode = state.mode | MORE_MODE
    hand: i64 = state.hands[seat]
    found = state.tables.choices[mode][hand][countries]
    return found if found else state.tables.choose(mode, hand, countries)


def second_reach(state: Position, seat: i64) -> i64:
    """Where the second piece may go: the same country, or any of two (§5.1, §12.1, §12.2, §R11)."""
    spread = state.spread
    if spread == ONE_COUNTRY:
        return reach(state, seat) & 1 << state.country
    if spread == PRIVILEGED_COUNTRIES:
        return reach(state, seat) & ~state.opened
    free = 0 if state.spent >> seat & 1 else state.free_any
    return free | reach(state, seat) & ~state.opened


def play(state: Position, seat: i64, action: i64) -> None:
    """Play cards face up: one, or two of a kind, for a piece; or one to exchange (§4.1, §4.2, §4.4, §7.1)."""
    tables = state.tables
    cost: i64 = tables.cost[action]
    hand: i64 = state.hands[seat]
    state.hands[seat] = hand - cost
    state.discard += tables.discarded[action]
    known: i64 = state.known[seat]
    of_kind: i64 = known & tables.known_mask[action]
    if of_kind:  # cards that were played are no longer known to be in the hand
        state.known[seat] = known - (of_kind if of_kind < cost else cost)
    if state.events is not None:
        state.tell(play_message(state, seat, action))
    if action < tables.exchange:
        state.country = tables.country[action]
        state.phase = PLACE
        if state.duel is not None:
            state.duel.paid += cost
    else:
        if state.mode & LAST:
            _bar(state, seat)
        fill_hand(state, seat, hand - cost)


def play_message(state: Position, seat: i64, action: i64) -> Message:
    """What is told about cards that are played."""
    tables = state.tables
    card = tables.board.kinds[tables.kind[action]]
    if action >= tables.exchange:
        return Message("cardinal.event.exchanged", seat=seat, card=card)
    event = "cardinal.event.paid_pair" if tables.cards[action] == 2 else "cardinal.event.paid"
    return Message(event, seat=seat, card=card, country=tables.board.countries[tables.country[action]])


def choose(state: Position, seat: i64, action: i64) -> None:
    """Stop, pass or use a privilege (§5.3, §R4, §13.9)."""
    tables = state.tables
    if action == tables.stop:
        if state.events is not None:
            state.tell(Message("cardinal.event.stopped", seat=seat))
        _end_placing(state, seat)
        return
    does = tables.actions.does[action]
    if does == PASS:
        _bar(state, seat)
        if state.events is not None:
            state.tell(Message("cardinal.event.passed", seat=seat))
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
        state.tell(put_message(state, seat, action))
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
