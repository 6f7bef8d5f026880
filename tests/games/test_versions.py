"""Versions: every title lists them, plays each of them, and refuses what nobody released."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

from abbatia.core.chance import Rng
from abbatia.core.contract import BadSetup
from abbatia.core.match import Match
from abbatia.core.record import BadRecord, Record, parse, print_record, replay
from abbatia.core.rules import rules
from abbatia.core.versions import data_file
from abbatia.core.words import words
from abbatia.games import TITLES, load
from abbatia.games.own import OwnTitles, other_components, title_with
from tests.versions import release

ALL = [(name, version.number) for name in TITLES for version in load(name).versions]


@pytest.mark.parametrize("name", TITLES)
def test_versions_are_numbered_from_one_with_their_days(name: str) -> None:
    versions = load(name).versions
    assert [version.number for version in versions] == list(range(1, len(versions) + 1))
    days = [date.fromisoformat(version.date) for version in versions]
    assert days == sorted(days)
    assert load(name).version == versions[-1].number
    assert versions[0].changes == ()


@pytest.mark.parametrize("name", TITLES)
def test_every_change_names_a_rule_and_a_reason(name: str) -> None:
    for version in load(name).versions[1:]:
        assert version.changes
        for change in version.changes:
            assert change.rule in rules(name, "en"), change.rule
            assert re.fullmatch(r"[A-Z].*\.", change.what)
            assert re.fullmatch(r"[A-Z].*\.", change.why)


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_version_is_made_once_and_says_which_it_is(name: str, number: int) -> None:
    title = load(name, number)
    assert (title.name, title.version) == (name, number)
    assert load(name, number) is title


@pytest.mark.parametrize(("name", "number"), ALL)
def test_the_numbers_of_a_version_begin_those_of_the_next(name: str, number: int) -> None:
    """So an old client and an old model know the actions that they knew."""
    before, after = load(name, number).vocabulary, load(name).vocabulary
    assert after[: len(before)] == before


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_version_that_nobody_released_is_refused(name: str, number: int) -> None:
    with pytest.raises(BadSetup) as bad:
        load(name, number)
    newest = load(name).version
    assert bad.value.message.args == {"title": name, "version": number, "newest": newest}
    said = words("en").say(bad.value.message)
    assert said == f"There is no version {number} of {name} here. The newest is version {newest}."


@pytest.mark.parametrize("name", TITLES)
def test_a_record_is_replayed_by_the_version_that_wrote_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Match(load(name), 3, rng=Rng(1))
    new = Match(release(monkeypatch, name), 3, rng=Rng(1))
    for match in (old, new):
        again = replay(parse(print_record(Record.of(match))), load)
        assert again.title.version == match.title.version
        assert again.log == match.log
    assert new.title.version == old.title.version + 1
    record = Record.of(new)
    record.version += 1
    with pytest.raises(BadRecord) as bad:
        replay(parse(print_record(record)), load)
    said = f"the record was written with version {record.version} of {name}. The newest known here is version"
    assert said in str(bad.value)


@pytest.mark.parametrize("name", TITLES)
def test_own_components_are_kept_by_version(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    file = title_with(name, None).component_file
    assert file is not None
    content = load_file(file.ours)
    titles, newest = OwnTitles(), release(monkeypatch, name)
    old = titles.title(name, content, newest.version - 1)
    new = titles.title(name, content)
    assert (old.version, new.version) == (newest.version - 1, newest.version)
    assert titles.title(name, content, newest.version) is new
    assert old.with_components(content).version == old.version


def load_file(file: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(file.read_text("utf-8"))
    return found


def test_a_version_without_data_of_its_own_has_that_of_the_one_before(tmp_path: Path) -> None:
    for number in (1, 3):
        (tmp_path / f"v{number}").mkdir()
        (tmp_path / f"v{number}" / "board.json").write_text("{}")
    found = [data_file(tmp_path, "board.json", number).parent.name for number in (1, 2, 3, 4)]
    assert found == ["v1", "v1", "v3", "v3"]


def test_clients_are_told_components_that_new_tables_do_not_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    title = load("pelegrinus")
    assert other_components(title) is None
    file = title.component_file
    assert file is not None
    new = release(monkeypatch, "pelegrinus")
    assert other_components(title) is None, "the new version has the same file"
    newer = tmp_path / "board.json"
    newer.write_text("{}")
    assert new.component_file is not None
    monkeypatch.setattr(new.component_file, "ours", newer)
    assert other_components(title) == load_file(file.ours)
