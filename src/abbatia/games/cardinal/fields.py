"""The fields of one position, how it is copied, and how it reports events.

The contract's State is made of it in `state.py`; all other modules of the title know these fields only, so
that `state.py` can use them all.
"""

from typing import Final

from mypy_extensions import i64

from abbatia.core.contract import Event, State
from abbatia.core.words import Message
from abbatia.games.cardinal.tables import Tables

# Options, as bits of `rules`.
OPTIONS: Final = ("two_countries", "duel", "joker_abroad_only", "draw_in_last_round", "last_round_must_place")
VARIANT: Final = 1
DUEL: Final = 2
NO_JOKER_AT_HOME: Final = 4
DRAW_LAST: Final = 8
PLACE_LAST: Final = 16

ONE_COUNTRY: Final = 0  # how far the pieces of this turn may lie apart
VARIANT_COUNTRIES: Final = 1  # two countries, two abbeys in an empty one
PRIVILEGED_COUNTRIES: Final = 2  # two countries, one abbey in an empty one

NO_ADVISOR: Final = 8
PILE: Final = 4  # in `offer`: there is a pile to draw from
FULL_OFFER: Final = 7

ENDED: Final = -2  # the `actor` once the game is over
KING_COLOUR: Final = 2  # the third colour of Das Duell

# What changes, as bits of `changed`; every action sets at least one.
PIECES: Final = 1 << 0  # on the board and in reserve
CARDS: Final = 1 << 1  # in hands, face up, in the pile, on the discard
POINTS: Final = 1 << 2  # counted points, and how often the pile ran out
DUEL_PARTS: Final = 1 << 3  # what only Das Duell has: the King's cards, kept cards, privileges
INFLUENCE: Final = 1 << 4  # Das Duell: the seats that score for the King
PROGRESS: Final = 1 << 5  # nothing but the turn, which goes on


class Duel:
    """What only Das Duell needs: the King's cards, what the two seats keep, hold and may still do."""

    __slots__ = ("cards", "kept", "holders", "privileges", "paid", "king_moved", "king_first")

    cards: i64  # the King's hand, face up
    kept: list[int]  # the bag of cards each seat has kept
    holders: list[int]  # the seat that holds the influence card of each kind, or -1
    privileges: list[int]  # the privileges each seat has left, as bits
    paid: i64  # the cards played this turn, as a hand
    king_moved: bool  # the King has had his piece this turn
    king_first: bool  # the King's piece is being placed before the seat's own

    def clone(self) -> "Duel":
        new = Duel()
        new.cards = self.cards
        new.kept = self.kept[:]
        new.holders = self.holders[:]
        new.privileges = self.privileges[:]
        new.paid = self.paid
        new.king_moved = self.king_moved
        new.king_first = self.king_first
        return new


class Position(State):
    """All fields of a position. A colour is a seat, or the King in Das Duell.

    Single numbers are machine words in a compiled game; lists hold Python's ints.
    """

    __slots__ = (
        "title",
        "seats",
        "events",
        "changed",
        "tables",
        "rules",
        "mode",
        "phase",
        "actor",
        "player",
        "country",
        "placed",
        "opened",
        "spread",
        "dealt",
        "emptied",
        "free_any",
        "room_any",
        "spent",
        "open0",
        "open1",
        "offer",
        "pile",
        "left",
        "discard",
        "hands",
        "known",
        "free",
        "abbeys",
        "lead",
        "room",
        "advisors",
        "abbeys_left",
        "advisors_left",
        "sites",
        "scores",
        "interim",
        "interim_holders",
        "barred",
        "fresh",
        "duel",
    )

    tables: Tables
    rules: i64  # the options, as bits
    mode: i64  # what besides the hand decides about payments (see tables)
    phase: i64
    actor: i64  # the seat that acts, CHANCE or ENDED
    player: i64  # whose turn it is; -1 while the cards are dealt
    country: i64  # the country that was paid for, -1 before
    placed: i64  # pieces placed this turn
    opened: i64  # countries that were empty before this turn, as a mask
    spread: i64  # whether this turn's pieces may lie in two countries
    dealt: i64  # cards dealt into hands at the start
    emptied: i64  # how often the pile ran out
    free_any: i64  # countries with a free site, as a mask
    room_any: i64  # countries with room for an advisor, as a mask
    spent: i64  # mask of seats without an abbey in reserve; without an advisor, NO_ADVISOR bits higher
    open0: i64  # the kind of the first face-up card, -1 when taken
    open1: i64
    offer: i64  # where a card can be drawn: bits 0 and 1 the face-up places, PILE the pile
    pile: i64  # the face-down cards as a bag: they have no order
    left: i64  # how many they are
    discard: i64  # the discard as a bag, for all to see
    hands: list[i64]  # of each seat
    known: list[i64]  # what everybody knows each hand to hold: cards taken face up and not played since
    free: list[int]  # the free sites of each country, as a mask
    abbeys: list[i64]  # in each country, 4 bits for each colour
    lead: list[i64]  # the most abbeys of one colour in each country
    room: list[i64]  # how many more advisors each country can take
    advisors: list[i64]  # in each country, 4 bits for each colour
    abbeys_left: list[i64]  # in the reserve of each colour
    advisors_left: list[int]
    sites: list[int]  # the sites of each colour, as a mask
    scores: list[int]  # the points counted so far
    interim: tuple[int, ...]  # the abbeys as the interim scoring found them, () before it
    interim_holders: tuple[int, ...]  # and the holders of the influence cards then
    barred: tuple[int, ...]  # countries that a seat could not pay for when it had to place if it could
    fresh: tuple[int, ...]  # cards it has taken since, as a hand
    duel: Duel | None

    def tell(self, key: str, **args: object) -> None:
        """Add an event for everybody, if somebody listens: `cardinal.event.<key>` with its arguments.

        A caller with an event at every action tests `events` first: idle calls cost time.
        """
        if self.events is not None:
            self.events.append(Event(Message(f"cardinal.event.{key}", **args)))

    def copy_to(self, new: "Position") -> None:
        """Give another position everything of this one, sharing nothing that changes."""
        new.title = self.title
        new.seats = self.seats
        new.events = None
        new.changed = 0
        new.tables = self.tables
        new.rules = self.rules
        new.mode = self.mode
        new.phase = self.phase
        new.actor = self.actor
        new.player = self.player
        new.country = self.country
        new.placed = self.placed
        new.opened = self.opened
        new.spread = self.spread
        new.dealt = self.dealt
        new.emptied = self.emptied
        new.free_any = self.free_any
        new.room_any = self.room_any
        new.spent = self.spent
        new.open0 = self.open0
        new.open1 = self.open1
        new.offer = self.offer
        new.pile = self.pile
        new.left = self.left
        new.discard = self.discard
        new.hands = self.hands[:]
        new.known = self.known[:]
        new.free = self.free[:]
        new.abbeys = self.abbeys[:]
        new.lead = self.lead[:]
        new.room = self.room[:]
        new.advisors = self.advisors[:]
        new.abbeys_left = self.abbeys_left[:]
        new.advisors_left = self.advisors_left[:]
        new.sites = self.sites[:]
        new.scores = self.scores[:]
        new.interim = self.interim
        new.interim_holders = self.interim_holders
        new.barred = self.barred
        new.fresh = self.fresh
        duel = self.duel
        new.duel = None if duel is None else duel.clone()
