"""Le Roi et le Cardinal in the terminal: countries with their monasteries and seals, players, cards."""

from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from abbatia.cli.boards.drawing import Board, ByWidth, Unbroken, pieces
from abbatia.cli.console import plain_table, seat_text
from abbatia.cli.scores import Sheet
from abbatia.games.cardinal.position import Board as Map
from abbatia.games.cardinal.position import Cardinal, CardinalObservation, DuelSeen

HEADINGS = ("cli.player", "cli.cards", "cli.abbeys_left", "cli.advisors_left", "cli.points")


class CardinalBoard(Board):
    """Countries, then players, then cards; the roads of any monastery when asked for."""

    commands: ClassVar[tuple[str, ...]] = ("roads",)

    @property
    def map(self) -> Map:
        assert isinstance(self.title, Cardinal)
        return self.title.tables.board

    def draw(self, seen: CardinalObservation) -> RenderableType:
        parts: list[RenderableType] = [self.countries(seen), Text(), self.players(seen), Text()]
        if seen["viewer"] in seen["public"]["sites"].values():
            parts += [self.own_roads(seen), Text()]
        if seen["public"]["duel"] is not None:
            parts += [self.duel(seen["public"]["duel"]), Text()]
        return Group(*parts, self.cards(seen))

    def glance(self, seen: CardinalObservation) -> RenderableType:
        return self.cards(seen)

    def describe(self, seen: CardinalObservation, action: int) -> str:
        """The text of an action: a face-up card by its name, a site with the sites that roads join to it."""
        said, text = super().describe(seen, action), self.title.vocabulary[action]
        before, _, place = text.rpartition(" open ")
        card = seen["public"]["open"][int(place) - 1] if before else None
        if card is not None:
            return self.with_name(said, self.card(card))
        if text.startswith("abbey "):
            number = self.map.sites.index(text.removeprefix("abbey "))
            ends = "  ".join(self.site(seen, end).plain for end in self.ends(number))
            return f"{said}  –  {ends}" if ends else said
        return said

    def sheet(self, seen: CardinalObservation) -> Sheet:
        return Sheet(seen["sheets"], seen["projected"])

    # -- names

    def card(self, kind: str) -> str:
        return self.speech.text(f"cardinal.card.{kind}")

    def cards_of(self, kinds: list[str]) -> str:
        return ", ".join(self.card(kind) for kind in kinds) or "–"

    def country(self, number: int) -> str:
        return self.speech.text(f"cardinal.country.{self.map.countries[number]}")

    def site(self, seen: CardinalObservation, number: int) -> Text:
        """A monastery, with the mark of the seat whose abbey stands there."""
        name = self.map.sites[number]
        owner = seen["public"]["sites"].get(name)
        said = self.speech.text(f"cardinal.site.{name}")
        if owner is None:
            return Text(f"○ {said}", style="dim")
        return seat_text(seen["seats"] if owner == "king" else owner, said)

    def sites_of(self, country: int) -> list[int]:
        return [site for site, of in enumerate(self.map.country_of) if of == country]

    # -- the table

    def countries(self, seen: CardinalObservation) -> ByWidth:
        return ByWidth(120, self.country_table(seen, is_wide=True), self.country_table(seen, is_wide=False))

    def country_table(self, seen: CardinalObservation, *, is_wide: bool) -> Table:
        """Each country with its seal, its sites, and its alliances: in a column, or below the sites."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        for heading in ("country", "advisors", "sites", *(["alliances"] if is_wide else [])):
            table.add_column(self.speech.text(f"cli.cardinal.{heading}"))
        for number, country in enumerate(self.map.countries):
            shown = seen["public"]["countries"][country]
            sites = Unbroken([self.site(seen, site) for site in self.sites_of(number)])
            partners = [self.country(a + b - number) for _, a, b in self.map.alliances if number in (a, b)]
            allied = Text(("" if is_wide else "↔ ") + ", ".join(partners), style="dim")
            table.add_row(
                Text(self.country(number), style="bold"),
                pieces(shown["advisors"], shown["room"]),
                *((sites, allied) if is_wide else (Group(sites, allied),)),
            )
        return table

    def players(self, seen: CardinalObservation) -> Table:
        total = "cli.projected" if seen["to_act"] else "cli.final"
        table = plain_table(*(self.speech.text(key) for key in (*HEADINGS, total)))
        for player in seen["public"]["players"]:
            seat = player["seat"]
            table.add_row(
                seat_text(seat, self.speech.seat(seat)),
                str(player["hand_size"]),
                str(player["abbeys_left"]),
                str(player["advisors_left"]),
                str(seen["scores"][seat]),
                str(seen["projected"][seat]),
            )
        if seen["public"]["duel"] is not None:
            king = seen["public"]["duel"]["king"]
            table.add_row(Text("♔"), "", str(king["abbeys_left"]), str(king["advisors_left"]), "", "")
        return table

    def duel(self, shown: DuelSeen) -> Table:
        """Cards that each player has kept, by kind, with the influence on the King; privileges left."""
        text = self.speech.text
        table = plain_table(text("cli.cardinal.kept"), *(Text(self.speech.seat(seat)) for seat in range(2)))
        for kind, holder in shown["influence"].items():
            counts = [
                f"{player['kept'][kind]}{' ♔' if holder == player['seat'] else ''}"
                for player in shown["players"]
            ]
            table.add_row(self.card(kind), *counts)
        left = [
            ", ".join(text(f"cardinal.privilege.{name}") for name in player["privileges"])
            for player in shown["players"]
        ]
        table.add_row(text("cli.cardinal.privileges"), *(names or "–" for names in left))
        table.caption = self.with_name(f"♔ {text('cli.cards')}", self.cards_of(shown["king"]["cards"]))
        table.caption_justify = "left"
        return table

    def cards(self, seen: CardinalObservation) -> Group:
        """Face up, pile, discard and what is known of the hands (§R12); one's own hand last."""
        text, public = self.speech.text, seen["public"]
        opened = [
            f"{place} {self.card(kind) if kind else '–'}"
            for place, kind in enumerate(public["open"], start=1)
        ]
        discard = [f"{number} × {self.card(kind)}" for kind, number in public["discard"].items() if number]
        pile = Text(text("cli.cardinal.pile", n=public["pile"]), style="dim")
        known = [
            seat_text(player["seat"], self.speech.seat(player["seat"])).append(
                f" {self.cards_of(player['known'])}", style="not bold"
            )
            for player in public["players"]
            if player["known"] and player["seat"] != seen["viewer"]
        ]
        lines = [
            self.labelled(text("cli.cardinal.open"), [*opened, pile]),
            self.labelled(text("cli.cardinal.discard"), discard or ["–"]),
            *([self.labelled(text("cli.cardinal.known"), known)] if known else []),
        ]
        if seen["own"] is not None:
            lines.append(self.labelled(text("cli.cardinal.hand"), [self.cards_of(seen["own"]["hand"])]))
        return Group(*lines)

    # -- roads

    def own_roads(self, seen: CardinalObservation) -> Group:
        """Where the roads lead from the viewer's own abbeys: what a chain could grow by."""
        mine = self.own_sites(seen)
        heading = Text(self.speech.text("cli.cardinal.roads"), style="bold")
        return Group(heading, *(self.road_line(seen, site) for site in mine))

    def own_sites(self, seen: CardinalObservation) -> list[int]:
        """The sites of the viewer's abbeys."""
        owners = seen["public"]["sites"]
        return [n for n, site in enumerate(self.map.sites) if owners.get(site) == seen["viewer"]]

    def roads(self, seen: CardinalObservation, wanted: str) -> RenderableType:
        """The roads of a monastery, of all in a country, or of all; and what an abbey there would join."""
        countries = (
            self.find(wanted, ("country",), self.map.countries) if wanted else list(self.map.countries)
        )
        sites = self.find(wanted, ("site",), self.map.sites) if wanted else []
        if sites:
            found = [self.map.sites.index(site) for site in sites]
        elif countries:
            found = [s for c in countries for s in self.sites_of(self.map.countries.index(c))]
        else:
            return Text(self.speech.text("cli.no_place", text=wanted), style="red")
        return Group(*(self.road_line(seen, site) for site in found))

    def road_line(self, seen: CardinalObservation, number: int) -> RenderableType:
        joined = self.joined(seen, number)
        first = self.site(seen, number).append(" –", style="dim")
        rest = [self.site(seen, end) for end in self.ends(number)]
        if joined > 1:
            rest.append(Text(f"({self.speech.text('cli.cardinal.joined', n=joined)})", style="italic"))
        return Unbroken([Text("  ").append_text(first), *rest], indent=6)

    def ends(self, number: int) -> list[int]:
        """The sites that a road joins to a site."""
        return [a + b - number for a, b in self.map.roads if number in (a, b)]

    def joined(self, seen: CardinalObservation, number: int) -> int:
        """How many abbeys of the viewer roads would join with an abbey on a free site; 0 elsewhere."""
        if seen["viewer"] is None or self.map.sites[number] in seen["public"]["sites"]:
            return 0
        mine = set(self.own_sites(seen))
        found, new = {number}, {number}
        while new:
            new = {end for at in new for end in self.ends(at)} & mine - found
            found |= new
        return len(found)
