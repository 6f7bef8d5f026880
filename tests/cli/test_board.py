"""`abbatia board`: a copy of our file, what is wrong with one's own, the schema."""

import json
from pathlib import Path

import pytest

from abbatia.games import TITLES, load
from tests.cli.conftest import Cli
from tests.cli.test_commands import complains


@pytest.mark.parametrize("title", TITLES)
def test_a_copy_of_our_file_can_be_played(cli: Cli, tmp_path: Path, title: str) -> None:
    file = tmp_path / "own.json"
    written = cli("board", "template", title, str(file))
    assert written.code == 0
    data = json.loads(file.read_text("utf-8"))
    assert data.pop("$schema") == f"{title}.schema.json"
    ours = load(title).component_file
    assert ours is not None
    assert data == json.loads(ours.ours.read_text("utf-8"))
    checked = cli("board", "check", str(file))
    assert (checked.code, checked.out.strip()) == (0, f"{file} can be played with {title}.")
    assert json.loads(cli("board", "template", title).out)["$schema"]


def test_a_file_that_is_there_is_not_overwritten(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text("mine", "utf-8")
    complains(cli("board", "template", "cardinal", str(file)), "already exists")
    assert file.read_text("utf-8") == "mine"
    complains(cli("board", "template", "cardinal", str(tmp_path / "no" / "own.json")), "cannot be written")


def test_every_fault_is_told(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    cli("board", "template", "pelegrinus", str(file))
    data = json.loads(file.read_text("utf-8"))
    data["cities"][0]["limit"]["2"] = 77
    data["cities"][1]["nmae"] = "x"
    file.write_text(json.dumps(data), "utf-8")
    answer = cli("board", "check", str(file))
    assert answer.code == 1
    known = "id, name, region, x, y, limit, name_en, name_de and status"
    assert answer.out.splitlines() == [
        "cities.acre.limit.2: 77 is not a whole number from 1 to 9.",
        f"cities.sinai.nmae is not a known field. Possible here: {known}.",
        f"{file} has 2 faults as a file for pelegrinus.",
    ]
    told = cli("board", "check", str(file), "--json").data
    assert (told["title"], len(told["faults"])) == ("pelegrinus", 2)
    assert cli("board", "check", str(file), "--title", "cardinal").code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"map": 1, "map": 2}', "The name “map” appears twice in one object."),
        ("{", "This is not JSON"),
        ("[]", "write an object in braces"),
    ],
)
def test_what_is_no_json_is_told_in_one_sentence(cli: Cli, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "own.json"
    file.write_text(text, "utf-8")
    complains(cli("board", "check", str(file)), said)
    complains(cli("play", "cardinal", "--board", str(file)), said)


@pytest.mark.parametrize("title", TITLES)
def test_the_schema_is_printed(cli: Cli, title: str) -> None:
    ours = load(title).component_file
    assert ours is not None
    assert cli("board", "schema", title).data == ours.schema()


NAMED = {
    "cardinal": ("sites", "cluny", {"name": "Xanadu", "name_fr": "Xanadou"}, "roads xan"),
    "pelegrinus": ("cities", "acre", {"name_en": "Xanadu", "name": "Xanadou"}, "roads xan"),
    "kings_abbey": ("crusades", "c01", {"name": "Xanadu", "name_fr": "Xanadou"}, "log"),
}


@pytest.mark.parametrize(("language", "name"), [("en", "Xanadu"), ("fr", "Xanadou")])
@pytest.mark.parametrize("title", TITLES)
def test_the_names_of_a_file_are_shown_at_the_terminal_and_can_be_typed(
    cli: Cli, tmp_path: Path, title: str, language: str, name: str
) -> None:
    """On the board, in what happens, in a saved game that is replayed, and in what a player types."""
    file, save = tmp_path / "own.json", tmp_path / "game.abbatia"
    cli("board", "template", title, str(file))
    data = json.loads(file.read_text("utf-8"))
    part, own, names, look = NAMED[title]
    for item in data[part]:
        if title == "kings_abbey" or item["id"] == own:  # any of the crusades may lie on the table
            item.update(names)
    file.write_text(json.dumps(data), "utf-8")
    given = ("--board", str(file), "--seed", "7", "--save", str(save))
    send = "send master to xan" if title == "pelegrinus" else ""
    shown = cli("--language", language, "play", title, *given, typed=f"{look}\n{send}\nboard\nquit\n")
    assert shown.code == 0, shown.err
    start, looked, *rest = shown.out.split("> ")
    assert name in looked
    if title != "kings_abbey":
        assert name in start
    if title == "pelegrinus":
        assert f"→ {name}" in " ".join(rest[-2].split())
    assert name in cli("--language", language, "replay", str(save)).out
