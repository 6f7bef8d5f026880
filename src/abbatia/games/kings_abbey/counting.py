"""How many of each component there are, in all places together (law 9), and what each abbey came to."""

from abbatia.games.kings_abbey.abbey import occupied
from abbatia.games.kings_abbey.gifts import CHANCE_REROLL
from abbatia.games.kings_abbey.pieces import ALL_CARDS, KINDS, RELICS, SAINTS, TOOL, TYPES, WAGON
from abbatia.games.kings_abbey.questions import CRUSADER, HAND, SIZES, TURN_VALUE
from abbatia.games.kings_abbey.state import CHANCE_MASK, Position

HELD = {TURN_VALUE: 2, HAND: 2, CRUSADER: 3}  # questions with dice in hand, and which argument counts them


def figures(s: Position) -> dict[str, tuple[int, ...]]:
    """Cards built in the whole game, the starting building included, and crusades accomplished, per seat."""
    built = [s.made[seat * ALL_CARDS : (seat + 1) * ALL_CARDS] for seat in range(s.seats)]
    return {
        "buildings": tuple([sum(cards[:TYPES]) for cards in built]),
        "towers": tuple([sum(cards[TYPES:]) for cards in built]),
        "crusades": tuple(s.resolved),
    }


def inventory(s: Position) -> dict[str, int]:
    """Everything that is counted; the numbers never change during a game."""
    found = {
        "buildings": sum(s.building_bag)
        + sum(s.start_left)
        + sum(s.scrapped)
        + sum(s.hand)
        + sum(card >= 0 for card in s.market)
        + sum(s.stands[seat * 25 + card] for seat in range(s.seats) for card in range(TYPES)),
        "crusades": sum(s.crusade_bag) + sum(card >= 0 for card in s.card) + sum(s.resolved),
        "initiative_tokens": len(s.token_owner),
        "tools": s.supply_tools + sum(s.goods[seat * KINDS + TOOL] for seat in range(s.seats)),
        "wagons": s.supply_wagons + sum(s.goods[seat * KINDS + WAGON] for seat in range(s.seats)),
        "relics": relics(s),
        "saints": sum(s.saint_bag) + sum(0 <= saint < len(SAINTS) for saint in s.saint),
    }
    for seat in range(s.seats):
        found[f"dice_{seat}"] = dice(s, seat)
        found[f"peasants_{seat}"] = peasants(s, seat)
    if s.seats == 1:
        found["elias_peasants"] = s.elias_peasants + s.elias_gone
    return found


def relics(s: Position) -> int:
    """On crusades of the pile or of players, held, used."""
    facts = s.facts
    waiting = sum(facts.crusade_relic[card] >= 0 for card, there in enumerate(s.crusade_bag) if there)
    waiting += sum(facts.crusade_relic[card] >= 0 for card in s.card if card >= 0)
    held = sum((s.relics[seat] | s.spent_relics[seat]).bit_count() for seat in range(s.seats))
    return min(len(RELICS), waiting + held)


def dice(s: Position, seat: int) -> int:
    """The ten dice of a colour, wherever they are."""
    total = 1 - s.tenth[seat] + s.reserve[seat] + s.saint_dice[seat] + s.viking_dice[seat]
    total += sum(s.dice[seat * 6 : seat * 6 + 6]) + sum(s.laid[seat * 18 : seat * 18 + 18])
    total += sum(value > 0 for value in s.main[seat * 4 : seat * 4 + 4])
    total += sum(0 < value <= 6 for value in s.bonus[seat * 4 : seat * 4 + 4])
    total += sum(s.own_dice[seat * 2 : seat * 2 + 2]) + (s.initiative == seat)
    total += sum(s.ally_dice[at] for at in range(2 * s.seats) if s.ally[at] == seat)
    total += s.acting == CHANCE_MASK and s.chance == CHANCE_REROLL and s.turn == seat
    stack = s.asks[seat]
    at = len(stack)
    while at:
        question = stack[at - 1]
        first = at - 1 - SIZES[question]
        if question in HELD:
            total += stack[first + HELD[question]]
        at = first
    return total


def peasants(s: Position, seat: int) -> int:
    """The fifteen peasants of a colour, wherever they are."""
    total = s.benches[seat].bit_count() + s.baptistry[seat] + s.flock[seat] + s.gone[seat]
    total += s.viking_peasants[seat] + occupied(s, seat) + sum(s.crusader[seat * 2 : seat * 2 + 2])
    return total + sum(ally == seat for ally in s.ally)
