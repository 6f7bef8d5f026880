"""`abbatia rules TITLE [NUMBER]`: the numbered rules."""

import typer
from rich.padding import Padding
from rich.text import Text

from abbatia.cli.speech import Stop, out, print_json
from abbatia.core.rules import Rule, rules
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
            print_json([{"number": r.number, "chapter": r.chapter, "text": r.text} for r in found])
            return
        chapter = ""
        for rule in found:
            if rule.chapter != chapter:
                chapter = rule.chapter
                out().print(f"\n[bold]{chapter}[/bold]")
            out().print(Padding(Text.assemble((f"{rule.number}  ", "cyan"), plain(rule.text)), (0, 0, 0, 2)))


def chosen(title: str, number: str, speech: Words) -> list[Rule]:
    """All rules, a chapter (`4`, `R`), or one rule with those below it."""
    book = rules(title, speech.language)
    if not number:
        return list(book.values())
    wanted = number.strip().removeprefix("§").upper()
    found = [rule for rule in book.values() if is_within(rule.number, wanted)]
    if not found:
        raise Stop(
            speech.text("cli.no_rule", title=title, number=number),
            speech.text("cli.hint.rules", title=title, first=next(iter(book)), last=list(book)[-1]),
        )
    return found


def is_within(number: str, wanted: str) -> bool:
    return number == wanted or number.startswith(f"{wanted}.") or (wanted == "R" and number.startswith("R"))


def plain(text: str) -> str:
    return text.replace("**", "").replace("`", "").replace("*", "")
