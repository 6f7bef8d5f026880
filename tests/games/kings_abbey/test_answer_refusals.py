"""While a question is open, a refused answer gets its own reason and rule."""

import pytest

from abbatia.core.rules import rules
from abbatia.games.kings_abbey import TITLE
from abbatia.games.kings_abbey.answer_refusals import ANSWERING, BY_QUESTION
from abbatia.games.kings_abbey.answers import ANSWERS
from abbatia.games.kings_abbey.questions import NAMES
from tests.games.kings_abbey.table import Table

BIG = "c21"  # a crusade of six dice


def abbey(*dice: int) -> Table:
    return Table(2).dice(0, *dice).benches(0, (1, 1), (1, 2))


def collecting(*dice: int, first: int = 3) -> Table:
    table = Table(2).dice(0, first, *dice).goods(0, tool=1, wagon=1).phase("resources")
    return table.do(0, f"collect wood {first}")


def trading(*steps: str, **goods: int) -> Table:
    return Table(2).dice(0, 1).goods(0, **goods).phase("abbey").do(0, "trade", *steps)


def asking(*steps: str) -> Table:
    table = Table(2).crusade(0, BIG, value=5, filled=1).dice(0, 1).dice(1, 5, 5, 2).benches(1, (1, 1))
    return table.phase("abbey").do(0, "ask 1 2", *steps)


def stables(*steps: str) -> Table:
    table = Table(2).card(0, "stables").dice(0, 1).goods(0, wood=3).goods(1, coin=2, grain=1)
    return table.phase("abbey").do(0, "stables 2", *steps)


def delivering() -> Table:
    """The ally fills two spaces with dice of 5, or with one that the Blacksmith turns from 4 or 6."""
    table = Table(2).crusade(0, BIG, value=5, filled=1).dice(0, 1).dice(1, 5, 5, 4, 2).benches(1, (1, 1))
    table.card(1, "blacksmith").phase("abbey").do(0, "ask 1 2", "spaces 2", "share 0", "offer")
    return table.do(1, "accept", "from bench_1_1")


def turned(value: int) -> Table:
    return abbey(2).card(0, "library").phase("abbey").do(0, "turn library", "die 2", f"value {value}")


def bathing(*steps: str) -> Table:
    table = abbey(1).card(0, "bath_house").card(0, "library", active=0)
    return table.phase("abbey").do(0, "bath", *steps)


def smith(*dice: int) -> Table:
    table = abbey(*dice).card(0, "blacksmith").crusade(0, "c04", value=5, filled=1)
    return table.phase("abbey").do(0, "turn blacksmith")


CASES = [
    (0, collecting(4).do(0, "bonus 4"), "bonus 2", ("bonus_placed", "5.2")),
    (0, collecting(4), "bonus 2", ("no_die", "1.1")),
    (0, collecting(4).do(0, "use_tool"), "use_tool", ("no_tool", "5.6")),
    (0, collecting(4, first=6), "use_tool", ("tool_on_six", "5.6")),
    (0, collecting(4).do(0, "use_wagon"), "use_wagon", ("no_wagon", "5.7")),
    (0, collecting(4), "double", ("not_active", "15.18")),
    (0, collecting(4), "trade", ("answer_first", "14.3")),
    (0, trading(wood=2), "give sand", ("too_few", "14.4")),
    (0, trading("give wood", wood=2), "for wood", ("same_kind", "14.4")),
    (0, trading("give wood", wood=2), "for sand", ("worth_less", "14.5")),
    (0, trading("give wood", "for coin", wood=2), "amount 3", ("not_so_many", "14.4")),
    (0, trading("give wood", "for grain", wood=4), "amount 1", ("worth_less", "14.5")),
    (0, trading("give coin", "for wood", coin=4), "amount 3", ("one_less_does", "R33")),
    (0, asking(), "spaces 6", ("crusade_room", "19.1")),
    (0, asking(), "spaces 3", ("ally_fills", "R19")),
    (0, asking("spaces 1"), "share 20", ("share_too_much", "19.1")),
    (0, asking("spaces 1", "share 0"), "token coin", ("not_in_reward", "19.1")),
    (0, asking("spaces 1", "share 0"), "with_relic", ("no_relic_here", "19.1")),
    (0, asking("spaces 1", "share 0"), "accept", ("answer_first", "14.3")),
    (1, delivering(), "die 2", ("other_value", "19.3")),
    (1, delivering(), "die 1", ("no_die", "1.1")),
    (1, delivering(), "double", ("not_active", "15.18")),
    (1, delivering(), "triple", ("not_active", "15.18")),
    (1, delivering(), "die 3", ("no_die", "1.1")),
    (0, stables(), "give sand", ("not_so_many", "19.6")),
    (0, stables("give wood"), "for sand", ("partner_lacks", "19.6")),
    (0, stables("give wood"), "for wood", ("same_kind", "19.6")),
    (0, stables("give wood", "for grain"), "amount 1", ("worth_less", "19.6")),
    (0, stables("give wood", "for grain"), "amount 4", ("not_so_many", "19.6")),
    (0, stables("give wood", "for coin", "amount 1"), "receive 3", ("partner_lacks", "19.6")),
    (0, stables("give wood", "for coin", "amount 3"), "receive 3", ("partner_lacks", "19.6")),
    (0, smith(4, 1), "die 1", ("smith_no_use", "15.5")),
    (0, smith(4, 1), "die 3", ("no_die", "1.1")),
    (0, smith(4, 1).do(0, "die 4"), "value 4", ("same_value", "15.5")),
    (0, smith(4, 1).do(0, "die 4"), "value 6", ("smith_step", "15.5")),
    (0, smith(4, 1).do(0, "die 4"), "value 3", ("no_crusade_takes", "15.5")),
    (
        0,
        abbey(2).card(0, "library").phase("abbey").do(0, "turn library", "die 2"),
        "value 2",
        ("same_value", "15.13"),
    ),
    (
        0,
        turned(1),
        "put clergy",
        ("clergy_value", "3.4"),
    ),
    (
        0,
        turned(1),
        "put crusade_1",
        ("library_only", "R18"),
    ),
    (
        0,
        turned(1),
        "turn library",
        ("turned_already", "15.13"),
    ),
    (
        0,
        turned(5),
        "put preaching",
        ("preach_value", "3.2"),
    ),
    (
        0,
        abbey(5, 5).crusade(0, "c04").card(0, "library").phase("abbey").do(0, "crusade 1 5"),
        "from library",
        ("stays_on_card", "14.8"),
    ),
    (
        0,
        abbey(5, 5).crusade(0, "c04").phase("abbey").do(0, "crusade 1 5"),
        "from bench_2_1",
        ("nobody_there", "3.12"),
    ),
    (
        0,
        bathing(),
        "from bench_1_1",
        ("from_card_only", "15.4"),
    ),
    (
        0,
        abbey(1)
        .card(0, "bath_house")
        .card(0, "library", active=0)
        .phase("abbey")
        .do(0, "bath", "from bath_house"),
        "to bakery",
        ("not_standing", "15.4"),
    ),
    (
        0,
        abbey(2).card(0, "abbotts_den").phase("abbey").do(0, "defend 2", "take_back"),
        "laid clergy 2",
        ("not_laid", "15.1"),
    ),
]


