"""The observation: one function for each section of what everybody sees, and what a seat sees alone."""

from typing import Final

from mypy_extensions import i64

from abbatia.core.observation import ScoreLine
from abbatia.core.views import ALL, Section
from abbatia.games.cardinal.actions import PRIVILEGES
from abbatia.games.cardinal.fields import (
    CARDS,
    DUEL_PARTS,
    INFLUENCE,
    KING_COLOUR,
    ONE_COUNTRY,
    PIECES,
    POINTS,
    Duel,
    Position,
)
from abbatia.games.cardinal.names import bag_ids, card_id, country_ids, hand_ids, site_ids
from abbatia.games.cardinal.observation_types import (
    KING,
    CardinalOwn,
    CountrySeen,
    DuelPlayerSeen,
    DuelSeen,
    KingSeen,
    Owner,
    PlayerSeen,
    TurnSeen,
)
from abbatia.games.cardinal.phases import OVER, PHASES
from abbatia.games.cardinal.scoring import add_final, counts, final_lines, interim_lines
from abbatia.games.cardinal.setup import REMOVED

# -- points ------------------------------------------------------------------------------------------------


def projected(state: Position) -> list[int]:
    """The points if the game ended now."""
    scores = state.scores[:]
    if state.phase != OVER:
        add_final(state, scores)
    return scores


def sheets(state: Position) -> list[list[ScoreLine]]:
    """The lines that have been counted, and before the end those that would be added now."""
    found: list[list[ScoreLine]] = [[] for _ in range(state.seats)]
    for seat, line in interim_lines(state) + final_lines(state):
        found[seat].append(line.to_json())
    return found


# -- the board ---------------------------------------------------------------------------------------------


def sites(state: Position) -> dict[str, Owner]:
    owners: dict[str, Owner] = {}
    for colour, mask in enumerate(state.sites):
        owner: Owner = colour if colour < state.seats else KING
        owners.update(dict.fromkeys(site_ids(state.tables, mask), owner))
    return owners


def countries(state: Position) -> dict[str, CountrySeen]:
    return {name: _country(state, country) for country, name in enumerate(state.tables.board.countries)}


def _country(state: Position, country: int) -> CountrySeen:
    colours = len(state.sites)
    return {
        "abbeys": counts(state.abbeys[country])[:colours],
        "advisors": counts(state.advisors[country])[:colours],
        "free": state.free[country].bit_count(),
        "limit": state.lead[country],
        "room": state.room[country],
    }


# -- players and cards -------------------------------------------------------------------------------------


def players(state: Position) -> list[PlayerSeen]:
    """Of each hand only its size and the known cards (§6.3, §R12)."""
    tables = state.tables
    return [
        {
            "seat": seat,
            "abbeys_left": state.abbeys_left[seat],
            "advisors_left": state.advisors_left[seat],
            "hand_size": tables.hand_size[state.hands[seat]],
            "known": hand_ids(tables, state.known[seat]),
        }
        for seat in range(state.seats)
    ]


def face_up(state: Position) -> list[str | None]:
    return [card_id(state.tables, state.open0), card_id(state.tables, state.open1)]


def discard(state: Position) -> dict[str, int]:
    return bag_ids(state.tables, state.discard)


def unseen(state: Position) -> dict[str, int]:
    return bag_ids(state.tables, unseen_cards(state, -1))


def own(state: Position, seat: int) -> CardinalOwn:
    """The hand of a seat, and the cards that it cannot see."""
    tables = state.tables
    return {
        "hand": hand_ids(tables, state.hands[seat]),
        "unseen": bag_ids(tables, unseen_cards(state, seat)),
    }


def unseen_cards(state: Position, viewer: int) -> i64:
    """The cards a seat (-1: a spectator) cannot see, as a bag: in the pile or unknown in another hand."""
    bag_of, bag = state.tables.bag_of, state.pile
    for seat in range(state.seats):
        if seat != viewer:
            bag += bag_of[state.hands[seat]] - bag_of[state.known[seat]]
    return bag


# -- Das Duell ---------------------------------------------------------------------------------------------


def duel(state: Position) -> DuelSeen | None:
    tables, duel = state.tables, state.duel
    if duel is None:
        return None
    return {
        "king": _king(state, duel),
        "players": [_duel_player(state, duel, seat) for seat in range(state.seats)],
        "influence": {
            name: holder if holder >= 0 else None
            for name, holder in zip(tables.board.kinds, duel.holders, strict=True)
        },
        "paid": hand_ids(tables, duel.paid),
    }


def _king(state: Position, duel: Duel) -> KingSeen:
    return {
        "cards": hand_ids(state.tables, duel.cards),
        "abbeys_left": state.abbeys_left[KING_COLOUR],
        "advisors_left": state.advisors_left[KING_COLOUR],
        "moved": duel.king_moved,
        "first": duel.king_first,
    }


def _duel_player(state: Position, duel: Duel, seat: int) -> DuelPlayerSeen:
    left = duel.privileges[seat]
    return {
        "seat": seat,
        "kept": bag_ids(state.tables, duel.kept[seat]),
        "privileges": [name for which, name in enumerate(PRIVILEGES) if left >> which & 1],
    }


# -- the turn ----------------------------------------------------------------------------------------------


def to_act(state: Position) -> list[int]:
    return [state.actor] if state.actor >= 0 else []


def turn(state: Position) -> TurnSeen:
    tables = state.tables
    return {
        "seat": state.player if state.player >= 0 else None,
        "country": tables.board.countries[state.country] if state.country >= 0 else None,
        "placed": state.placed,
        "opened": country_ids(tables, state.opened),
        "countries": 1 if state.spread == ONE_COUNTRY else 2,
    }


ONCE: Final = 1 << 8  # a bit that no action sets: such a section is made when a view begins

SECTIONS: Final = (
    Section("to_act", ALL, to_act),
    Section("phase", ALL, lambda state: PHASES[state.phase]),
    Section("scores", POINTS, lambda state: state.scores[:]),
    Section("projected", PIECES | POINTS | INFLUENCE, projected),
    Section("sheets", PIECES | POINTS | INFLUENCE, sheets),
    Section("public.first_seat", ONCE, lambda _: 0),
    Section("public.removed", ONCE, lambda state: REMOVED[state.seats]),
    Section("public.duel", PIECES | DUEL_PARTS | INFLUENCE, duel),
    Section("public.sites", PIECES, sites),
    Section("public.countries", PIECES, countries),
    Section("public.players", PIECES | CARDS, players),
    Section("public.open", CARDS, face_up),
    Section("public.pile", CARDS, lambda state: state.left),
    Section("public.discard", CARDS, discard),
    Section("public.unseen", CARDS, unseen),
    Section("public.last_round", POINTS, lambda state: state.emptied == 2),
    Section("public.interim_done", POINTS, lambda state: state.emptied > 0),
    Section("public.turn", ALL, turn),
)
