"""Why an action is not allowed: the most helpful reason first, with the rule behind it."""

from abbatia.core.refusals import Refusal
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, KEEPER
from abbatia.games.pelegrinus.fields import CHANGES, UNORDERED, Position
from abbatia.games.pelegrinus.legality import legal_choices
from abbatia.games.pelegrinus.phases import ABBEYS_CHOSEN, ABBEYS_CLAIMED, COMMANDERIES_CHOSEN, PROGRAMMING


def explain(state: Position, seat: int, action: int) -> Refusal:
    """The reason why a seat that is to act may not do this."""
    actions = state.actions
    if action >= actions.activate:
        return Refusal("pelegrinus.refusal.chance", "1.3")
    if action >= actions.pope:
        return Refusal("pelegrinus.refusal.chance", "1.2")
    if state.phase != PROGRAMMING:
        return explain_choice(state, action)
    if action > actions.seal:
        return Refusal("pelegrinus.refusal.still_programming", "3.6")
    if action == actions.seal:
        missing = [CHARACTERS[c] for c in range(CHARACTER_COUNT) if state.missing[seat] >> c & 1]
        return Refusal("pelegrinus.refusal.orders_missing", "3.1", characters=missing)
    if action >= actions.take:
        return explain_take(state, seat, action - actions.take)
    return explain_send(state, seat, actions.character[action], actions.place[action])


def explain_choice(state: Position, action: int) -> Refusal:
    """§R16, §R18, §R19: only the cities that were won are offered."""
    actions = state.actions
    if action <= actions.seal:
        return Refusal("pelegrinus.refusal.revealed", "3.6")
    offered = legal_choices(state)
    cities = [state.board.cities[actions.place_of_choice(number)] for number in offered]
    city = state.board.cities[actions.place_of_choice(action)]
    rule = {COMMANDERIES_CHOSEN: "R16", ABBEYS_CLAIMED: "R19", ABBEYS_CHOSEN: "R18"}[state.phase]
    return Refusal("pelegrinus.refusal.not_offered", rule, city=city, cities=cities)


def explain_take(state: Position, seat: int, character: int) -> Refusal:
    """§3.5, §R10: at most ten changes a turn; the character in hand needs none."""
    name = CHARACTERS[character]
    if state.hand[seat] == character:
        return Refusal("pelegrinus.refusal.already_in_hand", "3.5", character=name)
    return Refusal("pelegrinus.refusal.no_change_left", "R10", n=CHANGES)


def explain_send(state: Position, seat: int, character: int, place: int) -> Refusal:
    """§3.3, §3.7: a place where this character never can go, else one that it cannot go to now."""
    board = state.board
    name = CHARACTERS[character]
    if place == board.court and character == KEEPER:
        return Refusal("pelegrinus.refusal.keeper_at_court", "3.3")
    if place < board.court and state.actions.send(character, place) not in state.menus[seat][character]:
        return explain_city(state, place)
    if state.orders[seat * CHARACTER_COUNT + character] == UNORDERED:
        hand = CHARACTERS[state.hand[seat]]
        return Refusal("pelegrinus.refusal.other_in_hand", "3.5", character=name, hand=hand)
    if not state.changes[seat]:
        return Refusal("pelegrinus.refusal.no_change_left", "R10", n=CHANGES)
    return Refusal("pelegrinus.refusal.has_order", "3.5", character=name)


def explain_city(state: Position, city: int) -> Refusal:
    """§2.1, §2.5, §3.7, §7.2: why nobody, or only this seat, cannot go to a city."""
    board = state.board
    name = board.cities[city]
    region = board.region_of[city]
    args = {"city": name, "region": board.regions[region]}
    if board.opens[region] > state.turn:
        return Refusal("pelegrinus.refusal.not_open", "2.1", turn=board.opens[region], **args)
    if state.is_closed(region):
        return Refusal("pelegrinus.refusal.closed", "2.5", **args)
    if state.raised & board.bit[city]:
        return Refusal("pelegrinus.refusal.has_abbey", "7.2", city=name)
    return Refusal("pelegrinus.refusal.complete", "3.7", city=name)
