"""Pelegrinus: bots play the same from every seat, and send nobody where nothing can come of it."""

from collections.abc import Iterator
from itertools import permutations
from statistics import mean, stdev
from typing import cast

import pytest

from abbatia.bots import make_bot
from abbatia.bots.protocol import Bot
from abbatia.bots.values import maker, read_weights
from abbatia.bots.values.pelegrinus import PelegrinusEvaluator
from abbatia.bots.values.pelegrinus_opponents import ANSWERS
from abbatia.bots.values.pelegrinus_programmes import cities_of, steps
from abbatia.core.chance import Rng
from abbatia.core.match import Decision, Match
from abbatia.games import load
from abbatia.games.pelegrinus.actions import CHARACTER_COUNT
from abbatia.games.pelegrinus.board import INFLUENCE, RELIC_VALUES
from abbatia.games.pelegrinus.fields import Position
from abbatia.games.pelegrinus.majorities import STACKED, crowds
from abbatia.games.pelegrinus.phases import PROGRAMMING
from abbatia.games.pelegrinus.state import PelegrinusState
from abbatia.games.pelegrinus.turns.commanderies import find_winners

SENT = sum(INFLUENCE[:STACKED])  # the influence that a seat has each turn


def evaluator() -> PelegrinusEvaluator:
    return cast(PelegrinusEvaluator, maker("pelegrinus")(read_weights("pelegrinus")))


def moved(pos: PelegrinusState, places: tuple[int, ...]) -> PelegrinusState:
    """The same position with other seats: who sits at `seat` now sits at `places[seat]`."""
    came_from = [places.index(seat) for seat in range(pos.seats)]

    def by_seat(flat: list[int], size: int) -> list[int]:
        return [thing for seat in came_from for thing in flat[seat * size : (seat + 1) * size]]

    def owner(seat: int) -> int:
        return places[seat] if seat >= 0 else seat

    new = pos.clone()
    new.track = [owner(seat) for seat in pos.track]
    new.recency = [places[seat] for seat in pos.recency]
    new.abbeys = [owner(seat) for seat in pos.abbeys]
    new.holders = by_seat([owner(seat) for seat in pos.holders], 1)
    new.popes, new.stock = by_seat(pos.popes, 1), by_seat(pos.stock, 1)
    new.abbey_stock, new.presence = by_seat(pos.abbey_stock, 1), by_seat(pos.presence, 1)
    new.commanderies = by_seat(pos.commanderies, len(pos.board.cities))
    new.relics = by_seat(pos.relics, len(RELIC_VALUES))
    new.menus = [pos.menus[seat] for seat in came_from]
    return new


def turns(seats: int, seed: int) -> Iterator[PelegrinusState]:
    """The beginning of every turn of a game of level 3, before anybody has given an order."""
    source = Rng(seed)
    match = Match(load("pelegrinus"), seats, rng=source.spawn())
    bots = [make_bot("prior", source.spawn(), steady=True) for _ in range(seats)]
    while actors := match.to_act():
        pos = cast(PelegrinusState, match.state)
        if pos.phase == PROGRAMMING and all(order < 0 for order in pos.orders):
            yield pos.clone()
        match.play(actors[0], bots[actors[0]].choose(match.decision(actors[0])))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_changes_seats_changes_no_programme(seats: int) -> None:
    """Exactly the same values and actions, in every arrangement of the seats."""
    mind = evaluator()
    for pos in list(turns(seats, seed=3))[:: 2 if seats < 4 else 5]:
        found = [mind.plans(pos, seat, Rng(8)) for seat in range(seats)]
        for places in list(permutations(range(seats)))[1::4]:
            other = moved(pos, places)
            for seat in range(seats):
                assert mind.plans(other, places[seat], Rng(8)) == found[seat], (pos.turn, places)
                assert mind.value(other, places[seat]) == mind.value(pos, seat)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "games"), [(2, 80), (3, 40)])
def test_equal_bots_are_equal_at_all_seats(seats: int, games: int) -> None:
    """The first seat's points against the last one's: within the 99.9 % interval around nothing."""
    ahead = [played(["abbot"] * seats, seed) for seed in range(games)]
    differences = [scores[0] - scores[-1] for scores in ahead]
    assert abs(mean(differences)) < 3.3 * stdev(differences) / games**0.5, mean(differences)


# -- influence without effect --------------------------------------------------------------------------------


