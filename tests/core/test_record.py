"""Records: written and read back, verified, and refused in one sentence when they are bad."""

import hashlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from abbatia.core.chance import FairRng, Rng, draw_seats
from abbatia.core.contract import BadSetup, Title
from abbatia.core.match import Match, TakeBack
from abbatia.core.record import BadRecord, Record, parse, print_record, replay, verify
from abbatia.core.words import LANGUAGES, words
from tests.tithe import TITLE


def find(name: str, version: int) -> Title:
    if name != TITLE.name:
        raise BadSetup("core.unknown_title", title=name, known=[TITLE.name])
    if version != TITLE.version:
        raise BadSetup("core.unknown_version", title=name, version=version, newest=TITLE.version)
    return TITLE


def played(seed: bytes = b"seed", *, actions: int = 99) -> Match:
    """A match of three with fair dice, played at random for so many actions."""
    match, rng = Match(TITLE, 3, {"generous": True}, rng=FairRng(seed)), Rng(3)
    while match.to_act() and actions:
        actions -= 1
        seat = match.to_act()[-1]
        legal = match.decision(seat).legal
        match.play(seat, legal[rng.below(len(legal))])
    return match


def text_of(match: Match) -> str:
    return print_record(Record.of(match, ["Anne", "Bertrand", "Christian"]))


def resealed(text: str) -> str:
    """The text with its last line made good again: an edit by somebody who knows the format."""
    lines = text.splitlines()[:-1]
    count = len(lines) - lines.index("") - 1
    fingerprint = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
    return "\n".join([*lines, f"end: {count} {fingerprint}"]) + "\n"


WHOLE = text_of(played())


def test_a_record_tells_what_was_taken_back_after_it_was_revealed() -> None:
    match = played(actions=6)
    assert "take_backs" not in text_of(match)
    seat, at = next((seat, i) for i, (seat, _) in reversed(list(enumerate(match.log))) if seat >= 0)
    match.take_backs.append(TakeBack(seat, at))
    text = text_of(match)
    assert f"\ntake_backs: {seat + 1}@{at}\n" in text
    assert parse(text).take_backs == [TakeBack(seat, at)]
    assert text_of(replay(parse(text), find)).splitlines()[5] == text.splitlines()[5], "it is not forgotten"
    for bad in ("take_backs: 4@1", "take_backs: 1@x", "take_backs: ", "take_backs: 0@1"):
        edited = resealed(text.replace(f"take_backs: {seat + 1}@{at}", bad))
        with pytest.raises(BadRecord) as found:
            parse(edited)
        assert found.value.line == 6


def test_a_drawn_order_of_the_seats_is_checked_against_the_seed() -> None:
    record = Record.of(played(), ["Anne", "Bertrand", "Christian"])
    order = draw_seats(b"seed", 3)
    record.seating = order
    text = print_record(record)
    assert "\nseating: " + " ".join(str(seat + 1) for seat in order) + "\n" in text
    assert verify(parse(text), find).result() is not None
    record.seating = order[1:] + order[:1]
    with pytest.raises(BadRecord) as wrong:
        verify(parse(print_record(record)), find)
    assert wrong.value.message.key == "core.record.wrong_seating"
    assert wrong.value.line == 6
    for bad in ("1 1 2", "1 2", "0 1 2", "3 2 1 4"):
        line = "seating: " + " ".join(str(seat + 1) for seat in record.seating)
        with pytest.raises(BadRecord):
            parse(resealed(print_record(record).replace(line, f"seating: {bad}")))


def test_a_record_reads_like_this() -> None:
    lines = WHOLE.splitlines()
    assert lines[:5] == [
        "abbatia record 1",
        "title: tithe 1",
        "seats: 3",
        "options: generous=true",
        "names: Anne | Bertrand | Christian",
    ]
    assert lines[5].startswith("commitment: ")
    assert lines[6] == f"seed: {b'seed'.hex()}"
    assert lines[7].startswith("result: ")
    assert lines[8] == ""
    assert lines[9].startswith("* deal ")
    assert lines[-1].startswith(f"end: {len(lines) - 10} ")


