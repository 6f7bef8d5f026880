"""Arrays of observations: complete, relative to the viewer, the same everywhere, and readable back."""

import copy
import hashlib
from collections.abc import Iterator
from typing import Any, get_args, get_origin, is_typeddict

import numpy as np
import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE, OptionValue, State, Title
from abbatia.core.observation import AnyObservation, NotInArrays
from abbatia.games import TITLES, load
from abbatia.games.cardinal.board import our_data
from abbatia.research.encoding import Encoder, encoder, layout
from abbatia.research.layout import describe, hints_of
from abbatia.research.nodes import BadObservation
from tests.games.cardinal.table import play, position
from tests.games.kings_abbey.table import Table
from tests.games.pelegrinus.scarce import scarce
from tools import corpus

Options = dict[str, OptionValue]
EVERY = 5  # of the positions of a game, in another place in each
GAMES: list[tuple[str, int, Options]] = [
    *[("cardinal", seats, {}) for seats in (3, 4, 5)],
    ("cardinal", 2, {"duel": True}),
    ("cardinal", 4, {"two_countries": True, "draw_in_last_round": True}),
    *[("pelegrinus", seats, {}) for seats in (2, 3, 4)],
    *[("kings_abbey", seats, {}) for seats in (1, 2, 3, 4, 5)],
    ("kings_abbey", 1, {"relics": "rich", "saints": True, "dark_start": True}),
    ("kings_abbey", 4, {"auction": True, "relics": "all", "saints": True, "pile": "harsh"}),
    ("kings_abbey", 2, {"quick": True}),
]


def check(columns: Encoder, state: State, viewer: int) -> None:
    """The array of what a seat sees keeps its bounds and gives everything back."""
    seen = state.observe(viewer)
    numbers = columns.encode(seen, viewer)
    assert numbers.shape == (len(columns),)
    assert columns.decode(numbers, viewer) == columns.root.kept(seen)
    outside = np.flatnonzero((numbers < columns.low) | (numbers > columns.high))
    assert [columns.columns[index] for index in outside] == []


# -- complete ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "seats", "options"), GAMES)
def test_everything_that_is_seen_can_be_read_back_in_random_games(
    title: str, seats: int, options: Options
) -> None:
    columns = encoder(title, seats, options)
    state, rng = load(title).start(seats, **options), Rng(seats)
    count = 0
    while actors := state.to_act():
        seat = actors[rng.below(len(actors))]
        if seat != CHANCE:
            count += 1
            for viewer in range(seats) if count % 20 == 0 else [seat] if count % 3 == 0 else []:
                check(columns, state, viewer)
        legal = state.legal(seat) if seat != CHANCE else ()
        state.apply(seat, legal[rng.below(len(legal))] if legal else state.draw_lot(rng))
    for viewer in range(seats):
        check(columns, state, viewer)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_everything_that_is_seen_can_be_read_back_in_200_games_of_level_4(title: str) -> None:
    games = corpus.read_file(corpus.PLACE / f"{title}-level-4.jsonl.xz")
    assert len(games) == 200
    for number, game in enumerate(games):
        columns = encoder(title, game["seats"], game["options"], 1)
        for place, (state, seat) in enumerate(corpus.positions(load(title, 1), game)):
            if seat != CHANCE and place % EVERY == number % EVERY:
                check(columns, state, seat)


def test_the_choices_of_scarce_turns_can_be_read_back() -> None:
    """Rare in whole games: a seat chooses, and what is due is listed."""
    chosen = 0
    for seed in range(30):
        seats = 2 + seed % 3
        columns, rng = encoder("pelegrinus", seats), Rng(seed)
        state = scarce(seats, rng, {})
        while state.to_act():
            seat = state.to_act()[0]
            if state.observe(None)["public"]["choice"]:
                chosen += 1
                for viewer in range(seats):
                    check(columns, state, viewer)
            legal = state.legal(seat)
            state.apply(seat, legal[rng.below(len(legal))])
    assert chosen > 10


def test_a_board_of_ones_own_has_its_own_columns() -> None:
    data = our_data()
    data["sites"][0]["id"] = "lindisfarne"
    data["roads"] = [["lindisfarne" if end == "fountains" else end for end in road] for road in data["roads"]]
    title = load("cardinal").with_components(data)
    columns = Encoder(title, 3, {})
    assert "public.sites.lindisfarne=nobody" in columns.columns
    state, rng = title.start(3), Rng(1)
    while state.to_act():
        if state.to_act() != (CHANCE,):
            check(columns, state, state.to_act()[0])
        seat = state.to_act()[0]
        state.apply(seat, state.draw_lot(rng) if seat == CHANCE else state.legal(seat)[0])


