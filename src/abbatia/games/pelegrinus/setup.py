"""The set-up: the position before chance orders the first popes and draws the sites in force."""

from collections.abc import Mapping

from abbatia.core.contract import CHANCE_ACTS, OptionValue, Title
from abbatia.games.pelegrinus.actions import SEALED, Actions
from abbatia.games.pelegrinus.board import ABBEYS, COMMANDERIES, POPES, RELICS_OF_VALUE, START_SLOTS, TURNS
from abbatia.games.pelegrinus.fields import CHANGES, NOBODY_THERE, UNORDERED, Position
from abbatia.games.pelegrinus.phases import POPES_PLACED


def set_up(
    state: Position, title: Title, actions: Actions, seats: int, options: Mapping[str, OptionValue]
) -> None:
    """§1.1, §6.2, §R3: the position before the first action."""
    board = actions.board
    cities = len(board.cities)
    state.title = title
    state.seats = seats
    state.events = None
    state.board = board
    state.actions = actions
    state.both_ends = bool(options["site_needs_both_ends"])
    state.own_keeper = bool(options["own_keeper_in_tie"])
    state.cancelled_keeper = bool(options["keeper_captured_when_abbey_cancelled"])
    state.phase = POPES_PLACED
    state.turn = 0
    state.actors = CHANCE_ACTS
    state.sites = board.always
    state.track = [NOBODY_THERE] * (START_SLOTS + TURNS)
    state.recency = []
    state.popes = [POPES] * seats
    state.commanderies = [0] * (seats * cities)
    state.presence = [0] * seats
    state.room = list(board.limits[seats])
    state.full = 0
    state.abbeys = [NOBODY_THERE] * cities
    state.raised = 0
    state.stock = [COMMANDERIES] * seats
    state.abbey_stock = [ABBEYS] * seats
    state.relics = list(RELICS_OF_VALUE) * seats
    state.holders = [NOBODY_THERE] * seats
    state.orders = [UNORDERED] * (seats * 5)
    state.missing = [0] * seats
    state.hand = [SEALED] * seats
    state.changes = [CHANGES] * seats
    state.menus = [actions.menu(0)] * seats
    state.waiting = 0
    state.due = []
