"""Rehearsal: a lesson played as its key line goes, and every fault that shows in it.

`faults` is what `abbatia lesson check` prints and what the tests ask of every lesson.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.contract import CHANCE
from abbatia.core.match import Match
from abbatia.core.playout import Entry
from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES, Message, placeholders
from abbatia.games import TITLES
from abbatia.school.lesson import BadLesson, Lesson, Pattern, Step
from abbatia.school.walk import Script, Verdict, Walk

MOST_ACTIONS: Final = 400
"""Actions of the others in a row, after which a rehearsal gives up."""


def walked(script: Script, log: Sequence[Entry]) -> Walk:
    """The walk of a log that begins as the lesson does."""
    walk = script.walk(log)
    assert walk is not None
    return walk


def let_others_act(script: Script, match: Match, rng: Rng) -> bool:
    """Play all that the others have to do before the learner acts; False when nobody says what they do."""
    lesson = script.lesson
    for _ in range(MOST_ACTIONS):
        walk = walked(script, match.log)
        others = [seat for seat in match.to_act() if seat != lesson.learner]
        scripted = next((seat for seat in others if walk.line(seat) is not None), None)
        if scripted is not None:
            match.play(scripted, walk.line(scripted) or 0)
        elif lesson.learner in match.to_act() or not others:
            return True
        elif not lesson.others:
            return walk.is_done
        else:
            bot = make_bot(lesson.others, rng, steady=True)
            match.play(others[0], bot.choose(match.decision(others[0])))
    return False


def rehearse(script: Script) -> Iterator[tuple[Match, Walk]]:
    """The match and the walk at the beginning of each task, as the key line goes, and when all is done.

    Raises BadLesson where it does not go on.
    """
    match, learner = script.match(), script.lesson.learner
    rng = Rng(script.lesson.seed)
    if not let_others_act(script, match, rng):
        raise BadLesson([stuck("position", match, walked(script, match.log))])
    while True:
        walk = walked(script, match.log)
        yield match, walk
        task = walk.task
        if task is None:
            return
        where = f"steps[{walk.step}]"
        if learner not in match.to_act():
            raise BadLesson([Message("school.fault.not_learner", where=where)])
        for text in task.key:
            verdict = tried(script, match.log, text)
            if verdict.kind != "good":
                raise BadLesson([refused(f"{where}.key", text, verdict)])
            match.play(learner, match.title.numbers[text])
            now = walked(script, match.log)
            if now.step != walk.step or now.is_met:
                break
            if learner not in match.to_act():
                let_others_act(script, match, rng)  # the key goes on when it is the learner's turn again
        after = walked(script, match.log)
        if after.step == walk.step and not after.is_met:
            let_others_act(script, match, rng)  # a goal may be reached by what others do
            after = walked(script, match.log)
        if after.step == walk.step and not after.is_met:
            raise BadLesson([Message("school.fault.not_reached", where=where)])
        if not let_others_act(script, match, rng):
            raise BadLesson([stuck(f"{where}.then", match, walked(script, match.log))])
        if walked(script, match.log).step == walk.step:
            raise BadLesson([Message("school.fault.not_learner", where=where)])


def stuck(where: str, match: Match, walk: Walk) -> Message:
    """The fault of a place where others are to act and no line of the lesson is possible."""
    seat = next(seat for seat in match.to_act() if seat != walk.lesson.learner)
    lines = walk.lines.get(seat)
    if not lines:
        return Message("school.fault.stuck", where=where, seat=seat + 1)
    refusal = match.state.why_not(seat, lines[0])
    assert refusal is not None
    line = f"{seat + 1} {match.title.vocabulary[lines[0]]}"
    return Message("school.fault.log", where=where, line=line, reason=refusal.reason.to_json())


def tried(script: Script, log: Sequence[Entry], text: str) -> Verdict:
    """What the lesson says to a try after a log."""
    return walked(script, log).judge(script.title.numbers[text])


def refused(where: str, text: str, verdict: Verdict) -> Message:
    """The fault of a key action that the lesson itself does not accept."""
    said = verdict.refusal.reason if verdict.refusal is not None else verdict.sentence
    assert said is not None
    return Message("school.fault.refused", where=where, text=text, reason=said.to_json())


def faults(lesson: Lesson) -> list[Message]:
    """All faults of a lesson; none, if it can be shown to players."""
    found = [*_of_texts(lesson), *_of_rules(lesson), *_of_steps(lesson)]
    if not 0 <= lesson.learner < lesson.seats:
        return [*found, Message("school.fault.seat", where="learner", seat=lesson.learner + 1)]
    try:
        script = Script(lesson)
    except BadLesson as bad:
        return [*found, *bad.faults]
    found += _of_actions(script)
    if found:
        return found
    try:
        previous: Walk | None = None
        for match, walk in rehearse(script):
            found += _of_lines(previous, walk)
            found += _of_task(script, match.log, walk)
            previous = walk
    except BadLesson as bad:
        found += bad.faults
    return found


def _of_texts(lesson: Lesson) -> Iterator[Message]:
    """Every language has the same placeholders, and they name seats that are there."""
    seats = {f"p{seat + 1}" for seat in range(lesson.seats)}
    for key, text in lesson.entries("en").items():
        for language in LANGUAGES:
            other = lesson.entries(language)[key]
            if set(placeholders(other)) != set(placeholders(text)) or set(placeholders(other)) - seats:
                yield Message("school.fault.placeholders", where=key, language=language)


def _of_rules(lesson: Lesson) -> Iterator[Message]:
    known = rules(lesson.title, "en") if lesson.title in TITLES else {}
    for number, step in enumerate(lesson.steps):
        for rule in step.rules:
            if rule not in known:
                yield Message("school.fault.rule", where=f"steps[{number}].rules", rule=rule)


def _of_steps(lesson: Lesson) -> Iterator[Message]:
    """What does not go together in a step."""
    if not any(step.is_task for step in lesson.steps):
        yield Message("school.fault.no_task", where="steps")
    for number, step in enumerate(lesson.steps):
        where = f"steps[{number}]"
        if step.play and step.goal:
            yield Message("school.fault.both", where=where)
        if step.is_task and not step.key:
            yield Message("school.fault.no_key", where=where)
        if not step.goal and (step.only or step.missed or step.miss):
            yield Message("school.fault.only_goal", where=where)
        if bool(step.missed) != bool(step.miss):
            yield Message("school.fault.no_try", where=f"{where}.missed")
        if not step.is_task and (step.key or step.then or step.wrong or step.hint or step.otherwise):
            yield Message("school.fault.only_task", where=where)
        for index, wrong in enumerate(step.wrong):
            if wrong.play is None and not wrong.when:
                yield Message("school.fault.no_wrong", where=f"{where}.wrong[{index}]")
            if not wrong.tries:
                yield Message("school.fault.no_try", where=f"{where}.wrong[{index}]")


def _of_actions(script: Script) -> Iterator[Message]:
    """Every action and pattern of the file means an action of the title."""
    texts = script.title.numbers
    for number, step in enumerate(script.lesson.steps):
        where = f"steps[{number}]"
        for seat, text in step.then:
            if seat < CHANCE or seat >= script.lesson.seats or seat == script.lesson.learner:
                yield Message("school.fault.seat", where=f"{where}.then", seat=seat + 1)
            elif text not in texts:
                yield Message("school.fault.action", where=f"{where}.then", text=text)
        tries = [text for wrong in step.wrong for text in wrong.tries]
        for text in (*step.key, *step.miss, *tries):
            if text not in texts:
                yield Message("school.fault.action", where=where, text=text)
        for pattern in patterns(step):
            if not any(pattern.fits(text) for text in texts):
                yield Message("school.fault.action", where=where, text=pattern.text)


def patterns(step: Step) -> list[Pattern]:
    """All patterns of a step."""
    return [*step.play, *step.only, *(wrong.play for wrong in step.wrong if wrong.play is not None)]


def _of_lines(previous: Walk | None, walk: Walk) -> Iterator[Message]:
    """All that the others should do after a task has been done."""
    if previous is not None and walk.left:
        yield Message("school.fault.lines_left", where=f"steps[{previous.step}].then", n=walk.left)


def _of_task(script: Script, log: Sequence[Entry], walk: Walk) -> Iterator[Message]:
    """The goal is not there already, and each wrong try gets its own sentence."""
    task = walk.task
    if task is None:
        return
    where = f"steps[{walk.step}]"
    if walk.is_reached:
        yield Message("school.fault.reached", where=where)
    for index, wrong in enumerate(task.wrong):
        yield from _of_tries(script, log, wrong.tries, wrong.message, f"{where}.wrong[{index}]")
    if task.missed is not None:
        yield from _of_tries(script, log, task.miss, task.missed, f"{where}.miss")


def _of_tries(
    script: Script, log: Sequence[Entry], tries: Sequence[str], sentence: Message, where: str
) -> Iterator[Message]:
    """All tries but the last are good; the last is answered by the sentence."""
    match = script.match(log)
    for number, text in enumerate(tries):
        verdict = tried(script, match.log, text)
        if number == len(tries) - 1:
            if verdict.kind == "good" or verdict.sentence != sentence:
                yield Message("school.fault.other_sentence", where=where, text=text)
        elif verdict.kind != "good":
            yield refused(where, text, verdict)
            return
        else:
            match.play(script.lesson.learner, match.title.numbers[text])
