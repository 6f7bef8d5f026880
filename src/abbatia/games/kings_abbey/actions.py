"""The vocabulary: every action with its number and its text, the phases' actions first, the draws last.

Each kind of action has one sentence, `describe`; its arguments come from the number of the action.
"""

from typing import Any, Final

from abbatia.core.words import Message
from abbatia.games.kings_abbey.component_file import MOST_DICE, MOST_PRESTIGE
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.dice import AREAS
from abbatia.games.kings_abbey.pieces import (
    BUILDINGS,
    CARDS,
    GOODS,
    LAY_BROTHERS,
    PLACES,
    RELICS,
    SAINTS,
    SEATS,
    TOWERS,
    WORKPLACES,
)

MOST_TOKENS: Final = 60  # given or taken in one trade
MOST_BID: Final = 40
PLAYERS: Final = 5

TEXTS: Final[list[str]] = []
KIND: Final[list[str]] = []  # the kind of each action, for handlers and words
ARG: Final[list[int]] = []  # its argument: an index within the kind


def _group(kind: str, *texts: str) -> int:
    """Add the actions of one kind; returns the number of the first."""
    first = len(TEXTS)
    for i, text in enumerate(texts):
        TEXTS.append(f"{kind} {text}" if text else kind)
        KIND.append(kind)
        ARG.append(i)
    return first


_DICE: Final = ("1", "2", "3", "4", "5", "6")
_SLOTS: Final = ("1", "2")
_SEATS: Final = tuple(str(seat + 1) for seat in range(PLAYERS))
_PLACES: Final = tuple(place.replace(" ", "_") for place in PLACES)

DONE: Final = _group("done", "")
PASS: Final = _group("pass", "")
FIGHT: Final = _group("fight", "")
SEND: Final = _group("send", *_PLACES)
USE_LANCE: Final = _group("use_lance", "")
PREACH: Final = _group("preach", *_DICE[:3])
CLERGY: Final = _group("clergy", *_DICE[3:])
DEFEND: Final = _group("defend", *_DICE)
CRUSADE: Final = _group("crusade", *(f"{slot} {die}" for slot in _SLOTS for die in _DICE))
POOL: Final = _group("pool", *_SLOTS)
ASK: Final = _group("ask", *(f"{slot} {seat}" for slot in _SLOTS for seat in _SEATS))
BUY: Final = _group("buy", "a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")
BID: Final = _group("bid", *(str(n) for n in range(MOST_BID + 1)))
PAY: Final = _group("pay", *GOODS[:5])
CHOOSE: Final = _group("choose", *BUILDINGS)
COLLECT: Final = _group("collect", *(f"{good} {die}" for good in GOODS[1:5] for die in _DICE))
INITIATIVE: Final = _group("initiative", *_DICE)
BONUS: Final = _group("bonus", *_DICE)
USE_TOOL: Final = _group("use_tool", "")
USE_WAGON: Final = _group("use_wagon", "")
STEP: Final = _group("step", *_PLACES[:SEATS])
ALTAR: Final = _group("altar", "")
WALL: Final = _group("wall", "")
REMODEL: Final = _group("remodel", "")
TOWER: Final = _group("tower", *TOWERS)
ARCHER: Final = _group("archer", "battlement", "gate_tower")
BUILD: Final = _group("build", *BUILDINGS)
SHEEP: Final = _group("slaughter", "")
FEED: Final = _group("feed", "")
FACE: Final = _group("face", "")
NEW_CRUSADE: Final = _group("new_crusade", "")
ABANDON: Final = _group("abandon", *_SLOTS)
REROLL: Final = _group("reroll", *_DICE)
TURN: Final = _group("turn", "library", "blacksmith", "barracks")
DOUBLE: Final = _group("double", "")
TRIPLE: Final = _group("triple", "")
TAKE_BACK: Final = _group("take_back", "")
REUSE: Final = _group("reuse", "")
BAPTISE: Final = _group("baptise", "1", "2", "3")
ACTIVATE: Final = _group("activate", *CARDS[:LAY_BROTHERS])
TRADE: Final = _group("trade", "")
BATH: Final = _group("bath", "")
RELIC: Final = _group("relic", *RELICS)
SAINT: Final = _group("saint", "")
SUPPORT: Final = _group("support", "")
STABLES_WITH: Final = _group("stables", *_SEATS)
DIE: Final = _group("die", *_DICE)
VALUE: Final = _group("value", *_DICE)
PUT: Final = _group("put", "preaching", "clergy", "defence", "crusade_1", "crusade_2", "vikings", "saint")
LAID: Final = _group("laid", *(f"{a} {die}" for a in ("preaching", "clergy", "defence") for die in _DICE))
GIVE: Final = _group("give", *GOODS[:5])
FOR: Final = _group("for", *GOODS[:5])
AMOUNT: Final = _group("amount", *(str(n) for n in range(1, MOST_TOKENS + 1)))
RECEIVE: Final = _group("receive", *(str(n) for n in range(1, MOST_TOKENS + 1)))
SPACES: Final = _group("spaces", *(str(n) for n in range(1, MOST_DICE + 1)))
SHARE: Final = _group("share", *(str(n) for n in range(MOST_PRESTIGE + 1)))
TOKEN: Final = _group("token", *GOODS)
WITH_RELIC: Final = _group("with_relic", "")
OFFER: Final = _group("offer", "")
WITHDRAW: Final = _group("withdraw", "")
ACCEPT: Final = _group("accept", "")
REFUSE: Final = _group("refuse", "")
FROM: Final = _group("from", *_PLACES)
TO: Final = _group("to", *CARDS[:WORKPLACES])
LOSE: Final = _group("lose", *_PLACES)
RAZE: Final = _group("raze", *CARDS)
RAZE_MANNED: Final = _group("raze_manned", *CARDS[:WORKPLACES])
TAKE: Final = _group("take", *GOODS[1:5])
IGNORE: Final = _group("ignore", *GOODS[:5])
REVEAL: Final = _group("reveal", "")
KEEP: Final = _group("keep", "")
SPAN: Final = _group("span", *BUILDINGS)
HARVEST_SIX: Final = _group("six", *GOODS[1:5])
ROLL: Final = _group("roll", *_DICE)
LOT: Final = _group("lot", *_SEATS)
DRAW_BUILDING: Final = _group("draw", *BUILDINGS)
DRAW_SAINT: Final = _group("draw_saint", *SAINTS)
DRAWS: Final = len(TEXTS)  # what follows depends on the component file


def vocabulary(facts: Facts) -> tuple[str, ...]:
    """All texts; the ids of initiative tokens, events and crusades come from the component file."""
    return (
        *TEXTS,
        *(f"draw_initiative {name}" for name in facts.initiative_ids),
        *(f"draw_event {name}" for name in facts.event_ids),
        *(f"draw_crusade {name}" for name in facts.crusade_ids),
    )


# -- actions in words --------------------------------------------------------------------------------------

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


def describe(text: str, action: int) -> Message:
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
