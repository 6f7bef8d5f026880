"""Setting up: pieces, the cards that stay in the box, and the position before the first card is dealt."""

from collections.abc import Mapping
from typing import Final

from abbatia.core.contract import CHANCE, OptionValue, Title
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.board import HAND
from abbatia.games.cardinal.fields import (
    DUEL,
    NO_ADVISOR,
    NO_JOKER_AT_HOME,
    ONE_COUNTRY,
    OPTIONS,
    PILE,
    PLACE_LAST,
    VARIANT,
    VARIANT_COUNTRIES,
    Duel,
    Position,
)
from abbatia.games.cardinal.phases import DEAL
from abbatia.games.cardinal.tables import ABROAD_ONLY, MUST_PLACE, Tables

REMOVED: Final = {2: 2, 3: 2, 4: 1, 5: 0}  # cards of each kind that stay in the box, by seats (§2.2, §13.1)


def rules_of(options: Mapping[str, OptionValue]) -> int:
    """The options as bits."""
    return sum(1 << bit for bit, name in enumerate(OPTIONS) if options[name])


def kind_counts(tables: Tables, seats: int) -> list[int]:
    """How many cards of each kind are in the game (§2.2)."""
    return [count - REMOVED[seats] for count in tables.board.kind_cards]


def set_up(state: Position, title: Title, tables: Tables, seats: int, rules: int) -> None:
    """All pieces in reserve, all cards face down, seat 1 to begin (§2.1, §2.2, §2.3, §R10)."""
    board = tables.board
    colours = seats + (rules & DUEL > 0)
    counts = kind_counts(tables, seats)
    state.title = title
    state.seats = seats
    state.events = None
    state.changed = 0
    state.tables = tables
    state.rules = rules
    state.mode = ABROAD_ONLY * (rules & NO_JOKER_AT_HOME > 0) + MUST_PLACE * (rules & PLACE_LAST > 0)
    state.phase = DEAL
    state.actor = CHANCE
    state.player = -1
    state.country = -1
    state.placed = 0
    state.opened = 0
    state.spread = VARIANT_COUNTRIES if rules & VARIANT else ONE_COUNTRY
    state.dealt = 0
    state.emptied = 0
    state.open0 = -1
    state.open1 = -1
    state.offer = PILE
    state.pile = sum(count * unit for count, unit in zip(counts, tables.unit, strict=True))
    state.left = sum(counts)
    state.discard = 0
    state.hands = [0] * seats
    state.known = [0] * seats
    state.scores = [0] * seats
    state.abbeys_left = [board.abbeys] * colours
    state.advisors_left = [board.advisors] * colours
    state.sites = [0] * colours
    state.spent = 0 if board.advisors else (1 << colours) - 1 << NO_ADVISOR
    state.interim = ()
    state.interim_holders = ()
    state.barred = (0,) * seats
    state.fresh = (0,) * seats
    state.duel = _duel(tables, seats) if rules & DUEL else None
    clear_board(state)


def clear_board(state: Position) -> None:
    """No piece on the board."""
    tables = state.tables
    countries = len(tables.board.countries)
    state.free_any = tables.every_country
    state.room_any = 0
    state.free = tables.free[:]
    state.abbeys = [0] * countries
    state.lead = [0] * countries
    state.room = [0] * countries
    state.advisors = [0] * countries


def _duel(tables: Tables, seats: int) -> Duel:
    """The King's side of Das Duell, with three privileges for each seat (§13.1, §13.2, §13.9)."""
    duel = Duel()
    duel.cards = 0
    duel.kept = [0] * seats
    duel.holders = [-1] * len(tables.board.kinds)
    duel.privileges = [(1 << len(PRIVILEGES)) - 1] * seats
    duel.paid = 0
    duel.king_moved = True  # he has no piece before the first turn
    duel.king_first = False
    return duel


def cards_to_deal(state: Position) -> int:
    """Three cards to each seat (§2.4)."""
    return HAND * state.seats
