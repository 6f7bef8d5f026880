"""Pelegrinus in the terminal: regions and cities, sites of pilgrimage, popes, players, one's programme."""

from typing import ClassVar

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from abbatia.cli.boards.drawing import Board, Unbroken, pieces
from abbatia.cli.console import COLOURS, MARKS, plain_table, seat_text
from abbatia.cli.scores import Sheet
from abbatia.games.pelegrinus.position import Board as Map
from abbatia.games.pelegrinus.position import (
    CitySeen,
    Pelegrinus,
    PelegrinusObservation,
    Programme,
    RegionSeen,
    SiteSeen,
)

HEADINGS = (
    "cli.player",
    "cli.pelegrinus.stock",
    "cli.abbeys_left",
    "cli.pelegrinus.popes_left",
    "cli.pelegrinus.relics",
)


class PelegrinusBoard(Board):
    """Regions, then sites, popes and players, then the viewer's programme; routes when asked for."""

    commands: ClassVar[tuple[str, ...]] = ("roads",)

    @property
    def map(self) -> Map:
        assert isinstance(self.title, Pelegrinus)
        return self.title.board

    def draw(self, seen: PelegrinusObservation) -> RenderableType:
        public, own = seen["public"], seen["own"]
        heading = self.speech.text("cli.pelegrinus.turn", turn=public["round"], turns=public["rounds"])
        parts: list[RenderableType] = [
            Text(heading, style="bold"),
            self.regions(seen),
            Text(),
            self.sites(seen),
            self.popes(seen),
            Text(),
            self.players(seen),
        ]
        if own and own["programme"]:
            parts += [Text(), self.programme(own["programme"])]
        return Group(*parts)

    def glance(self, seen: PelegrinusObservation) -> RenderableType | None:
        own = seen["own"]
        return self.programme(own["programme"]) if own and own["programme"] else None

    def sheet(self, seen: PelegrinusObservation) -> Sheet:
        return Sheet(seen["sheets"], seen["projected"])

    # -- names

    def place(self, name: str) -> str:
        return self.speech.text(f"pelegrinus.place.{name}")

    def site(self, name: str) -> str:
        return self.speech.text(f"pelegrinus.site.{name}")

    # -- the table

    def regions(self, seen: PelegrinusObservation) -> Table:
        table = Table(box=None, pad_edge=False, show_header=False)
        for region in seen["public"]["regions"]:
            name = self.speech.text(f"pelegrinus.region.{region['id']}")
            cities = [self.city(city) for city in seen["public"]["cities"] if city["region"] == region["id"]]
            style = "bold" if region["open"] else "dim"
            table.add_row(Text(name, style=style), Unbroken(cities), self.state(region))
        return table

    def city(self, city: CitySeen) -> Text:
        """The city, a mark for each commandery, a dot for each free place, a cross with the abbey's mark."""
        text = Text(self.place(city["id"]) + " ").append_text(pieces(city["commanderies"], city["room"]))
        if city["abbey"] is not None:
            text.append(f"✚{MARKS[city['abbey']]}", style=f"bold {COLOURS[city['abbey']]}")
        return text

    def state(self, region: RegionSeen) -> Text:
        if not region["open"]:
            return Text(self.speech.text("cli.pelegrinus.opens", n=region["opens"]), style="dim")
        known = "closed" if region["closed"] else "complete" if region["complete"] else ""
        return Text(self.speech.text(f"cli.pelegrinus.{known}") if known else "", style="dim")

    def sites(self, seen: PelegrinusObservation) -> Unbroken:
        """The sites in force with the ends of their roads, and those out of the game (§1.3, §9.1)."""
        sites = seen["public"]["sites"]
        active = [self.site_text(site, seen) for site in sites if site["active"]]
        others = [self.site(site["id"]) for site in sites if not site["active"]]
        out = self.speech.text("cli.pelegrinus.out", sites=others)
        gone = [Text(out, style="dim")] if others else []
        return self.labelled(self.speech.text("cli.pelegrinus.sites"), [*active, *gone])

    def site_text(self, site: SiteSeen, seen: PelegrinusObservation) -> Text:
        a, b = (self.place(city) for city in site["cities"])
        cities = {city["id"]: city["commanderies"] for city in seen["public"]["cities"]}
        linked = [
            1 if any(cities[end][seat] for end in site["cities"]) else 0 for seat in range(seen["seats"])
        ]
        return Text(f"{self.site(site['id'])} ({a} – {b}) ").append_text(pieces(linked))

    def popes(self, seen: PelegrinusObservation) -> Unbroken:
        """The seats from the most recent pope on, with the turn of each (§4.5, §13)."""
        spaces = {space["seat"]: space for space in seen["public"]["track"] if space["face_up"]}
        shown: list[Text] = []
        for seat in seen["public"]["pope_order"]:
            space = spaces.get(seat)
            text = seat_text(seat, self.speech.seat(seat))
            if space is not None:
                key = "cli.pelegrinus.pope_turn" if space["round"] else "cli.pelegrinus.pope_start"
                text.append(
                    f" ({self.speech.text(key, n=space['round'] or space['slot'])})", style="not bold"
                )
            shown.append(text)
        return self.labelled(self.speech.text("cli.pelegrinus.popes"), shown)

    def players(self, seen: PelegrinusObservation) -> Table:
        total = "cli.projected" if seen["to_act"] else "cli.final"
        table = plain_table(*(self.speech.text(key) for key in (*HEADINGS, total)), "")
        spaces = [space["seat"] for space in seen["public"]["track"]]
        for player in seen["public"]["players"]:
            seat = player["seat"]
            table.add_row(
                seat_text(seat, self.speech.seat(seat)),
                str(player["commanderies_left"]),
                str(player["abbeys_left"]),
                f"{player['popes_left']} ({spaces.count(seat)})",
                " ".join(str(value) for value in player["relics"]) or "–",
                str(seen["projected"][seat]),
                self.speech.text("cli.pelegrinus.sealed") if player["sealed"] else "",
            )
        return table

    def programme(self, orders: Programme) -> Unbroken:
        name = "pelegrinus.character"
        said = [
            f"{self.speech.text(f'{name}.{character}')} → {self.place(place) if place else '?'}"
            for character, place in orders["orders"].items()
        ]
        return self.labelled(self.speech.text("cli.pelegrinus.programme"), said)

    # -- routes

    def roads(self, seen: PelegrinusObservation, wanted: str) -> RenderableType:
        """The routes of a city, of all in a region, or of all, with the sites on them (§2.2, §9.1)."""
        regions = self.find(wanted, ("region",), self.map.regions) if wanted else list(self.map.regions)
        cities = self.find(wanted, ("place",), self.map.cities) if wanted else []
        sites = [] if cities or regions else self.find(wanted, ("site",), self.map.sites)
        public = seen["public"]
        ends = [end for site in public["sites"] if site["id"] in sites for end in site["cities"]]
        in_regions = [city["id"] for city in public["cities"] if city["region"] in regions]
        chosen = cities or ends or in_regions
        if not chosen:
            return Text(self.speech.text("cli.no_place", text=wanted), style="red")
        shown = {city["id"]: city for city in public["cities"]}
        return Group(*(self.road_line(shown, public["sites"], city) for city in chosen))

    def road_line(self, shown: dict[str, CitySeen], sites: list[SiteSeen], city: str) -> RenderableType:
        here = self.map.cities.index(city)
        ends = [
            name for number, name in enumerate(self.map.cities) if self.map.neighbours[here] >> number & 1
        ]
        first = Text("  ").append_text(self.city(shown[city])).append(" –", style="dim")
        on_roads = [
            Text(f"[{self.site(site['id'])} → {self.place(other)}]", style="italic")
            for site in sites
            if site["active"] and city in site["cities"]
            for other in site["cities"]
            if other != city
        ]
        return Unbroken([first, *(self.city(shown[end]) for end in ends), *on_roads], indent=6)
