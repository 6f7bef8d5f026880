"""Reviews: the same by seed, cancelled and resumed, with books that balance and faults that are found."""

import json
from math import sqrt
from statistics import fmean, stdev

import pytest

import abbatia
from abbatia.analysis import Review, hints
from abbatia.analysis.budget import BUDGETS
from abbatia.analysis.calibration import Calibration, Outlook, Values, calibration_for
from abbatia.analysis.course import Choice, course_of
from abbatia.analysis.judging import BLUNDER, INACCURACY, MISTAKE, grade, judge
from abbatia.analysis.outlooks import outlook_of, spectator_world
from abbatia.analysis.playouts import Playouts
from abbatia.analysis.review import bias_of
from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.match import Decision, Match
from abbatia.core.record import Record
from abbatia.games import load
from tests.analysis.games import SMALL, played, review


def test_the_same_seed_gives_the_same_analysis_and_another_one_another() -> None:
    found = review("pelegrinus").result()
    record = Record.of(played("pelegrinus", 1))
    assert Review(record, SMALL).run() == found
    assert json.loads(json.dumps(found)) == found
    other = Review(record, SMALL, seed=2).run()
    assert other["decisions"] != found["decisions"]


def test_a_cancelled_review_goes_on_where_it_was() -> None:
    whole = review("pelegrinus")
    record = Record.of(played("pelegrinus", 1))
    begun = Review(record, SMALL)
    steps = begun.steps()
    while len(begun.parts) < 5:
        step = next(steps)
    next(steps)  # in the middle of a turn
    steps.close()
    assert (step.done, step.total) == (5, len(whole.turns))
    with pytest.raises(ValueError, match="not finished"):
        begun.result()
    kept = json.loads(json.dumps(begun.to_json()))
    again = Review.resume(record, kept)
    assert len(again.parts) == 5
    assert again.run() == whole.result()


def test_what_is_out_of_date_is_not_gone_on_with() -> None:
    record = Record.of(played("pelegrinus", 1))
    kept = review("pelegrinus").to_json()
    kept = {**kept, "key": {**kept["key"], "bots": 0}}
    assert Review.resume(record, kept).parts == []
    assert Review.resume(Record.of(played("pelegrinus", 2)), review("pelegrinus").to_json()).parts == []


def test_an_unfinished_game_is_refused() -> None:
    match = Match(load("pelegrinus"), 2, rng=Rng(1))
    with pytest.raises(abbatia.BadRecord, match="not over yet"):
        Review(Record.of(match))


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_the_books_balance(seed: int) -> None:
    found = review("pelegrinus", seed).result()
    for measure in ("win", "points"):
        for books in found["books"]:
            account = books[measure]
            entries = [account[name] for name in ("initial", "chance", "unseen", "own", "others")]
            assert sum(entries) + account["rest"] == pytest.approx(account["final"], abs=0.05)
            assert abs(account["rest"]) <= 3 * account["error"]
        finals = [books[measure]["final"] for books in found["books"]]
        expected = found["moments"][-1]["public"][measure]
        assert finals == pytest.approx(expected, abs=0.01)
    assert sum(books["win"]["initial"] for books in found["books"]) == pytest.approx(1.0, abs=0.001)


class Biased(Calibration):
    """Overrates the first seat."""

    def outlook(self, signs: list[list[float]], mean: float, progress: float) -> Outlook:
        found = super().outlook(signs, mean, progress)
        found[0] += 0.2
        found[1] -= 0.2
        return found


def suspicion(calibration: Calibration | None) -> float:
    """By how many standard errors the values on the way are above what came of them, for the first seat.

    One moment of each of some games: at a single one a value may be wrong either way.
    """
    biases: list[float] = []
    for seed in range(10):
        match = played("cardinal", seed, "cleric")
        playouts = Playouts(Values(match.title, 3, calibration))
        turn = course_of(match)[6 + 3 * seed]
        budget = SMALL._replace(playouts=16, error=0.0)
        _, whole = outlook_of(turn.before, None, playouts, budget, Rng(seed))
        assert whole is not None
        biases.append(bias_of(whole, 3)["bias"][0])
    return float(fmean(biases) / (stdev(biases) / sqrt(len(biases))))


def test_an_evaluator_that_overrates_a_seat_is_caught() -> None:
    learned = calibration_for("cardinal", 3)
    assert abs(suspicion(None)) < 2
    assert suspicion(Biased(learned.chances, learned.points)) > 3


def rest_of_the_first(calibration: Calibration | None) -> float:
    """By how many standard errors the books of seat 0 miss their balance, over some games of Pelegrinus."""
    rests = [
        Review(Record.of(played("pelegrinus", seed, "cleric")), SMALL, calibration=calibration).run()[
            "books"
        ][0]["win"]["rest"]
        for seed in range(10, 22)
    ]
    return float(fmean(rests) / (stdev(rests) / sqrt(len(rests))))


