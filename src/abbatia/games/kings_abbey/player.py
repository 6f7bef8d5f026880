"""A player: goods, dice, peasants, cards, crusades, and what was used in this round.

All that concerns a field stands here: its name, what it is, its first value and its copy. `serial.py` says
only under which name it is stored.
"""

from typing import Final

from abbatia.games.kings_abbey.pieces import ALL_CARDS, KINDS, LEDGER, TYPES, WORKPLACES

SUPPORTING: Final = 1  # of saint_mode
KEPT: Final = 2
SPENT: Final = 3
FACES: Final = 6  # of a die
LAID: Final = 3 * FACES  # areas of the own board, each by value
SLOTS: Final = 2  # crusades of a player
NO_GOODS: Final[tuple[int, ...]] = (0,) * KINDS

CRUSADE_NUMBERS: Final = (
    "card",
    "face",
    "filled",
    "own_dice",
    "ally_dice",
    "pool_dice",
    "crusader",
    "ally",
    "share",
    "share_relic",
)
"""The numbers of a crusade, as they are stored."""
NUMBERS: Final = (
    "seat",
    "prestige",
    "reserve",
    "dice_mask",
    "saint_dice",
    "viking_dice",
    "tenth",
    "benches",
    "baptistry",
    "reserve_peasants",
    "gone",
    "viking_peasants",
    "span_a",
    "span_b",
    "in_hand",
    "idle",
    "manned",
    "spaces",
    "altar",
    "walls",
    "remodelled",
    "base_defence",
    "extra_defence",
    "sheep",
    "cows",
    "farm_since",
    "clergy",
    "saint",
    "saint_mode",
    "relics",
    "spent_relics",
    "resolved",
    "turned",
)
"""The single numbers of a player."""
COUNTERS: Final = (
    "preached",
    "advanced",
    "double_at",
    "triple_at",
    "doubled",
    "tripled",
    "library_used",
    "smith_used",
    "den_used",
    "rerolls",
    "reused",
    "baths",
    "stables_used",
    "supported",
    "andre_day",
    "tools_used",
    "trades",
    "visited",
    "bought",
    "offers_made",
    "moves",
    "need",
    "barracks_used",
)
"""The counters of one round, in the order in which they are stored."""
COUNTS: Final = (
    "goods",
    "dice",
    "rerolled",
    "laid",
    "main",
    "bonus",
    "workers",
    "unbaptised_archers",
    "stands",
    "made",
    "hand",
    "paid",
    "ledger",
)
"""What a player has many of, as it is stored: lists, and the tuples of FIXED."""
FIXED: Final = ("stands", "made", "paid")
"""Of these, the tuples."""


def counted(counts: tuple[int, ...], number: int, more: int) -> tuple[int, ...]:
    """The counts with `more` of the one of this number."""
    return (*counts[:number], counts[number] + more, *counts[number + 1 :])


class Question:
    """An open question: its kind (see `questions.py`) and its arguments. Copies of a position share it."""

    __slots__ = ("kind", "args")

    def __init__(self, kind: int, args: tuple[int, ...]) -> None:
        self.kind: Final = kind
        self.args: Final = args


class Crusade:
    """A place for a crusade of a player: its card, the dice on it, and what an ally was promised.

    Copies of a position share it: to change one, ask for `Player.change_crusade`.
    """

    __slots__ = (*CRUSADE_NUMBERS, "share_goods")

    card: int  # the crusade, -1 none
    face: int  # value of the dice on it, 0 none yet
    filled: int  # dice spaces filled
    own_dice: int  # own dice on it
    ally_dice: int  # the ally's dice on it
    pool_dice: int  # Elias's dice on it
    crusader: int  # 1 with the own peasant on it
    ally: int  # the seat of the ally, -1 none
    share: int  # prestige promised to the ally
    share_relic: int  # 1 when the relic is promised
    share_goods: tuple[int, ...]  # goods promised to the ally, by kind

    def clear(self) -> None:
        """No card, and nothing on its place."""
        self.card = -1
        self.empty()

    def empty(self) -> None:
        """Nothing lies on the card, nothing is promised."""
        self.face = 0
        self.filled = 0
        self.own_dice = 0
        self.ally_dice = 0
        self.pool_dice = 0
        self.crusader = 0
        self.ally = -1
        self.share = 0
        self.share_relic = 0
        self.share_goods = NO_GOODS

    def clone(self) -> "Crusade":
        new = Crusade()
        new.card = self.card
        new.face = self.face
        new.filled = self.filled
        new.own_dice = self.own_dice
        new.ally_dice = self.ally_dice
        new.pool_dice = self.pool_dice
        new.crusader = self.crusader
        new.ally = self.ally
        new.share = self.share
        new.share_relic = self.share_relic
        new.share_goods = self.share_goods
        return new


