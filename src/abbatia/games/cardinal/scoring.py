"""Scoring: abbeys in each country, alliances, chains. Lines explain each point; the fast sums agree."""

from typing import Final

from mypy_extensions import i64

from abbatia.core.contract import Result, ScoreEntry
from abbatia.core.contract import ranks as ranks_by
from abbatia.core.words import Message
from abbatia.games.cardinal.board import COLOURS
from abbatia.games.cardinal.fields import KING_COLOUR, Position
from abbatia.games.cardinal.phases import OVER
from abbatia.games.cardinal.tables import keep

COUNTS: Final[dict[int, list[int]]] = {}
MAJORITIES: Final[dict[int, tuple[int, ...]]] = {}
SUMMANDS: Final[dict[int, int]] = {}
# `summand` packs the points of all colours into one number, 8 bits each, so that one addition adds them all.
SUM_MASK: Final = 255
SUM_BITS: Final = 8  # for the points of one colour on the whole board, which has 62 sites at most
STANDINGS: Final[dict[int, list[tuple[int, int, int, int]]]] = {}
LEADERS: Final[dict[int, tuple[int, int]]] = {}
ALLIANCE_PARTS: Final[dict[int, int]] = {}
EVERY_COLOUR: Final = (1 << COLOURS) - 1


def counts(packed: int) -> list[int]:
    """The pieces of each colour in one country; to be read, not changed."""
    known = COUNTS.get(packed)
    if known is None:
        known = COUNTS[packed] = [packed >> 4 * colour & 15 for colour in range(COLOURS)]
    return known


def majority(packed: int) -> tuple[int, ...]:
    """The points of each colour in one country (§9.1, §9.2, §9.3, §9.4).

    The first scores all abbeys there, each following colour the number of the one just ahead; equal numbers
    score alike, and without an abbey there is nothing.
    """
    known = MAJORITIES.get(packed)
    if known is None:
        pieces = counts(packed)
        ladder = sorted({number for number in pieces if number}, reverse=True)
        ahead = [sum(pieces), *ladder]
        known = tuple(ahead[ladder.index(number)] if number else 0 for number in pieces)
        MAJORITIES[packed] = known
    return known


def summand(packed: int) -> int:
    """The same points in one number that can be added up, SUM_BITS for each colour."""
    known = SUMMANDS.get(packed)
    if known is None:
        known = sum(points << SUM_BITS * colour for colour, points in enumerate(majority(packed)))
        SUMMANDS[packed] = known
    return known


def leaders(packed: int) -> tuple[int, int]:
    """The colours with the most advisors in one country as a mask, and all advisors there (§11.2)."""
    known = LEADERS.get(packed)
    if known is None:
        pieces = counts(packed)
        most = max(pieces)
        mask = sum(1 << colour for colour, number in enumerate(pieces) if number == most and number)
        known = (mask, sum(pieces))
        LEADERS[packed] = known
    return known


def alliance_part(packed: int) -> int:
    """The same in one number: the mask in the lowest bits, the number of advisors above."""
    known = ALLIANCE_PARTS.get(packed)
    if known is None:
        mask, advisors = leaders(packed)
        known = advisors << COLOURS | mask
        ALLIANCE_PARTS[packed] = known
    return known


def standings(packed: int) -> list[tuple[int, int, int, int]]:
    """Each colour with abbeys in one country: (colour, points, abbeys, place)."""
    known = STANDINGS.get(packed)
    if known is None:
        pieces = counts(packed)
        known = [
            (colour, points, pieces[colour], 1 + sum(1 for other in pieces if other > pieces[colour]))
            for colour, points in enumerate(majority(packed))
            if points
        ]
        STANDINGS[packed] = known
    return known


# -- fast sums, as the game plays --------------------------------------------------------------------------


def add_abbeys(state: Position, scores: list[int]) -> None:
    """The points for abbeys in all countries (§8.2, §11.1); the King's go to the influence (§13.7)."""
    total = 0
    for packed in state.abbeys:
        if packed:
            total += summand(packed)
    for seat in range(state.seats):
        scores[seat] = scores[seat] + (total >> SUM_BITS * seat & SUM_MASK)
    duel = state.duel
    if duel is not None:
        for country, packed in enumerate(state.abbeys):
            holder = duel.holders[state.tables.board.kind_of[country]]
            if holder >= 0:
                scores[holder] += majority(packed)[KING_COLOUR]


def add_alliances(state: Position, scores: list[int]) -> None:
    """The points for alliances: all advisors of both countries to whoever leads in both (§11.3, §11.4)."""
    parts = [alliance_part(packed) if packed else 0 for packed in state.advisors]
    second_allies = state.tables.second_allies
    for index, one in enumerate(state.tables.first_allies):
        other = second_allies[index]
        both = parts[one] & parts[other] & EVERY_COLOUR
        if both:
            points = (parts[one] >> COLOURS) + (parts[other] >> COLOURS)
            for seat in range(state.seats):
                if both >> seat & 1:
                    scores[seat] = scores[seat] + points


def add_chains(state: Position, scores: list[int]) -> None:
    """The points for chains of abbeys (§11.5); the King scores none (§13.8)."""
    for seat in range(state.seats):
        scores[seat] += state.tables.chains.points(state.sites[seat])


def add_final(state: Position, scores: list[int]) -> None:
    """The points of the final scoring: abbeys, alliances, chains (§11.1, §11.2, §11.5)."""
    add_abbeys(state, scores)
    add_alliances(state, scores)
    add_chains(state, scores)


# -- the score sheet ---------------------------------------------------------------------------------------

