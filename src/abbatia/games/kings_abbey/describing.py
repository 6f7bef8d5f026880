"""Actions in words: each kind of action has one sentence, its arguments come from its number."""

from typing import Any

from abbatia.core.words import Message
from abbatia.games.kings_abbey.actions import ARG, DRAWS, KIND
from abbatia.games.kings_abbey.dice import AREAS
from abbatia.games.kings_abbey.facts import Facts
from abbatia.games.kings_abbey.pieces import BUILDINGS, CARDS, GOODS, PLACES, RELICS, SAINTS, TOWERS

GIFTS = ("library", "blacksmith", "barracks")
DICE_KINDS = ("defend", "initiative", "bonus", "reroll", "die", "value", "roll", "preach")
NUMBER_KINDS = ("amount", "receive", "spaces")
ZERO_KINDS = ("bid", "share")
SLOT_KINDS = ("pool", "abandon")
SEAT_KINDS = ("stables", "lot")
PLACE_KINDS = ("send", "step", "from", "lose")
GOOD_KINDS = ("pay", "give", "for", "token", "ignore")
RESOURCE_KINDS = ("take", "six")
CARD_KINDS = ("choose", "build", "activate", "to", "raze", "raze_manned", "span", "draw")
PLAIN_LISTS = {"relic": RELICS, "draw_saint": SAINTS, "tower": TOWERS, "turn": GIFTS, "put": AREAS}


def describe(_facts: Facts, text: str, action: int) -> Message:
    """The action as a sentence in the imperative."""
    if action >= DRAWS:
        kind, name = text.split(" ", 1)
        return Message(f"kings_abbey.action.{kind}", id=name)
    kind = KIND[action]
    return Message(f"kings_abbey.action.{kind}", **arguments(kind, ARG[action], text))


def arguments(kind: str, arg: int, text: str) -> dict[str, Any]:
    """The arguments of one action for its sentence."""
    if kind in DICE_KINDS:
        return {"value": arg + 1}
    if kind == "clergy":
        return {"value": arg + 4}
    if kind in NUMBER_KINDS:
        return {"n": arg + 1}
    if kind in ZERO_KINDS:
        return {"n": arg}
    if kind in SLOT_KINDS:
        return {"slot": arg + 1}
    if kind in SEAT_KINDS:
        return {"seat": arg}
    if kind in PLACE_KINDS:
        return {"place": PLACES[arg].replace(" ", "_")}
    if kind in GOOD_KINDS:
        return {"good": GOODS[arg]}
    if kind in RESOURCE_KINDS:
        return {"good": GOODS[arg + 1]}
    if kind in CARD_KINDS:
        return {"card": (BUILDINGS + TOWERS if kind == "draw" else CARDS)[arg]}
    if kind == "archer":
        return {"card": ("battlement", "gate_tower")[arg]}
    if kind in PLAIN_LISTS:
        return {"id": PLAIN_LISTS[kind][arg]}
    return other_arguments(kind, arg, text)


def other_arguments(kind: str, arg: int, text: str) -> dict[str, Any]:
    """Actions with two arguments, or with a name of their own."""
    if kind == "crusade":
        return {"slot": arg // 6 + 1, "value": arg % 6 + 1}
    if kind == "ask":
        return {"slot": arg // 5 + 1, "seat": arg % 5}
    if kind == "collect":
        return {"good": GOODS[arg // 6 + 1], "value": arg % 6 + 1}
    if kind == "laid":
        return {"area": AREAS[arg // 6], "value": arg % 6 + 1}
    if kind == "buy":
        return {"place": text.split(" ")[1]}
    if kind == "baptise":
        return {"row": arg + 1}
    return {}
