"""Set-up: the first position, then lots, deals, auction and the quick game's gifts (§13, §21)."""

from collections.abc import Mapping
from typing import Final

from abbatia.core.contract import Event, OptionValue, Title
from abbatia.core.words import Message
from abbatia.games.kings_abbey.abbey import erect, gain, listed, man
from abbatia.games.kings_abbey.actions import BID, BUY, CHOOSE, MOST_BID, PASS, PAY
from abbatia.games.kings_abbey.facts import Facts
from abbatia.games.kings_abbey.phase_end import CHANCE_MARKET, bonus_spaces
from abbatia.games.kings_abbey.phase_rewards import CHANCE_CRUSADE
from abbatia.games.kings_abbey.pieces import (
    ALL_CARDS,
    BIT,
    BUILDINGS,
    COIN,
    CREWS,
    FROM_START,
    GOODS,
    GRAIN,
    KINDS,
    LEDGER,
    ROLL,
    SAINTS,
    SAND,
    STONE,
    TOOL,
    TYPES,
    WAGON,
    WOOD,
)
from abbatia.games.kings_abbey.questions import CHOOSE_START, PAY_HOW, answer, ask
from abbatia.games.kings_abbey.state import CHANCE_MASK, USED, Position, tell

CHANCE_LOT: Final = 9
CHANCE_START: Final = 10
CHANCE_SAINT: Final = 11
CHANCE_POOL: Final = 12

LOT: Final = 0
CRUSADES: Final = 1
STARTING: Final = 2
MARKET: Final = 3
GIFTS: Final = 4
DEAL_SAINTS: Final = 5
POOL: Final = 6

PEASANTS: Final = 15
MONK_DICE: Final = 9
POOL_DICE: Final = 6


# -- the position before the first action -----------------------------------------------------------------


def lay_out(s: Position, title: Title, facts: Facts, seats: int, options: Mapping[str, OptionValue]) -> None:
    """Fill a new position (§13.1 to §13.7, §21.1, §21.2, §21.6, §21.7)."""
    s.title, s.facts, s.seats, s.events, s.shown = title, facts, seats, None, None
    s.setup = tuple(options.items())
    s.brewery_cards = bool(options["brewery_cards"])
    s.guild_trades = bool(options["guild_trades"])
    s.prestige_floor = bool(options["prestige_floor"])
    s.with_auction = bool(options["auction"])
    s.quick = bool(options["quick"])
    s.with_saints = bool(options["saints"])
    lay_out_table(s, str(options["pile"]), str(options["relics"]))
    lay_out_seats(s)
    s.darkness = 1 if options["dark_start"] else 0
    if options["easy_start"] or s.quick:
        for seat in range(seats):
            s.benches[seat] = 0b111
            s.flock[seat] -= 2
            s.clergy[seat] = facts.tops[0]
    for seat in range(seats):
        if s.quick:
            s.base_defence[seat] = 3
            s.goods[seat * KINDS + SAND] = 1
        if s.with_auction:
            s.goods[seat * KINDS + COIN] = 6


def lay_out_table(s: Position, pile: str, relics: str) -> None:
    """The main board and the piles (§13.3 to §13.7, §21.4, §21.5, §22.1, §24.1)."""
    facts = s.facts
    s.phase = s.stage = s.lap = s.turn = s.first = s.chance = s.resume = s.passed = 0
    s.round = s.elias_first = s.elias_lost = s.elias_dice = s.elias_gone = s.under = 0
    s.resolved = [0] * s.seats
    s.elias_peasants = 3 if s.seats == 1 else 0
    s.round = 1
    s.event = s.initiative = s.bidder = s.bid = s.offer_to = -1
    s.pile = list(facts.piles["quick" if s.quick else pile])
    s.rounds = sum(s.pile)
    s.supply_tools, s.supply_wagons = facts.tools - s.seats, facts.wagons - s.seats
    s.pool = [0] * 6
    s.unseen_events = facts.event_copies[:]
    s.vikings, s.cover, s.offers = [], [], []
    s.market = [-1] * 8
    s.building_bag = facts.copies[:]
    s.start_left = facts.starting[:]
    s.scrapped = [0] * TYPES
    s.token_owner = [-1] * len(facts.initiative)
    s.crusade_bag = [1 if relics != "none" or relic < 0 else 0 for relic in facts.crusade_relic]
    if relics == "rich":
        for card in facts.rich_removes:
            s.crusade_bag[card] = 0
    s.saint_bag = [1] * len(SAINTS)
    s.bonus_left = [bonus_spaces(s)] * 4


