"""The numbers of the components, read from a component file and checked, as tables the rules look up."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from abbatia.core.contract import BadSetup
from abbatia.games.kings_abbey.pieces import (
    BUILDINGS,
    CATEGORIES,
    DISASTER,
    GOODS,
    LEVELS,
    PLENTY,
    RELICS,
    SAINTS,
    TOWERS,
    VIKINGS,
)

Json = Mapping[str, Any]
MOST_PRESTIGE: Final = 20  # of a crusade: the longest list of shares
MOST_DICE: Final = 6  # of a crusade
MOST_CARDS: Final = 60  # of crusades, and of events: the longest list of draws
PILES: Final = ("standard", "few_vikings", "no_vikings", "plenty", "more_vikings", "harsh", "quick")


class Facts:
    """All numbers that the components give; made once for each component file."""

    values: list[int]  # of coin, wood, grain, stone, sand in trades and collections
    cheapest: int  # coins that buy something in a trade
    cost: list[list[int]]  # of each card: coins, wood, grain, stone, sand
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


def bad(where: str, what: str) -> BadSetup:
    """A component file that cannot be played: where and why."""
    return BadSetup("kings_abbey.setup.bad_components", where=where, what=what)


def entry(data: Json, where: str, *keys: str) -> Any:
    """The value under these keys, or a clear refusal."""
    value: Any = data
    path = where
    for key in keys:
        path = f"{path}.{key}" if path else key
        if not isinstance(value, Mapping) or key not in value:
            raise bad(path, "missing")
        value = value[key]
    return value


def number(value: Any, where: str, low: int, high: int) -> int:
    """A whole number within its bounds, or a clear refusal."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise bad(where, f"{low}..{high}")
    return value


def goods(value: Any, where: str, high: int = 20) -> list[int]:
    """Seven counts of goods from an object such as {"coin": 2, "wood": 1}."""
    if not isinstance(value, Mapping):
        raise bad(where, "object")
    counts = [0] * len(GOODS)
    for name, amount in value.items():
        if name not in GOODS:
            raise bad(f"{where}.{name}", "unknown")
        counts[GOODS.index(name)] = number(amount, f"{where}.{name}", 0, high)
    return counts


def listed(items: Any, where: str) -> Sequence[Any]:
    """A list, or a clear refusal."""
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise bad(where, "list")
    return items


def by_id(items: Any, where: str, ids: Sequence[str]) -> list[Json]:
    """The entries of a list in the order of their known ids; each must be there once."""
    found: dict[str, Json] = {}
    for i, item in enumerate(listed(items, where)):
        name = entry(item, f"{where}[{i}]", "id")
        if name not in ids or name in found:
            raise bad(f"{where}[{i}].id", f"{name}")
        found[name] = item
    for name in ids:
        if name not in found:
            raise bad(f"{where}.{name}", "missing")
    return [found[name] for name in ids]


def own_ids(items: Any, where: str) -> tuple[str, ...]:
    """The ids of a list that may name its own cards; plain words, each once."""
    if not 0 < len(listed(items, where)) <= MOST_CARDS:
        raise bad(where, f"1..{MOST_CARDS}")
    ids = tuple([str(entry(item, f"{where}[{i}]", "id")) for i, item in enumerate(items)])
    for i, name in enumerate(ids):
        plain = name.isascii() and name.replace("_", "a").isalnum() and name == name.lower()
        if not plain or name in ids[:i]:
            raise bad(f"{where}[{i}].id", name)
    return ids


def read(data: Json) -> Facts:
    """The tables of a component file. Raises BadSetup with what is wrong where."""
    facts = Facts()
    kinds = by_id(entry(data, "", "resources"), "resources", GOODS[1:5])
    facts.values = [1] + [number(entry(k, "resources", "value"), "resources.value", 1, 12) for k in kinds]
    facts.cheapest = min(facts.values[1:])
    read_cards(facts, data)
    read_tracks(facts, data)
    read_events(facts, data)
    read_crusades(facts, data)
    by_id(entry(data, "", "relics"), "relics", RELICS)
    by_id(entry(data, "", "patron_saints"), "patron_saints", SAINTS)
    facts.tools = number(entry(data, "", "supply", "tool_tokens"), "supply.tool_tokens", 5, 99)
    facts.wagons = number(entry(data, "", "supply", "wagon_tokens"), "supply.wagon_tokens", 5, 99)
    return facts