@pytest.mark.parametrize("title", TITLES)
def test_only_the_lines_of_the_score_sheets_are_left_out(title: str) -> None:
    def left_out(hint: Any, path: str) -> Iterator[str]:
        if describe(hint).marker(NotInArrays):
            yield path
            return
        base = describe(hint).base
        if is_typeddict(get_origin(base) or base):
            for name, inner in hints_of(base).items():
                yield from left_out(inner, f"{path}.{name}")
        else:
            for argument in get_args(base):
                yield from left_out(argument, path)

    assert set(left_out(load(title).observation_type, "")) == {".sheets"}


# -- relative to the viewer ----------------------------------------------------------------------------------


def ones(columns: Encoder, numbers: Any, beginning: str) -> list[str]:
    """The columns that begin like this and are not zero, without their beginning."""
    names = [name for name in columns.columns if name.startswith(beginning)]
    return [name.removeprefix(beginning) for name in names if numbers[columns.place[name]]]


def test_the_abbeys_of_every_seat_are_seen_and_counted_from_the_viewer() -> None:
    state = position(3, sites={"cluny": 0, "fleury": 1, "gorze": 2})
    columns = encoder("cardinal", 3)
    for viewer in range(3):
        numbers = columns.encode(state.observe(viewer), viewer)
        for seat, site in enumerate(("cluny", "fleury", "gorze")):
            assert ones(columns, numbers, f"public.sites.{site}=") == [str((seat - viewer) % 3)]
        assert ones(columns, numbers, "public.sites.farfa=") == ["nobody"]
        assert ones(columns, numbers, "public.first_seat=") == [str(-viewer % 3)]
    bare = position(3, sites={"fleury": 1, "gorze": 2})
    assert (columns.encode(bare.observe(0), 0) != columns.encode(state.observe(0), 0)).any()


def test_the_king_is_nobodys_neighbour() -> None:
    state = position(2, duel=True, abbeys={"italy": [0, 1, 1]})
    columns = encoder("cardinal", 2, {"duel": True})
    numbers = columns.encode(state.observe(1), 1)
    owners = sorted(
        ones(columns, numbers, "public.sites.chiaravalle=") + ones(columns, numbers, "public.sites.bobbio=")
    )
    assert owners == ["0", "king"]
    assert numbers[columns.place["public.countries.italy.abbeys.king"]] == 1


def test_a_list_as_long_as_the_table_is_turned_only_if_it_is_by_seat() -> None:
    table = Table(4).dice(2, 1, 2, 3, 6).hand(2, "bakery", "garden", "library", "stables").phase("abbey")
    columns = encoder("kings_abbey", 4)
    for viewer in range(4):
        numbers = columns.encode(table.state.observe(viewer), viewer)
        mine = f"public.players.{(2 - viewer) % 4}"
        assert ones(columns, numbers, f"{mine}.dice.unplaced") == ["[1]", "[2]", "[3]", "[6]"]
        assert ones(columns, numbers, f"{mine}.hand") == ["[bakery]", "[garden]", "[library]", "[stables]"]
    duel = position(2, duel=True)  # two seats, and two cards face up, each in its place
    face_up = duel.observe(None)["public"]["open"]
    assert len(set(face_up)) == 2
    columns = encoder("cardinal", 2, {"duel": True})
    for viewer in range(2):
        numbers = columns.encode(duel.observe(viewer), viewer)
        assert [ones(columns, numbers, f"public.open.{place}=") for place in range(2)] == [
            [card] for card in face_up
        ]


def test_the_seats_in_questions_are_counted_from_the_viewer() -> None:
    table = Table(3).crusade(0, "c04", value=5, filled=1).dice(0, 5).dice(2, 5, 5).benches(2, (1, 1))
    table.phase("abbey").do(0, "ask 1 3")
    columns = encoder("kings_abbey", 3)
    for viewer in range(3):
        numbers = columns.encode(table.state.observe(viewer), viewer)
        asked = ones(columns, numbers, f"public.questions.{-viewer % 3}.spaces.ally=")
        assert asked == [str((2 - viewer) % 3)]


def test_scores_begin_with_the_viewer() -> None:
    columns = encoder("cardinal", 3)
    state = position(3)
    state.scores = [5, 6, 7]
    place = [columns.place[f"scores.{n}"] for n in range(3)]
    assert columns.encode(state.observe(0), 0)[place].tolist() == [5, 6, 7]
    assert columns.encode(state.observe(1), 1)[place].tolist() == [6, 7, 5]


# -- the same everywhere -------------------------------------------------------------------------------------

