"""A component file of the player's own: what it may hold, and what has to fit together.

Much of our file only describes what the rules fix (the altar, the limits, what a building does). A file may
repeat that or leave it out, not change it: it would be shown to players and not played.
"""

from collections.abc import Mapping
from typing import Any, Final

from abbatia.core.reading import (
    Cases,
    Choice,
    ComponentFile,
    Faults,
    Fields,
    Fixed,
    Id,
    Items,
    Kind,
    Remark,
    Text,
    Whole,
    at,
    copied,
    known,
    new_ids,
    shown,
)
from abbatia.core.versions import data_file
from abbatia.core.words import LANGUAGES
from abbatia.games.kings_abbey.pieces import (
    BUILDINGS,
    CATEGORIES,
    DATA,
    GOODS,
    LEVELS,
    RELICS,
    SAINTS,
    TOWERS,
    our_data,
)

MOST_PRESTIGE: Final = 20  # of a crusade: the longest list of shares
MOST_DICE: Final = 6  # of a crusade
MOST_CARDS: Final = 60  # of crusades, and of events: the longest list of draws
MOST_CELLS: Final = 20  # of the Darkness track
MOST_STEPS: Final = 5  # of a clergy level
LEAST_MARKET: Final = 8
LEAST_STARTING: Final = 5
LEAST_CRUSADES: Final = 12
PILES: Final = ("standard", "few_vikings", "no_vikings", "plenty", "more_vikings", "harsh", "quick")
RICH: Final = 7
TIMING: Final = {
    "collect_bonus": "phase5",
    "resource_value": "phase5",
    "close_location": "phase5",
    "gain": "immediate",
    "lose": "immediate",
    "peasant_moves": "phase6",
    "preach_limit": "phase3",
    "gain_peasant": "immediate",
    "lose_peasant": "immediate",
    "darkness_delta": "phase9",
    "feed_delta": "phase8",
    "market_price_delta": "phase4",
    "viking_attack": "immediate",
}
"""When each effect of an event holds: the rules know it by the effect."""


def fixed(value: Any) -> Kind:
    """What may be repeated and not changed, part by part; remarks on provenance are free."""
    if not isinstance(value, Mapping):
        return Fixed(value)
    parts = {name: fixed(part) for name, part in value.items() if name != "provenance"}
    return Fields({}, {**parts, **SOURCE})


def fixed_but(value: Mapping[str, Any], **needed: Kind) -> Fields:
    """The same with some parts that a file sets."""
    parts = {name: fixed(part) for name, part in value.items() if name not in needed and name != "provenance"}
    return Fields(needed, {**parts, **SOURCE})


def by_id(
    items: list[dict[str, Any]], ids: tuple[str, ...], needed: dict[str, Kind], optional: dict[str, Kind]
) -> Items:
    """A list of things that all files have, each with the rest of what our file says about it."""
    cases: dict[str, Fields] = {}
    for name in ids:
        ours = next(item for item in items if item["id"] == name)
        rest = {
            key: fixed(part)
            for key, part in ours.items()
            if key not in needed and key not in optional and key not in ("id", "provenance")
        }
        cases[name] = Fields(needed, {**rest, **optional, **SOURCE})
    return Items(Cases("id", cases), len(ids), len(ids))


