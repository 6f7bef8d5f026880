"""`abbatia learn TITLE [LESSON]`: a lesson at a terminal, with the same walk as in the browser."""

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from abbatia.cli.console import UsageError, out
from abbatia.cli.saves import Save
from abbatia.cli.seating import Player
from abbatia.cli.terminal_game import Quit, TerminalGame
from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.observation import AnyObservation
from abbatia.core.record import HUMAN
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.words import Words
from abbatia.games import load
from abbatia.school.lesson import BadLesson, read
from abbatia.school.registry import lessons
from abbatia.school.rehearsal import let_others_act, walked
from abbatia.school.walk import Script, Walk


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("learn", help=speech.text("cli.help.learn"))
    def learn(
        title: str = typer.Argument("", help=speech.text("cli.help.title")),
        lesson: str = typer.Argument("", help=speech.text("cli.help.learn_lesson")),
        file: Path | None = typer.Option(None, "--file", help=speech.text("cli.help.lesson_file")),
    ) -> None:
        try:
            if file is not None:
                LessonGame(Script(read(file)), speech).run()
            elif lesson:
                LessonGame(found(title, lesson, speech), speech).run()
            else:
                list_lessons(title, speech)
        except BadLesson as bad:
            raise UsageError(speech.say(bad.faults[0]), speech.text("cli.hint.lesson_check")) from None


def found(title: str, name: str, speech: Words) -> Script:
    """A lesson by its number or its id. Raises UsageError."""
    known = lessons(load(title).name)
    for number, lesson in enumerate(known, start=1):
        if name in (str(number), lesson.id):
            return Script(lesson)
    ids = [lesson.id for lesson in known]
    raise UsageError(speech.text("cli.lesson.unknown", path=f"{title}/{name}", known=ids))


def list_lessons(title: str, speech: Words) -> None:
    """The lessons of a title, numbered."""
    if not title:
        raise UsageError(speech.text("cli.no_title"), speech.text("cli.hint.titles"))
    for number, lesson in enumerate(lessons(load(title).name), start=1):
        words = speech.knowing(lesson.entries(speech.language))
        line = Text.assemble((f"{number:>3}  ", "cyan"), (words.say(lesson.name), "bold"), f"  {lesson.id}")
        out().print(line)
        out().print(Text(f"     {words.say(lesson.about)}", style="dim"))
    out().print(speech.text("cli.learn.begin", title=title), markup=False)


class LessonGame(TerminalGame):
    """A lesson at one screen: it says the steps, judges what is typed, and plays the others' lines."""

    def __init__(self, script: Script, speech: Words) -> None:
        self.script = script
        lesson = script.lesson
        self.match: Match = script.match()
        let_others_act(script, self.match, Rng(lesson.seed))
        names = [speech.text("core.seat", n=seat + 1) for seat in range(lesson.seats)]
        players = [Player(name, HUMAN, Rng(0)) for name in names]
        words = speech.knowing(lesson.entries(speech.language))
        super().__init__(self.match, players, words, Save(lesson.title, None, is_own=False))
        self.people = [lesson.learner]
        self.watching = lesson.learner
        self.said = -1  # the last step that was said

    @property
    def walk(self) -> Walk:
        return walked(self.script, self.match.log)

    def run(self) -> None:
        """Teach until all is done or the learner leaves."""
        lesson = self.script.lesson
        self.console.print(Text(self.speech.say(lesson.name), style="bold"))
        self.match.listeners[:] = [self.narrator.keep]
        try:
            while not self.walk.is_done:
                self.ask(lesson.learner)
        except (Quit, EOFError, KeyboardInterrupt):
            return
        self.catch_up(lesson.learner)
        self.say_steps()
        self.console.print(Text(self.speech.say(lesson.learnt), style="bold green"))

    def ask(self, seat: int) -> None:
        super().ask(seat)
        let_others_act(self.script, self.match, Rng(self.script.lesson.seed))

    def keep(self) -> None:
        """A lesson is not saved; where a game would be, the step is said."""
        self.say_steps()

    def say_steps(self) -> None:
        """What is to be read before the task, and the task; each once."""
        walk = self.walk
        for number in range(max(walk.since, self.said + 1), min(walk.step + 1, len(walk.lesson.steps))):
            step = walk.lesson.steps[number]
            rules = "".join(f" §{rule}" for rule in step.rules)
            self.console.print(Text.assemble(("» ", "cyan"), self.speech.say(step.say), (rules, "dim")))
            self.said = number

    def action(self, text: str, legal: Sequence[int], seen: AnyObservation) -> int:
        """What is typed, if the lesson accepts it. Raises Refused with the sentence of the lesson."""
        action = super().action(text, legal, seen)
        verdict = self.walk.judge(action)
        if verdict.refusal is not None:
            self.refuse(verdict.refusal)
        if verdict.sentence is not None:
            raise Refused(Refusal(verdict.sentence.key, "", **verdict.sentence.args))
        if verdict.refusal is not None:
            raise Refused(Refusal("school.not_now", ""))
        return action

    def show_hint(self, seat: int, rest: str) -> bool:
        """The hint of the step, and the next action of the way that the lesson shows."""
        walk = self.walk
        if walk.task is not None and walk.task.hint is not None:
            self.console.print(Text(self.speech.say(walk.task.hint), style="cyan"))
        key = walk.key()
        if key is not None:
            self.say("cli.hint_is", text=self.board.describe(self.match.state.observe(seat), key))
        return False

    def take_back(self, seat: int, rest: str) -> bool:
        """Take the last action back with all that followed it; it is always free here."""
        log, first = self.match.log, len(self.script.opening.log)
        mine = [at for at, (actor, _) in enumerate(log) if actor == seat and at >= first]
        if not mine:
            self.refuse(Refusal("core.nothing_to_undo", ""))
            return False
        self.match = self.script.match(log[: mine[-1]])
        self.match.listeners[:] = [self.narrator.keep]
        self.narrator.forget(len(self.match.log))
        self.last_seen[seat] = min(self.last_seen[seat], len(self.match.log))
        self.is_shown[seat] = False
        self.said = self.walk.since - 1
        self.say("cli.taken_back")
        return True

    def save_as(self, seat: int, rest: str) -> bool:
        """A lesson is short: it is begun again, not saved."""
        self.say("cli.learn.not_saved")
        return False
