"""LessonState: what a table adds to its match where a lesson is played there.

All of it follows from the lesson and the log (`school/walk.py`); nothing else is stored.
"""

from collections.abc import Sequence

from abbatia.core.match import Match
from abbatia.school.walk import Walk
from abbatia.server.errors import Denied, denied_for
from abbatia.server.live.match_state import MatchState
from abbatia.server.ws.model import Said


class LessonState(MatchState):
    """The part of a table's state that teaches; at other tables it does nothing."""

    _walk: tuple[list[tuple[int, int]], Walk | None] | None = None  # the last log, and where it has led

    def walk(self) -> Walk | None:
        """Where the lesson of this table is; None at other tables, and where the lesson was changed since."""
        if self.script is None or self.match is None:
            return None
        if self._walk is None or self._walk[0] != self.match.log:
            log = list(self.match.log)
            self._walk = log, self.script.walk(log)
        return self._walk[1]

    def taught(self, before: Sequence[int], action: int) -> Said | None:
        """What the lesson adds when the rules refuse an action after some others."""
        walk = self._walk_after(before)
        sentence = None if walk is None else walk.judge(action).sentence
        return None if sentence is None else Said(sentence.key, sentence.args)

    def accepted(self, actions: Sequence[int]) -> int:
        """How many legal actions of the learner are played: up to the end of the task.

        Raises Denied where the lesson asks for something else.
        """
        walk = self._walk_after(())
        if walk is None:
            return len(actions)
        task = walk.step
        for at, action in enumerate(actions):
            verdict = walk.judge(action)
            if verdict.sentence is not None:
                denied = denied_for("lesson", verdict.sentence)
                denied.at = at
                raise denied
            walk.take(walk.lesson.learner, action)
            if walk.is_met or walk.step != task:
                return at + 1
        return len(actions)

    def step_back(self, match: Match, seat: int) -> tuple[int, int]:
        """Take back the learner's last action and all that followed it: where the log is cut, and the action.

        It is always free: chance and the others do the same again. Raises Denied where the lesson begins.
        """
        if seat not in self.acted:
            raise Denied("not_possible", "core.nothing_to_undo")
        cut = max(index for index, (actor, _) in enumerate(match.log) if actor == seat)
        action = match.log[cut][1]
        self._play_again(match.log[:cut])
        return cut, action

    def _walk_after(self, actions: Sequence[int]) -> Walk | None:
        """The walk after some actions of the learner, apart from the one that is kept."""
        if self.script is None or self.match is None:
            return None
        learner = self.script.lesson.learner
        return self.script.walk([*self.match.log, *((learner, action) for action in actions)])