@pytest.mark.rule("5.3", "R19", "R33", "R18", "14.8")
@pytest.mark.parametrize(
    ("seat", "table", "text", "expected"), CASES, ids=lambda case: case if isinstance(case, str) else ""
)
def test_a_refused_answer_has_its_own_reason(
    seat: int, table: Table, text: str, expected: tuple[str, str]
) -> None:
    before = table.state.to_json()
    assert table.why(seat, text) == expected
    assert table.state.to_json() == before
    assert expected[1] in rules("kings_abbey", "en")


def test_a_bonus_space_that_others_took() -> None:
    table = collecting(4)
    table.state.bonus_left[0] = 0
    assert table.why(0, "bonus 4") == ("bonus_taken", "5.3")


@pytest.mark.rule("15.3", "15.5", "15.13", "15.18", "15.1", "15.16")
def test_cards_cite_their_own_rules() -> None:
    table = abbey(2).phase("abbey")
    assert table.why(0, "turn library") == ("not_active", "15.13")
    assert table.why(0, "turn blacksmith") == ("not_active", "15.5")
    assert table.why(0, "turn barracks") == ("wrong_phase", "15.3")
    assert table.why(0, "triple") == ("not_active", "15.18")
    assert table.why(0, "take_back") == ("not_active", "15.1")
    assert table.why(0, "reuse") == ("wrong_phase", "15.16")


@pytest.mark.rule("15.1", "15.5", "15.13", "15.18")
def test_used_up_cards_say_so() -> None:
    table = abbey(1, 2, 3, 4).card(0, "library").card(0, "blacksmith").card(0, "scriptorium")
    table.card(0, "abbotts_den").phase("abbey")
    assert table.why(0, "turn blacksmith") == ("smith_no_die", "15.5")
    assert table.why(0, "take_back") == ("nothing_laid", "15.1")
    player = table.state.players[0]
    player.library_used = player.smith_used = player.doubled = player.den_used = 1
    assert table.why(0, "turn library") == ("ability_spent", "15.13")
    assert table.why(0, "turn blacksmith") == ("ability_spent", "15.5")
    assert table.why(0, "double") == ("ability_spent", "15.18")
    assert table.why(0, "triple") == ("second_copy", "15.18")
    assert table.why(0, "take_back") == ("ability_spent", "15.1")


def test_every_phase_says_how_it_ends() -> None:
    assert Table(2).dice(0, 1).phase("resources").why(0, "done") == ("pass_instead", "5.1")
    assert Table(2).market(a1="library").goods(0, coin=4).phase("market").why(0, "done") == (
        "pass_instead",
        "4.1",
    )


def test_every_question_has_reasons_for_each_of_its_answers() -> None:
    """The tables of answers and of reasons name the same questions; no legal answer is missing (law 2)."""
    assert sorted(BY_QUESTION) == list(range(len(NAMES)))
    assert len(ANSWERS) == len(ANSWERING) == len(NAMES)
    for kind, actions in enumerate(ANSWERING):
        assert actions, NAMES[kind]
        assert {TITLE.vocabulary[action].split(" ")[0] for action in actions} == set(BY_QUESTION[kind])