def test_a_record_is_written_read_and_verified() -> None:
    record = parse(WHOLE)
    assert print_record(record) == WHOLE
    assert parse(WHOLE.encode()).log == record.log
    assert parse(WHOLE.replace("\n", "\r\n")).log == record.log
    result = verify(record, find).result()
    assert result is not None
    assert result.scores == record.result


def test_an_unfinished_record_keeps_its_seed_secret_and_goes_on() -> None:
    match = played(actions=3)
    text = text_of(match)
    assert "seed:" not in text
    assert "result:" not in text
    again = replay(parse(text), find)
    assert again.state.to_json() == match.state.to_json()


def test_a_record_can_be_replayed_in_part() -> None:
    assert replay(parse(WHOLE), find, to=8).log == replay(parse(WHOLE), find).log[:8]


EDITS: dict[str, tuple[str | bytes, int | None, str]] = {
    "empty": ("", 1, "no_record"),
    "another file": ("PNG\x00\x01", 1, "no_record"),
    "cut off in a line": (WHOLE[:-60], None, "cut_off"),
    "cut off after a line": ("\n".join(WHOLE.splitlines()[:14]) + "\n", 14, "cut_off"),
    "cut off in the headers": ("\n".join(WHOLE.splitlines()[:4]) + "\n", 4, "cut_off"),
    "edited": (WHOLE.replace("offer", "Offer", 1), None, "changed"),
    "unknown header": (WHOLE.replace("seats: 3", "chairs: 3"), 3, "bad_header"),
    "double header": (WHOLE.replace("seats: 3", "seats: 3\nseats: 3"), 4, "double_header"),
    "no seats": (WHOLE.replace("seats: 3\n", ""), 2, "missing_header"),
    "bad title": (WHOLE.replace("tithe 1", "tithe one"), 2, "bad_value"),
    "bad seats": (WHOLE.replace("seats: 3", "seats: 33"), 3, "bad_value"),
    "bad options": (WHOLE.replace("generous=true", "generous"), 4, "bad_value"),
    "bad names": (WHOLE.replace("Anne | ", ""), 5, "bad_value"),
    "bad seed": (WHOLE.replace("seed: ", "seed: x"), 7, "bad_value"),
    "bad result": (WHOLE.replace("result: ", "result: x"), 8, "bad_value"),
    "bad commitment": (WHOLE.replace("commitment: ", "commitment: x"), 6, "bad_value"),
    "100 MB": ("abbatia record 1\n" + "1 pass\n" * 15_000_000, 571_428, "too_long"),
    "100 MB in one line": ("x" * 100_000_000, 1, "too_long"),
    "not text": (WHOLE.encode().replace(b"Anne", b"Ann\xff"), 5, "not_text"),
}


@pytest.mark.parametrize("edit", EDITS)
def test_a_bad_text_is_refused_with_its_line(edit: str) -> None:
    text, line, key = EDITS[edit]
    with pytest.raises(BadRecord) as caught:
        parse(text)
    assert caught.value.message.key == f"core.record.{key}"
    assert line is None or caught.value.line == line
    for language in LANGUAGES:
        said = words(language).say(caught.value.message)
        assert str(caught.value.line) in said
        assert "{" not in said


def edited(old: str, new: str) -> str:
    assert old in WHOLE
    return resealed(WHOLE.replace(old, new, 1))