def lay_out_seats(s: Position) -> None:
    """Every player's board and reserve (§13.1)."""
    n = s.seats
    goods = [0] * KINDS
    goods[COIN], goods[WOOD], goods[GRAIN], goods[STONE], goods[TOOL], goods[WAGON] = 4, 1, 1, 1, 1, 1
    s.goods = goods * n
    s.reserve, s.flock, s.benches, s.base_defence = [MONK_DICE] * n, [PEASANTS - 1] * n, [1] * n, [1] * n
    s.dice, s.rerolled, s.laid = [0] * (6 * n), [0] * (6 * n), [0] * (18 * n)
    s.main, s.bonus, s.used = [0] * (4 * n), [0] * (4 * n), [0] * (USED * n)
    s.mask, s.saint_dice, s.viking_dice, s.viking_peasants = [0] * n, [0] * n, [0] * n, [0] * n
    s.baptistry, s.gone, s.in_hand, s.spaces = [0] * n, [0] * n, [0] * n, [0] * n
    s.idle, s.manned = [0] * n, [0] * n
    s.crew, s.rough, s.span_a, s.span_b = [0] * (CREWS * n), [0] * (2 * n), [-1] * n, [-1] * n
    s.stands, s.made = [0] * (ALL_CARDS * n), [0] * (ALL_CARDS * n)
    s.hand, s.paid = [0] * (TYPES * n), [0] * (TYPES * n)
    s.altar, s.walls, s.remodelled, s.extra_defence = [0] * n, [0] * n, [0] * n, [0] * n
    s.tenth, s.sheep, s.cows, s.farm_since = [0] * n, [0] * n, [0] * n, [0] * n
    s.clergy, s.saint, s.saint_mode = [0] * n, [-1] * n, [0] * n
    s.relics, s.spent_relics, s.prestige, s.ledger = [0] * n, [0] * n, [0] * n, [0] * (LEDGER * n)
    s.card, s.ally = [-1] * (2 * n), [-1] * (2 * n)
    s.face, s.filled, s.own_dice, s.ally_dice = [0] * (2 * n), [0] * (2 * n), [0] * (2 * n), [0] * (2 * n)
    s.pool_dice, s.crusader, s.share = [0] * (2 * n), [0] * (2 * n), [0] * (2 * n)
    s.share_relic, s.share_goods = [0] * (2 * n), [0] * (2 * n * KINDS)
    s.asks = [[] for _ in range(n)]


# -- what chance and players decide before round 1 ---------------------------------------------------------


def go_on(s: Position) -> None:
    """The next step of the set-up."""
    if s.stage == LOT:
        if s.seats > 1:
            s.chance, s.acting = CHANCE_LOT, CHANCE_MASK
        else:
            first_drawn(s, 0)
    elif s.stage == CRUSADES:
        deal(s, CHANCE_CRUSADE)
    elif s.stage == STARTING:
        if s.with_auction:
            next_bid(s)
        else:
            deal(s, CHANCE_START)
    elif s.stage == MARKET:
        fill(s)
    elif s.stage == GIFTS:
        next_gift(s)
    elif s.stage == DEAL_SAINTS:
        deal(s, CHANCE_SAINT)
    elif s.seats == 1 and sum(s.pool) < POOL_DICE:
        s.chance, s.acting = CHANCE_POOL, CHANCE_MASK
    else:
        s.phase, s.stage, s.lap = ROLL, 0, 0


def deal(s: Position, chance: int) -> None:
    """A card to each player in turn order, then the next step (§13.2, §13.5, §23.1)."""
    if s.lap == s.seats or (chance == CHANCE_SAINT and not s.with_saints):
        s.stage, s.lap = s.stage + 1, 0
        return
    s.turn = (s.first + s.lap) % s.seats
    s.chance, s.acting = chance, CHANCE_MASK


def fill(s: Position) -> None:
    """Eight cards; in the quick game once more after the gifts (§13.3, §R2, §R50)."""
    if -1 in s.market and any(s.building_bag):
        s.chance, s.acting = CHANCE_MARKET, CHANCE_MASK
        return
    s.stage = GIFTS if s.quick and not s.lap else DEAL_SAINTS
    s.lap = 0


def first_drawn(s: Position, seat: int) -> None:
    """The first player starts with 5 prestige, the next with 6, … (§13.4, §R1, §R62)."""
    s.first = seat
    for lap in range(s.seats):
        gain(s, (seat + lap) % s.seats, FROM_START, 5 + lap)
    s.stage, s.lap, s.acting = CRUSADES, 0, 0
    if s.events is not None:
        tell(s, "first_player", seat=seat)


def start_odds(s: Position, base: int) -> list[tuple[int, int]]:
    return [(base + card, copies) for card, copies in enumerate(s.start_left) if copies]


def start_drawn(s: Position, card: int) -> None:
    settle_in(s, s.turn, card)
    s.lap += 1
    s.acting = 0


def settle_in(s: Position, seat: int, card: int) -> None:
    """The starting building stands with its lay brother, without prestige (§13.2, §R3)."""
    s.start_left[card] -= 1
    s.flock[seat] -= 1
    erect(s, seat, card)
    man(s, seat, card)
    s.farm_since[seat] = 0
    if s.events is not None:
        tell(s, "start_building", seat=seat, card=BUILDINGS[card])


