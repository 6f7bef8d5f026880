"""The table of all cards in the docs, made from the components and the words: `python -m …card_table`."""

from typing import Any, Final

from abbatia.core.words import Words, words
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.components import Facts
from abbatia.games.kings_abbey.pieces import BUILDINGS, CARDS, GOODS, RELICS, SAINTS, TYPES

INTRODUCTION: Final = """# The King's Abbey: all cards

Made from `components.json` and the catalogue by `python -m abbatia.games.kings_abbey.card_table`; a test
keeps it up to date. Costs, purchase rewards, events and crusades are our own design, not the printed values.
"""


def amounts(counts: list[int]) -> str:
    """`2 coin, 1 wood`, or a dash."""
    return ", ".join(f"{n} {GOODS[kind]}" for kind, n in enumerate(counts) if n) or "–"


def table(head: list[str], rows: list[list[Any]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *[[str(cell) for cell in row] for row in rows]]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def building_rows(facts: Facts, say: Words) -> list[list[Any]]:
    rows = []
    for card, name in enumerate(BUILDINGS):
        key = f"kings_abbey.building.{name}"
        copies = str(facts.copies[card] + facts.starting[card])
        if facts.starting[card]:
            copies += f" ({facts.starting[card]} starting)"
        worth = [facts.prestige[card], facts.penalty[card], amounts(facts.cost[card])]
        effect = [say.text(f"{key}.single"), say.text(f"{key}.double")]
        rows.append([say.text(key), *worth, amounts(facts.reward[card]), copies, *effect])
    return rows


def document() -> str:
    """The whole page."""
    facts, say = TITLE.facts, words("en")
    towers = []
    for card in range(TYPES, len(CARDS)):
        key = f"kings_abbey.tower.{CARDS[card]}"
        worth = [facts.prestige[card], amounts(facts.cost[card]), facts.tower_copies[card - TYPES]]
        towers.append([say.text(key), *worth, say.text(f"{key}.about")])
    events = [
        [say.text(f"kings_abbey.event_card.{name}"), facts.event_copies[i], about(say, "event_card", name)]
        for i, name in enumerate(facts.event_ids)
    ]
    crusades = [
        [
            say.text(f"kings_abbey.crusade.{name}"),
            facts.crusade_dice[i],
            facts.crusade_prestige[i],
            amounts(facts.crusade_reward[i]),
            relic_of(say, facts.crusade_relic[i]),
        ]
        for i, name in enumerate(facts.crusade_ids)
    ]
    relics = [[say.text(f"kings_abbey.relic.{name}"), about(say, "relic", name)] for name in RELICS]
    saints = [[say.text(f"kings_abbey.saint.{name}"), about(say, "saint", name)] for name in SAINTS]
    head = ["building", "prestige", "unbuilt", "cost", "reward", "copies", "one active", "two active"]
    return "\n".join(
        [
            INTRODUCTION,
            "## Buildings\n",
            table(head, building_rows(facts, say)),
            "## Towers\n",
            table(["tower", "prestige", "cost", "per player", "effect"], towers),
            "## Events\n",
            table(["event", "copies", "effect"], events),
            "## Crusades\n",
            table(["crusade", "dice", "prestige", "reward", "relic"], crusades),
            "## Holy Relics\n",
            table(["relic", "effect"], relics),
            "## Patron Saints\n",
            table(["saint", "ability"], saints),
        ]
    )


def relic_of(say: Words, relic: int) -> str:
    return "–" if relic < 0 else say.text(f"kings_abbey.relic.{RELICS[relic]}")


def about(say: Words, kind: str, name: str) -> str:
    return say.text(f"kings_abbey.{kind}.{name}.about")


if __name__ == "__main__":
    print(document(), end="")
