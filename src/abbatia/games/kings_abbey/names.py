"""Names and texts of cards, made from a component file: events show the file's own numbers."""

from collections.abc import Mapping
from typing import Any

from abbatia.core.words import Words, words
from abbatia.games.kings_abbey.component_file import PILES
from abbatia.games.kings_abbey.pieces import CATEGORIES, GOODS


def names_of(data: Mapping[str, Any], our: Mapping[str, Any], language: str) -> dict[str, str]:
    """The entries of the catalogue that belong to the cards of a component file; `our` has our piles."""
    say = words(language)
    found: dict[str, str] = {}
    for event in data["events"]["cards"]:
        key = f"kings_abbey.event_card.{event['id']}"
        found[key] = name_of(event, key, say)
        found[f"{key}.about"] = effect_text(event["effect"], say)
    for crusade in data["crusades"]:
        key = f"kings_abbey.crusade.{crusade['id']}"
        found[key] = name_of(crusade, key, say)
    for token in data["main_board"]["initiative"]["tokens"]:
        found[f"kings_abbey.initiative_token.{token['id']}"] = amounts(token["reward"], say)
    for name in PILES:
        mix = {category: data["events"]["piles"][name][category] for category in CATEGORIES}
        ours = our["events"]["piles"][name]
        if name != "quick" and any(mix[category] != ours[category] for category in CATEGORIES):
            found[f"kings_abbey.option.pile.{name}"] = say.text("kings_abbey.pile_of", **mix)
    return found


def name_of(card: Mapping[str, Any], key: str, say: Words) -> str:
    """The name in the file, else ours, else the id with spaces."""
    own: str | None = card.get(f"name_{say.language}") or card.get("name")
    if own:
        return own.strip()
    plain: str = card["id"].replace("_", " ").capitalize()
    return say.entries.get(key, plain)


def amounts(counts: Mapping[str, Any], say: Words) -> str:
    """`2 coins, 1 wood`, or a dash."""
    kinds = [(name, counts.get(name, 0)) for name in GOODS]
    return ", ".join([say.text(f"kings_abbey.amount.{name}", n=n) for name, n in kinds if n]) or "–"


def effect_text(effect: Mapping[str, Any], say: Words) -> str:
    """What an event does, as one sentence."""
    op = effect["op"]
    key = f"kings_abbey.effect.{op}"
    if "resource" in effect:
        n = effect["value"] if op == "resource_value" else effect.get("amount", 1)
        return say.text(f"{key}.{effect['resource']}", n=n)
    if op in ("gain", "lose"):
        return say.text(key, goods=amounts(effect, say))
    if "delta" in effect:
        n = effect["delta"]
        return say.text(f"{key}.less" if n < 0 else f"{key}.more", n=abs(n))
    if op == "peasant_moves":
        return say.text(f"{key}.none")
    return say.text(key, n=effect.get("set", effect.get("amount", 1)))
