"""Pelegrinus in the terminal: regions with their cities, the pope track, players, one's own programme."""

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from abbatia.cli.speech import COLOURS, MARKS, plain_table, seat_text
from abbatia.core.contract import Observation, Title
from abbatia.core.words import Words


def draw_pelegrinus(title: Title, seen: Observation, speech: Words) -> RenderableType:
    """Regions, then popes and players, then the programme of who looks."""
    heading = Text(speech.text("cli.pelegrinus.turn", turn=seen["turn"], turns=seen["turns"]), style="bold")
    parts: list[RenderableType] = [
        heading,
        regions(seen, speech),
        Text(),
        popes(seen, speech),
        players(seen, speech),
    ]
    if seen.get("programme"):
        parts += [Text(), programme(seen["programme"], speech)]
    return Group(*parts)


def regions(seen: Observation, speech: Words) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for region in seen["regions"]:
        cities = [city for city in seen["cities"] if city["region"] == region["id"]]
        name = Text(
            speech.text(f"pelegrinus.region.{region['id']}"), style="bold" if region["open"] else "dim"
        )
        table.add_row(
            name, Text("   ").join(city_text(city, speech) for city in cities), state(region, speech)
        )
    return table


def city_text(city: dict[str, Any], speech: Words) -> Text:
    """The city, a mark for each commandery, a dot for each free place, a cross for an abbey."""
    text = Text(speech.text(f"pelegrinus.place.{city['id']}") + " ")
    for seat, number in enumerate(city["commanderies"]):
        text.append(MARKS[seat] * number, style=f"bold {COLOURS[seat]}")
    text.append("·" * city["room"], style="dim")
    if city["abbey"] is not None:
        text.append("✚", style=f"bold {COLOURS[city['abbey']]}")
    return text


def state(region: dict[str, Any], speech: Words) -> Text:
    if not region["open"]:
        return Text(speech.text("cli.pelegrinus.opens", n=region["opens"]), style="dim")
    known = "closed" if region["closed"] else "complete" if region["complete"] else ""
    return Text(speech.text(f"cli.pelegrinus.{known}") if known else "", style="dim")


def popes(seen: Observation, speech: Words) -> Text:
    text = Text.assemble((speech.text("cli.pelegrinus.popes"), "bold"), ": ")
    return text.append_text(
        Text("  ").join(seat_text(seat, speech.seat(seat)) for seat in seen["pope_order"])
    )


def players(seen: Observation, speech: Words) -> Table:
    headings = (
        "cli.player",
        "cli.pelegrinus.taken",
        "cli.abbeys_left",
        "cli.pelegrinus.relics",
        "cli.projected",
    )
    table = plain_table(*(speech.text(key) for key in headings), "")
    for player in seen["players"]:
        table.add_row(
            seat_text(player["seat"], speech.seat(player["seat"])),
            str(player["commanderies_left"]),
            str(player["abbeys_left"]),
            " ".join(str(value) for value in player["relics"]) or "–",
            str(player["score"]),
            speech.text("cli.pelegrinus.sealed") if player["sealed"] else "",
        )
    return table


def programme(orders: dict[str, Any], speech: Words) -> Text:
    text = Text.assemble((speech.text("cli.pelegrinus.programme"), "bold"), ": ")
    said = [
        f"{speech.text(f'pelegrinus.character.{character}')} → "
        + (speech.text(f"pelegrinus.place.{place}") if place else "?")
        for character, place in orders["orders"].items()
    ]
    return text.append("   ".join(said))
