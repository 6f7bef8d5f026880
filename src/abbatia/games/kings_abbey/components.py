"""The components as numbers: tables that the rules look up, read from a checked component file.

Ours is `data/v1/components.json`, or that of a later version; a player's own file has the same form (see
`component_file.py`).
"""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.games.kings_abbey.component_file import PILES
from abbatia.games.kings_abbey.pieces import BUILDINGS, CATEGORIES, GOODS, LEVELS, RELICS, TOWERS

Json = Mapping[str, Any]


class Facts:
    """All numbers that the components give; made once for each component file and version."""

    version: int  # of the rules that play with these components
    values: list[int]  # of coin, wood, grain, stone, sand in trades and collections
    cheapest: int  # coins that buy something in a trade
    cost: list[list[int]]  # of each card: coins, wood, grain, stone, sand
    altar_cost: list[int]  # the same five kinds
    wall_cost: list[int]
    archer_cost: list[int]
    remodel_cost: list[int]
    prestige: list[int]  # of each card
    reward: list[list[int]]  # of buying each building: seven kinds of goods
    penalty: list[int]  # of each building left unbuilt
    copies: list[int]  # of each building in the market pile
    starting: list[int]  # copies of each building among the starting buildings
    tower_copies: list[int]  # of each tower a player has, by card - TYPES
    tops: list[int]  # clergy position at which each level is accomplished
    step_prestige: list[int]  # gained by entering each clergy position
    darkness: list[int]
    initiative: list[list[int]]  # reward of each token
    initiative_ids: tuple[str, ...]
    event_ids: tuple[str, ...]
    event_category: list[int]
    event_copies: list[int]
    event_extra: list[list[int]]  # tokens more at each location, by event then kind
    event_value: list[list[int]]  # value at which a kind is collected, 0 unchanged
    event_closed: list[int]  # kind whose location is closed, 0 none
    event_gain: list[list[int]]  # goods for everybody
    event_loss: list[list[int]]
    event_moves: list[int]  # more peasant moves; NO_MOVES for none at all
    event_darkness: list[int]
    event_food: list[int]
    event_price: list[int]
    event_arrivals: list[int]
    event_deaths: list[int]
    event_preach: list[int]  # preaching dice allowed
    crusade_ids: tuple[str, ...]
    crusade_dice: list[int]
    crusade_prestige: list[int]
    crusade_reward: list[list[int]]
    crusade_relic: list[int]  # relic number, -1 none
    rich_removes: list[int]  # crusades taken out by the option relics=rich
    piles: dict[str, tuple[int, int, int]]  # plenty, disaster, vikings of each event pile
    tools: int
    wagons: int


NO_MOVES: Final = -99


def goods(amounts: Json) -> list[int]:
    """Seven counts of goods from an object such as {"coin": 2, "wood": 1}."""
    return [amounts.get(name, 0) for name in GOODS]


def in_order(items: list[Json], ids: tuple[str, ...]) -> list[Json]:
    """The entries of a list in the order of these ids."""
    found = {item["id"]: item for item in items}
    return [found[name] for name in ids]


def read(data: Json, version: int) -> Facts:
    """The tables of a component file that `component_file.check_components` has found to be right."""
    facts = Facts()
    facts.version = version
    facts.values = [1] + [kind["value"] for kind in in_order(data["resources"], GOODS[1:5])]
    facts.cheapest = min(facts.values[1:])
    read_cards(facts, data)
    read_tracks(facts, data)
    read_events(facts, data["events"])
    read_crusades(facts, data)
    facts.tools = data["supply"]["tool_tokens"]
    facts.wagons = data["supply"]["wagon_tokens"]
    return facts


def read_cards(facts: Facts, data: Json) -> None:
    """Buildings and towers: what they cost and bring."""
    buildings, towers = in_order(data["buildings"], BUILDINGS), in_order(data["towers"], TOWERS)
    facts.cost = [goods(card["cost"])[:5] for card in buildings + towers]
    board = data["player_board"]
    facts.altar_cost, facts.wall_cost = goods(board["altar"]["cost"])[:5], goods(board["wall"]["cost"])[:5]
    facts.archer_cost = goods(board["archer"]["cost"])[:5]
    facts.remodel_cost = goods(board["remodel"]["cost"])[:5]
    facts.prestige = [card["prestige"] for card in buildings + towers]
    facts.reward = [goods(card["purchase_reward"]) for card in buildings]
    facts.penalty = [card["unbuilt_penalty"] for card in buildings]
    facts.starting = [card.get("starting_copies", 0) for card in buildings]
    facts.copies = [card["copies"] - own for card, own in zip(buildings, facts.starting, strict=True)]
    facts.tower_copies = [card["copies_per_player"] for card in towers]


