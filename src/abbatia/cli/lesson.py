"""`abbatia lesson`: files of lessons: a check, a look at every step, and positions to begin with."""

import json
from pathlib import Path

import typer

from abbatia.bots import make_bot
from abbatia.cli.console import UsageError, find_title, out, print_json, read_options
from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import CHANCE
from abbatia.core.match import Match
from abbatia.core.words import Message, Words
from abbatia.games import TITLES
from abbatia.school.lesson import FORM, BadLesson, read, secret_of
from abbatia.school.registry import files, lessons
from abbatia.school.rehearsal import faults, rehearse
from abbatia.school.walk import Script, Walk


def add(app: typer.Typer, speech: Words) -> None:
    lesson = typer.Typer(help=speech.text("cli.help.lesson"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(lesson, name="lesson")

    @lesson.command("check", help=speech.text("cli.help.lesson_check"))
    def check(
        files: list[Path] = typer.Argument(help=speech.text("cli.help.lesson_file")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        found = {str(file): [speech.say(fault) for fault in faults_of(file)] for file in files}
        if as_json:
            print_json(found)
        else:
            for file, sentences in found.items():
                for fault in sentences:
                    out().print(fault, markup=False, soft_wrap=True)
                key = "cli.lesson.faults" if sentences else "cli.lesson.fine"
                out().print(speech.text(key, file=file, n=len(sentences)), style="bold", markup=False)
        if any(found.values()):
            raise typer.Exit(1)

    @lesson.command("show", help=speech.text("cli.help.lesson_show"))
    def show(
        file: Path = typer.Argument(help=speech.text("cli.help.lesson_file")),
        step: int = typer.Option(-1, "--step", help=speech.text("cli.help.lesson_step")),
    ) -> None:
        try:
            for match, walk in rehearse(Script(read(file))):
                if step in (-1, walk.step):
                    show_task(match, walk, speech, whole=step >= 0)
        except BadLesson as bad:
            for fault in bad.faults:
                out().print(speech.say(fault), style="red", markup=False)
            raise typer.Exit(1) from None

    @lesson.command("copy", help=speech.text("cli.help.lesson_copy"))
    def copy(path: str = typer.Argument(help=speech.text("cli.help.lesson_path"))) -> None:
        file = next((file for title in TITLES for file in files(title) if read(file).path == path), None)
        if file is None:
            known = [lesson.path for title in TITLES for lesson in lessons(title)]
            raise UsageError(speech.text("cli.lesson.unknown", path=path, known=known))
        print(file.read_text("utf-8"), end="")

    @lesson.command("position", help=speech.text("cli.help.lesson_position"))
    def position(
        title: str = typer.Argument(help=speech.text("cli.help.title")),
        seats: int = typer.Option(3, "--seats", help=speech.text("cli.help.lesson_seats")),
        seed: int = typer.Option(1, "--seed", help=speech.text("cli.help.lesson_seed")),
        actions: int = typer.Option(0, "--actions", help=speech.text("cli.help.to")),
        bot: str = typer.Option("prior", "--bot", help=speech.text("cli.help.lesson_bot")),
        option: list[str] = typer.Option([], "--option", help=speech.text("cli.help.option")),
    ) -> None:
        rules = find_title(title, None, speech)
        options = rules.setup(seats, read_options(option, speech))
        match = Match(rules, seats, options, rng=FairRng(secret_of(seed)))
        bots = [make_bot(bot, Rng(seed + seat), steady=True) for seat in range(seats)]
        while match.to_act() and len(match.log) < actions:
            actor = match.to_act()[0]
            match.play(actor, bots[actor].choose(match.decision(actor)))
        for seat, action in match.log:
            print("*" if seat == CHANCE else seat + 1, rules.vocabulary[action])

    @lesson.command("schema", help=speech.text("cli.help.lesson_schema"))
    def schema() -> None:
        print_json({"$schema": "https://json-schema.org/draft/2020-12/schema", **FORM.schema()})


def faults_of(file: Path) -> list[Message]:
    """All faults of a file."""
    try:
        return faults(read(file))
    except BadLesson as bad:
        return bad.faults


def show_task(match: Match, walk: Walk, speech: Words, *, whole: bool) -> None:
    """What a writer wants to know where a task begins: its texts, what may be done, and what can be seen."""
    console, lesson = out(), walk.lesson
    said = speech.knowing(lesson.entries(speech.language))
    console.rule(f"steps[{walk.step}] · {len(match.log)}")
    for step in lesson.steps[walk.since : walk.step + 1]:
        console.print(said.say(step.say), markup=False, style="bold")
    if lesson.learner in match.to_act():
        console.print(said.say(match.state.prompt(lesson.learner)), markup=False)
        texts = [match.title.vocabulary[action] for action in match.state.legal(lesson.learner)]
        console.print(" | ".join(texts), markup=False, style="cyan")
    else:
        console.print(str(match.to_act()))
    if whole:
        seen = match.state.observe(lesson.learner)
        console.print(json.dumps(seen, ensure_ascii=False, indent=1), markup=False, soft_wrap=True)
