"""The fields of one position, how it is copied, and how it reports events.

The contract's State is made of it in `state.py`; all other modules of the title know these fields only, so
that `state.py` can use them all.
"""

from typing import Final

from abbatia.core.contract import Event, State
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import Actions, Menu
from abbatia.games.pelegrinus.board import START_SLOTS, Board

UNORDERED: Final = -1
NOBODY_THERE: Final = -1
CHANGES: Final = 10  # §R10: how often a seat may take a character in hand in one turn

# Bits of `changed`: what everybody sees, in a few coarse parts. A private step sets none of them.
ROUND: Final = 1 << 0  # a round begins, and regions open with it
PIECES: Final = 1 << 1  # commanderies and abbeys, on the map and in stock
RELICS: Final = 1 << 2
HOLDERS: Final = 1 << 3  # the holder of each keeper
TRACK: Final = 1 << 4  # the popes and their order
SITES: Final = 1 << 5  # the sites in force
SEALS: Final = 1 << 6  # the seats that have sealed, or may seal from now on
CHOICE: Final = 1 << 7  # the choice that a resolution waits for, or that it waits no more

# A due entry is one number: city × 128 + seat × 32 + 16 if it is claimed + the height of the stack (0 to 10).
DUE_STACK: Final = 16
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
    holders: list[int]  # by seat: the holder of its keeper
    orders: list[int]  # seat × character: the place it is sent to
    missing: list[int]  # by seat: mask of the characters without an order
    hand: list[int]  # by seat: the character in hand, ALL_ORDERED or SEALED
    changes: list[int]  # by seat: how often it may still take a character in hand this turn
    menus: list[Menu]  # by seat: what it may do this turn
    waiting: int  # mask of the seats that have not sealed
    due: list[int]  # majorities won whose building is not settled yet (see DUE_…)

    def tell(self, key: str, **args: object) -> None:
        """Add an event for everybody, if somebody listens: `pelegrinus.event.<key>` with its arguments.

        A caller with an event at every action tests `events` first: idle calls cost time.
        """
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

    def copy_to(self, new: "Position") -> None:
        """Give another position everything of this one, sharing nothing that changes."""
        new.title = self.title
        new.seats = self.seats
        new.events = None
        new.board = self.board
        new.actions = self.actions
        new.both_ends = self.both_ends
        new.own_keeper = self.own_keeper
        new.cancelled_keeper = self.cancelled_keeper
        new.phase = self.phase
        new.turn = self.turn
        new.actors = self.actors
        new.sites = self.sites
        new.track = self.track[:]
        new.recency = self.recency[:]
        new.popes = self.popes[:]
        new.commanderies = self.commanderies[:]
        new.presence = self.presence[:]
        new.room = self.room[:]
        new.full = self.full
        new.abbeys = self.abbeys[:]
        new.raised = self.raised
        new.stock = self.stock[:]
        new.abbey_stock = self.abbey_stock[:]
        new.relics = self.relics[:]
        new.holders = self.holders[:]
        new.orders = self.orders[:]
        new.missing = self.missing[:]
        new.hand = self.hand[:]
        new.changes = self.changes[:]
        new.menus = self.menus[:]
        new.waiting = self.waiting
        new.due = self.due[:]