def read_cards(facts: Facts, data: Json) -> None:
    """Buildings and towers: what they cost and bring."""
    buildings = by_id(entry(data, "", "buildings"), "buildings", BUILDINGS)
    facts.cost, facts.prestige, facts.reward, facts.penalty = [], [], [], []
    facts.copies, facts.starting, facts.tower_copies = [], [], []
    for name, card in zip(BUILDINGS, buildings, strict=True):
        where = f"buildings.{name}"
        facts.cost.append(goods(entry(card, where, "cost"), f"{where}.cost")[:5])
        facts.prestige.append(number(entry(card, where, "prestige"), f"{where}.prestige", 0, 50))
        facts.reward.append(goods(entry(card, where, "purchase_reward"), f"{where}.purchase_reward"))
        facts.penalty.append(number(entry(card, where, "unbuilt_penalty"), f"{where}.unbuilt_penalty", 0, 50))
        copies = number(entry(card, where, "copies"), f"{where}.copies", 0, 3)
        starting = number(card.get("starting_copies", 0), f"{where}.starting_copies", 0, copies)
        facts.copies.append(copies - starting)
        facts.starting.append(starting)
    if sum(facts.copies) < 8 or sum(facts.starting) < 5:
        raise bad("buildings", "8 + 5")
    towers = by_id(entry(data, "", "towers"), "towers", TOWERS)
    for name, card in zip(TOWERS, towers, strict=True):
        where = f"towers.{name}"
        facts.cost.append(goods(entry(card, where, "cost"), f"{where}.cost")[:5])
        facts.prestige.append(number(entry(card, where, "prestige"), f"{where}.prestige", 0, 50))
        copies = entry(card, where, "copies_per_player")
        facts.tower_copies.append(number(copies, f"{where}.copies_per_player", 1, 2))


def read_tracks(facts: Facts, data: Json) -> None:
    """Clergy, Darkness and initiative."""
    levels = by_id(entry(data, "", "clergy_track", "levels"), "clergy_track.levels", LEVELS)
    facts.tops, facts.step_prestige = [], [0]
    for name, level in zip(LEVELS, levels, strict=True):
        where = f"clergy_track.levels.{name}"
        steps = number(entry(level, where, "steps"), f"{where}.steps", 1, 5)
        gains = listed(level.get("prestige_per_step", [0] * steps), f"{where}.prestige_per_step")
        if len(gains) != steps:
            raise bad(f"{where}.prestige_per_step", str(steps))
        facts.step_prestige += [number(gain, f"{where}.prestige_per_step", 0, 20) for gain in gains]
        facts.tops.append(len(facts.step_prestige) - 1)
    facts.step_prestige[facts.tops[3]] += 4
    cells = entry(data, "", "main_board", "darkness_track", "values")
    track = listed(cells, "main_board.darkness_track.values")
    facts.darkness = [number(cell, "main_board.darkness_track.values", 0, 20) for cell in track]
    if len(facts.darkness) < 2:
        raise bad("main_board.darkness_track.values", "2")
    tokens = entry(data, "", "main_board", "initiative", "tokens")
    facts.initiative_ids = own_ids(tokens, "main_board.initiative.tokens")
    where = "main_board.initiative.tokens.reward"
    facts.initiative = [goods(entry(token, where, "reward"), where) for token in tokens]


def read_events(facts: Facts, data: Json) -> None:
    """Events; each card's effect is one of the operations known here."""
    cards = entry(data, "", "events", "cards")
    facts.event_ids = own_ids(cards, "events.cards")
    count = len(cards)
    facts.event_category, facts.event_copies = [], []
    facts.event_extra = [[0] * 5 for _ in range(count + 1)]
    facts.event_value = [[0] * 5 for _ in range(count + 1)]
    facts.event_gain = [[0] * 7 for _ in range(count + 1)]
    facts.event_loss = [[0] * 7 for _ in range(count + 1)]
    facts.event_closed, facts.event_moves = [0] * (count + 1), [0] * (count + 1)
    facts.event_darkness, facts.event_food = [0] * (count + 1), [0] * (count + 1)
    facts.event_price, facts.event_arrivals = [0] * (count + 1), [0] * (count + 1)
    facts.event_deaths, facts.event_preach = [0] * (count + 1), [3] * (count + 1)
    for i, card in enumerate(cards):
        where = f"events.cards.{facts.event_ids[i]}"
        category = entry(card, where, "category")
        if category not in CATEGORIES:
            raise bad(f"{where}.category", str(category))
        facts.event_category.append(CATEGORIES.index(category))
        facts.event_copies.append(number(card.get("copies", 1), f"{where}.copies", 1, 28))
        read_effect(facts, i, entry(card, where, "effect"), f"{where}.effect")
    read_piles(facts, data)


