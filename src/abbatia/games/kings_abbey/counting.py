"""How many of each component there are, in all places together (law 9), and what each abbey came to."""

from abbatia.games.kings_abbey.abbey import occupied
from abbatia.games.kings_abbey.fields import CHANCE_MASK, Position
from abbatia.games.kings_abbey.phases import CHANCE_REROLL
from abbatia.games.kings_abbey.pieces import RELICS, SAINTS, TOOL, TYPES, WAGON
from abbatia.games.kings_abbey.player import Crusade
from abbatia.games.kings_abbey.questions import CRUSADER, HAND, TURN_VALUE

HELD = {TURN_VALUE: 2, HAND: 2, CRUSADER: 3}  # questions with dice in hand, and which argument counts them


def statistics(state: Position) -> dict[str, tuple[int, ...]]:
    """Cards built in the whole game, the starting building included, and crusades accomplished, per seat."""
    built = [player.made for player in state.players]
    return {
        "buildings": tuple([sum(cards[:TYPES]) for cards in built]),
        "towers": tuple([sum(cards[TYPES:]) for cards in built]),
        "crusades": tuple([player.resolved for player in state.players]),
    }


def inventory(state: Position) -> dict[str, int]:
    """Everything that is counted; the numbers never change during a game."""
    found = {
        "buildings": sum(state.building_bag)
        + sum(state.start_left)
        + sum(state.scrapped)
        + sum(sum(player.hand) for player in state.players)
        + sum(card >= 0 for card in state.market)
        + sum(sum(player.stands[:TYPES]) for player in state.players),
        "crusades": sum(state.crusade_bag)
        + sum(crusade.card >= 0 for crusade in crusades(state))
        + sum(player.resolved for player in state.players),
        "initiative_tokens": len(state.token_owner),
        "tools": state.supply_tools + sum(player.goods[TOOL] for player in state.players),
        "wagons": state.supply_wagons + sum(player.goods[WAGON] for player in state.players),
        "relics": relics(state),
        "saints": sum(state.saint_bag) + sum(0 <= player.saint < len(SAINTS) for player in state.players),
    }
    for seat in range(state.seats):
        found[f"dice_{seat}"] = dice(state, seat)
        found[f"peasants_{seat}"] = peasants(state, seat)
    if state.seats == 1:
        found["elias_peasants"] = state.elias.peasants + state.elias.gone
    return found


def crusades(state: Position) -> list[Crusade]:
    """The places for crusades of all players."""
    return [crusade for player in state.players for crusade in player.crusades]


def relics(state: Position) -> int:
    """On crusades of the pile or of players, held, used."""
    facts = state.facts
    waiting = sum(facts.crusade_relic[card] >= 0 for card, there in enumerate(state.crusade_bag) if there)
    cards = [crusade.card for crusade in crusades(state) if crusade.card >= 0]
    waiting += sum(facts.crusade_relic[card] >= 0 for card in cards)
    held = sum((player.relics | player.spent_relics).bit_count() for player in state.players)
    return min(len(RELICS), waiting + held)


def dice(state: Position, seat: int) -> int:
    """The ten dice of a colour, wherever they are."""
    player = state.players[seat]
    total = 1 - player.tenth + player.reserve + player.saint_dice + player.viking_dice
    total += sum(player.dice) + sum(player.laid)
    total += sum(value > 0 for value in player.main)
    total += sum(0 < value <= 6 for value in player.bonus)
    total += sum(crusade.own_dice for crusade in player.crusades) + (state.initiative == seat)
    total += sum(crusade.ally_dice for crusade in crusades(state) if crusade.ally == seat)
    total += state.acting == CHANCE_MASK and state.chance == CHANCE_REROLL and state.turn == seat
    for question in player.questions:
        if question.kind in HELD:
            total += question.args[HELD[question.kind]]
    return total


def peasants(state: Position, seat: int) -> int:
    """The fifteen peasants of a colour, wherever they are."""
    player = state.players[seat]
    total = player.benches.bit_count() + player.baptistry + player.reserve_peasants + player.gone
    total += (
        player.viking_peasants + occupied(state, seat) + sum(crusade.crusader for crusade in player.crusades)
    )
    return total + sum(crusade.ally == seat for crusade in crusades(state))
