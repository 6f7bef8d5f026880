"""Walk: where a log of plays has led in a lesson. A pure function of the lesson and the log.

Everybody who plays a lesson uses it: the server's tables, the terminal, the checks. Nothing else is kept of a
lesson, so that undo, a reload, another device and a later day need nothing of their own.

A step that asks nothing is only read; the walk goes from task to task. What others and chance do after a task
stands in its `then`, one queue for each of them. The next task begins when the learner is to act again.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from abbatia.core.chance import FairRng
from abbatia.core.contract import CHANCE, BadSetup, State, Title
from abbatia.core.match import Match
from abbatia.core.observation import AnyObservation
from abbatia.core.playout import Entry
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.words import Message
from abbatia.games import load
from abbatia.school.goals import all_hold
from abbatia.school.lesson import BadLesson, Lesson, Step

OVER: Final = Message("school.over")
OTHERWISE: Final = Message("school.otherwise")


class Verdict(NamedTuple):
    """What the lesson says to a try: `good`, `wrong` with a sentence, or refused by the rules."""

    kind: Literal["good", "wrong", "illegal"]
    sentence: Message | None = None
    refusal: Refusal | None = None


GOOD: Final = Verdict("good")


class Opening(NamedTuple):
    """The position a lesson begins with: its title and the log that leads to it."""

    title: Title
    log: tuple[Entry, ...]


def opening(lesson: Lesson) -> Opening:
    """Play the position's log; chance that it does not name falls as the seed says. Raises BadLesson."""
    seat, text = CHANCE, ""
    try:
        title = load(lesson.title, lesson.version)
        lines = deque(lesson.log)

        def lot(_: Sequence[Entry]) -> int:
            nonlocal seat, text
            if not lines or lines[0][0] != CHANCE:
                return -1
            seat, text = lines.popleft()
            return title.numbers.get(text, len(title.vocabulary))

        match = Match(title, lesson.seats, lesson.options, rng=FairRng(lesson.secret), lots=lot)
        while lines:
            seat, text = lines.popleft()
            match.play(seat, match.number(text))
    except BadSetup as bad:
        raise BadLesson([Message("school.fault.setup", reason=bad.message.to_json())]) from None
    except Refused as bad:
        line = f"{'*' if seat == CHANCE else seat + 1} {text}"
        reason = bad.refusal.reason.to_json()
        raise BadLesson(
            [Message("school.fault.log", where="position.log", line=line, reason=reason)]
        ) from None
    return Opening(title, tuple(match.log))


