"""Scoring: every point with its line, at the end and as a projection during play."""

from typing import Final

from abbatia.core.contract import Result, ScoreEntry, ranks
from abbatia.core.words import Message
from abbatia.games.pelegrinus.board import COMMANDERIES, POPES, RELIC_VALUES
from abbatia.games.pelegrinus.fields import Position
from abbatia.games.pelegrinus.networks import networks
from abbatia.games.pelegrinus.observation_types import RelicValue
from abbatia.games.pelegrinus.phases import OVER

NETWORK_POINTS: Final = (0, 0, 4, 9, 16, 25)


def lines(state: Position, seat: int) -> tuple[ScoreEntry, ...]:
    """§10.2 – §10.6: the score sheet of a seat as things stand."""
    return (*piece_lines(state, seat), *abbey_lines(state, seat), *network_lines(state, seat))


def piece_lines(state: Position, seat: int) -> list[ScoreEntry]:
    """§10.2, §10.3, §10.4, §R2: popes, relics, commanderies."""
    popes = POPES - state.popes[seat]
    held = relics_of(state, seat)
    built = COMMANDERIES - state.stock[seat]
    return [
        ScoreEntry(Message("pelegrinus.score.popes", n=popes), popes, "10.2"),
        # a sentence needs something between its brackets
        ScoreEntry(Message("pelegrinus.score.relics", n=len(held), values=held or [0]), sum(held), "10.3"),
        ScoreEntry(Message("pelegrinus.score.commanderies", n=built, left=state.stock[seat]), built, "10.4"),
    ]


def relics_of(state: Position, seat: int) -> list[RelicValue]:
    """The values of a seat's relics, the lowest first."""
    kinds = len(RELIC_VALUES)
    return [
        value for kind, value in enumerate(RELIC_VALUES) for _ in range(state.relics[seat * kinds + kind])
    ]


def abbey_lines(state: Position, seat: int) -> list[ScoreEntry]:
    """§10.5: each abbey is worth the own commanderies of its region."""
    board = state.board
    found: list[ScoreEntry] = []
    if seat not in state.abbeys:
        return found
    for city, owner in enumerate(state.abbeys):
        if owner == seat:
            region = board.region_of[city]
            points = commanderies_in(state, seat, region)
            label = Message(
                "pelegrinus.score.abbey", city=board.cities[city], region=board.regions[region], n=points
            )
            found.append(ScoreEntry(label, points, "10.5"))
    return found


def commanderies_in(state: Position, seat: int, region: int) -> int:
    """How many commanderies a seat has in a region."""
    first = seat * len(state.board.cities)
    return sum(state.commanderies[first + city] for city in state.board.region_cities[region])


def network_lines(state: Position, seat: int) -> list[ScoreEntry]:
    """§9.4, §10.6: each network by the number of sites it links."""
    found: list[ScoreEntry] = []
    for sites in networks(state, seat):
        names = [state.board.sites[site] for site in sites]
        label = Message("pelegrinus.score.network", n=len(sites), sites=names)
        found.append(ScoreEntry(label, NETWORK_POINTS[len(sites)], "10.6"))
    return found


def score(state: Position, seat: int) -> int:
    """The total of a seat as things stand, without its lines (for searches)."""
    total = POPES - state.popes[seat] + COMMANDERIES - state.stock[seat]
    first = seat * len(RELIC_VALUES)
    for kind, value in enumerate(RELIC_VALUES):
        total += value * state.relics[first + kind]
    if seat in state.abbeys:
        for city, owner in enumerate(state.abbeys):
            if owner == seat:
                total += commanderies_in(state, seat, state.board.region_of[city])
    for sites in networks(state, seat):
        total += NETWORK_POINTS[len(sites)]
    return total


def projection(state: Position) -> Result:
    """§10.7: the result if the game ended now; a tie goes to the more recent pope."""
    sheets = tuple(lines(state, seat) for seat in range(state.seats))
    scores = tuple(sum(line.points for line in sheet) for sheet in sheets)
    age = {seat: n for n, seat in enumerate(state.recency)}
    keys = [(scores[seat], -age.get(seat, state.seats)) for seat in range(state.seats)]
    return Result(scores, sheets, ranks(keys))


def result(state: Position) -> Result | None:
    """The result once the game is over."""
    return projection(state) if state.phase == OVER else None
