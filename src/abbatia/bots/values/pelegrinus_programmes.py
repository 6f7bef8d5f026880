"""Programmes of Pelegrinus: the best ways to split the characters, and the actions that order them."""

from heapq import nsmallest
from typing import Final

from abbatia.core.chance import Rng, draw_from
from abbatia.games.pelegrinus.position import (
    CHARACTER_COUNT,
    KEEPER,
    NO_CHANGES,
    STACKED,
    UNORDERED,
    Position,
)

Programme = tuple[int, ...]
"""The place of each character."""
Split = tuple[float, tuple[int, ...], tuple[int, ...]]
"""What a split of the influential characters gains, its stacks, and the place of each stack."""
Top = tuple[float, int]
"""What some characters lose at a place, which is their gain with the sign turned, and the place."""
Gains = list[list[float]]
"""By place and stack sent there: the expected gain over sending nobody; nothing where a seat may not go."""
PARTITIONS: Final = (
    ((15,),),
    ((1, 14), (2, 13), (4, 11), (8, 7), (3, 12), (5, 10), (6, 9)),
    ((1, 2, 12), (1, 4, 10), (1, 8, 6), (2, 4, 9), (2, 8, 5), (4, 8, 3)),
    ((1, 2, 4, 8),),
)
"""The ways to split the four influential characters, by the number of places."""
TRIED: Final = (4, 4, 3, 4)  # places tried for each stack
MOST_TRIED: Final = max(TRIED)
BLANK: Final = (UNORDERED,) * CHARACTER_COUNT


def best_splits(gains: Gains, kept: int, fixed: Programme = BLANK) -> list[Split]:
    """The best splits for these gains, the best first; orders that are given stay."""
    found: list[Split] = []
    open_places = [place for place, row in enumerate(gains) if row]
    tops: list[list[Top]] = [[]]
    for stack in range(1, 1 << STACKED):
        tops.append(top_places(gains, stack, fixed, open_places))
    for partitions, tried in zip(PARTITIONS, TRIED, strict=True):
        for partition in partitions:
            combine(partition, [tops[stack][:tried] for stack in partition], found)
    return nsmallest(kept, found)


def top_places(gains: Gains, stack: int, fixed: Programme, places: list[int]) -> list[Top]:
    """The best of some places for some characters together."""
    if fixed != BLANK:
        bound = {fixed[c] for c in range(STACKED) if stack >> c & 1 and fixed[c] != UNORDERED}
        if len(bound) > 1:
            return []
        places = list(bound) or places
    return sorted([(-gains[place][stack], place) for place in places])[:MOST_TRIED]


def combine(partition: tuple[int, ...], tops: list[list[Top]], found: list[Split]) -> None:
    """Every way to send the stacks of a partition to different places."""
    states: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for top in tops:
        states = [
            (total + loss, (*places, place))
            for total, places in states
            for loss, place in top
            if place not in places
        ]
    found += [(total, partition, places) for total, places in states]


def spread(partition: tuple[int, ...], places: tuple[int, ...]) -> Programme:
    """The place of each influential character."""
    found = [0] * STACKED
    for stack, place in zip(partition, places, strict=True):
        for character in range(STACKED):
            if stack >> character & 1:
                found[character] = place
    return tuple(found)


def stacks_of(programme: Programme) -> dict[int, int]:
    """The influential characters of a programme by their place."""
    stacks: dict[int, int] = {}
    for character in range(STACKED):
        place = programme[character]
        stacks[place] = stacks.get(place, 0) | 1 << character
    return stacks


def appraise(programme: Programme, gains: Gains) -> float:
    """What the influential characters of a programme gain."""
    return sum(gains[place][stack] for place, stack in stacks_of(programme).items())


def loose_programme(
    places: list[int], weights: list[int], keepers: list[int], apart: int, rng: Rng
) -> Programme:
    """Each character goes where it is drawn, `apart` times rarer where another one goes already."""
    left_weights = weights[:]
    programme: list[int] = []
    for _ in range(STACKED):
        drawn = draw_from(left_weights, rng)
        programme.append(places[drawn])
        left_weights[drawn] = left_weights[drawn] // apart + 1
    return (*programme, keepers[rng.below(len(keepers))])


# -- orders --------------------------------------------------------------------------------------------------


def cities_of(state: Position, seat: int) -> list[int]:
    """The cities a seat may go to this turn."""
    place = state.actions.place
    sends = state.menus[seat][NO_CHANGES + KEEPER]
    return [place[action] for action in sends if place[action] < state.board.court]


def orders_so_far(state: Position, seat: int) -> Programme:
    first = seat * CHARACTER_COUNT
    return tuple(state.orders[first : first + CHARACTER_COUNT])


def steps(state: Position, seat: int, programme: Programme) -> tuple[int, ...]:
    """The actions that give the orders still missing, in the order the engine asks, and the seal."""
    given = orders_so_far(state, seat)
    orders = [
        state.actions.send(character, programme[character])
        for character in in_hand_first(state, seat)
        if given[character] == UNORDERED
    ]
    return (*orders, state.actions.seal)


def in_hand_first(state: Position, seat: int) -> list[int]:
    """The characters in the order in which they come into hand."""
    hand = state.hand[seat]
    rest = [character for character in range(CHARACTER_COUNT) if character != hand]
    return [hand, *rest] if hand < CHARACTER_COUNT else rest