FIRST_DEAL = WHOLE.splitlines()[9]
FORGED = {
    "another version": (edited("tithe 1", "tithe 2"), 2, "other_version"),
    "unknown title": (edited("tithe 1", "tarot 1"), 2, "unknown_title"),
    "unknown option": (edited("generous", "greedy"), 4, "bad_setup"),
    "components": (edited("commitment", 'components: {"a":1}\ncommitment'), 6, "bad_components"),
    "unknown action": (edited("accept" if "accept" in WHOLE else "refuse", "agree"), 25, "unknown_action"),
    "illegal action": (edited(FIRST_DEAL, "1 seal"), 10, "illegal"),
    "chance missing": (resealed("\n".join(WHOLE.splitlines()[:12]) + "\nend"), 13, "chance_missing"),
    "another seed": (edited(b"seed".hex(), b"sead".hex()), 7, "wrong_seed"),
    "chosen dice": ("", 10, "wrong_dice"),
    "better scores": (edited("result: ", "result: 1"), 8, "wrong_result"),
}


@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_record_is_refused_with_its_line(forgery: str) -> None:
    text, line, key = FORGED[forgery]
    if forgery == "chosen dice":
        text = with_chosen_dice()
    with pytest.raises(BadRecord) as caught:
        verify(parse(text), find)
    assert caught.value.message.key == f"core.record.{key}"
    assert caught.value.line == line


def with_chosen_dice() -> str:
    """An honest-looking record whose deal was not given by its seed."""
    record = parse(WHOLE)
    dealt = [text for seat, text in record.log[:2]]
    swapped = WHOLE.replace(f"* {dealt[0]}\n* {dealt[1]}", f"* {dealt[1]}\n* {dealt[0]}")
    return resealed(swapped)


def test_a_seat_that_is_not_there_is_refused() -> None:
    text = resealed(WHOLE.replace(FIRST_DEAL, "4 seal"))
    with pytest.raises(BadRecord, match=r"Line 10: there is no player 4 in a game of 3\."):
        parse(text)


@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing_but_bad_record(data: bytes) -> None:
    with pytest.raises(BadRecord):
        parse(data)


@settings(max_examples=300)
@example(at=WHOLE.index("\nend:"), put=b"\r", cut=0, reseal=False)
@given(at=st.integers(0, len(WHOLE)), put=st.binary(max_size=6), cut=st.integers(0, 6), reseal=st.booleans())
def test_damaged_records_raise_nothing_but_bad_record(at: int, put: bytes, cut: int, reseal: bool) -> None:
    data = WHOLE.encode()
    damaged = data[:at] + put + data[at + cut :]
    if reseal and b"\n\n" in damaged and damaged.count(b"\n") > 3:
        damaged = resealed(damaged.decode("utf-8", "replace")).encode()
    try:
        match = verify(parse(damaged), find)
    except BadRecord:
        return
    assert match.log == replay(parse(WHOLE), find).log, "what is accepted tells the same game"


def test_own_components_survive() -> None:
    record = parse(WHOLE)
    record.components = {"board": ["é", 1]}
    assert parse(print_record(record)).components == record.components


def test_a_record_says_who_played_each_seat() -> None:
    record = Record.of(played(actions=3), ["Anne", "Prior 2", "Christian"], ["human", "prior", "legate*10"])
    text = print_record(record)
    assert text.splitlines()[5] == "players: human | prior | legate*10"
    assert parse(text).players == ["human", "prior", "legate*10"]
    assert print_record(parse(text)) == text
    assert verify(parse(text), find).log == played(actions=3).log


def test_a_record_that_does_not_say_who_played_stays_as_it_was() -> None:
    record = parse(WHOLE)
    assert record.players == []
    assert print_record(record) == WHOLE


@pytest.mark.parametrize("players", ["human", "human | prior | ", "human | run:rm -rf | x", "a | b | C"])
def test_players_that_cannot_be_are_refused_with_their_line(players: str) -> None:
    text = print_record(Record.of(played(), ["A", "B", "C"], ["human", "prior", "abbot"]))
    with pytest.raises(BadRecord) as bad:
        parse(resealed(text.replace("human | prior | abbot", players)))
    assert bad.value.line == 6
