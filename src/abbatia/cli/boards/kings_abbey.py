"""The King's Abbey in the terminal: the round, the market, each player's goods, dice, cards, crusades."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from abbatia.cli.boards.drawing import Board, Unbroken
from abbatia.cli.console import seat_text
from abbatia.cli.scores import Sheet
from abbatia.games.kings_abbey.position import (
    BuiltCardSeen,
    CrusadeSeen,
    KingsAbbeyObservation,
    KingsAbbeyPublic,
    PlayerSeen,
)


class KingsAbbeyBoard(Board):
    """What everybody has, in short; names and amounts are those of the cards."""

    def draw(self, seen: KingsAbbeyObservation) -> RenderableType:
        table = seen["public"]
        parts: list[RenderableType] = [self.heading(seen)]
        if table["event"]:
            about = self.word("event_card", f"{table['event']}.about")
            parts.append(
                self.label(self.word("event_card", table["event"])).append(f" {about}", style="not bold")
            )
        if table["vikings"]:
            values = [str(die["value"]) for die in table["vikings"] if die["met"] is None]
            parts.append(self.labelled(self.word("piece", "viking_die"), values or ["–"]))
        parts += [self.market(table), self.places(table), Text(), self.players(seen)]
        for player in table["players"]:
            parts += [Text(), self.abbey(seen, player)]
        return Group(*parts)

    def glance(self, seen: KingsAbbeyObservation) -> RenderableType:
        """The goods and dice of all, which nearly every action changes."""
        return self.players(seen)

    def describe(self, seen: KingsAbbeyObservation, action: int) -> str:
        """An action in words; a card of the market comes with its name and what it costs now."""
        verb, _, place = self.title.vocabulary[action].partition(" ")
        space = next((space for space in seen["public"]["market"] if space["place"] == place), None)
        if verb != "buy" or space is None or space["card"] is None:
            return super().describe(seen, action)
        key = "kings_abbey.action.choose_card" if seen["phase"] == "set_up" else "kings_abbey.action.buy_card"
        return self.speech.text(key, card=space["card"], place=place, price=space["price"])

    def sheet(self, seen: KingsAbbeyObservation) -> Sheet:
        return Sheet(seen["sheets"], seen["projected"])

    # -- names

    def word(self, kind: str, name: str) -> str:
        return self.speech.text(f"kings_abbey.{kind}.{name}")

    def amounts(self, goods: Iterable[tuple[str, int]]) -> list[str]:
        text = self.speech.text
        return [text(f"kings_abbey.amount.{good}", n=number) for good, number in goods if number]

    def named(self, kind: str, names: Iterable[str]) -> str:
        return ", ".join(self.word(kind, name) for name in names)

    # -- the table

    def heading(self, seen: KingsAbbeyObservation) -> Text:
        table = seen["public"]
        text = self.speech.text("cli.kings_abbey.round", round=table["round"], rounds=table["rounds"])
        phase = self.word("phase", seen["phase"])
        darkness = self.speech.text("cli.kings_abbey.darkness", n=table["darkness"]["level"])
        return Text.assemble((f"{text}, {phase}", "bold"), f"   {darkness}")

    def market(self, table: KingsAbbeyPublic) -> Unbroken:
        spaces = [
            f"{space['place']} {self.word('card', space['card'])} ({space['price']})"
            for space in table["market"]
            if space["card"]
        ]
        return self.labelled(self.word("location", "market"), spaces)

    def places(self, table: KingsAbbeyPublic) -> Unbroken:
        """The dice at the four resource locations."""
        shown: list[Text] = []
        for good, place in table["locations"].items():
            text = Text(self.word("location", good), style="dim" if place["closed"] else "")
            for die in (*place["main"], *place["bonus"]):
                text.append(" ").append_text(seat_text(die["seat"], str(die["value"])))
            shown.append(text)
        return Unbroken(shown)

    def players(self, seen: KingsAbbeyObservation) -> Group:
        """Prestige, goods, defence and dice to place of each player, a line each."""
        return Group(*(self.player(seen, player) for player in seen["public"]["players"]))

    def player(self, seen: KingsAbbeyObservation, player: PlayerSeen) -> Unbroken:
        text, seat = self.speech.text, player["seat"]
        is_first = seen["public"]["first_seat"] == seat
        dice = " ".join(map(str, player["dice"]["unplaced"]))
        total = "cli.kings_abbey.projected" if seen["to_act"] else "cli.kings_abbey.final"
        facts = [
            *self.amounts([("prestige", seen["scores"][seat])]),
            f"({text(total, n=seen['projected'][seat])})",
            *self.amounts(player["goods"].items()),
            f"{text('cli.label', text=self.word('area', 'defence'))} {player['defence']}",
            *([f"{text('cli.label', text=text('cli.kings_abbey.dice'))} {dice}"] if dice else []),
        ]
        name = f"{self.speech.seat(seat)}{' ⚑' if is_first else ''}"
        return Unbroken([seat_text(seat, name), *map(Text, facts)], indent=2)

    def abbey(self, seen: KingsAbbeyObservation, player: PlayerSeen) -> Group:
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
            *self.amounts([("sheep", player["animals"]["sheep"]), ("cow", player["animals"]["cows"])]),
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
            self.word("part", "saint"): self.saint(seen, player),
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

    def built(self, card: BuiltCardSeen) -> str:
        copies = f" ×{card['copies']}" if card["copies"] > 1 else ""
        crew = f" {'♟' * card['peasants']}" if card["peasants"] else ""
        return f"{self.word('card', card['card'])}{copies}{crew}"

    def saint(self, seen: KingsAbbeyObservation, player: PlayerSeen) -> str:
        """The saint of a player, as far as the viewer knows it."""
        saint, own = player["saint"], seen["own"]
        if saint is None:
            return ""
        hidden = own["saint"] if own is not None and player["seat"] == seen["viewer"] else None
        known = saint["saint"] or hidden
        return self.word("saint", known) if known else "?"

    def crusade(self, crusade: CrusadeSeen) -> str:
        """Its name, how far it is, and what it brings."""
        value = f" ({crusade['value']})" if crusade["value"] else ""
        reward = [("prestige", crusade["prestige"]), *crusade["reward"].items()]
        relic = [self.word("relic", crusade["relic"])] if crusade["relic"] else []
        brings = ", ".join([*self.amounts(reward), *relic])
        name = self.word("crusade", crusade["crusade"])
        return f"{name} {crusade['filled']}/{crusade['spaces']}{value} → {brings}"