SOURCE: Final[dict[str, Kind]] = {"provenance": Remark()}
NAMES: Final[dict[str, Kind]] = {
    "name": Text(),
    **{f"name_{language}": Text() for language in LANGUAGES if language != "en"},
}
COST: Final = Fields({}, {name: Whole(0, 20) for name in GOODS[:5]})
REWARD: Final = Fields({}, {name: Whole(0, 20) for name in GOODS})
SMALL_REWARD: Final = Fields({}, {name: Whole(0, 12) for name in GOODS})
RESOURCE: Final[dict[str, Kind]] = {"resource": Choice(*GOODS[1:5])}
DELTA: Final = Fields({"delta": Whole(-9, 9)})
SOME_PEASANTS: Final = Fields({}, {"amount": Whole(1, 5)})
EFFECT: Final = Cases(
    "op",
    {
        "collect_bonus": Fields(RESOURCE, {"amount": Whole(1, 9)}),
        "resource_value": Fields({**RESOURCE, "value": Whole(1, 12)}),
        "close_location": Fields(RESOURCE),
        "gain": REWARD,
        "lose": REWARD,
        "peasant_moves": Fields({}, {"delta": Whole(-9, 9), "set": Fixed(0)}),
        "preach_limit": Fields({"set": Whole(0, 3)}),
        "gain_peasant": SOME_PEASANTS,
        "lose_peasant": SOME_PEASANTS,
        "darkness_delta": DELTA,
        "feed_delta": DELTA,
        "market_price_delta": DELTA,
        "viking_attack": Fields({}),
    },
)
EVENT: Final = Fields(
    {"id": Id(), "category": Choice(*CATEGORIES), "effect": EFFECT},
    {"copies": Whole(1, 28), "timing": Choice(*sorted(set(TIMING.values()))), **NAMES, **SOURCE},
)
CRUSADE: Final = Fields(
    {"id": Id(), "dice": Whole(1, MOST_DICE), "prestige": Whole(0, MOST_PRESTIGE), "reward": SMALL_REWARD},
    {"relic": Choice(None, *RELICS), **NAMES, **SOURCE},
)
PILE: Final = Fields({name: Whole(0, 7) for name in CATEGORIES}, SOURCE)
TOKENS: Final = Items(Fields({"id": Id(), "reward": REWARD}), 1, MOST_CARDS)


def settable(ours: Mapping[str, Any]) -> dict[str, Kind]:
    """The parts that a file sets, each with what our file of the same version fixes in it."""
    main = ours["main_board"]
    return {
        "resources": by_id(ours["resources"], GOODS[1:5], {"value": Whole(1, 12)}, {}),
        "supply": fixed_but(ours["supply"], tool_tokens=Whole(5, 99), wagon_tokens=Whole(5, 99)),
        "main_board": fixed_but(
            main,
            initiative=fixed_but(main["initiative"], tokens=TOKENS),
            darkness_track=fixed_but(main["darkness_track"], values=Items(Whole(0, 20), 2, MOST_CELLS)),
        ),
        "clergy_track": Fields(
            {
                "levels": by_id(
                    ours["clergy_track"]["levels"],
                    LEVELS,
                    {"steps": Whole(1, MOST_STEPS)},
                    {"prestige_per_step": Items(Whole(0, 20), 1, MOST_STEPS)},
                )
            }
        ),
        "towers": by_id(
            ours["towers"],
            TOWERS,
            {"copies_per_player": Whole(1, 2), "prestige": Whole(0, 50), "cost": COST},
            {},
        ),
        "buildings": by_id(
            ours["buildings"],
            BUILDINGS,
            {
                "prestige": Whole(0, 50),
                "unbuilt_penalty": Whole(0, 50),
                "cost": COST,
                "purchase_reward": REWARD,
                "copies": Whole(0, 3),
            },
            {"starting_copies": Whole(0, 3)},
        ),
        "events": Fields(
            {
                "cards": Items(EVENT, 1, MOST_CARDS),
                "piles": Fields(dict.fromkeys(PILES, PILE)),
            }
        ),
        "crusades": Items(CRUSADE, 1, MOST_CARDS),
        "relics": by_id(ours["relics"], RELICS, {}, {}),
        "patron_saints": by_id(ours["patron_saints"], SAINTS, {}, {}),
    }


FREE: Final[dict[str, Kind]] = {
    "$schema": Text(200),
    "about": Remark(),
    "relics_rich_removes": Items(Id(), 0, RICH),
}


def form_of(ours: Mapping[str, Any]) -> Fields:
    """What a component file may hold; what several places must agree on is checked below."""
    sets = settable(ours)
    fixes = {name: fixed(part) for name, part in ours.items() if name not in sets and name not in FREE}
    return Fields(sets, {**FREE, **fixes})


def check_components(form: Fields, data: Any, faults: Faults) -> None:
    """Tell the faults of a component file: first its form, then, if that is right, what does not fit."""
    if not form.check(data, "", faults):
        return
    for name in ("resources", "towers", "buildings", "relics", "patron_saints"):
        new_ids(data[name], name, faults)
    new_ids(data["main_board"]["initiative"]["tokens"], "main_board.initiative.tokens", faults)
    _check_buildings(data["buildings"], faults)
    levels = data["clergy_track"]["levels"]
    new_ids(levels, "clergy_track.levels", faults)
    for level in levels:
        if len(level.get("prestige_per_step", [0] * level["steps"])) != level["steps"]:
            where = f"clergy_track.levels.{level['id']}.prestige_per_step"
            faults.add("kings_abbey.file.steps", where, steps=level["steps"])
    _check_events(data["events"], faults)
    _check_crusades(data, faults)