def read_effect(facts: Facts, event: int, effect: Json, where: str) -> None:
    """One event's effect; the row -1 of every table is the round without an event."""
    op = entry(effect, where, "op")
    if op in ("collect_bonus", "resource_value", "close_location"):
        name = entry(effect, where, "resource")
        if name not in GOODS[1:5]:
            raise bad(f"{where}.resource", str(name))
        kind = GOODS.index(name)
        if op == "collect_bonus":
            facts.event_extra[event][kind] = number(effect.get("amount", 1), f"{where}.amount", 1, 9)
        elif op == "resource_value":
            facts.event_value[event][kind] = number(entry(effect, where, "value"), f"{where}.value", 1, 12)
        else:
            facts.event_closed[event] = kind
    elif op in ("gain", "lose"):
        table = facts.event_gain if op == "gain" else facts.event_loss
        table[event] = goods({k: v for k, v in effect.items() if k != "op"}, where)
    elif op == "peasant_moves":
        delta = NO_MOVES if effect.get("set") == 0 else number(effect.get("delta"), f"{where}.delta", -9, 9)
        facts.event_moves[event] = delta
    elif op == "preach_limit":
        facts.event_preach[event] = number(entry(effect, where, "set"), f"{where}.set", 0, 3)
    elif op in ("gain_peasant", "lose_peasant"):
        table_of = facts.event_arrivals if op == "gain_peasant" else facts.event_deaths
        table_of[event] = number(effect.get("amount", 1), f"{where}.amount", 1, 5)
    elif op in ("darkness_delta", "feed_delta", "market_price_delta"):
        deltas = {
            "darkness_delta": facts.event_darkness,
            "feed_delta": facts.event_food,
            "market_price_delta": facts.event_price,
        }
        deltas[op][event] = number(entry(effect, where, "delta"), f"{where}.delta", -9, 9)
    elif op != "viking_attack" or facts.event_category[event] != VIKINGS:
        raise bad(f"{where}.op", str(op))


def read_piles(facts: Facts, data: Json) -> None:
    """The mixes of event cards; enough cards of each category must exist."""
    facts.piles = {}
    for name in PILES:
        where = f"events.piles.{name}"
        mix = entry(data, "", "events", "piles", name)
        counts = [number(entry(mix, where, c), f"{where}.{c}", 0, 7) for c in CATEGORIES]
        for category in (PLENTY, DISASTER, VIKINGS):
            known = sum(
                n for n, c in zip(facts.event_copies, facts.event_category, strict=True) if c == category
            )
            if counts[category] > known:
                raise bad(f"{where}.{CATEGORIES[category]}", f"0..{known}")
        facts.piles[name] = (counts[0], counts[1], counts[2])
        if not 1 <= sum(counts) <= 7:
            raise bad(where, "1..7")


def read_crusades(facts: Facts, data: Json) -> None:
    """Crusades: dice, prestige, reward, relic (§18.1)."""
    cards = entry(data, "", "crusades")
    facts.crusade_ids = own_ids(cards, "crusades")
    facts.crusade_dice, facts.crusade_prestige, facts.crusade_reward = [], [], []
    facts.crusade_relic = []
    for name, card in zip(facts.crusade_ids, cards, strict=True):
        where = f"crusades.{name}"
        facts.crusade_dice.append(number(entry(card, where, "dice"), f"{where}.dice", 1, MOST_DICE))
        prestige = number(entry(card, where, "prestige"), f"{where}.prestige", 0, MOST_PRESTIGE)
        facts.crusade_prestige.append(prestige)
        facts.crusade_reward.append(goods(entry(card, where, "reward"), f"{where}.reward", 12))
        relic = card.get("relic")
        if relic is not None and relic not in RELICS:
            raise bad(f"{where}.relic", str(relic))
        facts.crusade_relic.append(-1 if relic is None else RELICS.index(relic))
    plain = [i for i, relic in enumerate(facts.crusade_relic) if relic < 0]
    if len(plain) < 12 or sorted(facts.crusade_relic)[len(plain) :] != list(range(len(RELICS))):
        raise bad("crusades", "12 + 7")
    names = data.get("relics_rich_removes")
    removed = [facts.crusade_ids[i] for i in plain[:: len(plain) // 7][:7]] if names is None else names
    listed(removed, "relics_rich_removes")
    if any(name not in facts.crusade_ids for name in removed) or len(removed) > 7:
        raise bad("relics_rich_removes", "7")
    facts.rich_removes = [facts.crusade_ids.index(name) for name in removed]
