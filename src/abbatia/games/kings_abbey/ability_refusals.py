"""Why an ability or a free action is not possible: buildings, trades, relics, saints."""

from typing import Final

from abbatia.core.refusals import Refusal
from abbatia.games.kings_abbey.abilities import BY_BLACKSMITH, BY_LIBRARY
from abbatia.games.kings_abbey.fields import Position, by_die
from abbatia.games.kings_abbey.free_actions import MOST_OFFERS, TRADE_TOKENS
from abbatia.games.kings_abbey.phases import ABBEY, EVENT
from abbatia.games.kings_abbey.pieces import (
    ABBOTTS_DEN,
    BARRACKS,
    BATH_HOUSE,
    BELL_TOWER,
    BLACKSMITH,
    LANCE,
    LIBRARY,
    MONKS_QUARTERS,
    RELICS,
    SCRIPTORIUM,
    STABLES,
    TABLETS,
    TORAH,
)
from abbatia.games.kings_abbey.player import KEPT, SUPPORTING
from abbatia.games.kings_abbey.reasons import has_die, no, no_die, not_standing_or_manned, spent_or_idle

# Library, Blacksmith and Barracks.
TURNING: Final[tuple[tuple[tuple[int, ...], str], ...]] = (
    ((ABBEY,), "15.13"),
    ((ABBEY,), "15.5"),
    ((EVENT,), "15.3"),
)


def why_turn(state: Position, seat: int, which: int) -> Refusal | None:
    """Library, Blacksmith or Barracks (§15.3, §15.5, §15.13)."""
    player = state.players[seat]
    card = (LIBRARY, BLACKSMITH, BARRACKS)[which]
    used = (player.library_used, player.smith_used, player.barracks_used)[which]
    rule = TURNING[which][1]
    most = player.workers[card] if which == BY_LIBRARY else min(1, player.workers[card])
    if used >= most:
        return spent_or_idle(state, seat, card, rule)
    if not player.dice_mask:
        return no("no_dice", "1.1")
    if which == BY_BLACKSMITH:
        return no("smith_no_die", "15.5")
    return no("first_die_only", "15.3") if by_die(seat) in state.cover else no("barracks_no_die", "15.3")


def why_double(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if not player.workers[SCRIPTORIUM] or player.doubled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18")
    return no("double_no_die", "15.18") if player.dice_mask else no("no_dice", "1.1")


def why_triple(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.workers[SCRIPTORIUM] < 2 or player.tripled:
        return spent_or_idle(state, seat, SCRIPTORIUM, "15.18", copies=2)
    return no("triple_no_die", "15.18") if player.dice_mask else no("no_dice", "1.1")


def why_take_back(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.workers[ABBOTTS_DEN] <= player.den_used:
        return spent_or_idle(state, seat, ABBOTTS_DEN, "15.1")
    return no("nothing_laid", "15.1")


def why_reuse(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.workers[MONKS_QUARTERS] < 2 or player.reused:
        return spent_or_idle(state, seat, MONKS_QUARTERS, "15.16", copies=2)
    return no("nothing_at_locations", "15.16")


def why_reroll(state: Position, seat: int, arg: int) -> Refusal | None:
    player = state.players[seat]
    if not player.workers[BELL_TOWER]:
        return no("not_active", "16.2", card="bell_tower")
    if player.rerolls >= 2:
        return no("rerolls_spent", "16.2")
    return no("rolled_already", "R9") if has_die(state, seat, arg + 1) else no_die(arg + 1)


def why_baptise(state: Position, seat: int, row: int) -> Refusal | None:
    if not state.players[seat].benches >> (9 + row) & 1:
        return no("nobody_there", "14.6")
    return no("baptistry_full", "14.6")


def why_activate(state: Position, seat: int, card: int) -> Refusal | None:
    return not_standing_or_manned(state, seat, card, "14.7") or no("no_brother", "14.7")


def why_trade(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].trades >= TRADE_TOKENS:
        return no("trades_spent", "14.4")
    return no("nothing_to_trade", "14.4")


def why_bath(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    workers = player.workers[BATH_HOUSE]
    if not workers:
        return no("not_active", "15.4", card="bath_house")
    return no("bath_spent", "15.4") if workers <= player.baths else no("nowhere", "R35")


def why_relic(state: Position, seat: int, relic: int) -> Refusal | None:
    if not state.players[seat].relics >> relic & 1:
        return no("no_relic", "22.2", relic=RELICS[relic])
    if relic == LANCE:
        return no("lance_later", "22.5")
    if relic == TABLETS:
        return no("tablets_later", "22.8")
    return no("torah_later", "R6") if relic == TORAH else no("relic_idle", "22.2")


def why_saint(state: Position, seat: int, _arg: int) -> Refusal | None:
    if state.players[seat].saint_mode != KEPT:
        return no("saint_not_kept", "23.2")
    return no("saint_idle", "23.2")


def why_support(state: Position, seat: int, _arg: int) -> Refusal | None:
    player = state.players[seat]
    if player.saint_mode != SUPPORTING:
        return no("saint_not_shown", "23.2")
    if player.supported:
        return no("support_spent", "23.3")
    return no("support_dice", "R61")


def why_stables(state: Position, seat: int, other: int) -> Refusal | None:
    player = state.players[seat]
    if state.seats == 1:
        return no("no_partner", "R66")
    if other >= state.seats or other == seat:
        return no("no_partner", "19.6")
    if not player.workers[STABLES]:
        return no("not_active", "15.20", card="stables")
    if player.offers_made >= MOST_OFFERS:
        return no("offers_spent", "R20", n=MOST_OFFERS)
    if player.workers[STABLES] <= player.stables_used:
        return no("stables_spent", "15.20")
    return no("nothing_to_trade", "19.6")