def _check_buildings(buildings: list[dict[str, Any]], faults: Faults) -> None:
    """The market must be filled and every player must get a starting building (§13.2)."""
    starting = 0
    for card in buildings:
        own = card.get("starting_copies", 0)
        starting += own
        if own > card["copies"]:
            where = f"buildings.{card['id']}.starting_copies"
            faults.add("core.file.not_whole", where, value=shown(own), low=0, high=card["copies"])
    market = sum(card["copies"] for card in buildings) - starting
    if market < LEAST_MARKET or starting < LEAST_STARTING:
        faults.add(
            "kings_abbey.file.few_buildings",
            "buildings",
            market=market,
            starting=starting,
            least=LEAST_MARKET,
            least_starting=LEAST_STARTING,
        )


def _check_events(events: dict[str, Any], faults: Faults) -> None:
    """Each effect stands for its phase and category; the piles can be made of the cards (§21.5)."""
    new_ids(events["cards"], "events.cards", faults)
    for index, card in enumerate(events["cards"]):
        where, effect = at("events.cards", index, card), card["effect"]
        timing = TIMING[effect["op"]]
        if card.get("timing", timing) != timing:
            faults.add("core.file.fixed", f"{where}.timing", value=card["timing"], ours=timing)
        if (effect["op"] == "viking_attack") != (card["category"] == "vikings"):
            faults.add("kings_abbey.file.vikings", f"{where}.effect.op")
        if effect["op"] == "peasant_moves" and ("delta" in effect) == ("set" in effect):
            faults.add("kings_abbey.file.moves", f"{where}.effect")
    for name in PILES:
        mix, where = events["piles"][name], f"events.piles.{name}"
        for category in CATEGORIES:
            there = sum(card.get("copies", 1) for card in events["cards"] if card["category"] == category)
            if mix[category] > there:
                value = shown(mix[category])
                faults.add("core.file.not_whole", f"{where}.{category}", value=value, low=0, high=there)
        size = sum(mix[category] for category in CATEGORIES)
        if not 1 <= size <= 7:
            faults.add("kings_abbey.file.pile", where, found=size)


def _check_crusades(data: Mapping[str, Any], faults: Faults) -> None:
    """Enough crusades without a relic, and one for each relic (§18.1, §22.1)."""
    ids = new_ids(data["crusades"], "crusades", faults)
    relics = [card["relic"] for card in data["crusades"] if card.get("relic") is not None]
    if len(ids) - len(relics) < LEAST_CRUSADES or sorted(relics) != sorted(RELICS):
        faults.add(
            "kings_abbey.file.crusades", "crusades", least=LEAST_CRUSADES, found=len(ids) - len(relics)
        )
    for index, name in enumerate(data.get("relics_rich_removes", [])):
        known(name, f"relics_rich_removes[{index}]", ids, faults)


# -- what a file leaves out
ABSENT: Final = ("starting_copies", "relics_rich_removes", "prestige_per_step", "provenance", "about")
"""Fields whose absence says something itself."""
OWN: Final = ("cost", "purchase_reward", "reward", "cards", "tokens", "piles", "crusades", *ABSENT)
"""Parts in which nothing of ours may be added."""


def completed(data: Any, ours: Any) -> Any:
    """A copy of a checked file with what the rules fix and the file leaves out, to draw the table from."""
    if isinstance(ours, Mapping) and isinstance(data, Mapping):
        found = {
            name: completed(part, ours[name]) if name in ours and name not in OWN else copied(part)
            for name, part in data.items()
            if name != "$schema"
        }
        missing = [name for name in ours if name not in data and name not in ABSENT]
        return {**found, **{name: copied(ours[name]) for name in missing}}
    if isinstance(data, list) and data and isinstance(data[0], Mapping):
        by_name = {item["id"]: item for item in ours}
        return [completed(item, by_name.get(item["id"], {})) for item in data]
    return copied(data)


def component_file(version: int) -> ComponentFile:
    """What a file of the player's own may hold in a match of this version."""
    form = form_of(our_data(version))

    def check(data: Any, faults: Faults) -> None:
        check_components(form, data, faults)

    return ComponentFile(data_file(DATA, "components.json", version), form, check)
