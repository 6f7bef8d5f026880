"""The numbered rules of a title, read from its RULES.md (English) and RULES.fr.md (French).

A chapter is a heading `## 4 Placing`, a rule a paragraph that begins with its number in bold: `**4.2** …`;
a ruling, `**R7** …`. Everything else (glossary, remarks) is for human readers.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
CHAPTER: Final = re.compile(r"^## (?:(\d+|R)\s+)?(.+)$")
RULE: Final = re.compile(r"^\*\*(\d+(?:\.\d+)+|R\d+)\*\*\s+(.*)$")
FILES: Final = {"en": "RULES.md", "fr": "RULES.fr.md"}


class Rule:
    """One rule: its number, its sentence and the heading of the chapter it stands in."""

    __slots__ = ("number", "text", "chapter")

    def __init__(self, number: str, text: str, chapter: str) -> None:
        self.number = number
        self.text = text
        self.chapter = chapter


def parse_rules(text: str) -> dict[str, Rule]:
    """The rules of a RULES.md by number, in its order. Raises ValueError for a number that comes twice."""
    rules: dict[str, Rule] = {}
    chapter = ""
    open_rule: Rule | None = None
    for line in text.splitlines():
        heading = CHAPTER.match(line)
        found = RULE.match(line)
        if heading:
            chapter = heading.group(2).strip()
            open_rule = None
        elif found:
            if found.group(1) in rules:
                raise ValueError(f"rule {found.group(1)} stands twice")
            open_rule = Rule(found.group(1), found.group(2).strip(), chapter)
            rules[open_rule.number] = open_rule
        elif not line.strip() or line.startswith(("#", "|")):
            open_rule = None
        elif open_rule is not None:
            open_rule.text += " " + line.strip()
    return rules


@cache
def rules(title: str, language: str) -> dict[str, Rule]:
    """The numbered rules of a title in a language."""
    return parse_rules(rules_file(title, language).read_text("utf-8"))


def rules_file(title: str, language: str) -> Path:
    return PACKAGE / "games" / title / FILES[language]