class Player:
    """One player's board and reserve."""

    __slots__ = (*NUMBERS, *COUNTERS, *COUNTS, "crusades", "questions")

    seat: int  # the number of the player
    prestige: int  # on the track
    reserve: int  # dice in the reserve, not rolled
    dice_mask: int  # bit v - 1 is set when an unplaced die shows v: `dice` in short
    saint_dice: int  # dice on the saint card
    viking_dice: int  # dice on the Viking card
    tenth: int  # 1 while the tenth die is with the player
    benches: int  # mask of the seats taken: bit bench × 3 + row
    baptistry: int  # peasants in the Baptistry
    reserve_peasants: int  # peasants in the reserve
    gone: int  # peasants discarded
    viking_peasants: int  # peasants on the Viking card
    span_a: int  # first building of Rodolphe's peasant, -1 none
    span_b: int  # second building of Rodolphe's peasant, -1 none
    in_hand: int  # mask of the buildings in hand: `hand` in short
    idle: int  # mask of the cards that stand without a peasant on every copy
    manned: int  # mask of the cards with somebody on them: `workers` in short
    spaces: int  # building spaces used, a barn included
    altar: int  # 1 with an altar
    walls: int  # walls built
    remodelled: int  # 1 with a remodel card
    base_defence: int  # defence at the start
    extra_defence: int  # permanent points of relics and saints
    sheep: int  # sheep in the barn
    cows: int  # cows in the barn
    farm_since: int  # round in which the farm was last activated
    clergy: int  # position on the clergy track
    saint: int  # the patron saint, -1 none
    saint_mode: int  # 0 undecided, SUPPORTING, KEPT, SPENT
    relics: int  # mask of the relics held
    spent_relics: int  # mask of the relics used
    resolved: int  # crusades accomplished; they are out of the game

    # Counters of one round; they count for a kind of building, not for a card (§R27).
    preached: int  # preaching dice placed
    advanced: int  # clergy dice placed
    double_at: int  # value of the defence die that counts double, 0 none
    triple_at: int  # value of the defence dice that count triple, 0 none
    doubled: int  # 1 when the Scriptorium doubled a die
    tripled: int  # 1 when the second Scriptorium tripled dice, 2 while these are being collected with
    library_used: int  # dice that the Library turned
    smith_used: int  # dice that the Blacksmith turned
    den_used: int  # dice that Abbott's Den took back
    rerolls: int  # dice that the Bell Tower rolled again
    reused: int  # 0, IN_HAND, or 1 + the place of the die that Monk's Quarters used again
    baths: int  # peasants that the Bath House moved
    stables_used: int  # trades by the Stables
    supported: int  # 1 when the saint has supported
    andre_day: int  # 1 in the round in which André doubles prestige
    tools_used: int  # tools used
    trades: int  # trade tokens used
    visited: int  # mask of the locations used
    bought: int  # 1 when a building was bought in the first lap
    offers_made: int  # offers made in this turn
    moves: int  # peasant moves left
    need: int  # food levels still to feed; what a phase leaves there when the player is through
    barracks_used: int  # 1 when the Barracks turned a die
    turned: int  # dice on the own board that the Library turned, packed (see `remember_turned` in dice.py)

    # Counts, by the number of what is counted.
    goods: list[int]  # coins, four resources, tools, wagons
    dice: list[int]  # unplaced dice by value
    rerolled: list[int]  # unplaced dice that were rolled again this round, by value
    laid: list[int]  # dice used for preaching, clergy, defence, each by value
    main: list[int]  # value of the die on a main space of each location, 0 none
    bonus: list[int]  # value of the die on a bonus space, + 6 when the main die counts double
    workers: list[int]  # peasants on each card, that is, how many of its copies are active (§14.10)
    unbaptised_archers: list[int]  # archers on Battlements, Gate Towers who never were baptised
    hand: list[int]  # buildings bought and not built
    ledger: list[int]  # prestige by source

    # Counts that change with a construction only: tuples, which copies share (see `counted`).
    stands: tuple[int, ...]  # built cards
    made: tuple[int, ...]  # cards built in the whole game
    paid: tuple[int, ...]  # standing great halls that gave their prestige

    crusades: list[Crusade]  # SLOTS of them, shared with copies (see `change_crusade`)
    questions: list[Question]  # that are open: a stack

    def clear(self) -> None:
        """An empty board and an empty reserve."""
        self.prestige = 0
        self.reserve = 0
        self.dice_mask = 0
        self.saint_dice = 0
        self.viking_dice = 0
        self.tenth = 0
        self.benches = 0
        self.baptistry = 0
        self.reserve_peasants = 0
        self.gone = 0
        self.viking_peasants = 0
        self.span_a = -1
        self.span_b = -1
        self.in_hand = 0
        self.idle = 0
        self.manned = 0
        self.spaces = 0
        self.altar = 0
        self.walls = 0
        self.remodelled = 0
        self.base_defence = 0
        self.extra_defence = 0
        self.sheep = 0
        self.cows = 0
        self.farm_since = 0
        self.clergy = 0
        self.saint = -1
        self.saint_mode = 0
        self.relics = 0
        self.spent_relics = 0
        self.resolved = 0
        self.turned = 0
        self.goods = [0] * KINDS
        self.dice = [0] * FACES
        self.rerolled = [0] * FACES
        self.laid = [0] * LAID
        self.main = [0] * 4
        self.bonus = [0] * 4
        self.workers = [0] * WORKPLACES
        self.unbaptised_archers = [0] * 2
        self.stands = (0,) * ALL_CARDS
        self.made = (0,) * ALL_CARDS
        self.hand = [0] * TYPES
        self.paid = (0,) * TYPES
        self.ledger = [0] * LEDGER
        self.crusades = []
        for _ in range(SLOTS):
            crusade = Crusade()
            crusade.clear()
            self.crusades.append(crusade)
        self.questions = []
        self.begin_round()

    def begin_round(self) -> None:
        """Nothing is used yet."""
        self.preached = 0
        self.advanced = 0
        self.double_at = 0
        self.triple_at = 0
        self.doubled = 0
        self.tripled = 0
        self.library_used = 0
        self.smith_used = 0
        self.den_used = 0
        self.rerolls = 0
        self.reused = 0
        self.baths = 0
        self.stables_used = 0
        self.supported = 0
        self.andre_day = 0
        self.tools_used = 0
        self.trades = 0
        self.visited = 0
        self.bought = 0
        self.offers_made = 0
        self.moves = 0
        self.need = 0
        self.barracks_used = 0

    def change_crusade(self, slot: int) -> Crusade:
        """The crusade of this place, to be changed: from now on no copy of the position has the same one."""
        crusade = self.crusades[slot] = self.crusades[slot].clone()
        return crusade

    def clone(self) -> "Player":
        new = Player()
        new.seat = self.seat
        new.prestige = self.prestige
        new.reserve = self.reserve
        new.dice_mask = self.dice_mask
        new.saint_dice = self.saint_dice
        new.viking_dice = self.viking_dice
        new.tenth = self.tenth
        new.benches = self.benches
        new.baptistry = self.baptistry
        new.reserve_peasants = self.reserve_peasants
        new.gone = self.gone
        new.viking_peasants = self.viking_peasants
        new.span_a = self.span_a
        new.span_b = self.span_b
        new.in_hand = self.in_hand
        new.idle = self.idle
        new.manned = self.manned
        new.spaces = self.spaces
        new.altar = self.altar
        new.walls = self.walls
        new.remodelled = self.remodelled
        new.base_defence = self.base_defence
        new.extra_defence = self.extra_defence
        new.sheep = self.sheep
        new.cows = self.cows
        new.farm_since = self.farm_since
        new.clergy = self.clergy
        new.saint = self.saint
        new.saint_mode = self.saint_mode
        new.relics = self.relics
        new.spent_relics = self.spent_relics
        new.resolved = self.resolved
        new.preached = self.preached
        new.advanced = self.advanced
        new.double_at = self.double_at
        new.triple_at = self.triple_at
        new.doubled = self.doubled
        new.tripled = self.tripled
        new.library_used = self.library_used
        new.smith_used = self.smith_used
        new.den_used = self.den_used
        new.rerolls = self.rerolls
        new.reused = self.reused
        new.baths = self.baths
        new.stables_used = self.stables_used
        new.supported = self.supported
        new.andre_day = self.andre_day
        new.tools_used = self.tools_used
        new.trades = self.trades
        new.visited = self.visited
        new.bought = self.bought
        new.offers_made = self.offers_made
        new.moves = self.moves
        new.need = self.need
        new.barracks_used = self.barracks_used
        new.turned = self.turned
        new.goods = self.goods.copy()
        new.dice = self.dice.copy()
        new.rerolled = self.rerolled.copy()
        new.laid = self.laid.copy()
        new.main = self.main.copy()
        new.bonus = self.bonus.copy()
        new.workers = self.workers.copy()
        new.unbaptised_archers = self.unbaptised_archers.copy()
        new.stands = self.stands
        new.made = self.made
        new.hand = self.hand.copy()
        new.paid = self.paid
        new.ledger = self.ledger.copy()
        new.crusades = self.crusades.copy()
        new.questions = self.questions.copy()
        return new
