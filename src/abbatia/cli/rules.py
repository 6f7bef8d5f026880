"""`abbatia rules TITLE [NUMBER]`: the numbered rules and what stands between them."""

from collections.abc import Iterator

import typer
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from abbatia.cli.console import UsageError, out, print_json
from abbatia.core.rules import Chapter, Rule, chapters, rules
from abbatia.core.words import Words
from abbatia.games import load


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("rules", help=speech.text("cli.help.rules"))
    def show(
        title: str = typer.Argument(help=speech.text("cli.help.title")),
        number: str = typer.Argument("", help=speech.text("cli.help.number")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        load(title)
        found = chosen(title, number, speech)
        if as_json:
            numbered = [rule for chapter in found for rule in chapter.rules]
            print_json([{"number": r.number, "chapter": r.chapter, "text": r.text} for r in numbered])
        else:
            out().print(written(found))


def chosen(title: str, wanted: str, speech: Words) -> list[Chapter]:
    """All chapters, one chapter by number (`4`, `R`) or heading, one rule, or the rules with a word.

    Raises UsageError.
    """
    book = chapters(title, speech.language)
    typed = " ".join(wanted.split()).removeprefix("§")
    wanted = typed.upper()
    if not wanted:
        return list(book)
    found = [chapter for chapter in book if chapter.number == wanted] or [
        only(chapter, rule) for chapter in book for rule in chapter.rules if rule.number == wanted
    ]
    if not found and wanted[0].isalpha():
        found = [chapter for chapter in book if wanted in chapter.heading.upper()] or [
            only(chapter, *having) for chapter in book if (having := rules_with(chapter, wanted))
        ]
    if not found:
        numbers = list(rules(title, speech.language))
        raise UsageError(
            speech.text("cli.no_rule", title=speech.text(f"{title}.name"), number=typed),
            speech.text("cli.hint.rules", title=title, first=numbers[0], last=numbers[-1]),
        )
    return found


def only(chapter: Chapter, *rules: Rule) -> Chapter:
    """A chapter of which nothing but some rules is wanted."""
    part = Chapter(chapter.number, chapter.heading)
    part.parts = list(rules)
    return part


def rules_with(chapter: Chapter, wanted: str) -> list[Rule]:
    """The rules of a chapter that have a text, in capitals, in their own."""
    return [rule for rule in chapter.rules if wanted in rule.text.upper()]


def written(found: list[Chapter]) -> Group:
    """The chapters as paragraphs that break between words, at any width."""
    return Group(*(line for chapter in found for line in lines(chapter)))


def lines(chapter: Chapter) -> Iterator[RenderableType]:
    yield Text()
    yield Text(f"{chapter.number}  {chapter.heading}".strip(), style="bold")
    for part in chapter.parts:
        if isinstance(part, Rule):
            text = Text.assemble((f"{part.number}  ", "cyan"), plain(part.text))
        else:
            text = Text(plain(part), style="italic")
        yield Padding(text, (0, 0, 0, 2))


def plain(text: str) -> str:
    return text.replace("**", "").replace("`", "").replace("*", "")
