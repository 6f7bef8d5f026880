"""The King's Abbey in the terminal: the round, the market, each player's goods, dice, cards, crusades."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from abbatia.cli.boards.drawing import Board, ByHeight, Unbroken
from abbatia.cli.boards.kings_abbey_cards import WRONG_DICE, CardTexts
from abbatia.cli.boards.kings_abbey_deals import Deals
from abbatia.cli.boards.kings_abbey_harvest import Harvest
from abbatia.cli.console import seat_text
from abbatia.cli.scores import Sheet
from abbatia.cli.typed import Unclear, find_name
from abbatia.core.contract import Title
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.words import Words
from abbatia.games.kings_abbey.position import (
    BENCHES,
    BUILDINGS,
    BuiltCardSeen,
    CrusadeSeen,
    DarknessSeen,
    EliasSeen,
    KingsAbbeyObservation,
    KingsAbbeyPublic,
    PlayerSeen,
)

LOW: Final = 30  # rows of a window that has room for the abbeys of all players
TALL: Final = 38  # rows of a window that has room for the texts of the market
OF_CRUSADES: Final = ("crusade", "pool", "ask", "abandon")  # actions on one of the two crusades
AMOUNTS: Final = ("amount", "receive", "share")  # answers that are numbers
TOWER_SPACES: Final = 4
SAYING_LITTLE: Final = ("kings_abbey.refusal.not_asked", "kings_abbey.refusal.no_partner")
BUYING: Final = ("market", "set_up")
COLLECTING: Final = ("abbey", "resources")  # when a low window shows the resource locations: dice go there


class KingsAbbeyBoard(Board):
    """What everybody has, in short; names and amounts are those of the cards."""

    commands: ClassVar[tuple[str, ...]] = ("cards",)
    news_below: ClassVar[bool] = True
    listed_last: ClassVar[tuple[str, ...]] = ("feed", "face", "withdraw", "refuse", "pass", "done")

    def __init__(self, title: Title, speech: Words) -> None:
        super().__init__(title, speech)
        self.texts = CardTexts(title, speech)
        self.deals = Deals(self.texts.facts, speech)
        self.harvest = Harvest(self.texts.facts, speech)

    def draw(self, seen: KingsAbbeyObservation) -> RenderableType:
        table = seen["public"]
        parts: list[RenderableType] = [self.heading(seen), *self.event(seen)]
        if values := [str(die["value"]) for die in table["vikings"] if die["met"] is None]:
            parts.append(self.labelled(self.word("piece", "viking_die"), values))
        if seen["phase"] in BUYING and seen["viewer"] in seen["to_act"]:
            parts.append(ByHeight(TALL, self.market_cards(seen), self.too_dear(seen)))
        else:
            parts.append(ByHeight(LOW, self.market(table), Group()))
        places = self.places(seen)
        parts.append(places if seen["phase"] in COLLECTING else ByHeight(LOW, places, Group()))
        if table["elias"] is not None:
            parts.append(self.elias(table, table["elias"]))
        for player in table["players"]:
            parts.append(self.player(seen, player))
            abbey = self.abbey(seen, player)
            parts.append(abbey if seen["viewer"] in (None, player["seat"]) else ByHeight(LOW, abbey, Group()))
        return Group(*parts)

    def glance(self, seen: KingsAbbeyObservation) -> RenderableType:
        """The goods and dice of all, which nearly every action changes."""
        return self.players(seen)

    def describe(self, seen: KingsAbbeyObservation, action: int) -> str:
        """An action in words; a card comes with its cost and prestige, or with its effect."""
        verb, _, name = self.title.vocabulary[action].partition(" ")
        said = super().describe(seen, action)
        space = next((space for space in seen["public"]["market"] if space["place"] == name), None)
        if verb == "buy" and space is not None and space["card"] is not None:
            is_free = seen["phase"] == "set_up"
            how = "choose_card" if is_free else "buy_card"
            card = self.word("card", space["card"])
            said = self.speech.text(f"cli.kings_abbey.{how}", card=card, place=name, price=space["price"])
            return self.with_name(said, self.texts.terms(space["card"], is_free=is_free))
        if verb in ("build", "tower"):
            return self.with_name(said, self.texts.terms(name, is_bought=True))
        if verb in ("activate", "choose", "span"):
            return self.with_name(said, self.texts.effect(name))
        if verb in ("altar", "wall", "remodel", "archer"):
            return self.with_name(said, self.texts.work(verb))
        if (brings := self.harvest.describe(seen, verb, name)) is not None:
            return self.with_name(said, brings)
        if verb in AMOUNTS:
            return self.deals.describe(seen, int(name)) or said
        if verb in OF_CRUSADES and seen["viewer"] is not None:
            crusade = seen["public"]["players"][seen["viewer"]]["crusades"][int(name[0]) - 1]
            return self.with_name(said, self.word("crusade", crusade["crusade"])) if crusade else said
        return said

    def unlisted(self, seen: KingsAbbeyObservation, text: str) -> int | None:
        """The purchase of a card of the market; cards that are not there and wrong dice are refused."""
        market = {space["card"]: space["place"] for space in seen["public"]["market"] if space["card"]}
        found = find_name(text, self.texts.purchases(market))
        if places := [place for card, place in market.items() if card in found]:
            actions = [self.title.numbers[f"buy {place}"] for place in places]
            if len(actions) > 1:
                raise Unclear(actions)
            return actions[0]
        if found:
            raise Refused(Refusal("cli.kings_abbey.not_on_market", "4.1", cards=self.named("card", found)))
        if reason := next(iter(find_name(text, self.texts.wrong_dice())), None):
            raise Refused(Refusal(f"kings_abbey.refusal.{reason}", WRONG_DICE[reason].rule))
        return None

    def telling(self, refusals: Sequence[Refusal]) -> Sequence[Refusal]:
        """Answers that nothing asks for and players who are not there say less than any other reason."""
        return [one for one in refusals if one.reason.key not in SAYING_LITTLE] or refusals

    def forced(self, legal: Sequence[int]) -> int | None:
        """Feeding, facing the Darkness or being done when nothing else is possible.

        A trade does not help against the Darkness and can wait for the end of the round (§R7).
        """
        texts = [self.title.vocabulary[action] for action in legal]
        others = [text for text in texts if text != "trade" or "face" not in texts]
        return self.title.numbers[others[0]] if others in (["feed"], ["face"], ["done"]) else None

    def cards(self, seen: KingsAbbeyObservation, wanted: str) -> RenderableType:
        """What cards cost, bring and do: those asked for (crusades and events, too), else all at hand."""
        if wanted:
            found = self.find(wanted, ("card", "crusade", "event_card"), self.texts.known)
            if not found:
                return Text(self.speech.text("cli.no_card", text=wanted), style="red")
            return Group(*map(self.texts.whole, found))
        players = seen["public"]["players"]
        mine = [player for player in players if seen["viewer"] in (None, player["seat"])]
        names = [space["card"] for space in seen["public"]["market"] if space["card"]]
        names += [card for player in mine for card in player["hand"]]
        names += [card["card"] for player in mine for card in player["cards"] if card["copies"]]
        return Group(*map(self.texts.whole, dict.fromkeys(names)))

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
        darkness = self.speech.text("cli.kings_abbey.darkness", n=self.darkness(table["darkness"]))
        return Text.assemble((f"{text}, {phase}", "bold"), f"   {darkness}")

    def event(self, seen: KingsAbbeyObservation) -> list[RenderableType]:
        """The event of the round and what it does; a low window has that in its phase only."""
        event = seen["public"]["event"]
        if not event:
            return []
        name, about = self.word("event_card", event), self.word("event_card", f"{event}.about")
        whole = self.label(name).append(f" {about}", style="not bold")
        return [whole if seen["phase"] == "event" else ByHeight(LOW, whole, Text(name, style="bold"))]

    def darkness(self, seen: DarknessSeen) -> str:
        """Its level, as a sum where the event changes that of the track."""
        base, level = seen["track"][seen["cell"]], seen["level"]
        if base == level:
            return str(level)
        return f"{base} {'−' if level < base else '+'} {abs(level - base)} = {level}"

    def market(self, table: KingsAbbeyPublic) -> Unbroken:
        spaces = [
            f"{space['place']} {self.word('card', space['card'])} ({space['price']})"
            for space in table["market"]
            if space["card"]
        ]
        return self.labelled(self.word("location", "market"), spaces)

    def coins(self, seen: KingsAbbeyObservation) -> int:
        """The viewer's coins."""
        players = seen["public"]["players"]
        return next(player["goods"]["coin"] for player in players if player["seat"] == seen["viewer"])

    def too_dear(self, seen: KingsAbbeyObservation) -> Unbroken | Group:
        """The cards of the market that the viewer cannot pay: the others are offered with their terms."""
        coins = self.coins(seen)
        spaces = [
            f"{space['place']} {self.word('card', space['card'])} ({space['price']})"
            for space in seen["public"]["market"]
            if space["card"] and space["price"] > coins and seen["phase"] != "set_up"
        ]
        return self.labelled(self.speech.text("cli.kings_abbey.too_dear"), spaces) if spaces else Group()

    def market_cards(self, seen: KingsAbbeyObservation) -> Group:
        """What the cards of the market do; those that the viewer cannot pay, and so are not offered, cost."""
        lines: list[RenderableType] = [self.label(self.word("location", "market"))]
        coins = self.coins(seen)
        shown: set[str] = set()
        for space in seen["public"]["market"]:
            if space["card"] and space["card"] not in shown:
                shown.add(space["card"])
                line = Text.assemble((f"{space['place']} {self.word('card', space['card'])}", "bold"), "  ")
                if space["price"] > coins and seen["phase"] != "set_up":
                    line.append(f"({space['price']}) {self.texts.terms(space['card'])}  ")
                lines.append(
                    Padding(line.append(self.texts.effect(space["card"]), style="dim"), (0, 0, 0, 2))
                )
        return Group(*lines)

    def places(self, seen: KingsAbbeyObservation) -> Unbroken:
        """The four resource locations: what a token costs there, the dice, the free bonus spaces."""
        table = seen["public"]
        values = table["players"][seen["viewer"] or 0]["values"]
        shown: list[Text] = []
        for good, place in table["locations"].items():
            name = f"{self.word('location', good)} ({self.word('resource', good)} {values[good]})"
            text = Text(name, style="dim" if place["closed"] else "")
            for die in (*place["main"], *place["bonus"]):
                text.append(" ").append_text(seat_text(die["seat"], str(die["value"])))
            shown.append(text.append(f" +{'□' * place['free']}" if place["free"] else "", style="dim"))
        return self.labelled(self.speech.text("cli.kings_abbey.places"), shown)

    def elias(self, table: KingsAbbeyPublic, elias: EliasSeen) -> Unbroken:
        """The opponent of a solo game: his dice and peasants, his bonus spaces, the initiative."""
        is_first = table["first_seat"] == "elias"
        held = [
            good for good, place in table["locations"].items() if not place["free"] and not place["bonus"]
        ]
        facts = [
            self.dice(elias["pool"]) or "–",
            *self.amounts([("peasant", elias["peasants"])]),
            *(
                [self.speech.text("cli.kings_abbey.elias_holds", places=self.named("location", held))]
                if held
                else []
            ),
            *([self.word("location", "initiative")] if table["initiative"]["by"] == "elias" else []),
        ]
        return self.labelled(f"{self.word('piece', 'elias')}{' ⚑' if is_first else ''}", facts)

    def players(self, seen: KingsAbbeyObservation) -> Group:
        """Prestige, goods, defence and dice to place of each player, a line each."""
        return Group(*(self.player(seen, player) for player in seen["public"]["players"]))

    def dice(self, values: Iterable[int]) -> str:
        """Dice counted by value: `2×3 5`."""
        counts = sorted(Counter(values).items())
        return " ".join(f"{value}×{n}" if n > 1 else str(value) for value, n in counts)

    def player(self, seen: KingsAbbeyObservation, player: PlayerSeen) -> ByHeight:
        """Prestige (★) and goods; a low window has that of others without words, in one line."""
        total = "cli.kings_abbey.projected" if seen["to_act"] else "cli.kings_abbey.final"
        score, projected = seen["scores"][player["seat"]], seen["projected"][player["seat"]]
        said = [*self.amounts([("prestige", score)]), f"({self.speech.text(total, n=projected)})"]
        is_own = player["seat"] == seen["viewer"]
        short = said if is_own or not seen["to_act"] else [f"★{score} → {projected}"]
        return ByHeight(LOW, self.holdings(seen, player, said), self.holdings(seen, player, short))

    def holdings(self, seen: KingsAbbeyObservation, player: PlayerSeen, prestige: list[str]) -> Unbroken:
        text, seat = self.speech.text, player["seat"]
        is_first = seen["public"]["first_seat"] == seat
        dice = self.dice(player["dice"]["unplaced"])
        used = player["goods"]["tool"] - player["left"]["tools"]
        facts = [
            *prestige,
            *self.amounts(player["goods"].items()),
            *([text("cli.kings_abbey.tools_used", n=used)] if used else []),
            f"{text('cli.label', text=self.word('area', 'defence'))} {player['defence']}",
            *([f"{text('cli.label', text=text('cli.kings_abbey.dice'))} {dice}"] if dice else []),
        ]
        name = f"{self.speech.seat(seat)}{' ⚑' if is_first else ''}"
        return Unbroken([seat_text(seat, name), *map(Text, facts)], indent=2)

    def abbey(self, seen: KingsAbbeyObservation, player: PlayerSeen) -> Unbroken:
        """One player's board: clergy and peasants, cards, crusades, relics and saint; no name is broken."""
        text = self.speech.text
        peasants = player["peasants"]
        towers = [card for card in player["cards"] if card["card"] not in BUILDINGS]
        clergy = self.named("clergy", player["clergy"]["accomplished"][-1:]) or "–"
        facts = [
            self.fact("clergy", f"{player['clergy']['position']} ({clergy})"),
            self.fact("benches", benches(peasants["benches"])),
            self.fact("baptistry", peasants["baptistry"]),
            f"{text('cli.label', text=text('cli.kings_abbey.trades'))} {player['left']['trades']}",
            *([self.fact("walls", player["walls"])] if player["walls"] else []),
            *([self.word("part", "altar")] if player["altar"] else []),
            *self.amounts([("sheep", player["animals"]["sheep"]), ("cow", player["animals"]["cows"])]),
        ]
        rows = {
            f"{self.word('part', 'buildings')} {player['spaces_used']}/{player['building_spaces']}": [
                self.built(c) for c in player["cards"] if c["copies"] and c["card"] in BUILDINGS
            ],
            f"{self.word('part', 'towers')} {sum(c['made'] for c in towers)}/{TOWER_SPACES}": [
                self.built(c) for c in towers if c["copies"]
            ],
            text("cli.kings_abbey.hand"): [self.word("card", card) for card in player["hand"]],
            self.word("part", "relics"): [self.word("relic", relic) for relic in player["relics"]],
            self.word("part", "saint"): [name for name in (self.saint(seen, player),) if name],
            self.word("part", "crusades"): [
                f"{slot}. {self.crusade(c)}" for slot, c in enumerate(player["crusades"], start=1) if c
            ],
        }
        parts = [Text(f"  {facts[0]}"), *map(Text, facts[1:])]
        for label, names in rows.items():
            parts += [self.label(label).append(f" {name}", style="not bold") for name in names[:1]]
            parts += [Text(name) for name in names[1:]]
        return Unbroken(parts, indent=4)

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


def benches(taken: Sequence[str]) -> str:
    """The benches with their seats, a peasant on each that is taken: `♟♟·|♟··|···|···`."""
    seats = "".join("♟" if seat in taken else "·" for seat in BENCHES)
    return "|".join(seats[first : first + 3] for first in range(0, len(seats), 3))