class Walk:
    """A lesson on its way: the position, the task that is open, and the lines that others still have."""

    def __init__(self, lesson: Lesson, start: Opening) -> None:
        self.lesson: Final = lesson
        self.title: Final = start.title
        self.state: State = start.title.start(lesson.seats, **start.title.setup(lesson.seats, lesson.options))
        for seat, action in start.log:
            self.state.apply(seat, action)
        self.since = 0  # the first step to be read before the task
        self.step = 0  # the task; the number of steps when all are done
        self.done = 0  # how many of the actions it asks for in a row have been played
        self.is_met = False  # done, and the others still act
        self.lines: dict[int, deque[int]] = {}  # what each of the others, and chance, does next
        self.left = 0  # how many lines of seats, of the task before, nobody has played
        self.before: AnyObservation = self.state.observe(lesson.learner)
        self._begin(0)

    @property
    def task(self) -> Step | None:
        """The step that is to be played; None when the lesson is done."""
        return self.lesson.steps[self.step] if self.step < len(self.lesson.steps) else None

    @property
    def is_done(self) -> bool:
        """Whether the last task has been done; what may come after it is only to be read."""
        return self.task is None

    @property
    def is_reached(self) -> bool:
        """Whether the position fulfils the goal of the task."""
        return self._reaches(self.state)

    def follow(self, log: Sequence[Entry]) -> "Walk":
        """Take what has been played since."""
        for seat, action in log:
            self.take(seat, action)
        return self

    def take(self, seat: int, action: int) -> None:
        """Carry out an action that was played, by whomever."""
        lines = self.lines.get(seat)
        if lines and action in lines:
            lines.remove(action)
        self.state.apply(seat, action)
        if seat == self.lesson.learner and not self.is_met:
            self.done += 1
        self._note()

    def judge(self, action: int) -> Verdict:
        """What the lesson says to an action of the learner; nothing is changed by it."""
        learner, text = self.lesson.learner, self.title.vocabulary[action]
        refusal, task = self.state.why_not(learner, action), self.task
        if refusal is not None:
            return Verdict("illegal", self._answer(task, text, action, is_legal=False), refusal)
        if task is None or self.is_met:
            return Verdict("wrong", OVER if task is None else OTHERWISE)
        if task.play and task.play[self.done].fits(text):
            return GOOD
        answer = self._answer(task, text, action, is_legal=True)
        if answer is not None:
            return Verdict("wrong", answer)
        if task.play or (task.only and not any(pattern.fits(text) for pattern in task.only)):
            return Verdict("wrong", task.otherwise or OTHERWISE)
        if task.missed is not None and self._misses(action):
            return Verdict("wrong", task.missed)
        return GOOD

    def line(self, seat: int) -> int | None:
        """What the lesson lets chance or another seat do now; None when it does not say.

        It is the first of the lines left that is possible: after a draw from the pile chance needs another
        line than after a face-up card.
        """
        lines = self.lines.get(seat)
        if not lines:
            return None
        possible = [outcome for outcome, _ in self.state.odds()] if seat == CHANCE else self.state.legal(seat)
        return next((action for action in lines if action in possible), None)

    def key(self) -> int | None:
        """The next action of the way that the lesson itself shows; None when it shows none from here."""
        task = self.task
        if task is None or self.is_met or self.done >= len(task.key):
            return None
        action = self.title.numbers.get(task.key[self.done])
        return None if action is None or self.judge(action).kind != "good" else action

    def _begin(self, first: int) -> None:
        """Go to the next task from a step on."""
        steps = self.lesson.steps
        self.since = first
        self.step = next((at for at in range(first, len(steps)) if steps[at].is_task), len(steps))
        self.done, self.is_met = 0, False
        self.before = self.state.observe(self.lesson.learner)
        self.left = sum(len(lines) for seat, lines in self.lines.items() if seat != CHANCE)
        self.lines = {}
        for seat, text in self.task.then if self.task else ():
            if text in self.title.numbers:
                self.lines.setdefault(seat, deque()).append(self.title.numbers[text])

    def _note(self) -> None:
        """See whether the task is done now, and whether the next one begins."""
        task = self.task
        if task is None:
            return
        if not self.is_met:
            if task.play:
                self.is_met = self.done >= len(task.play)
            else:
                self.is_met = self._reaches(self.state)
        actors = self.state.to_act()
        if self.is_met and (not actors or self.lesson.learner in actors):
            self._begin(self.step + 1)

    def _reaches(self, state: State) -> bool:
        """Whether a position fulfils the goal of the task."""
        learner = self.lesson.learner
        return self.task is not None and all_hold(
            self.task.goal, state.observe(learner), self.before, learner
        )

    def _after(self, action: int) -> State:
        """The position after an action of the learner."""
        state = self.state.clone()
        state.apply(self.lesson.learner, action)
        return state

    def _misses(self, action: int) -> bool:
        """Whether an action ends the learner's turn without the goal."""
        state, learner = self._after(action), self.lesson.learner
        while CHANCE in state.to_act():  # whatever it brings, the turn goes on or not
            state.apply(CHANCE, state.odds()[0][0])
        goes_on = learner in state.to_act() and state.turn_id() == self.state.turn_id()
        return not goes_on and not self._reaches(state)

    def _answer(self, task: Step | None, text: str, action: int, *, is_legal: bool) -> Message | None:
        """The sentence that the lesson has for this wrong try, if it has one."""
        for wrong in task.wrong if task is not None else ():
            if wrong.play is not None and not wrong.play.fits(text):
                continue
            if not wrong.when:
                return wrong.message
            if is_legal:
                learner = self.lesson.learner
                if all_hold(wrong.when, self._after(action).observe(learner), self.before, learner):
                    return wrong.message
        return None


class Script:
    """A lesson that is ready to be played: its opening made once."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson: Final = lesson
        self.opening: Final = opening(lesson)

    @property
    def title(self) -> Title:
        return self.opening.title

    def walk(self, log: Sequence[Entry] = ()) -> Walk | None:
        """Where a whole log has led; None when it does not begin as the lesson does (which was changed)."""
        start = self.opening.log
        if not log:
            return Walk(self.lesson, self.opening)
        if tuple(log[: len(start)]) != start:
            return None
        return Walk(self.lesson, self.opening).follow(log[len(start) :])

    def lot(self, log: Sequence[Entry]) -> int:
        """What chance does after a log, as `Match` asks for it: -1 where the lesson leaves it to the seed."""
        start = self.opening.log
        if len(log) < len(start):
            return start[len(log)][1]
        walk = self.walk(log)
        line = None if walk is None else walk.line(CHANCE)
        return -1 if line is None else line

    def match(self, log: Sequence[Entry] = ()) -> Match:
        """The match of the lesson, as far as it has been played."""
        lesson = self.lesson
        dice = FairRng(lesson.secret)
        return Match(
            self.title, lesson.seats, lesson.options, rng=dice, log=log or self.opening.log, lots=self.lot
        )
