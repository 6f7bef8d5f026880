"""The observation of The King's Abbey."""

from collections.abc import Mapping
from math import inf
from typing import Final

from abbatia.core.contract import OptionValue
from abbatia.games.kings_abbey.position import (
    AREAS,
    BUILDINGS,
    CARDS,
    CATEGORIES,
    COLUMNS,
    GOODS,
    KINDS,
    LEVELS,
    MODES,
    PHASES,
    PLACES,
    RELICS,
    RESOURCES,
    SAINTS,
    TYPES,
    Facts,
    KingsAbbey,
)
from abbatia.games.kings_abbey.position import SEATS as BENCH_SEATS
from abbatia.research.containers import Bag, ByName, Maybe, OneOf, PerSeat, Places, Record, Rows
from abbatia.research.schema import (
    NOBODY,
    SEATS,
    Choice,
    Constant,
    Field,
    Flag,
    LeftOut,
    Number,
    OwnSeat,
    Seat,
    SeatSet,
)

LANDS: Final = tuple(GOODS[kind] for kind in RESOURCES)
DIE: Final = range(1, 7)
ANYBODY: Final = Seat({**NOBODY, "elias": "elias"})
DEFENDERS: Final = (
    *("start", "gifts", "deacon", "cardinal", "altar", "walls", "chapel", "masons_guild"),
    *("barracks", "cellarium", "cloister", "battlement", "gate_tower", "dice"),
)


def description(title: KingsAbbey, seats: int, options: Mapping[str, OptionValue]) -> Record:
    """For one file of components, seat count and set of options."""
    facts = title.facts
    fields: dict[str, Field] = {
        "title": Constant(title.name),
        "seats": Constant(seats),
        "options": Constant(dict(options)),
        "round": Number(),
        "rounds": Number(),
        "phase": Choice(PHASES),
        "phase_number": Number(high=len(PHASES) - 1),
        "first_player": Seat({-1: "elias"}),
        "turn": Seat(),
        "waiting_for": SeatSet(),
        "event": Choice(facts.event_ids, nullable=True),
        "event_pile": numbers(*CATEGORIES, "under"),
        "darkness": Record({"track": Constant(facts.darkness), "cell": Number(), "level": Number()}),
        "vikings": Places(
            max(2, seats),  # one die for each player, two alone
            Record(
                {
                    "value": Number(1, 6),
                    "met": Choice(("nothing", "die", "peasant"), nullable=True),
                    "by": ANYBODY,
                }
            ),
            fewer=True,
        ),
        "market": Rows(
            {"place": COLUMNS}, Record({"price": Number(-inf), "card": Choice(BUILDINGS, nullable=True)})
        ),
        "building_pile": Number(),
        "crusade_pile": Number(),
        "initiative": Record(
            {
                "by": ANYBODY,
                "left": Number(high=len(facts.initiative_ids)),
                "tokens": Rows(
                    {"token": facts.initiative_ids}, Record({"owner": Seat({"elias": "elias"})}), partial=True
                ),
            }
        ),
        "locations": ByName(LANDS, location()),
        "supply": numbers("tool", "wagon"),
        "questions": PerSeat(Maybe(OneOf("name", "args", QUESTIONS))),
    }
    if seats == 1:
        fields["elias"] = Record(
            {"pool": Places(6, Number(high=6)), "peasants": Number(high=3), "is_first": Flag()}
        )
    if options["auction"]:
        fields["auction"] = Maybe(auction())
    fields["players"] = PerSeat(player(facts))
    return Record(fields)


def numbers(*names: str) -> Record:
    """An object of numbers only."""
    return Record({name: Number() for name in names})


def location() -> Record:
    """A resource location with the dice on it."""
    value = Number(1, 6)
    return Record(
        {
            "main": Rows({"seat": SEATS}, Record({"value": value}), partial=True),
            "bonus": Rows({"seat": SEATS}, Record({"value": value, "doubled": Flag()}), partial=True),
            "free": Number(high=2),
            "closed": Flag(),
        }
    )


def auction() -> Record:
    """The auction of the starting buildings."""
    return Record(
        {
            "bid": Number(),
            "bidder": Seat({-1: "nobody"}),
            "buildings": Bag(BUILDINGS),
            "out": SeatSet(mask=True),
        }
    )


