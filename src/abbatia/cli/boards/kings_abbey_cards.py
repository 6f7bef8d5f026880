"""Cards of The King's Abbey in words: what they cost, bring and do, by the component file that is played."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from abbatia.core.contract import Title
from abbatia.core.words import Words
from abbatia.games.kings_abbey.position import BUILDINGS, CARDS, GOODS, Facts

SEPARATOR: Final = " · "


class CardTexts:
    """The texts of buildings and towers in one language."""

    def __init__(self, title: Title, speech: Words) -> None:
        self.facts: Facts = getattr(title, "facts")  # noqa: B009 - boards know titles by their contract
        self.speech = speech

    def amounts(self, counts: Sequence[int]) -> str:
        """`2 wood, 1 stone`; a dash for nothing."""
        text = self.speech.text
        named = [text(f"kings_abbey.amount.{GOODS[kind]}", n=n) for kind, n in enumerate(counts) if n]
        return ", ".join(named) or "–"

    def terms(self, card: str, *, is_bought: bool = False) -> str:
        """Cost, prestige (★) and, before it is bought, what buying it brings (+)."""
        number, text = CARDS.index(card), self.speech.text
        parts = [
            self.amounts(self.facts.cost[number]),
            f"★{self.facts.prestige[number]}",
        ]
        if card in BUILDINGS and not is_bought and any(self.facts.reward[number]):
            parts.append(text("cli.kings_abbey.reward", goods=self.amounts(self.facts.reward[number])))
        return SEPARATOR.join(parts)

    def effect(self, card: str) -> str:
        """What the card does; of a building, with one copy."""
        if card in BUILDINGS:
            return self.speech.text(f"kings_abbey.building.{card}.single")
        return self.speech.text(f"kings_abbey.tower.{card}.about")

    def whole(self, card: str) -> Text:
        """All that is known of a card, in one paragraph."""
        name = self.speech.text(f"kings_abbey.card.{card}")
        text = Text.assemble((name, "bold"), "  ", self.terms(card), "  ", (self.effect(card), "dim"))
        if card in BUILDINGS:
            second = self.speech.text(f"kings_abbey.building.{card}.double")
            text.append("  2× ", style="bold").append(second, style="dim")
        return text
