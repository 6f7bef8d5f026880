"""The King's Abbey in the terminal: the round, the market, each player's goods, dice, cards, crusades."""

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from abbatia.cli.boards.drawing import Board, Unbroken
from abbatia.cli.scores import Sheet
from abbatia.cli.speech import seat_text
from abbatia.core.contract import Observation


class KingsAbbeyBoard(Board):
    """What everybody has, in short; names and amounts are those of the cards."""

    def draw(self, seen: Observation) -> RenderableType:
        parts: list[RenderableType] = [self.heading(seen)]
        if seen["event"]:
            about = self.word("event_card", f"{seen['event']}.about")
            parts.append(
                self.label(self.word("event_card", seen["event"])).append(f" {about}", style="not bold")
            )
        if seen["vikings"]:
            values = [str(die["value"]) for die in seen["vikings"] if die["met"] is None]
            parts.append(self.labelled(self.word("piece", "viking_die"), values or ["–"]))
        parts += [self.market(seen), self.places(seen), Text(), self.players(seen)]
        for player in seen["players"]:
            parts += [Text(), self.abbey(player)]
        return Group(*parts)

    def glance(self, seen: Observation) -> RenderableType:
        """The goods and dice of all, which nearly every action changes."""
        return self.players(seen)

    def describe(self, seen: Observation, action: int) -> str:
        """An action in words; a card of the market comes with its name and what it costs now."""
        verb, _, place = self.title.vocabulary[action].partition(" ")
        space = next((space for space in seen["market"] if space["place"] == place), None)
        if verb != "buy" or space is None or space["card"] is None:
            return super().describe(seen, action)
        key = "kings_abbey.action.choose_card" if seen["phase"] == "set_up" else "kings_abbey.action.buy_card"
        return self.speech.text(key, card=space["card"], place=place, price=space["price"])

    def sheet(self, seen: Observation) -> Sheet:
        players = seen["players"]
        return Sheet([player["sheet"] for player in players], [player["projection"] for player in players])

    # -- names

    def word(self, kind: str, name: str) -> str:
        return self.speech.text(f"kings_abbey.{kind}.{name}")

    def amounts(self, goods: dict[str, int]) -> list[str]:
        text = self.speech.text
        return [text(f"kings_abbey.amount.{good}", n=number) for good, number in goods.items() if number]

    def named(self, kind: str, names: Iterable[str]) -> str:
        return ", ".join(self.word(kind, name) for name in names)

    # -- the table

    def heading(self, seen: Observation) -> Text:
        text = self.speech.text("cli.kings_abbey.round", round=seen["round"], rounds=seen["rounds"])
        phase = self.word("phase", str(seen["phase_number"]))
        darkness = self.speech.text("cli.kings_abbey.darkness", n=seen["darkness"]["level"])
        return Text.assemble((f"{text}, {phase}", "bold"), f"   {darkness}")

    def market(self, seen: Observation) -> Unbroken:
        spaces = [
            f"{space['place']} {self.word('card', space['card'])} ({space['price']})"
            for space in seen["market"]
            if space["card"]
        ]
        return self.labelled(self.word("location", "market"), spaces)

    def places(self, seen: Observation) -> Unbroken:
        """The dice at the four resource locations."""
        shown: list[Text] = []
        for good, place in seen["locations"].items():
            text = Text(self.word("location", good), style="dim" if place["closed"] else "")
            for die in (*place["main"], *place["bonus"]):
                text.append(" ").append_text(seat_text(die["seat"], str(die["value"])))
            shown.append(text)
        return Unbroken(shown)

    def players(self, seen: Observation) -> Group:
        """Prestige, goods, defence and dice to place of each player, a line each."""
        return Group(
            *(self.player(player, seen["first_player"] == player["seat"]) for player in seen["players"])
        )

    def player(self, player: dict[str, Any], is_first: bool) -> Unbroken:
        text, seat = self.speech.text, player["seat"]
        dice = " ".join(map(str, player["dice"]["unplaced"]))
        facts = [
            *self.amounts({"prestige": player["prestige"]}),
            f"({text('cli.kings_abbey.projected', n=player['projection'])})",
            *self.amounts(player["goods"]),
            f"{text('cli.label', text=self.word('area', 'defence'))} {player['defence']}",
            *([f"{text('cli.label', text=text('cli.kings_abbey.dice'))} {dice}"] if dice else []),
        ]
        name = f"{self.speech.seat(seat)}{' ⚑' if is_first else ''}"
        return Unbroken([seat_text(seat, name), *map(Text, facts)], indent=2)

    def abbey(self, player: dict[str, Any]) -> Group:
        """One player's board: clergy and peasants, cards, crusades, relics and saint."""
        text = self.speech.text
        peasants = player["peasants"]
        clergy = self.named("clergy", player["clergy"]["accomplished"][-1:]) or "–"
        facts = [
            self.fact("clergy", f"{player['clergy']['position']} ({clergy})"),
            self.fact("benches", len(peasants["benches"])),
            self.fact("baptistry", peasants["baptistry"]),
            self.fact("walls", player["walls"]),
            *([self.word("part", "altar")] if player["altar"] else []),
            *self.amounts({"sheep": player["animals"]["sheep"], "cow": player["animals"]["cows"]}),
        ]
        lines: list[RenderableType] = [
            Unbroken(
                [seat_text(player["seat"], self.speech.seat(player["seat"])), *map(Text, facts)], indent=2
            )
        ]
        built = [self.built(card) for card in player["cards"]]
        rows = {
            self.word("part", "buildings"): ", ".join(built),
            text("cli.kings_abbey.hand"): self.named("card", player["hand"]),
            self.word("part", "relics"): self.named("relic", player["relics"]),
            self.word("part", "saint"): self.saint(player["saint"]),
        }
        rows[self.word("part", "crusades")] = "; ".join(self.crusade(c) for c in player["crusades"] if c)
        lines += [
            Padding(self.label(label).append(f" {said}", style="not bold"), (0, 0, 0, 2))
            for label, said in rows.items()
            if said
        ]
        return Group(*lines)

    def fact(self, part: str, value: int | str) -> str:
        return f"{self.speech.text('cli.label', text=self.word('part', part))} {value}"

    def built(self, card: dict[str, Any]) -> str:
        copies = f" ×{card['copies']}" if card["copies"] > 1 else ""
        crew = f" {'♟' * card['peasants']}" if card["peasants"] else ""
        return f"{self.word('card', card['card'])}{copies}{crew}"

    def saint(self, saint: dict[str, Any] | None) -> str:
        if saint is None:
            return ""
        return self.word("saint", saint["saint"]) if saint["saint"] else "?"

    def crusade(self, crusade: dict[str, Any]) -> str:
        """Its name, how far it is, and what it brings."""
        value = f" ({crusade['value']})" if crusade["value"] else ""
        reward = {"prestige": crusade["prestige"], **crusade["reward"]}
        relic = [self.word("relic", crusade["relic"])] if crusade["relic"] else []
        brings = ", ".join([*self.amounts(reward), *relic])
        name = self.word("crusade", crusade["crusade"])
        return f"{name} {crusade['filled']}/{crusade['spaces']}{value} → {brings}"
