"""The public interface: which names there are, that each is explained, and that its examples are true."""

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import abbatia

PUBLIC = [
    "AbbatiaError",
    "BadRecord",
    "BadSetup",
    "Bot",
    "Decision",
    "Event",
    "LEVELS",
    "Match",
    "Message",
    "Record",
    "Refusal",
    "Refused",
    "Result",
    "Rng",
    "State",
    "TITLES",
    "Title",
    "__version__",
    "analyse",
    "load",
    "make_bot",
    "new_match",
    "parse_record",
    "play_out",
    "random_game",
    "read_record",
    "replay",
    "say",
    "verify",
    "write_record",
]
CONSTANTS = {"LEVELS", "TITLES", "__version__"}
WITH_EXAMPLES = sorted(
    {"Decision", "Match", "Refusal", "State", "Title"} | {name for name in PUBLIC if name[0].islower()}
)


def test_the_public_names_are_these() -> None:
    """Whoever adds one promises to keep it; whoever removes one breaks somebody's program."""
    assert sorted(abbatia.__all__) == PUBLIC
    assert sorted({*abbatia.MODULE_OF, "__version__"}) == PUBLIC
    assert set(PUBLIC) <= set(dir(abbatia))


@pytest.mark.parametrize("name", sorted(set(PUBLIC) - CONSTANTS))
def test_every_public_name_is_explained(name: str) -> None:
    found = getattr(abbatia, name)
    assert found.__doc__
    assert found.__doc__.strip().split("\n")[0].endswith((".", ")", ":"))


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_functions_and_the_main_classes_show_an_example(name: str) -> None:
    assert ">>> " in getattr(abbatia, name).__doc__


@pytest.mark.parametrize("module", ["abbatia", "abbatia.bots.levels", *sorted(abbatia.HOMES)])
def test_the_examples_are_true(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


def test_an_unknown_name_is_an_ordinary_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = abbatia.chess


def test_importing_the_package_loads_nothing() -> None:
    program = (
        "import sys, abbatia; print(sorted(name for name in sys.modules if name.startswith('abbatia.')))"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_the_same_seed_gives_the_same_match() -> None:
    logs = [abbatia.new_match("kings_abbey", seats=2, seed=seed).log for seed in (7, "7", b"7", 8)]
    assert logs[0] == logs[1] == logs[2] != logs[3]


def test_a_match_has_as_few_seats_as_its_options_allow() -> None:
    assert abbatia.new_match("cardinal").seats == 3
    assert abbatia.new_match("cardinal", duel=True).seats == 2
    with pytest.raises(abbatia.BadSetup):
        abbatia.new_match("cardinal", seats=9)


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    file = abbatia.load("cardinal").component_file
    assert file is not None
    own = tmp_path / "own.json"
    own.write_text(file.ours.read_text("utf-8").replace("Cluny", "My Abbey"), "utf-8")
    title = abbatia.load("cardinal", own)
    assert title.own_components is not None
    assert abbatia.new_match(title, seats=3, seed=1).to_act() == (0,)
    with pytest.raises(abbatia.BadSetup):
        abbatia.load("cardinal", {"sites": 7})


def test_every_seat_needs_a_player() -> None:
    with pytest.raises(ValueError, match="3 seats, but there are 1 players"):
        abbatia.play_out(abbatia.new_match("cardinal"), [abbatia.make_bot("uniform")])
