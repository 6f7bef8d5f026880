"""Cautions: what a seat's orders, or a city it may choose, will not bring about, as far as it can know.

Only the public position and the seat's own orders are read, so that nothing of the others' shines through.
"""

from abbatia.core.contract import Caution
from abbatia.core.words import Message
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import CHARACTERS, KEEPER
from abbatia.games.pelegrinus.fields import UNORDERED, Position
from abbatia.games.pelegrinus.legality import usable
from abbatia.games.pelegrinus.phases import PROGRAMMING

MASTER: int = CHARACTERS.index("master")
PILGRIM: int = CHARACTERS.index("pilgrim")


def cautions(state: Position, seat: int) -> list[Caution]:
    """What a seat that has not sealed should know: of cities it may choose, and of its orders so far."""
    if state.phase != PROGRAMMING or not state.waiting >> seat & 1:
        return []
    first = seat * CHARACTER_COUNT
    orders = state.orders[first : first + CHARACTER_COUNT]
    found = of_cities(state, seat, orders)
    void = [caution.reason.args["city"] for caution in found if caution.certain]
    board = state.board
    for place in sorted(set(orders) - {UNORDERED}):
        if place < board.court and board.cities[place] not in void:
            found += of_stack(state, seat, place, orders)
        elif place == board.court:
            found += of_master(state, place, orders)
            if not state.popes[seat]:
                found.append(caution("no_pope_left", "R14", certain=False, chosen=True, place="court"))
    return found


def of_cities(state: Position, seat: int, orders: list[int]) -> list[Caution]:
    """§3.8: complete cities that the seat may choose, in regions that are not complete."""
    board = state.board
    found: list[Caution] = []
    choosable = usable(state) & state.full & state.presence[seat]
    for region, cities in enumerate(board.region_cities):
        missing = [city for city in cities if state.room[city]]
        if not missing:
            continue
        beyond = [city for city in missing if state.room[city] > 1]
        is_certain = bool(beyond) or not any(state.stock)
        is_filled = all(
            any(orders[c] == city for c in range(CHARACTER_COUNT) if c != KEEPER) for city in missing
        )
        if is_filled and not is_certain:
            continue
        names = [board.cities[city] for city in beyond or missing]
        for city in cities:
            if choosable & board.bit[city]:
                found.append(
                    caution(
                        "void" if is_certain else "bet",
                        "3.8",
                        certain=is_certain,
                        chosen=city in orders,
                        city=board.cities[city],
                        region=board.regions[region],
                        cities=names,
                    )
                )
    return found


def of_stack(state: Position, seat: int, city: int, orders: list[int]) -> list[Caution]:
    """What the characters that a seat sends to a city cannot do there."""
    name = state.board.cities[city]
    is_full = bool(state.full & state.board.bit[city])
    found = of_master(state, city, orders)
    if orders[KEEPER] == city and is_full and not others_at(state, seat, city):
        found.append(caution("keeper_alone", "8.3", certain=True, chosen=True, city=name))
    if all(orders[c] != city for c in range(CHARACTER_COUNT) if c != KEEPER):
        return found
    if is_full and not state.abbey_stock[seat]:
        found.append(caution("no_abbey_left", "R19", certain=False, chosen=True, city=name))
    elif not is_full and not state.stock[seat]:
        found.append(caution("no_commandery_left", "R15", certain=False, chosen=True, city=name))
    return found


def of_master(state: Position, place: int, orders: list[int]) -> list[Caution]:
    """§4.3: a Pilgrim cancels the Master of its own seat, too."""
    if orders[MASTER] != place or orders[PILGRIM] != place:
        return []
    return [caution("own_pilgrim", "4.3", certain=True, chosen=True, place=state.board.places[place])]


def others_at(state: Position, seat: int, city: int) -> bool:
    """§3.7: whether anybody else has a commandery in a complete city, and so can come there."""
    bit = state.board.bit[city]
    return any(other != seat and state.presence[other] & bit for other in range(state.seats))


def caution(key: str, rule: str, *, certain: bool, chosen: bool, **args: object) -> Caution:
    return Caution(Message(f"pelegrinus.caution.{key}", **args), rule, certain=certain, chosen=chosen)
