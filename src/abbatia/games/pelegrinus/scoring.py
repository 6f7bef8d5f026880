"""Scoring: every point with its line, at the end and as a projection during play."""

from typing import Final

from abbatia.core.contract import Line, Result, ranks
from abbatia.core.words import Message
from abbatia.games.pelegrinus.board import COMMANDERIES, POPES, RELIC_VALUES
from abbatia.games.pelegrinus.networks import networks
from abbatia.games.pelegrinus.position import OVER, Position

NETWORK_POINTS: Final = (0, 0, 4, 9, 16, 25)


def lines(pos: Position, seat: int) -> tuple[Line, ...]:
    """§10.2 – §10.6: the score sheet of a seat as things stand."""
    return (*piece_lines(pos, seat), *abbey_lines(pos, seat), *network_lines(pos, seat))


def piece_lines(pos: Position, seat: int) -> list[Line]:
    """§10.2, §10.3, §10.4, §R2: popes, relics, commanderies."""
    popes = POPES - pos.popes[seat]
    held = relics_of(pos, seat)
    built = COMMANDERIES - pos.stock[seat]
    return [
        Line(Message("pelegrinus.score.popes", n=popes), popes, "10.2"),
        # a sentence needs something between its brackets
        Line(Message("pelegrinus.score.relics", n=len(held), values=held or [0]), sum(held), "10.3"),
        Line(Message("pelegrinus.score.commanderies", n=built, left=pos.stock[seat]), built, "10.4"),
    ]


def relics_of(pos: Position, seat: int) -> list[int]:
    """The values of a seat's relics, the lowest first."""
    kinds = len(RELIC_VALUES)
    return [value for kind, value in enumerate(RELIC_VALUES) for _ in range(pos.relics[seat * kinds + kind])]


def abbey_lines(pos: Position, seat: int) -> list[Line]:
    """§10.5: each abbey is worth the own commanderies of its region."""
    board = pos.board
    found: list[Line] = []
    for city, owner in enumerate(pos.abbeys):
        if owner == seat:
            region = board.region_of[city]
            points = commanderies_in(pos, seat, region)
            label = Message(
                "pelegrinus.score.abbey", city=board.cities[city], region=board.regions[region], n=points
            )
            found.append(Line(label, points, "10.5"))
    return found


def commanderies_in(pos: Position, seat: int, region: int) -> int:
    """How many commanderies a seat has in a region."""
    first = seat * len(pos.board.cities)
    return sum(pos.commanderies[first + city] for city in pos.board.region_cities[region])


def network_lines(pos: Position, seat: int) -> list[Line]:
    """§9.4, §10.6: each network by the number of sites it links."""
    found: list[Line] = []
    for sites in networks(pos, seat):
        names = [pos.board.sites[site] for site in sites]
        label = Message("pelegrinus.score.network", n=len(sites), sites=names)
        found.append(Line(label, NETWORK_POINTS[len(sites)], "10.6"))
    return found


def score(pos: Position, seat: int) -> int:
    """The total of a seat as things stand, without its lines (for searches)."""
    total = POPES - pos.popes[seat] + COMMANDERIES - pos.stock[seat] + sum(relics_of(pos, seat))
    for city, owner in enumerate(pos.abbeys):
        if owner == seat:
            total += commanderies_in(pos, seat, pos.board.region_of[city])
    for sites in networks(pos, seat):
        total += NETWORK_POINTS[len(sites)]
    return total


def projection(pos: Position) -> Result:
    """§10.7: the result if the game ended now; a tie goes to the more recent pope."""
    sheets = tuple(lines(pos, seat) for seat in range(pos.seats))
    scores = tuple(sum(line.points for line in sheet) for sheet in sheets)
    age = {seat: n for n, seat in enumerate(pos.recency)}
    keys = [(scores[seat], -age.get(seat, pos.seats)) for seat in range(pos.seats)]
    return Result(scores, sheets, ranks(keys))


def result(pos: Position) -> Result | None:
    """The result once the game is over."""
    return projection(pos) if pos.phase == OVER else None
