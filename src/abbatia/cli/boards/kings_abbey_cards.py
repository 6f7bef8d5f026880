"""Cards of The King's Abbey in words: what they cost, bring and do, by the component file that is played."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.text import Text

from abbatia.core.contract import Title
from abbatia.core.words import LANGUAGES, Words, words
from abbatia.games.kings_abbey.position import BUILDINGS, CARDS, GOODS, RELICS, Facts

SEPARATOR: Final = " · "


class WrongDice(NamedTuple):
    """Dice that a kind of action never takes, and the rule that says so."""

    action: str
    values: range
    rule: str


WRONG_DICE: Final = {  # by the refusal of such dice
    "preach_value": WrongDice("preach", range(4, 7), "3.2"),
    "clergy_value": WrongDice("clergy", range(1, 4), "3.4"),
}


class CardTexts:
    """The texts of buildings and towers in one language."""

    def __init__(self, title: Title, speech: Words) -> None:
        self.facts: Facts = getattr(title, "facts")  # noqa: B009 - boards know titles by their contract
        self.speech = speech
        self.languages = [words(language).knowing(title.names(language)) for language in LANGUAGES]

    @property
    def known(self) -> tuple[str, ...]:
        """The ids of all cards: towers and buildings, crusades, events."""
        return (*CARDS, *self.facts.crusade_ids, *self.facts.event_ids)

    def purchases(self, market: Mapping[str, str]) -> dict[str, list[str]]:
        """How buying each card may be typed, with or without its place on the market."""
        return {
            card: [
                speech.text(
                    f"cli.kings_abbey.{how}",
                    card=speech.text(f"kings_abbey.card.{card}"),
                    place=place,
                    price="",
                )
                for speech in self.languages
                for how in ("buy_card", "choose_card")
                for place in {"", market.get(card, "")}
            ]
            for card in CARDS
        }

    def wrong_dice(self) -> dict[str, list[str]]:
        """How actions may be typed with dice that they never take, by the reason against them."""
        return {
            reason: [
                speech.text(f"kings_abbey.action.{wrong.action}", value=value)
                for speech in self.languages
                for value in wrong.values
            ]
            for reason, wrong in WRONG_DICE.items()
        }

    def amounts(self, counts: Sequence[int]) -> str:
        """`2 wood, 1 stone`; a dash for nothing."""
        text = self.speech.text
        named = [text(f"kings_abbey.amount.{GOODS[kind]}", n=n) for kind, n in enumerate(counts) if n]
        return ", ".join(named) or "–"

    def terms(self, card: str, *, is_bought: bool = False, is_free: bool = False) -> str:
        """Cost unless it is free, prestige (★) and, before it is bought, what buying it brings (+)."""
        number, text = CARDS.index(card), self.speech.text
        parts = [
            *([] if is_free else [self.amounts(self.facts.cost[number])]),
            f"★{self.facts.prestige[number]}",
        ]
        if card in BUILDINGS and not is_bought and any(self.facts.reward[number]):
            parts.append(text("cli.kings_abbey.reward", goods=self.amounts(self.facts.reward[number])))
        return SEPARATOR.join(parts)

    def work(self, name: str) -> str:
        """What altar, wall, remodelling or an archer costs and, where its name does not say it, brings."""
        facts = self.facts
        costs = {
            "altar": facts.altar_cost,
            "wall": facts.wall_cost,
            "remodel": facts.remodel_cost,
            "archer": facts.archer_cost,
        }
        brings = [] if name == "archer" else [self.speech.text(f"cli.kings_abbey.brings.{name}")]
        return SEPARATOR.join([self.amounts(costs[name]), *brings])

    def effect(self, card: str) -> str:
        """What the card does; of a building, with one copy."""
        if card in BUILDINGS:
            return self.speech.text(f"kings_abbey.building.{card}.single")
        return self.speech.text(f"kings_abbey.tower.{card}.about")

    def whole(self, card: str) -> Text:
        """All that is known of a card of any kind, in one paragraph."""
        if card in self.facts.crusade_ids:
            return self.crusade(self.facts.crusade_ids.index(card))
        if card in self.facts.event_ids:
            key = f"kings_abbey.event_card.{card}"
            about = self.speech.text(f"{key}.about")
            return Text.assemble((self.speech.text(key), "bold"), "  ", (about, "dim"))
        name = self.speech.text(f"kings_abbey.card.{card}")
        text = Text.assemble((name, "bold"), "  ", self.terms(card), "  ", (self.effect(card), "dim"))
        if card in BUILDINGS:
            second = self.speech.text(f"kings_abbey.building.{card}.double")
            text.append("  2× ", style="bold").append(second, style="dim")
        return text

    def crusade(self, number: int) -> Text:
        """The dice that a crusade takes, and what it brings."""
        text, facts = self.speech.text, self.facts
        relic = facts.crusade_relic[number]
        brings = [
            text("kings_abbey.amount.prestige", n=facts.crusade_prestige[number]),
            *([self.amounts(facts.crusade_reward[number])] if any(facts.crusade_reward[number]) else []),
            *([text(f"kings_abbey.relic.{RELICS[relic]}")] if relic >= 0 else []),
        ]
        name = text(f"kings_abbey.crusade.{facts.crusade_ids[number]}")
        dice = text("kings_abbey.amount.die", n=facts.crusade_dice[number])
        return Text.assemble((name, "bold"), f"  {dice} → {', '.join(brings)}")