def read_tracks(facts: Facts, data: Json) -> None:
    """Clergy, Darkness and initiative."""
    facts.tops, facts.step_prestige = [], [0]
    for level in in_order(data["clergy_track"]["levels"], LEVELS):
        facts.step_prestige += level.get("prestige_per_step", [0] * level["steps"])
        facts.tops.append(len(facts.step_prestige) - 1)
    facts.step_prestige[facts.tops[3]] += 4
    facts.darkness = list(data["main_board"]["darkness_track"]["values"])
    tokens = data["main_board"]["initiative"]["tokens"]
    facts.initiative_ids = tuple([token["id"] for token in tokens])
    facts.initiative = [goods(token["reward"]) for token in tokens]


def read_events(facts: Facts, events: Json) -> None:
    """Events; each card's effect is one of the operations known here."""
    cards = events["cards"]
    facts.event_ids = tuple([card["id"] for card in cards])
    count = len(cards)
    facts.event_extra = [[0] * 5 for _ in range(count + 1)]
    facts.event_value = [[0] * 5 for _ in range(count + 1)]
    facts.event_gain = [[0] * 7 for _ in range(count + 1)]
    facts.event_loss = [[0] * 7 for _ in range(count + 1)]
    facts.event_closed, facts.event_moves = [0] * (count + 1), [0] * (count + 1)
    facts.event_darkness, facts.event_food = [0] * (count + 1), [0] * (count + 1)
    facts.event_price, facts.event_arrivals = [0] * (count + 1), [0] * (count + 1)
    facts.event_deaths, facts.event_preach = [0] * (count + 1), [3] * (count + 1)
    facts.event_category = [CATEGORIES.index(card["category"]) for card in cards]
    facts.event_copies = [card.get("copies", 1) for card in cards]
    for index, card in enumerate(cards):
        read_effect(facts, index, card["effect"])
    facts.piles = {}
    for name in PILES:
        mix = events["piles"][name]
        facts.piles[name] = (mix["plenty"], mix["disaster"], mix["vikings"])


def read_effect(facts: Facts, event: int, effect: Json) -> None:
    """One event's effect; the row -1 of every table is the round without an event."""
    op = effect["op"]
    if op == "collect_bonus":
        facts.event_extra[event][GOODS.index(effect["resource"])] = effect.get("amount", 1)
    elif op == "resource_value":
        facts.event_value[event][GOODS.index(effect["resource"])] = effect["value"]
    elif op == "close_location":
        facts.event_closed[event] = GOODS.index(effect["resource"])
    elif op == "gain":
        facts.event_gain[event] = goods(effect)
    elif op == "lose":
        facts.event_loss[event] = goods(effect)
    elif op == "peasant_moves":
        facts.event_moves[event] = effect.get("delta", NO_MOVES)
    elif op == "preach_limit":
        facts.event_preach[event] = effect["set"]
    elif op == "gain_peasant":
        facts.event_arrivals[event] = effect.get("amount", 1)
    elif op == "lose_peasant":
        facts.event_deaths[event] = effect.get("amount", 1)
    elif op == "darkness_delta":
        facts.event_darkness[event] = effect["delta"]
    elif op == "feed_delta":
        facts.event_food[event] = effect["delta"]
    elif op == "market_price_delta":
        facts.event_price[event] = effect["delta"]


def read_crusades(facts: Facts, data: Json) -> None:
    """Crusades: dice, prestige, reward, relic (§18.1)."""
    cards = data["crusades"]
    facts.crusade_ids = tuple([card["id"] for card in cards])
    facts.crusade_dice = [card["dice"] for card in cards]
    facts.crusade_prestige = [card["prestige"] for card in cards]
    facts.crusade_reward = [goods(card["reward"]) for card in cards]
    relics = [card.get("relic") for card in cards]
    facts.crusade_relic = [-1 if relic is None else RELICS.index(relic) for relic in relics]
    plain = [name for name, relic in zip(facts.crusade_ids, relics, strict=True) if relic is None]
    removed = data.get("relics_rich_removes", plain[:: len(plain) // 7][:7])
    facts.rich_removes = [facts.crusade_ids.index(name) for name in removed]
