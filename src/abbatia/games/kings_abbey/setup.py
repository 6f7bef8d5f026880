"""Set-up: the first position, then lots, deals, auction and the quick game's gifts (§13, §21)."""

from collections.abc import Mapping
from typing import Final

from abbatia.core.contract import Event, OptionValue, Title
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import erect, gain, man
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Elias, Position
from abbatia.games.kings_abbey.phases import (
    CHANCE_CRUSADE,
    CHANCE_LOT,
    CHANCE_MARKET,
    CHANCE_POOL,
    CHANCE_SAINT,
    CHANCE_START,
    DEAL_CRUSADES,
    DEAL_SAINTS,
    DRAW_LOT,
    FILL_MARKET,
    GIFTS,
    ROLL,
    STARTING,
)
from abbatia.games.kings_abbey.pieces import (
    BIT,
    BUILDINGS,
    COIN,
    FROM_START,
    GOODS,
    GRAIN,
    SAINTS,
    SAND,
    STONE,
    TOOL,
    TYPES,
    WAGON,
    WOOD,
)
from abbatia.games.kings_abbey.player import Player
from abbatia.games.kings_abbey.questions import CHOOSE_START, PAY_HOW, answer, ask
from abbatia.games.kings_abbey.turns.end_of_round import bonus_spaces

PEASANTS: Final = 15
MONK_DICE: Final = 9
POOL_DICE: Final = 6


# -- the position before the first action -----------------------------------------------------------------


def set_up(
    state: Position, title: Title, facts: Facts, seats: int, options: Mapping[str, OptionValue]
) -> None:
    """The position before the first action (§13.1 to §13.7, §21.1, §21.2, §21.6, §21.7)."""
    state.title, state.facts, state.seats, state.events, state.changed = title, facts, seats, None, 0
    state.setup = tuple(options.items())
    state.brewery_cards = bool(options["brewery_cards"])
    state.guild_trades = bool(options["guild_trades"])
    state.prestige_floor = bool(options["prestige_floor"])
    state.with_auction = bool(options["auction"])
    state.quick = bool(options["quick"])
    state.with_saints = bool(options["saints"])
    set_up_board(state, str(options["pile"]), str(options["relics"]))
    state.players = [new_player(seat) for seat in range(seats)]
    state.darkness = 1 if options["dark_start"] else 0
    if options["easy_start"] or state.quick:
        for player in state.players:
            player.benches = 0b111  # the first bench is full (§21.2, §21.6)
            player.reserve_peasants -= 2
            player.clergy = facts.tops[0]
    for player in state.players:
        if state.quick:
            player.base_defence = 3
            player.goods[SAND] = 1
        if state.with_auction:
            player.goods[COIN] = 6  # §21.8
    while not state.acting:  # until the first step that chance or a seat decides
        go_on(state)


def set_up_board(state: Position, pile: str, relics: str) -> None:
    """The main board and the piles (§13.3 to §13.7, §21.4, §21.5, §22.1, §24.1)."""
    facts = state.facts
    state.acting = 0
    state.phase = state.stage = state.lap = state.turn = state.first = 0
    state.chance = state.resume = state.passed = 0
    state.under = 0
    state.elias = Elias()
    state.elias.clear()
    state.elias.peasants = 3 if state.seats == 1 else 0
    state.round = 1
    state.event = state.initiative = state.bidder = state.bid = state.offer_to = -1
    state.pile = list(facts.piles["quick" if state.quick else pile])
    state.rounds = sum(state.pile)  # a card for each round (§13.6, §21.4)
    state.supply_tools, state.supply_wagons = facts.tools - state.seats, facts.wagons - state.seats
    state.unseen_events = facts.event_copies[:]
    state.vikings, state.cover, state.offers = [], [], []
    state.market = [-1] * 8
    state.building_bag = facts.copies[:]
    state.start_left = facts.starting[:]
    state.scrapped = [0] * TYPES
    state.token_owner = [-1] * len(facts.initiative)
    state.crusade_bag = [1 if relics != "none" or relic < 0 else 0 for relic in facts.crusade_relic]
    if relics == "rich":
        for card in facts.rich_removes:
            state.crusade_bag[card] = 0
    state.saint_bag = [1] * len(SAINTS)
    state.bonus_left = [bonus_spaces(state)] * 4


def new_player(seat: int) -> Player:
    """A player's board and reserve (§13.1)."""
    player = Player()
    player.seat = seat
    player.clear()
    goods = player.goods
    goods[COIN], goods[WOOD], goods[GRAIN], goods[STONE], goods[TOOL], goods[WAGON] = 4, 1, 1, 1, 1, 1
    player.reserve, player.reserve_peasants = MONK_DICE, PEASANTS - 1
    player.benches = player.base_defence = 1
    return player


# -- what chance and players decide before round 1 ---------------------------------------------------------


def go_on(state: Position) -> None:
    """The next step of the set-up."""
    if state.stage == DRAW_LOT:
        if state.seats > 1:
            state.chance, state.acting = CHANCE_LOT, CHANCE_MASK
        else:
            first_drawn(state, 0)
    elif state.stage == DEAL_CRUSADES:
        deal(state, CHANCE_CRUSADE)
    elif state.stage == STARTING:
        if state.with_auction:
            next_bid(state)
        else:
            deal(state, CHANCE_START)
    elif state.stage == FILL_MARKET:
        fill(state)
    elif state.stage == GIFTS:
        next_gift(state)
    elif state.stage == DEAL_SAINTS:
        deal(state, CHANCE_SAINT)
    elif state.seats == 1 and sum(state.elias.pool) < POOL_DICE:
        state.chance, state.acting = CHANCE_POOL, CHANCE_MASK
    else:
        state.phase, state.stage, state.lap = ROLL, 0, 0


