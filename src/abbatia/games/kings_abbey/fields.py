"""The fields of a position: the main board, Elias and the players, and how it is copied."""

from typing import Final

from abbatia.core.contract import Event, OptionValue, State
from abbatia.core.words import Message
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.player import FACES, Player

CHANCE_MASK: Final = 32
ELIAS: Final = 5  # stands where a seat would in solo
NOTHING: Final = -1

# Bits of `changed`. `KingsState.apply` sets BOARDS for every action of a player, and all bits for chance and
# for whatever follows by itself when a turn or a phase ends; other changes set their bit where they are made.
COURSE: Final = 1 << 0  # round, turn, event, Darkness, piles, initiative, supply, Elias, auction
MARKET: Final = 1 << 1
LOCATIONS: Final = 1 << 2  # the dice on them
VIKINGS: Final = 1 << 3
QUESTIONS: Final = 1 << 4
PLAYERS: Final = 1 << 5  # their boards and their points
BOARDS: Final = PLAYERS | QUESTIONS


class Elias:
    """The opponent in a solo game (§24); with more players nothing is his."""

    __slots__ = ("first", "peasants", "gone", "lost", "dice", "pool")

    first: int  # 1 while he is first player
    peasants: int  # that he still has
    gone: int  # peasants that he has sent against Vikings
    lost: int  # pool dice that are out of the game
    dice: int  # pool dice on the Viking card
    pool: list[int]  # pool dice by value

    def clear(self) -> None:
        """Nothing is his."""
        self.first = self.peasants = self.gone = self.lost = self.dice = 0
        self.pool = [0] * FACES

    def clone(self) -> "Elias":
        new = Elias()
        new.first = self.first
        new.peasants = self.peasants
        new.gone = self.gone
        new.lost = self.lost
        new.dice = self.dice
        new.pool = self.pool.copy()
        return new


class Position(State):
    """Everything on the table; `serial.py` writes it down."""

    __slots__ = (
        "title",
        "seats",
        "events",
        "changed",
        "facts",
        "setup",
        "brewery_cards",
        "guild_trades",
        "prestige_floor",
        "with_auction",
        "quick",
        "with_saints",
        "round",
        "rounds",
        "phase",
        "stage",
        "lap",
        "turn",
        "first",
        "acting",
        "chance",
        "resume",
        "event",
        "under",
        "darkness",
        "initiative",
        "supply_tools",
        "supply_wagons",
        "bid",
        "bidder",
        "passed",
        "offer_to",
        "pile",
        "unseen_events",
        "vikings",
        "cover",
        "market",
        "building_bag",
        "scrapped",
        "start_left",
        "token_owner",
        "crusade_bag",
        "saint_bag",
        "bonus_left",
        "offers",
        "players",
        "elias",
    )

    facts: Facts
    setup: tuple[tuple[str, OptionValue], ...]
    players: list[Player]
    elias: Elias
    brewery_cards: bool
    guild_trades: bool
    prestige_floor: bool
    with_auction: bool
    quick: bool
    with_saints: bool
    round: int  # the current round, from 1
    rounds: int  # rounds of this game: one for each card of the event pile
    phase: int  # one of PHASES
    stage: int  # step within the phase
    lap: int  # how many seats have had their turn in this lap
    turn: int  # the seat whose turn it is, in phases played in order
    first: int  # the first player
    acting: int  # the seats to act: a mask of seats, CHANCE_MASK, 0 between steps and at the end
    chance: int  # what chance is to decide; see chances.py
    resume: int  # the seats to act when chance has answered
    event: int  # the event of this round, -1 none
    under: int  # Vikings that lie under the event pile since round 1
    darkness: int  # cell of the Darkness marker
    initiative: int  # seat whose die is on the initiative space, -1 nobody, ELIAS
    supply_tools: int  # tools in the supply
    supply_wagons: int  # wagons in the supply
    bid: int  # the highest bid of this lot, -1 none (auction)
    bidder: int  # the seat that made it (auction)
    passed: int  # mask of the seats that passed (auction, phase 5)
    offer_to: int  # the seat that an open offer waits for, -1 none
    pile: list[int]  # cards of each category left in the event pile, those under it not counted
    unseen_events: list[int]  # copies of each event that nobody has seen
    vikings: list[int]  # values of the Viking dice, descending
    cover: list[int]  # what meets each Viking: by_die, by_peasant or NOTHING
    market: list[int]  # the building on each place (column × 4 + price - 1), -1 empty
    building_bag: list[int]  # unseen copies of each building
    scrapped: list[int]  # copies of each building that are out of the game
    start_left: list[int]  # copies of each starting building not yet taken
    token_owner: list[int]  # holder of each initiative token: a seat, -1 face down, ELIAS discarded
    crusade_bag: list[int]  # 1 for each crusade in the pile
    saint_bag: list[int]  # 1 for each saint not dealt
    bonus_left: list[int]  # free bonus spaces of wood, grain, stone, sand
    offers: list[int]  # packed offers made in this turn, so that none is made twice

    def tell(self, key: str, **args: object) -> None:
        """Add an event for everybody, if somebody listens: `kings_abbey.event.<key>` with its arguments.

        A caller with an event at every action tests `events` first: idle calls cost time.
        """
        if self.events is not None:
            self.events.append(Event(Message(f"kings_abbey.event.{key}", **args)))

    def copy_to(self, new: "Position") -> None:
        """Give another position everything of this one, sharing nothing that changes."""
        new.title = self.title
        new.facts = self.facts
        new.seats = self.seats
        new.setup = self.setup
        new.events = None
        new.changed = 0
        new.elias = self.elias.clone()
        new.players = [player.clone() for player in self.players]
        new.brewery_cards = self.brewery_cards
        new.guild_trades = self.guild_trades
        new.prestige_floor = self.prestige_floor
        new.with_auction = self.with_auction
        new.quick = self.quick
        new.with_saints = self.with_saints
        new.round = self.round
        new.rounds = self.rounds
        new.phase = self.phase
        new.stage = self.stage
        new.lap = self.lap
        new.turn = self.turn
        new.first = self.first
        new.acting = self.acting
        new.chance = self.chance
        new.resume = self.resume
        new.event = self.event
        new.under = self.under
        new.darkness = self.darkness
        new.initiative = self.initiative
        new.supply_tools = self.supply_tools
        new.supply_wagons = self.supply_wagons
        new.bid = self.bid
        new.bidder = self.bidder
        new.passed = self.passed
        new.offer_to = self.offer_to
        new.pile = self.pile.copy()
        new.unseen_events = self.unseen_events.copy()
        new.vikings = self.vikings.copy()
        new.cover = self.cover.copy()
        new.market = self.market.copy()
        new.building_bag = self.building_bag.copy()
        new.scrapped = self.scrapped.copy()
        new.start_left = self.start_left.copy()
        new.token_owner = self.token_owner.copy()
        new.crusade_bag = self.crusade_bag.copy()
        new.saint_bag = self.saint_bag.copy()
        new.bonus_left = self.bonus_left.copy()
        new.offers = self.offers.copy()


def by_die(who: int) -> int:
    """In `cover`: a die of this seat, or of ELIAS, meets the Viking."""
    return who * 2 + 1


def by_peasant(who: int) -> int:
    """In `cover`: a peasant of this seat, or of ELIAS, meets the Viking."""
    return who * 2
