"""The fields of one position, what the phases ask of it, and how it is copied."""

from typing import Final

from abbatia.core.contract import Event, Observation, State
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import Actions, Menu
from abbatia.games.pelegrinus.board import START_SLOTS, Board

POPES_PLACED: Final = 0  # chance puts one token of each seat on the foot of the track
SITES_DRAWN: Final = 1  # chance draws the sites in force
PROGRAMMING: Final = 2  # everybody at once, in secret
COMMANDERIES_CHOSEN: Final = 3  # a seat has won more cities than it has commanderies left
ABBEYS_CLAIMED: Final = 4  # a seat has won more cities than it has abbeys left
ABBEYS_CHOSEN: Final = 5  # equal stacks of one seat for the last abbey of a region
OVER: Final = 6
PHASES: Final = ("popes", "sites", "programming", "commanderies", "claims", "abbeys", "over")

UNORDERED: Final = -1
NOBODY_THERE: Final = -1
CHANGES: Final = 10  # §R10: how often a seat may take a character in hand in one turn

DUE_STACK: Final = 16  # a due entry packs city, seat, whether it is claimed, and the height of the stack
DUE_CLAIMED: Final = 16
DUE_SEAT: Final = 32
DUE_CITY: Final = 128


def seat_of(entry: int) -> int:
    """The seat that won a due entry."""
    return entry % DUE_CITY // DUE_SEAT


def is_claimed(entry: int) -> bool:
    """Whether the seat has an abbey for this due entry, of its own choice when it has too few."""
    return entry % DUE_SEAT >= DUE_CLAIMED


class Position(State):
    """Everything about one moment of a game. Seats × things lie flat: `of_seat[seat * n + thing]`."""

    shown: Observation | None  # what all viewers see alike, kept while seats order in secret; never cloned
    board: Board
    actions: Actions
    both_ends: bool  # §R22
    own_keeper: bool  # §R21
    cancelled_keeper: bool  # §R20
    phase: int
    turn: int  # 0 before the first
    actors: tuple[int, ...]  # whom the game waits for
    sites: int  # mask of the sites in force
    track: list[int]  # the seat whose token lies on each space of the pope track
    recency: list[int]  # seats by their face-up token, the most recent first
    popes: list[int]  # tokens left, by seat
    commanderies: list[int]  # seat × city
    presence: list[int]  # by seat: mask of the cities with an own commandery
    room: list[int]  # by city: commanderies that may still be built
    full: int  # mask of the complete cities
    abbeys: list[int]  # by city: whose abbey stands there
    raised: int  # mask of the cities with an abbey
    stock: list[int]  # commanderies left, by seat
    abbey_stock: list[int]  # abbeys left, by seat
    relics: list[int]  # seat × value: how many
    holders: list[int]  # by seat: who holds its keeper
    orders: list[int]  # seat × character: the place it is sent to
    missing: list[int]  # by seat: mask of the characters without an order
    hand: list[int]  # by seat: the character in hand, ALL_ORDERED or SEALED
    changes: list[int]  # by seat: how often it may still take a character in hand this turn
    menus: list[Menu]  # by seat: what it may do this turn
    waiting: int  # mask of the seats that have not sealed
    due: list[int]  # majorities won whose building is not settled yet (see DUE_…)

    def tell(self, key: str, **args: object) -> None:
        """Tell everybody, when somebody listens."""
        if self.events is not None:
            self.events.append(Event(Message(f"pelegrinus.event.{key}", **args)))

    def is_complete(self, region: int) -> bool:
        """§2.4: all cities of the region are complete."""
        mask = self.board.region_mask[region]
        return self.full & mask == mask

    def abbeys_in(self, region: int) -> int:
        """How many abbeys stand in a region."""
        return (self.raised & self.board.region_mask[region]).bit_count()

    def is_closed(self, region: int) -> bool:
        """§2.5: complete, and no further abbey can be built."""
        return self.is_complete(region) and self.abbeys_in(region) >= self.board.most_abbeys[region]

    def face_up(self, seat: int) -> int:
        """The space of the track with the seat's face-up token: its highest."""
        track = self.track
        for space in range(len(track) - 1, -1, -1):
            if track[space] == seat:
                return space
        return NOBODY_THERE

    def token(self, seat: int) -> dict[str, int]:
        """Which token a seat has face up, for a message: the turn, or 0 and the start slot."""
        space = self.face_up(seat)
        if space >= START_SLOTS:
            return {"turn": space - START_SLOTS + 1, "slot": 0}
        return {"turn": 0, "slot": space + 1}

    def tell_by_token(self, key: str, seat: int, **args: object) -> None:
        """Tell that a seat prevailed by its face-up token, and by which."""
        token = self.token(seat)
        self.tell(f"{key}_turn" if token["turn"] else f"{key}_start", seat=seat, **token, **args)


def copy_fields(old: Position, new: Position) -> None:
    """Make `new` equal to `old`, sharing nothing that changes."""
    new.title = old.title
    new.seats = old.seats
    new.events = None
    new.shown = None
    new.board = old.board
    new.actions = old.actions
    new.both_ends = old.both_ends
    new.own_keeper = old.own_keeper
    new.cancelled_keeper = old.cancelled_keeper
    new.phase = old.phase
    new.turn = old.turn
    new.actors = old.actors
    new.sites = old.sites
    new.track = old.track[:]
    new.recency = old.recency[:]
    new.popes = old.popes[:]
    new.commanderies = old.commanderies[:]
    new.presence = old.presence[:]
    new.room = old.room[:]
    new.full = old.full
    new.abbeys = old.abbeys[:]
    new.raised = old.raised
    new.stock = old.stock[:]
    new.abbey_stock = old.abbey_stock[:]
    new.relics = old.relics[:]
    new.holders = old.holders[:]
    new.orders = old.orders[:]
    new.missing = old.missing[:]
    new.hand = old.hand[:]
    new.changes = old.changes[:]
    new.menus = old.menus[:]
    new.waiting = old.waiting
    new.due = old.due[:]
