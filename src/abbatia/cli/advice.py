"""Advice at a terminal: three good turns with what they are worth, and why."""

from collections.abc import Iterator

from rich.text import Text

from abbatia.analysis import hints
from abbatia.cli.analysis_report import BETWEEN, Report
from abbatia.cli.boards.drawing import Board
from abbatia.core.match import Decision
from abbatia.core.words import Words


def advice(decision: Decision, board: Board, speech: Words) -> Iterator[Text]:
    """The lines of a hint. It is made of what the seat that asks can see."""
    title, seen = decision.title, decision.observation
    found = hints(decision)
    report = Report({"seats": seen["seats"]}, title, speech)
    yield Text(speech.text("cli.hints_are"), style="dim")
    for place, turn in enumerate(found):
        numbers = [title.numbers[text] for text in turn["actions"]]
        texts = [board.describe(seen, numbers[0]), *(speech.say(title.describe(one)) for one in numbers[1:])]
        yield Text(
            speech.text(
                "cli.hint_line" if seen["seats"] > 1 else "cli.hint_alone",
                text=BETWEEN.join(texts),
                win=report.percent(turn["win"], digits=0),
                points=report.number(turn["points"]),
            )
        )
        if turn["why"]:
            key = "cli.hint_other" if place else "cli.hint_better"
            yield Text("  " + speech.text(key, text=report.why(turn["why"])), style="dim")