PINNED: dict[tuple[str, int, int], tuple[int, str]] = {  # by title, version, seats
    ("cardinal", 1, 2): (438, "8ae5dc2dedae2d39"),
    ("cardinal", 1, 3): (459, "6a4eac9ecba2f30e"),
    ("cardinal", 1, 4): (544, "51e885f3ff6c8ada"),
    ("cardinal", 1, 5): (629, "c51341e448f973a6"),
    ("kings_abbey", 1, 1): (1010, "76933b58a95b1804"),
    ("kings_abbey", 1, 2): (1750, "6da656b678831108"),
    ("kings_abbey", 1, 3): (2535, "caeee9c14431de66"),
    ("kings_abbey", 1, 4): (3348, "3306c18417e2edb4"),
    ("kings_abbey", 1, 5): (4189, "95d12ca9688be531"),
    ("kings_abbey", 2, 1): (1013, "9dcd6b4074bbb8ef"),
    ("kings_abbey", 2, 2): (1756, "1b2b5d7e71bb58c0"),
    ("kings_abbey", 2, 3): (2544, "c3a7a15eb5b9ddff"),
    ("kings_abbey", 2, 4): (3360, "20d22891530da983"),
    ("kings_abbey", 2, 5): (4204, "23dda6e670785ee5"),
    ("kings_abbey", 3, 1): (1013, "9dcd6b4074bbb8ef"),
    ("kings_abbey", 3, 2): (1756, "1b2b5d7e71bb58c0"),
    ("kings_abbey", 3, 3): (2544, "c3a7a15eb5b9ddff"),
    ("kings_abbey", 3, 4): (3360, "20d22891530da983"),
    ("kings_abbey", 3, 5): (4204, "23dda6e670785ee5"),
    ("pelegrinus", 1, 2): (1183, "39158e6b8918ea26"),
    ("pelegrinus", 1, 3): (1529, "2b90e31390f6c62a"),
    ("pelegrinus", 1, 4): (1879, "31013a2a9ab9bd7a"),
    ("pelegrinus", 2, 2): (1183, "39158e6b8918ea26"),
    ("pelegrinus", 2, 3): (1529, "2b90e31390f6c62a"),
    ("pelegrinus", 2, 4): (1879, "31013a2a9ab9bd7a"),
}
"""How many columns, and a hash of their names."""


@pytest.mark.parametrize(("title", "version", "seats"), PINNED)
def test_the_layout_is_pinned(title: str, version: int, seats: int) -> None:
    """A trained model depends on it: who changes a column changes the number here, and says so."""
    options: Options = {"duel": True} if (title, seats) == ("cardinal", 2) else {}
    columns = layout(title, seats, options, version)
    assert len(set(columns)) == len(columns)
    fingerprint = hashlib.sha256("\n".join(columns).encode()).hexdigest()[:16]
    assert (len(columns), fingerprint) == PINNED[title, version, seats]


def test_every_title_version_and_seat_count_is_pinned() -> None:
    versions = [(title, version.number) for title in TITLES for version in load(title).versions]
    assert set(PINNED) == {(*one, seats) for one in versions for seats in load(one[0]).seats}


@pytest.mark.parametrize("title", TITLES)
def test_no_game_is_played_to_find_the_columns(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load(title)

    def refuse(self: Title, seats: int, **options: OptionValue) -> State:
        raise AssertionError("a game was begun")

    monkeypatch.setattr(type(rules), "start", refuse)
    assert Encoder(rules, 4, {}).columns == layout(title, 4)


def test_many_observations_are_encoded_at_once() -> None:
    columns, state = encoder("cardinal", 3), position(3, sites={"cluny": 0})
    seen = [state.observe(seat) for seat in range(3)]
    rows = columns.encode_many(seen, range(3))
    assert rows.shape == (3, len(columns))
    for seat in range(3):
        assert (rows[seat] == columns.encode(seen[seat], seat)).all()


# -- refusals ------------------------------------------------------------------------------------------------


def changed(path: str, value: Any) -> AnyObservation:
    """An observation of Cardinal with one thing changed."""
    seen = copy.deepcopy(position(3).observe(0))
    *way, last = path.split(".")
    here: Any = seen
    for key in way:
        here = here[key]
    here[last] = value
    return seen


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("phase", "lunch"),
        ("weather", "rain"),
        ("public.turn.weather", "rain"),
        ("public.turn.seat", 3),
        ("own.hand", ["spain"]),
        ("public.sites", {"toledo": 0}),
        ("scores", [1, 2]),
        ("public.open", ["italy"]),
        ("public.discard", {"italy": 1}),
        ("options", {}),
        ("viewer", 2),
    ],
)
def test_what_does_not_fit_the_description_is_refused(path: str, value: Any) -> None:
    with pytest.raises(BadObservation, match=path.split(".")[-1]):
        encoder("cardinal", 3).encode(changed(path, value), 0)


def test_hidden_cards_are_in_no_array() -> None:
    """Two worlds that a seat cannot tell apart give it the same array."""
    state = position(3, hands=["italy italy swabia"])
    other = state.imagine(0, Rng(9))
    assert other.to_json() != state.to_json()
    columns = encoder("cardinal", 3)
    assert (columns.encode(state.observe(0), 0) == columns.encode(other.observe(0), 0)).all()
    play(state, "pay italy")
    assert (columns.encode(state.observe(0), 0) != columns.encode(other.observe(0), 0)).any()