Scored = tuple[int, ScoreEntry]
"""A seat and one of its lines."""


def interim_lines(state: Position) -> list[Scored]:
    """What the interim scoring gave; to be read, not changed."""
    key = (state.interim, state.interim_holders, state.seats)
    known: list[Scored] | None = state.tables.kept.get(key)
    if known is None:
        lines = _abbey_lines(state, state.interim, state.interim_holders, is_interim=True)
        known = keep(state.tables.kept, key, lines)
    return known


def final_lines(state: Position) -> list[Scored]:
    """What the final scoring gives on this board: abbeys, alliances, chains."""
    holders = () if state.duel is None else tuple(state.duel.holders)
    lines = _abbey_lines(state, tuple(state.abbeys), holders, is_interim=False)
    lines += alliance_lines(state)
    for seat in range(state.seats):
        lines += chain_lines(state, seat)
    return lines


def _abbey_lines(
    state: Position, abbeys: tuple[int, ...], holders: tuple[int, ...], *, is_interim: bool
) -> list[Scored]:
    """A line for each colour with abbeys in a country, in the order of the board (§9.5)."""
    kind_of = state.tables.board.kind_of
    found: list[Scored] = []
    for country, packed in enumerate(abbeys):
        if packed:
            holder = holders[kind_of[country]] if holders else -1
            found += _country_lines(state, country, packed, holder, is_interim=is_interim)
    return found


def _country_lines(
    state: Position, country: i64, packed: i64, holder: i64, *, is_interim: bool
) -> list[Scored]:
    """The lines of one country; those of the King go to the holder of its influence card (§13.7)."""
    tables = state.tables
    # from the lowest bit: the scoring, 3 bits of seats, 3 of the holder (0: nobody), 4 of the country, counts
    key: i64 = (((packed << 4 | country) << 3 | holder + 1) << 3 | state.seats) * 2 + (1 if is_interim else 0)
    known = tables.lines.get(key)
    if known is not None:
        return known
    label, rule = ("interim", "8.2") if is_interim else ("abbeys", "11.1")
    name = tables.board.countries[country]
    found: list[Scored] = []
    for colour, points, number, place in standings(packed):
        if colour < state.seats:
            message = Message(f"cardinal.score.{label}", country=name, abbeys=number, place=place)
            found.append((colour, ScoreEntry(message, points, rule)))
        elif holder >= 0:
            message = Message(f"cardinal.score.king_{label}", country=name, abbeys=number, place=place)
            found.append((holder, ScoreEntry(message, points, "13.7")))
    keep(tables.lines, key, found)
    return found


def alliance_lines(state: Position) -> list[Scored]:
    """A line for each seat that leads in both countries of an alliance, in their order (§11.2)."""
    tables = state.tables
    found: list[Scored] = []
    leading = [alliance_part(packed) if packed else 0 for packed in state.advisors]
    second_allies = tables.second_allies
    for index, one in enumerate(tables.first_allies):
        other = second_allies[index]
        both = leading[one] & leading[other] & EVERY_COLOUR
        if both:
            advisors = (leading[one] >> COLOURS) + (leading[other] >> COLOURS)
            key = (index, both, advisors, state.seats)
            known: list[Scored] | None = tables.kept.get(key)
            if known is None:
                known = keep(tables.kept, key, _alliance_lines(state, index, both, advisors))
            found += known
    return found


def _alliance_lines(state: Position, index: int, both: int, advisors: int) -> list[Scored]:
    """The lines of one alliance: all its advisors to each seat that leads in both countries (§11.4)."""
    board = state.tables.board
    number, one, other = board.alliances[index]
    a, b = board.countries[one], board.countries[other]
    return [
        (
            seat,
            ScoreEntry(
                Message("cardinal.score.alliance", number=number, a=a, b=b, advisors=advisors),
                advisors,
                "11.4",
            ),
        )
        for seat in range(state.seats)
        if both >> seat & 1
    ]


def chain_lines(state: Position, seat: int) -> list[Scored]:
    """A line for each chain of a seat (§11.5)."""
    tables = state.tables
    key = (seat, state.sites[seat])
    known: list[Scored] | None = tables.kept.get(key)
    if known is None:
        names = tables.board.sites
        found: list[Scored] = []
        for chain in tables.chains.chains(state.sites[seat]):
            sites = [names[site] for site in chain]
            found.append(
                (
                    seat,
                    ScoreEntry(
                        Message("cardinal.score.chain", sites=sites, n=len(chain)), len(chain), "11.5"
                    ),
                )
            )
        known = keep(tables.kept, key, found)
    return known


def sheets(state: Position, scored: list[Scored]) -> tuple[tuple[ScoreEntry, ...], ...]:
    """The lines of each seat."""
    found: list[list[ScoreEntry]] = [[] for _ in range(state.seats)]
    for seat, line in scored:
        found[seat].append(line)
    return tuple([tuple(lines) for lines in found])


def result(state: Position) -> Result | None:
    """Scores, lines and ranks once the game is over (§11.8, §11.9, §R9, §R20)."""
    if state.phase != OVER:
        return None
    lines = sheets(state, interim_lines(state) + final_lines(state))
    return Result(tuple(state.scores), lines, ranks(state))


def ranks(state: Position) -> tuple[int, ...]:
    """The rank of each seat at the end: the most points, then the most unused pieces (§11.8, §11.9)."""
    if state.phase != OVER:
        return ()
    unused = [state.abbeys_left[seat] + state.advisors_left[seat] for seat in range(state.seats)]
    return ranks_by(list(zip(state.scores, unused, strict=False)))