def player(facts: Facts) -> Record:
    """One player's board and reserve."""
    return Record(
        {
            "seat": OwnSeat(),
            "prestige": Number(-inf),
            "projection": Number(-inf),
            "sheet": LeftOut("the lines that explain the points; the points are in the array"),
            "goods": ByName(GOODS, Number()),
            "storage": Number(nullable=True),
            "defence": Number(),
            "altar": Flag(),
            "walls": Number(high=5),
            "remodelled": Flag(),
            "building_spaces": Number(),
            "spaces_used": Number(),
            "clergy": Record(
                {"position": Number(), "accomplished": Bag(LEVELS, 1), "tops": Constant(facts.tops)}
            ),
            "peasants": peasants(),
            "dice": dice(),
            "cards": Rows({"card": CARDS}, numbers("copies", "peasants", "made"), partial=True),
            "hand": Bag(BUILDINGS),
            "animals": numbers("sheep", "cows"),
            "crusades": Places(2, Maybe(crusade(facts))),
            "relics": Bag(RELICS, 1),
            "spent_relics": Bag(RELICS, 1),
            "saint": Maybe(Record({"mode": Choice(MODES), "saint": Choice(SAINTS, nullable=True)})),
            "left": numbers("trades", "tools", "preaching", "clergy", "moves", "rerolls", "offers"),
            "visited": Bag(LANDS, 1),
            "has_passed": Flag(),
            "food_needed": Number(),
            "forecast": numbers("levels", "fed", "grain", "sheep", "hungry", "dark", "income", "moves"),
            "defenders": ByName(DEFENDERS, Number(), partial=True, absent=0),
            "values": ByName(LANDS, Number()),
        }
    )


def peasants() -> Record:
    """Where a player's peasants are."""
    benches = [place.replace(" ", "_") for place in PLACES[:BENCH_SEATS]]
    fields: dict[str, Field] = {
        "benches": Bag(benches, 1),
        "spanning": Places(2, Choice(BUILDINGS), fewer=True),
    }
    for name in ("baptistry", "reserve", "discarded", "on_viking_card", "on_cards", "population"):
        fields[name] = Number()
    return Record(fields)


def dice() -> Record:
    """Where a player's dice are, those with a value as how many of each."""
    fields: dict[str, Field] = {name: Bag(DIE) for name in ("unplaced", "rerolled", *AREAS[:3])}
    fields.update({name: Number() for name in ("reserve", "saint", "vikings")})
    return Record({**fields, "tenth": Flag()})


def crusade(facts: Facts) -> Record:
    """A crusade that a player has taken."""
    counts = ("spaces", "filled", "value", "own_dice", "ally_dice", "pool_dice", "prestige")
    goods = ByName(GOODS, Number())
    return Record(
        {
            "crusade": Choice(facts.crusade_ids),
            **{name: Number() for name in counts},
            "crusader": Flag(),
            "ally": ANYBODY,
            "reward": goods,
            "relic": Choice(RELICS, nullable=True),
            "promised": Record({"prestige": Number(), "goods": goods, "relic": Flag()}),
            "accomplished": Flag(),
        }
    )


# -- the open questions: each has values of its own ----------------------------------------------------------

ANY: Final = Number(-1)
KIND: Final = Choice(range(KINDS))
SLOT: Final = Choice(range(2))
DIE_IN_HAND: Final[dict[str, Field]] = {"value": ANY, "weight": ANY, "dice": ANY, "areas": ANY}
HELP: Final[dict[str, Field]] = {
    "slot": SLOT,
    "ally": Seat(),
    "spaces": ANY,
    "prestige": ANY,
    **dict.fromkeys(GOODS, ANY),
    "relic": Choice(range(2)),
}
OFFERED: Final[dict[str, Field]] = {name: HELP[name] for name in HELP if name not in ("slot", "ally")}
SWAP: Final[dict[str, Field]] = {
    "partner": Seat(),
    "given": KIND,
    "taken": KIND,
    "amount": ANY,
    "received": ANY,
}


def some(fields: Mapping[str, Field], count: int) -> dict[str, Field]:
    """The first fields of an offer that is being made."""
    return dict(list(fields.items())[:count])


QUESTIONS: Final[dict[str, dict[str, Field]]] = {  # in the order of `questions.NAMES`, by the names there
    "turn": {"which": ANY},
    "value": DIE_IN_HAND,
    "hand": {**DIE_IN_HAND, "turned": ANY},
    "laid": {},
    "reuse": {},
    "take": {"left": ANY},
    "saint": {},
    "crusader": {"slot": SLOT, "value": ANY, "weight": ANY, "dice": ANY},
    "collect": {"kind": KIND, "tools": ANY, "wagons": ANY},
    "archer": {"tower": ANY, "free": ANY},
    "trade_give": {},
    "trade_for": {"given": KIND},
    "trade_amount": {"given": KIND, "taken": KIND},
    "bath_from": {},
    "bath_to": {"place": Choice(range(len(PLACES)))},
    "tablets": {},
    "ignore": {"card": ANY},
    "elie": {},
    "gauvin": {},
    "lionel": {"left": ANY},
    "span_first": {},
    "span_second": {"card": Choice(range(TYPES))},
    "six": {"first": ANY},
    "lose": {"left": ANY},
    "raze": {},
    "support": {},
    "spaces": some(HELP, 2),
    "share": some(HELP, 3),
    "terms": HELP,
    "help": {"owner": Seat(), "slot": SLOT, **OFFERED},
    "helper": {"owner": Seat(), "slot": SLOT, "spaces": ANY},
    "deliver": {"owner": Seat(), "slot": SLOT, "spaces": ANY},
    "stable_give": some(SWAP, 1),
    "stable_for": some(SWAP, 2),
    "stable_amount": some(SWAP, 3),
    "stable_receive": some(SWAP, 4),
    "stable_answer": SWAP,
    "pay": {"left": ANY},
    "choose": {},
}
