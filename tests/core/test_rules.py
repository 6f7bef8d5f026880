"""Reading RULES.md."""

from pathlib import Path

import pytest

from abbatia.core.rules import parse_chapters, parse_rules

TITHE = Path(__file__).parent.parent / "tithe"


def test_rules_are_read_with_number_text_and_chapter() -> None:
    found = parse_rules((TITHE / "RULES.md").read_text("utf-8"))
    assert list(found) == ["1.1", "1.2", "2.1", "2.2", "2.3", "3.1", "3.2", "4.1", "4.2"]
    assert found["2.2"].text == "Before sealing, a seat may swap its choice once."
    assert found["2.2"].chapter == "The choice"


def test_a_paragraph_may_go_on_and_rulings_count() -> None:
    found = parse_rules("## R Rulings\n\n**R1** A ruling\nthat goes on.\n\nA remark.\n\n**R2** Another.\n")
    assert [(rule.number, rule.text) for rule in found.values()] == [
        ("R1", "A ruling that goes on."),
        ("R2", "Another."),
    ]


def test_a_number_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"rule 1\.1 stands twice"):
        parse_rules("**1.1** One.\n\n**1.1** Two.\n")


def test_a_comment_is_no_part_of_the_rules() -> None:
    text = "# T\n<!-- first game: 1.1 1.2 -->\n\n## 1 A\n\n**1.1** One.\n<!-- a note -->\n**1.2** Two.\n"
    assert [rule.text for rule in parse_rules(text).values()] == ["One.", "Two."]
    assert parse_chapters(text)[0].parts == []
