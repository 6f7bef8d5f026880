"""Domains of an observation of The King's Abbey: what its fields can name, for one file of components."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from abbatia.core.observation import Count, Id, Seat
from abbatia.games.kings_abbey import phases, pieces
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.observation_types import GOODS, RESOURCES, Defender
from abbatia.games.kings_abbey.questions import FIRST_QUESTIONS

Whole = Annotated[int, Count(least=-1)]
"""A number; -1 says that there is none yet."""
GoodNumber = Annotated[int, Id("good_number")]
Slot = Literal[0, 1]
IN_HAND: Final[dict[str, Any]] = {"value": Whole, "weight": Whole, "dice": Whole, "areas": Whole}
HELP: Final[dict[str, Any]] = {
    "slot": Slot,
    "ally": Seat,
    "spaces": Whole,
    "prestige": Whole,
    **dict.fromkeys(GOODS, Whole),
    "relic": Literal[0, 1],
}
OFFERED: Final[dict[str, Any]] = {name: HELP[name] for name in HELP if name not in ("slot", "ally")}
SWAP: Final[dict[str, Any]] = {
    "partner": Seat,
    "given": GoodNumber,
    "taken": GoodNumber,
    "amount": Whole,
    "received": Whole,
}


def first(fields: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The first fields of an offer that is being made."""
    return dict(list(fields.items())[:count])


QUESTIONS: Final[dict[str, dict[str, Any]]] = {  # in the order of `questions.NAMES`, by the names there
    "turn": {"which": Whole},
    "value": IN_HAND,
    "hand": {**IN_HAND, "turned": Whole},
    "laid": {},
    "reuse": {},
    "take": {"left": Whole},
    "saint": {},
    "crusader": {"slot": Slot, "value": Whole, "weight": Whole, "dice": Whole},
    "collect": {"kind": GoodNumber, "tools": Whole, "wagons": Whole},
    "archer": {"tower": Whole, "free": Whole},
    "trade_give": {},
    "trade_for": {"given": GoodNumber},
    "trade_amount": {"given": GoodNumber, "taken": GoodNumber},
    "bath_from": {},
    "bath_to": {"place": Annotated[int, Id("place_number")]},
    "tablets": {},
    "ignore": {"card": Whole},
    "elie": {},
    "gauvin": {},
    "lionel": {"left": Whole},
    "span_first": {},
    "span_second": {"card": Annotated[int, Id("building_number")]},
    "six": {"first": Whole},
    "lose": {"left": Whole},
    "raze": {},
    "support": {},
    "spaces": first(HELP, 2),
    "share": first(HELP, 3),
    "terms": HELP,
    "help": {"owner": Seat, "slot": Slot, **OFFERED},
    "helper": {"owner": Seat, "slot": Slot, "spaces": Whole},
    "deliver": {"owner": Seat, "slot": Slot, "spaces": Whole},
    "stable_give": first(SWAP, 1),
    "stable_for": first(SWAP, 2),
    "stable_amount": first(SWAP, 3),
    "stable_receive": first(SWAP, 4),
    "stable_answer": SWAP,
    "pay": {"left": Whole},
    "choose": {},
    "wagon": {},
    "reuse_where": {"value": Whole},
}


def domains(facts: Facts, seats: int, *, with_auction: bool) -> dict[str, Any]:
    """What the markers name, for one file of components."""
    return {
        "phase": phases.PHASES,
        "resource": pieces.GOODS,
        "location": RESOURCES,
        "place": tuple(place.replace(" ", "_") for place in pieces.PLACES),
        "card": pieces.CARDS,
        "building": pieces.BUILDINGS,
        "clergy": pieces.LEVELS,
        "relic": pieces.RELICS,
        "saint": pieces.SAINTS,
        "event_card": facts.event_ids,
        "crusade": facts.crusade_ids,
        "initiative_token": facts.initiative_ids,
        "initiative_tokens": len(facts.initiative_ids),
        "viking_dice": max(2, seats),  # one for each player, two alone
        "defender": get_args(Defender),
        "elias": seats == 1,
        "auction": with_auction,
        "question": QUESTIONS if facts.version >= 2 else first(QUESTIONS, FIRST_QUESTIONS),
        "good_number": range(pieces.KINDS),
        "place_number": range(len(pieces.PLACES)),
        "building_number": range(pieces.TYPES),
    }