def saint_odds(s: Position, base: int) -> list[tuple[int, int]]:
    return [(base + saint, 1) for saint, there in enumerate(s.saint_bag) if there]


def saint_drawn(s: Position, saint: int) -> None:
    """A secret saint for one player (§23.1)."""
    seat = s.turn
    s.saint[seat] = saint
    s.saint_bag[saint] = 0
    s.lap += 1
    s.acting = 0
    if s.events is not None:
        seen = Message("kings_abbey.event.saint_dealt", seat=seat)
        secret = Message("kings_abbey.event.saint_received", seat=seat, saint=SAINTS[saint])
        s.events.append(Event(seen, secret, (seat,)))


def pool_rolled(s: Position, value: int) -> None:
    """A die of Elias's pool (§24.2)."""
    s.pool[value - 1] += 1
    s.acting = 0
    if s.events is not None:
        tell(s, "pool", value=value)


# -- the quick game's free building ------------------------------------------------------------------------


def next_gift(s: Position) -> None:
    """In turn order each player takes a card of the market (§21.3)."""
    if s.lap == s.seats:
        s.stage = MARKET
        return
    s.turn = (s.first + s.lap) % s.seats
    s.lap += 1
    s.acting = BIT[s.turn]


# -- the auction -------------------------------------------------------------------------------------------


def has_start(s: Position, seat: int) -> bool:
    return any(s.made[seat * ALL_CARDS : seat * ALL_CARDS + TYPES])


def next_bid(s: Position) -> None:
    """Who bids next; a lot ends when one player is left in it (§21.8, §21.9, §R51)."""
    homeless = [seat for seat in range(s.seats) if not has_start(s, seat)]
    if not homeless:
        s.stage, s.lap = MARKET, 0
        return
    bidders = [seat for seat in homeless if not s.passed >> seat & 1]
    if len(bidders) == 1:
        win(s, bidders[0])
        return
    if s.bidder < 0 and s.bid < 0:
        s.bid, s.turn = 0, (s.first - 1) % s.seats
    seat = (s.turn + 1) % s.seats
    while seat not in bidders:
        seat = (seat + 1) % s.seats
    s.turn = seat
    s.acting = BIT[seat]


def wealth(s: Position, seat: int) -> int:
    """The value of all coins and resources (§21.10)."""
    return sum(s.goods[seat * KINDS + kind] * s.facts.values[kind] for kind in range(TOOL))


def legal(s: Position, seat: int) -> tuple[int, ...]:
    """A higher bid or a pass; in the quick game a card of the market (§21.3, §21.9)."""
    if s.stage == GIFTS:
        return listed(BUY, sum(BIT[place] for place in range(8) if s.market[place] >= 0))
    most = min(MOST_BID, wealth(s, seat))
    return (PASS, *range(BID + s.bid + 1, BID + most + 1))


def after(s: Position, seat: int) -> None:
    """When the winner has paid and chosen, the next lot begins."""
    if s.stage == STARTING and s.bidder == seat and has_start(s, seat):
        s.bid = s.bidder = -1
        s.passed = 0
        s.acting = 0


def do_bid(s: Position, seat: int, arg: int) -> None:
    s.bid, s.bidder, s.acting = arg, seat, 0
    if s.events is not None:
        tell(s, "bid", seat=seat, n=arg)


def do_pass(s: Position, seat: int, _arg: int) -> None:
    """Out until the next lot (§21.9)."""
    s.passed |= BIT[seat]
    s.acting = 0


def win(s: Position, seat: int) -> None:
    """The winner pays and chooses; the last player chooses for nothing (§21.10)."""
    paid = s.bid if s.bidder == seat else 0
    s.bidder = s.turn = seat
    s.acting = BIT[seat]
    ask(s, seat, CHOOSE_START)
    if paid > 0:
        ask(s, seat, PAY_HOW, paid)
    if s.events is not None:
        tell(s, "lot_won", seat=seat, n=max(0, paid))


def legal_pay(s: Position, seat: int) -> tuple[int, ...]:
    at = seat * KINDS
    return listed(PAY, sum(BIT[kind] for kind in range(TOOL) if s.goods[at + kind]))


def do_pay(s: Position, seat: int, kind: int) -> None:
    """Coins and resources at their trade values, without change (§21.10, §R51)."""
    (owed,) = answer(s, seat)
    s.goods[seat * KINDS + kind] -= 1
    if s.events is not None:
        tell(s, "paid", seat=seat, good=GOODS[kind])
    if owed > s.facts.values[kind]:
        ask(s, seat, PAY_HOW, owed - s.facts.values[kind])


def legal_choose(s: Position, _seat: int) -> tuple[int, ...]:
    return listed(CHOOSE, sum(BIT[card] for card in range(TYPES) if s.start_left[card]))


def do_choose(s: Position, seat: int, card: int) -> None:
    answer(s, seat)
    settle_in(s, seat, card)