@pytest.mark.slow
def test_the_books_show_it_too_where_no_playout_reaches_the_end() -> None:
    learned = calibration_for("pelegrinus", 2)
    honest = rest_of_the_first(None)
    assert abs(honest) < 2.5
    assert rest_of_the_first(Biased(learned.chances, learned.points)) < honest - 1.5


def blundered(seed: int) -> tuple[Match, int, int]:
    """A game of two good players in which one programme was the worst there is: everybody stays at home."""
    source = Rng(seed)
    match = Match(load("pelegrinus"), 2, rng=source.spawn())
    bots = [make_bot("abbot", source.spawn(), steady=True) for _ in range(2)]
    victim, wanted = seed % 2, 4 + seed % 3
    number = -1
    while actors := match.to_act():
        seat = actors[0]
        if match.turns.count == wanted and seat == victim:
            if number < 0:
                number = match.turns.starts[wanted - 1]
            legal = match.decision(seat).legal
            texts = [match.title.vocabulary[action] for action in legal]
            at_home = [index for index, text in enumerate(texts) if text == "seal" or text.startswith("keep")]
            if at_home:
                match.play(seat, legal[at_home[0]])
                continue
        match.play(seat, bots[seat].choose(match.decision(seat)))
    return match, victim, number


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_planted_blunder_is_the_largest_loss(seed: int) -> None:
    match, victim, number = blundered(seed)
    playouts = Playouts(Values(match.title, 2))
    losses: list[tuple[float, int, int]] = []
    for turn in course_of(match):
        for event in turn.happened:
            if isinstance(event, Choice):
                for seat, plan in event.plans.items():
                    budget = BUDGETS["quick"]
                    found = judge(event.before, seat, plan, playouts, budget, Rng(event.number * 8 + seat))
                    losses.append((found["loss"]["win"], event.number, seat))
    assert max(losses)[1:] == (number, victim)
    assert max(losses)[0] > MISTAKE


def test_grades_go_by_the_thresholds_of_the_docs() -> None:
    limits = (0.0, INACCURACY, MISTAKE, BLUNDER)
    assert [grade(limit) for limit in limits] == ["fine", "inaccuracy", "mistake", "blunder"]
    assert grade(INACCURACY - 0.001) == "fine"


def test_a_spectator_knows_no_hand() -> None:
    """What the real hands are has no part in the worlds that a spectator imagines, but for what is known."""
    state = played("cardinal", 2).title.start(3)
    rng = Rng(1)
    while state.to_act()[0] < 0:
        state.apply(-1, state.draw_lot(rng))
    hands = [json.dumps(state.observe(seat)["own"]) for seat in range(3)]
    same = [0, 0, 0]
    for number in range(40):
        world = spectator_world(state, Rng(number))
        assert world.observe(None) == state.observe(None)
        for seat in range(3):
            same[seat] += json.dumps(world.observe(seat)["own"]) == hands[seat]
    assert max(same) < 12


def test_a_review_of_each_title_says_all_that_a_report_needs() -> None:
    found = review("pelegrinus").result()
    assert [moment["turn"] for moment in found["moments"]] == list(range(1, len(found["moments"]) + 1))
    for moment in found["moments"]:
        assert sum(moment["public"]["win"]) == pytest.approx(1.0, abs=0.001)
    assert found["summary"][0]["decisions"] == sum(found["summary"][0]["grades"].values())
    assert len(found["turning_points"]) == 3
    assert {"analysis", "bots", "rules", "calibration", "record", "seed", "budget"} <= set(found)


@pytest.mark.parametrize("title", ["cardinal", "kings_abbey"])
def test_the_first_turns_of_the_other_titles_can_be_looked_at(title: str) -> None:
    begun = Review(Record.of(played(title, 1, "cleric")), SMALL)
    steps = begun.steps()
    while len(begun.parts) < 4:
        next(steps)
    assert begun.parts[0]["initial"]["playouts"]
    assert any(part["decisions"] for part in begun.parts)
    assert any(chance["luck"] for part in begun.parts for chance in part["chances"])


def test_hints_are_turns_that_can_be_played() -> None:
    for title in ("cardinal", "pelegrinus", "kings_abbey"):
        match = Match(load(title), 3, rng=Rng(3))
        seat = match.to_act()[0]
        decision: Decision = match.decision(seat)
        found = hints(decision, SMALL)
        assert 1 <= len(found) <= 3
        for turn in found:
            state = match.state.clone()
            for text in turn["actions"]:
                assert state.why_not(seat, match.title.numbers[text]) is None
                state.apply(seat, match.title.numbers[text])
