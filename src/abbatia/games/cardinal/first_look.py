"""What is shown before the first look: an empty table, which every look brings up to date."""

from abbatia.games.cardinal.names import bag_ids, options_of
from abbatia.games.cardinal.setup import REMOVED
from abbatia.games.cardinal.state import KING_COLOUR, Duel, Position, Shown
from abbatia.games.cardinal.tables import Tables


def nothing_shown(state: Position) -> Shown:
    """Before the first look: a table without pieces and cards."""
    shown, before, tables = Shown(), Position(), state.tables
    colours, countries = len(state.sites), len(state.abbeys)
    empty = bag_ids(tables, 0)
    shown.before = before
    shown.fixed = {
        "title": state.title.name,
        "seats": state.seats,
        "options": options_of(state),
        "first_seat": 0,
        "removed": REMOVED[state.seats],
    }
    shown.counted, before.scores, before.interim = {}, [], ()
    shown.projection = {}
    shown.countries, before.abbeys, before.advisors = {"countries": {}}, [-1] * countries, [-1] * countries
    shown.sites, before.sites = {"sites": {}}, [0] * colours
    shown.reserves = {"reserves": [{}] * colours}
    before.abbeys_left, before.advisors_left = [-1] * colours, [-1] * colours
    shown.lines = [[] for _ in range(countries + 1 + state.seats)]
    shown.discard, before.discard = empty, 0
    shown.hands, before.hands, before.known = [{}] * state.seats, [-1] * state.seats, [0] * state.seats
    shown.cards, before.open0, before.open1 = {"discard": empty, "open": [None, None]}, -1, -1
    before.left = before.emptied = -1
    shown.turn, shown.turn_key, before.phase = {}, -1, -1
    shown.own = [{}] * (state.seats + 1)
    shown.own_hands, shown.unseen_bags = [-2] * (state.seats + 1), [0] * (state.seats + 1)
    shown.unseen = [empty] * (state.seats + 1)
    shown.duel, before.duel = {"duel": None}, None
    if state.duel is not None:
        before.duel = _no_duel_shown(tables, shown, empty)
    return shown


def _no_duel_shown(tables: Tables, shown: Shown, empty: dict[str, int]) -> Duel:
    """Nor has the King anything, nor anybody of what Das Duell adds."""
    before = Duel()
    before.cards = before.paid = 0
    before.king_moved = before.king_first = False
    before.holders, before.privileges, before.kept = [-1] * len(tables.board.kinds), [0, 0], [0, 0]
    shown.kept, shown.influence = [empty, empty], dict.fromkeys(tables.board.kinds)
    shown.king = {
        "king": KING_COLOUR,
        "king_cards": [],
        "king_moved": False,
        "king_first": False,
        "kept": shown.kept,
        "influence": shown.influence,
        "privileges": [[], []],
        "paid": [],
    }
    shown.duel = {"duel": shown.king}
    return before
