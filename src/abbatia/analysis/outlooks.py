"""What each viewer may expect at a moment: chances and points, from the worlds it can imagine."""

from math import sqrt
from typing import Any, Final

from abbatia.analysis.budget import Budget
from abbatia.analysis.playouts import Playouts
from abbatia.analysis.statistics import Controlled, Tally
from abbatia.core.chance import Rng
from abbatia.core.contract import State

BATCH: Final = 8  # playouts after which the error is looked at
CHEAP: Final = 2  # playouts that are cut short, for each one to the end
SWEEPS: Final = 3  # how often all seats' hidden things are imagined anew for a spectator
TRUST: Final = (0.08, 4.0)
"""How far calibrated values may be wrong, as standard deviations of chances and of points. A few playouts to
the end are less sure than that, so they are weighed against the values on the way; many outweigh these."""
LOOKS: Final = 3  # worlds of each seat that are compared with the real one, to see whether anything is hidden


def spectator_world(state: State, rng: Rng) -> State:
    """A world that a spectator cannot tell from the real one.

    The rules imagine worlds for seats, who know their own hidden things. What each seat imagines in turn of
    the world before it forgets them (Gibbs sampling); after some sweeps nothing of the real ones is left.
    """
    world = state
    for _ in range(SWEEPS):
        for seat in range(state.seats):
            world = world.imagine(seat, rng)
    return world


def imagined(state: State, viewer: int | None, playouts: Playouts, rng: Rng) -> State:
    """A world that the viewer cannot tell from the real one, with likely choices of others in it."""
    if viewer is None:
        return spectator_world(state, rng)
    world = state.imagine(viewer, rng)
    playouts.values.evaluator.prepare(world, viewer, rng)
    return world


def hides_something(state: State, rng: Rng) -> bool:
    """Whether a seat can imagine another world than the real one."""
    real = state.to_json()
    return any(
        state.imagine(seat, rng).to_json() != real for seat in range(state.seats) for _ in range(LOOKS)
    )


def outlook_of(
    state: State, viewer: int | None, playouts: Playouts, budget: Budget, rng: Rng, *, real: bool = False
) -> tuple[dict[str, Any], Controlled | None]:
    """The chances and points of all seats at a moment, from one view, with their standard errors.

    `real`: in the real world, for the books. Playouts are added until the error asked for is reached or the
    budget ends. Where they can be played to the end, the value on their way is the control variate.
    """
    seats = state.seats
    if not state.to_act():
        return written(playouts.values.outlook(state), [0.0] * (2 * seats), 0, seats), None
    count = 0
    whole = Controlled(2 * seats) if playouts.values.traits.is_whole else None
    cut_short = Tally(2 * seats)
    means, errors = [0.0] * (2 * seats), [1.0] * (2 * seats)
    while count < budget.playouts and max(errors[:seats]) > budget.error:
        for _ in range(min(BATCH, budget.playouts - count)):
            if whole is not None:
                world = state if real else imagined(state, viewer, playouts, rng)
                whole.add(*playouts.to_the_end(world, rng.below(1 << 30)))
                for _ in range(CHEAP):
                    world = state if real else imagined(state, viewer, playouts, rng)
                    whole.add_cheap(playouts.horizon(world, {}, rng.below(1 << 30)))
            else:
                world = state if real else imagined(state, viewer, playouts, rng)
                cut_short.add(playouts.horizon(world, {}, rng.below(1 << 30)))
            count += 1
        means, errors = weighed(whole, seats) if whole is not None else (cut_short.means, cut_short.errors())
    return written(means, errors, count, seats), whole


def weighed(whole: Controlled, seats: int) -> tuple[list[float], list[float]]:
    """The means of playouts and of the values on the way, each weighed by how sure it is; and their errors.

    When all of a few playouts end alike that does not make them certain.
    """
    means, errors = [], []
    for index, mean in enumerate(whole.means()):
        is_chance = index < seats
        least = 0.5 / whole.dear.count if is_chance else 0.0
        played = max(whole.error(index), least) ** 2
        valued = TRUST[not is_chance] ** 2 + whole.cheap.error(index) ** 2
        share = valued / (valued + played)
        means.append(share * mean + (1.0 - share) * whole.cheap.means[index])
        errors.append(sqrt(share * played))
    return means, errors


def written(means: list[float], errors: list[float], count: int, seats: int) -> dict[str, Any]:
    """An outlook as JSON. Chances of a control variate may leave 0 and 1 by a little."""
    chances = [min(max(chance, 0.0), 1.0) for chance in means[:seats]]
    total = sum(chances) or 1.0
    return {
        "win": [round(chance / total, 4) for chance in chances],
        "points": [round(points, 2) for points in means[seats:]],
        "error": {
            "win": [round(error, 4) for error in errors[:seats]],
            "points": [round(error, 2) for error in errors[seats:]],
        },
        "playouts": count,
    }
