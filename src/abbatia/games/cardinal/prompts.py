"""Prompts: what is asked of the seat to act, as one sentence that names only what it may do."""

from typing import Final

from abbatia.core.words import Message
from abbatia.games.cardinal.actions import (
    DRAW_OPEN,
    DRAW_PILE,
    EXCHANGE,
    KING_REST,
    PASS,
    PAY,
    PAY_PAIR,
    PRIVILEGE,
    SWAP,
)
from abbatia.games.cardinal.fields import ONE_COUNTRY, Position
from abbatia.games.cardinal.legality import missing_cards
from abbatia.games.cardinal.phases import DRAW, KING, KING_PLACE, MORE, PHASES, PLACE, TURN
from abbatia.games.cardinal.tables import LAST

IN_COUNTRY: Final = ("place", "more", "king_place")  # prompts that name the country of the turn


def prompt(state: Position, seat: int) -> Message:
    """The prompt for the seat to act; made once for each country and number of cards."""
    name = prompt_name(state, state.legal(seat))
    country = state.country if name in IN_COUNTRY else -1
    number = missing_cards(state, seat) if state.phase == DRAW else 0
    key = name, country, number
    prompts = state.tables.prompts
    known = prompts.get(key)
    if known is None:
        known = prompts[key] = Message(f"cardinal.asked.{name}")
        if country >= 0:
            known.args["country"] = state.tables.board.countries[country]
        if number:
            known.args["n"] = number
    return known


def prompt_name(state: Position, legal: tuple[int, ...]) -> str:
    """The name of the prompt for these legal actions."""
    does = state.tables.actions.does
    offered = {does[action] for action in legal}
    may_pay = PAY in offered or PAY_PAIR in offered
    phase = state.phase
    if phase == TURN:
        if state.mode & LAST:
            return _last_turn(offered - {PRIVILEGE, SWAP}, may_pay)
        return "turn" if may_pay else "turn_exchange"
    if phase == MORE:
        if not may_pay:
            return "more_stop"
        return "more" if state.spread == ONE_COUNTRY else "more_two"
    if phase == DRAW:
        if DRAW_PILE not in offered:
            return "draw_open"
        return "draw" if DRAW_OPEN in offered else "draw_pile"
    if phase == KING:
        return "king" if KING_REST in offered else "king_must"
    return PHASES[phase] if phase in (PLACE, KING_PLACE) else "keep"


def _last_turn(offered: set[int], may_pay: bool) -> str:
    """The last turn of a seat, in which options decide what it may do (§10.1, §R3, §R4)."""
    if PASS not in offered:
        return "turn_last_must"
    if EXCHANGE in offered:
        return "turn_last_exchange" if may_pay else "turn_last_no_piece"
    return "turn_last" if may_pay else "turn_last_pass"
