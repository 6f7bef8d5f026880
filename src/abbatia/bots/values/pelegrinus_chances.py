"""The chance to have a majority at a place of Pelegrinus, from what each rival may send there.

Rivals choose apart from each other, so the chance to beat all of them is a product. A stack is four bits, the
Master the lowest and the Pilgrim the highest; a Pilgrim anywhere at the place takes all Masters away (§4.3).
"""

from typing import Final

from abbatia.games.pelegrinus.position import HEIGHT, MASTER, PILGRIM

STACKS: Final = len(HEIGHT)
BARE: Final = tuple(HEIGHT[stack & ~(1 << MASTER)] for stack in range(STACKS))
"""By stack: its height when the Masters are cancelled."""
WITH_PILGRIM: Final = 1 << PILGRIM
RUNGS: Final = max(HEIGHT) + 2
NOBODY: Final = (1.0, *[0.0] * (STACKS - 1))
"""The chances of the stacks of a seat that sends nobody."""

Row = list[float]
"""By stack: how likely a seat sends it to one place."""
Ladder = tuple[list[float], list[float], list[float]]
"""By height h: how likely a stack is lower than h; without a Pilgrim, the same bare, and bare with any."""


def ladder(row: Row) -> Ladder:
    """How likely a seat's stack is lower than each height."""
    plain, bare, any_bare = [0.0] * RUNGS, [0.0] * RUNGS, [0.0] * RUNGS
    for stack, chance in enumerate(row):
        if chance:
            low = BARE[stack] + 1
            any_bare[low] += chance
            if stack < WITH_PILGRIM:
                plain[HEIGHT[stack] + 1] += chance
                bare[low] += chance
    a = b = c = 0.0
    for height in range(RUNGS):
        a += plain[height]
        b += bare[height]
        c += any_bare[height]
        plain[height], bare[height], any_bare[height] = a, b, c
    return plain, bare, any_bare


def win_chances(rivals: list[tuple[Ladder, int]]) -> Row:
    """By stack: the chance of the majority; each rival comes with 1 if a tie with it is won, else 0."""
    found = [0.0] * STACKS
    for stack in range(1, WITH_PILGRIM):
        height, bare = HEIGHT[stack], BARE[stack]
        quiet = cancelled = not_cancelled = 1.0
        for (plain, bare_plain, any_bare), tie in rivals:
            quiet *= plain[height + tie]
            cancelled *= any_bare[bare + tie]
            not_cancelled *= bare_plain[bare + tie]
        found[stack] = quiet + cancelled - not_cancelled if bare else quiet
    for stack in range(WITH_PILGRIM, STACKS, 2):
        bare = BARE[stack]
        chance = 1.0
        for rival, tie in rivals:
            chance *= rival[2][bare + tie]
        found[stack] = found[stack + 1] = chance
    return found