def deal(state: Position, chance: int) -> None:
    """A card to each player in turn order, then the next step (§13.2, §13.5, §23.1)."""
    if state.lap == state.seats or (chance == CHANCE_SAINT and not state.with_saints):
        state.stage, state.lap = state.stage + 1, 0
        return
    state.turn = (state.first + state.lap) % state.seats
    state.chance, state.acting = chance, CHANCE_MASK


def fill(state: Position) -> None:
    """Eight cards; in the quick game once more after the gifts (§13.3, §R2, §R50)."""
    if -1 in state.market and any(state.building_bag):
        state.chance, state.acting = CHANCE_MARKET, CHANCE_MASK
        return
    state.stage = GIFTS if state.quick and not state.lap else DEAL_SAINTS
    state.lap = 0


def first_drawn(state: Position, seat: int) -> None:
    """The first player starts with 5 prestige, the next with 6, … (§13.4, §R1, §R62)."""
    state.first = seat
    for lap in range(state.seats):
        gain(state, (seat + lap) % state.seats, FROM_START, 5 + lap)
    state.stage, state.lap, state.acting = DEAL_CRUSADES, 0, 0
    if state.events is not None:
        state.tell("first_player", seat=seat)


def start_drawn(state: Position, card: int) -> None:
    settle_in(state, state.turn, card)
    state.lap += 1
    state.acting = 0


def settle_in(state: Position, seat: int, card: int) -> None:
    """The starting building stands with its lay brother, without prestige (§13.2, §R3)."""
    player = state.players[seat]
    state.start_left[card] -= 1
    player.reserve_peasants -= 1
    erect(state, seat, card)
    man(state, seat, card)
    player.farm_since = 0
    if state.events is not None:
        state.tell("start_building", seat=seat, card=BUILDINGS[card])


def saint_drawn(state: Position, saint: int) -> None:
    """A secret saint for one player (§23.1)."""
    seat = state.turn
    state.players[seat].saint = saint
    state.saint_bag[saint] = 0
    state.lap += 1
    state.acting = 0
    if state.events is not None:
        seen = Message("kings_abbey.event.saint_dealt", seat=seat)
        secret = Message("kings_abbey.event.saint_received", seat=seat, saint=SAINTS[saint])
        state.events.append(Event(seen, secret, (seat,)))


def pool_rolled(state: Position, value: int) -> None:
    """A die of Elias's pool (§24.2)."""
    state.elias.pool[value - 1] += 1
    state.acting = 0
    if state.events is not None:
        state.tell("pool", value=value)


# -- the quick game's free building ------------------------------------------------------------------------


def next_gift(state: Position) -> None:
    """In turn order each player takes a card of the market (§21.3)."""
    if state.lap == state.seats:
        state.stage = FILL_MARKET
        return
    state.turn = (state.first + state.lap) % state.seats
    state.lap += 1
    state.acting = BIT[state.turn]


# -- the auction -------------------------------------------------------------------------------------------


def has_start(state: Position, seat: int) -> bool:
    return any(state.players[seat].made[:TYPES])


def next_bid(state: Position) -> None:
    """The next bidder; a lot ends when one player is left in it (§21.8, §21.9, §R51)."""
    homeless = [seat for seat in range(state.seats) if not has_start(state, seat)]
    if not homeless:
        state.stage, state.lap = FILL_MARKET, 0
        return
    bidders = [seat for seat in homeless if not state.passed >> seat & 1]
    if len(bidders) == 1:
        win(state, bidders[0])
        return
    if state.bidder < 0 and state.bid < 0:
        state.bid, state.turn = 0, (state.first - 1) % state.seats
    seat = (state.turn + 1) % state.seats
    while seat not in bidders:
        seat = (seat + 1) % state.seats
    state.turn = seat
    state.acting = BIT[seat]


def after(state: Position, seat: int) -> None:
    """When the winner has paid and chosen, the next lot begins."""
    if state.stage == STARTING and state.bidder == seat and has_start(state, seat):
        state.bid = state.bidder = -1
        state.passed = 0
        state.acting = 0


def do_bid(state: Position, seat: int, arg: int) -> None:
    state.bid, state.bidder, state.acting = arg, seat, 0
    if state.events is not None:
        state.tell("bid", seat=seat, n=arg)


def do_pass(state: Position, seat: int, _arg: int) -> None:
    """Out until the next lot (§21.9)."""
    state.passed |= BIT[seat]
    state.acting = 0


def win(state: Position, seat: int) -> None:
    """The winner pays and chooses; the last player chooses for nothing (§21.10)."""
    paid = state.bid if state.bidder == seat else 0
    state.bidder = state.turn = seat
    state.acting = BIT[seat]
    ask(state, seat, CHOOSE_START)
    if paid > 0:
        ask(state, seat, PAY_HOW, paid)
    if state.events is not None:
        state.tell("lot_won", seat=seat, n=max(0, paid))


def do_pay(state: Position, seat: int, kind: int) -> None:
    """Coins and resources at their trade values, without change (§21.10, §R51)."""
    (owed,) = answer(state, seat)
    state.players[seat].goods[kind] -= 1
    if state.events is not None:
        state.tell("paid", seat=seat, good=GOODS[kind])
    if owed > state.facts.values[kind]:
        ask(state, seat, PAY_HOW, owed - state.facts.values[kind])


def do_choose(state: Position, seat: int, card: int) -> None:
    answer(state, seat)
    settle_in(state, seat, card)
