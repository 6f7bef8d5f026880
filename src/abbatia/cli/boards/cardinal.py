"""Le Roi et le Cardinal in the terminal: countries with their monasteries and seals, players, cards."""

from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from abbatia.cli.speech import COLOURS, MARKS, plain_table, seat_text
from abbatia.core.contract import Observation, Title
from abbatia.core.words import Words
from abbatia.games.cardinal.title import Cardinal


def draw_cardinal(title: Title, seen: Observation, speech: Words) -> RenderableType:
    """Countries, then players, then cards."""
    if not isinstance(title, Cardinal):
        raise TypeError("not a board of Le Roi et le Cardinal")
    parts: list[RenderableType] = [countries(title, seen, speech), Text(), players(seen, speech), Text()]
    if seen["viewer"] is not None:
        parts.append(roads(title, seen, speech))
    if seen["duel"]:
        parts += [duel(seen["duel"], speech), Text()]
    return Group(*parts, cards(seen, speech))


def countries(title: Cardinal, seen: Observation, speech: Words) -> Table:
    board = title.tables.board
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("country", "sites", "advisors", "alliances"):
        table.add_column(speech.text(f"cli.cardinal.{heading}"))
    for number, country in enumerate(board.countries):
        sites = [board.sites[site] for site, of in enumerate(board.country_of) if of == number]
        partners = [a + b - number for _, a, b in board.alliances if number in (a, b)]
        table.add_row(
            Text(speech.text(f"cardinal.country.{country}"), style="bold"),
            Unbroken(monasteries(sites, seen["sites"], speech)),
            advisors(seen["countries"][country]),
            Text(
                ", ".join(speech.text(f"cardinal.country.{board.countries[p]}") for p in partners),
                style="dim",
            ),
        )
    return table


class Unbroken:
    """Names side by side in as many lines as they need; no line ends within a name."""

    def __init__(self, names: list[Text]) -> None:
        self.names = names

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for name in self.names:
            if line and line.cell_len + 2 + name.cell_len > options.max_width:
                yield line
                line = Text()
            line.append("  " if line else "").append_text(name)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [name.cell_len for name in self.names]
        return Measurement(max(widths, default=0), sum(widths) + 2 * len(widths))


def monasteries(sites: list[str], owners: dict[str, int], speech: Words) -> list[Text]:
    return [mark(owners.get(site), speech.text(f"cardinal.site.{site}")) for site in sites]


def mark(owner: int | None, name: str) -> Text:
    return Text(f"○ {name}", style="dim") if owner is None else seat_text(owner, name)


def advisors(country: dict[str, Any]) -> Text:
    """The advisors on the seal, and a dot for each that may still come."""
    text = Text()
    for seat, number in enumerate(country["advisors"]):
        text.append(MARKS[seat % len(MARKS)] * number, style=f"bold {COLOURS[seat % len(COLOURS)]}")
    return text.append("·" * country["room"], style="dim")


def roads(title: Cardinal, seen: Observation, speech: Words) -> Text:
    """Where the roads lead from the viewer's own abbeys: what a chain could grow by."""
    board, mine = title.tables.board, seen["viewer"]
    text = Text(speech.text("cli.cardinal.roads"), style="bold")
    for number, site in enumerate(board.sites):
        if seen["sites"].get(site) == mine:
            ends = [board.sites[a + b - number] for a, b in board.roads if number in (a, b)]
            text.append("\n  ").append_text(seat_text(mine, speech.text(f"cardinal.site.{site}")))
            text.append(" – ", style="dim").append_text(
                Text("  ").join(monasteries(ends, seen["sites"], speech))
            )
    return text.append(" –" if mine not in seen["sites"].values() else "")


def players(seen: Observation, speech: Words) -> Table:
    headings = (
        "cli.player",
        "cli.cards",
        "cli.abbeys_left",
        "cli.advisors_left",
        "cli.points",
        "cli.projected",
    )
    table = plain_table(*(speech.text(key) for key in headings))
    for seat, reserve in enumerate(seen["reserves"]):
        table.add_row(
            seat_text(seat, speech.seat(seat)) if seat < seen["seats"] else Text("♔"),
            str(seen["hands"][seat]["size"]) if seat < len(seen["hands"]) else "",
            str(reserve["abbeys"]),
            str(reserve["advisors"]),
            str(seen["scores"][seat]) if seat < len(seen["scores"]) else "",
            str(seen["projection"]["scores"][seat]) if seat < len(seen["projection"]["scores"]) else "",
        )
    return table


def duel(king: dict[str, Any], speech: Words) -> Table:
    """Das Duell: for each kind of card who has kept how many and who has the King's ear; privileges left."""
    table = plain_table(speech.text("cli.cardinal.kept"), *(speech.seat(seat) for seat in range(2)))
    for kind, holder in king["influence"].items():
        counts = [f"{kept[kind]}{' ♔' if holder == seat else ''}" for seat, kept in enumerate(king["kept"])]
        table.add_row(speech.text(f"cardinal.card.{kind}"), *counts)
    left = [
        ", ".join(speech.text(f"cardinal.privilege.{name}") for name in names) for names in king["privileges"]
    ]
    table.add_row(speech.text("cli.cardinal.privileges"), *(names or "–" for names in left))
    of_king = ", ".join(speech.text(f"cardinal.card.{kind}") for kind in king["king_cards"])
    table.caption = Text(f"♔ {speech.text('cli.cards')}: {of_king or '–'}")
    table.caption_justify = "left"
    return table


def cards(seen: Observation, speech: Words) -> Text:
    def named(kinds: list[str | None]) -> str:
        return ", ".join(speech.text(f"cardinal.card.{kind}") for kind in kinds if kind) or "–"

    text = Text.assemble((speech.text("cli.cardinal.open"), "bold"), f": {named(seen['open'])}   ")
    text.append(speech.text("cli.cardinal.pile", n=seen["pile"]), style="dim")
    if seen.get("hand") is not None:
        text.append("\n" + speech.text("cli.cardinal.hand"), style="bold")
        text.append(f": {named(seen['hand'])}")
    return text
