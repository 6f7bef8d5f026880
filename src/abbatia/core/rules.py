"""The numbered rules of a title, read from its RULES.md (English), RULES.fr.md (French) and so on.

A chapter is a heading `## 4 Placing`, a rule a paragraph that begins with its number in bold: `**4.2** …`;
a ruling, `**R7** …`. Everything else (remarks, glossary) is a paragraph or a row of a table, for people only.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parent.parent
CHAPTER: Final = re.compile(r"^## (?:(\d+|R)\s+)?(.+)$")
FIRST_GAME: Final = re.compile(r"^<!-- first game: ([\d. ]+) -->$", re.MULTILINE)
RULE: Final = re.compile(r"^\*\*(\d+(?:\.\d+)+|R\d+)\*\*\s+(.*)$")


class Rule:
    """One rule: its number, its sentence and the heading of the chapter it stands in."""

    __slots__ = ("number", "text", "chapter")

    def __init__(self, number: str, text: str, chapter: str) -> None:
        self.number = number
        self.text = text
        self.chapter = chapter


class Chapter:
    """A heading with what stands below it in order: numbered rules, and paragraphs or rows of tables (texts).

    The number is empty for a chapter without one, such as the glossary; the first chapter is what stands
    above all others, under the name of the title.
    """

    __slots__ = ("number", "heading", "parts")

    def __init__(self, number: str, heading: str) -> None:
        self.number = number
        self.heading = heading
        self.parts: list[Rule | str] = []

    @property
    def rules(self) -> list[Rule]:
        return [part for part in self.parts if isinstance(part, Rule)]


def parse_chapters(text: str) -> list[Chapter]:
    """All of a RULES.md in its order."""
    chapters = [Chapter("", "")]
    is_open = False  # whether the next line goes on with the last part
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith("<!--"):
            continue
        chapter = chapters[-1]
        heading, rule = CHAPTER.match(line), RULE.match(line)
        was_open, is_open = is_open, False
        if heading:
            chapters.append(Chapter(heading.group(1) or "", heading.group(2).strip()))
        elif line.startswith("#"):
            chapter.heading = chapter.heading or line.lstrip("# ")
        elif line.startswith("|"):
            if row := " · ".join(cell.strip() for cell in line.strip("|").split("|")).strip("· -"):
                chapter.parts.append(row)
        elif rule:
            chapter.parts.append(Rule(rule.group(1), rule.group(2).strip(), chapter.heading))
            is_open = True
        elif line:
            last = chapter.parts[-1] if was_open else ""
            if isinstance(last, Rule):
                last.text += " " + line
            elif was_open and not line.startswith("- "):
                chapter.parts[-1] = f"{last} {line}"
            else:
                chapter.parts.append(line)
            is_open = True
    return chapters


def parse_rules(text: str) -> dict[str, Rule]:
    """The rules of a RULES.md by number, in its order. Raises ValueError for a number that comes twice."""
    found: dict[str, Rule] = {}
    for chapter in parse_chapters(text):
        for rule in chapter.rules:
            if rule.number in found:
                raise ValueError(f"rule {rule.number} stands twice")
            found[rule.number] = rule
    return found


@cache
def chapters(title: str, language: str) -> tuple[Chapter, ...]:
    """The rules of a title with all that stands between them."""
    return tuple(parse_chapters(rules_file(title, language).read_text("utf-8")))


@cache
def rules(title: str, language: str) -> dict[str, Rule]:
    """The numbered rules of a title in a language."""
    return parse_rules(rules_file(title, language).read_text("utf-8"))


@cache
def first_game(title: str) -> tuple[str, ...]:
    """The numbers of the rules that one has to know for a first game, which the lessons teach.

    They are the same in every language, so only RULES.md has them: in a comment, which no reader sees.
    """
    found = FIRST_GAME.search(rules_file(title, "en").read_text("utf-8"))
    return tuple(found.group(1).split()) if found else ()


def rules_file(title: str, language: str) -> Path:
    name = "RULES.md" if language == "en" else f"RULES.{language}.md"
    return PACKAGE / "games" / title / name
