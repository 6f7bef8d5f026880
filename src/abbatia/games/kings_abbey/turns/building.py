"""Phase 7: construction in turn order (§7)."""

from abbatia.games.kings_abbey.abbey import erect, gain, pay, raise_building
from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.free_actions import ignorable
from abbatia.games.kings_abbey.legality import legal_building
from abbatia.games.kings_abbey.phases import FEEDING
from abbatia.games.kings_abbey.pieces import BATTLEMENT, CARDS, FROM_TOWERS, TYPES
from abbatia.games.kings_abbey.questions import ARCHER_WHO, IGNORE_WHICH, TABLETS_WHAT, answer, ask, top
from abbatia.games.kings_abbey.turns.order import next_seat, take_turn


def go_on(state: Position) -> None:
    """In turn order each player builds (§7.1)."""
    seat = next_seat(state, FEEDING)
    if seat >= 0:
        take_turn(state, seat, legal_building)


def after(state: Position, seat: int) -> None:
    """The turn lasts until the player ends it."""


def do_altar(state: Position, seat: int, _arg: int) -> None:
    """4 coins and 2 wood (§7.2, §R36)."""
    player = state.players[seat]
    pay(state, seat, state.facts.altar_cost)
    player.altar = 1
    if state.events is not None:
        state.tell("altar", seat=seat)


def do_wall(state: Position, seat: int, _arg: int) -> None:
    """1 stone; the fifth gives defence (§7.3, §R36)."""
    player = state.players[seat]
    pay(state, seat, state.facts.wall_cost)
    player.walls += 1
    if state.events is not None:
        state.tell("wall", seat=seat, n=player.walls)


def do_remodel(state: Position, seat: int, _arg: int) -> None:
    """2 grain and 2 stone for two more building spaces (§7.11)."""
    player = state.players[seat]
    pay(state, seat, state.facts.remodel_cost)
    player.remodelled = 1
    if state.events is not None:
        state.tell("remodelled", seat=seat)


def do_tower(state: Position, seat: int, arg: int) -> None:
    """A tower is paid and gives its prestige (§7.4)."""
    card = TYPES + arg
    if top(state, seat) == TABLETS_WHAT:
        choose_kind(state, seat, card)
        return
    pay(state, seat, state.facts.cost[card])
    raise_tower(state, seat, card)


def raise_tower(state: Position, seat: int, card: int) -> None:
    erect(state, seat, card)
    gain(state, seat, FROM_TOWERS, state.facts.prestige[card])
    if state.events is not None:
        state.tell("built", seat=seat, card=CARDS[card], points=state.facts.prestige[card])


def do_archer(state: Position, seat: int, arg: int) -> None:
    """5 coins make a peasant an archer; which one? (§7.6)"""
    ask(state, seat, ARCHER_WHO, BATTLEMENT + arg, 0)


def do_build(state: Position, seat: int, card: int) -> None:
    """A building of the reserve is paid and gives its prestige (§7.7)."""
    if top(state, seat) == TABLETS_WHAT:
        choose_kind(state, seat, card)
        return
    pay(state, seat, state.facts.cost[card])
    raise_building(state, seat, card)


def choose_kind(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    ask(state, seat, IGNORE_WHICH, card)
    if ignorable(state, seat, card).bit_count() == 1:
        do_ignore(state, seat, ignorable(state, seat, card).bit_length() - 1)


def do_ignore(state: Position, seat: int, kind: int) -> None:
    """The card is built without this kind of its cost (§22.8)."""
    (card,) = answer(state, seat)
    pay(state, seat, state.facts.cost[card], kind)
    if card < TYPES:
        raise_building(state, seat, card)
    else:
        raise_tower(state, seat, card)