class Denier(Bot):
    """Goes to new cities and the court, and never builds the last commandery of a region."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.plan: list[int] = []

    def choose(self, decision: Decision) -> int:
        pos = cast(PelegrinusState, decision.imagine(self.rng))
        if pos.phase != PROGRAMMING:
            return decision.legal[0]
        if not self.plan:
            seat, board = decision.seat, pos.board
            cities = cities_of(pos, seat)
            free = [city for city in cities if pos.room[city] and not is_last(pos, city)]
            new = [city for city in free if not pos.presence[seat] & board.bit[city]] or free or [board.home]
            alone = [new[self.rng.below(len(new))] for _ in range(3)]
            self.plan = list(steps(pos, seat, (*alone, board.court, board.home)))
        return self.plan.pop(0)


def is_last(pos: Position, city: int) -> bool:
    """Whether one commandery in this city would complete its region."""
    return sum(pos.room[other] for other in pos.board.region_cities[pos.board.region_of[city]]) == 1


def in_vain(pos: Position, seat: int) -> int:
    """§3.8: influence that stands in complete cities of regions that this turn does not complete."""
    room = pos.room[:]
    for city, winner in find_winners(pos, crowds(pos)).items():
        room[city] -= 1 if pos.stock[winner] else 0
    board, total = pos.board, 0
    for character in range(STACKED):
        place = pos.orders[seat * CHARACTER_COUNT + character]
        if place >= board.court or pos.room[place]:
            continue
        if any(room[city] for city in board.region_cities[board.region_of[place]]):
            total += INFLUENCE[character]
    return total


def played(names: list[str], seed: int, wasted: list[int] | None = None) -> tuple[int, ...]:
    """The scores of a game; what the seats of bots other than `denier` sent in vain each turn is kept."""
    source = Rng(seed)
    match = Match(load("pelegrinus"), len(names), rng=source.spawn())
    bots: list[Bot] = [
        Denier(source.spawn()) if name == "denier" else make_bot(name, source.spawn(), steady=True)
        for name in names
    ]
    while actors := match.to_act():
        seat = actors[0]
        action = bots[seat].choose(match.decision(seat))
        pos = cast(PelegrinusState, match.state)
        is_sealed_by_all = len(actors) == 1 and action == pos.actions.seal and pos.phase == PROGRAMMING
        if wasted is not None and is_sealed_by_all:
            wasted += [in_vain(pos, other) for other, name in enumerate(names) if name != "denier"]
        match.play(seat, action)
    result = match.result()
    assert result is not None
    return result.scores


@pytest.mark.parametrize(
    ("level", "seats", "games"),
    [("abbot", 2, 4), ("abbot", 4, 2), pytest.param("legate", 2, 2, marks=pytest.mark.slow)],
)
def test_hardly_any_influence_is_sent_where_it_has_no_effect(level: str, seats: int, games: int) -> None:
    """Against somebody who never completes a region a bet that others will is lost every time."""
    wasted: list[int] = []
    for seed in range(games):
        names = [level] * (seats - 1)
        names.insert(seed % seats, "denier")
        played(names, seed, wasted)
    assert len(wasted) == 14 * games * (seats - 1)
    assert sum(wasted) < 0.1 * SENT * len(wasted), f"{sum(wasted) / SENT / len(wasted):.0%} in vain"


def test_a_region_that_cannot_be_completed_this_turn_is_no_bet() -> None:
    """Where a city lacks two commanderies an abbey is worth nothing now, however few are missing in all."""
    seen = 0
    for pos in turns(4, seed=11):
        board = evaluator().board_evaluator
        for region, cities in enumerate(pos.board.region_cities):
            lacks = [pos.room[city] for city in cities if pos.room[city]]
            if lacks and max(lacks) > 1 and len(lacks) < len(cities):
                seen += 1
                assert all(board.abbey_prize(pos, seat, region) == 0.0 for seat in range(4))
    assert seen


# -- a clock that cut an opponent model short ----------------------------------------------------------------


def test_an_opponent_model_that_a_clock_cut_short_is_not_kept_for_others() -> None:
    pos = list(turns(4, seed=3))[4]
    mind = evaluator()
    hurried = mind.plans(pos, 0, Rng(1), 0.0)
    assert mind.opponents(pos, 0.0).answers[0] != mind.opponents(pos).answers[0]
    assert len(mind.opponents(pos).answers[0]) == ANSWERS // 4
    assert mind.plans(pos, 0, Rng(1)) == evaluator().plans(pos, 0, Rng(1))
    assert hurried == evaluator().plans(pos, 0, Rng(1), 0.0)
