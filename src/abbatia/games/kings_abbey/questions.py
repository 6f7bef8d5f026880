"""The open questions of a seat: a stack of which the top one is answered next."""

from typing import Final

from abbatia.games.kings_abbey.fields import Position
from abbatia.games.kings_abbey.pieces import GOODS
from abbatia.games.kings_abbey.player import Question

NAMES: Final[list[str]] = []
SIZES: Final[list[int]] = []  # how many arguments each question has


def _question(name: str, *arguments: str) -> int:
    """A kind of question with the names of its arguments; returns its number, which positions store."""
    NAMES.append(name)
    SIZES.append(len(arguments))
    return len(NAMES) - 1


TURN_WHICH: Final = _question("turn", "which")  # which die to turn, double or triple
# to which value the Library or the Blacksmith turns it
TURN_VALUE: Final = _question("value", "die", "weight", "dice", "areas")
HAND: Final = _question("hand", "value", "weight", "dice", "areas", "turned")  # where the die in hand goes
LAID_WHICH: Final = _question("laid")  # which die Abbott's Den takes back
REUSE_WHICH: Final = _question("reuse")  # which die Monk's Quarters uses again
TAKE_WHICH: Final = _question("take", "how_many")  # which resource to take
SAINT_HOW: Final = _question("saint")  # reveal or keep the saint
CRUSADER: Final = _question("crusader", "slot", "value", "weight", "dice")  # which peasant goes on crusade
COLLECTING: Final = _question("collect", "kind", "tools", "wagons")  # bonus die, tools, wagons
ARCHER_WHO: Final = _question("archer", "tower", "free")  # which peasant becomes an archer
TRADE_GIVE: Final = _question("trade_give")
TRADE_FOR: Final = _question("trade_for", "kind_given")
TRADE_AMOUNT: Final = _question("trade_amount", "kind_given", "kind_taken")
BATH_FROM: Final = _question("bath_from")
BATH_TO: Final = _question("bath_to", "place")
TABLETS_WHAT: Final = _question("tablets")  # what to build with the Tablets
IGNORE_WHICH: Final = _question("ignore", "card")  # which kind of its cost to ignore
ELIE_WHAT: Final = _question("elie")  # what to build for nothing
GAUVIN_WHICH: Final = _question("gauvin")  # which crusade to accomplish
LIONEL_WHERE: Final = _question("lionel", "archers_left")
SPAN_FIRST: Final = _question("span_first")
SPAN_SECOND: Final = _question("span_second", "card")
SIX_WHERE: Final = _question("six", "first_kind_after")  # where Renaud's dice of 6 stand
LOSE_WHO: Final = _question("lose", "how_many")  # which peasant is lost
RAZE_WHICH: Final = _question("raze")  # which card is lost
SUPPORT_WITH: Final = _question("support")  # the other die of the saint's support
HELP_SPACES: Final = _question("spaces", "slot", "ally")
HELP_SHARE: Final = _question("share", "slot", "ally", "spaces")
HELP_TERMS: Final = _question("terms", "slot", "ally", "spaces", "share", *GOODS, "relic")
# accept or refuse
HELP_ANSWER: Final = _question("help", "owner", "slot", "spaces", "share", *GOODS, "relic")
HELPER: Final = _question("helper", "owner", "slot", "spaces")  # which peasant the ally sends
DELIVER: Final = _question("deliver", "owner", "slot", "spaces")  # the ally's dice, one by one
STABLE_GIVE: Final = _question("stable_give", "partner")
STABLE_FOR: Final = _question("stable_for", "partner", "kind_given")
STABLE_AMOUNT: Final = _question("stable_amount", "partner", "kind_given", "kind_taken")
STABLE_RECEIVE: Final = _question("stable_receive", "partner", "kind_given", "kind_taken", "amount")
STABLE_ANSWER: Final = _question("stable_answer", "owner", "kind_given", "kind_taken", "amount", "received")
PAY_HOW: Final = _question("pay", "value_still_to_pay")  # auction
CHOOSE_START: Final = _question("choose")  # auction
FIRST_QUESTIONS: Final = len(NAMES)  # those of version 1; the rest came with version 2
WAGON_WHERE: Final = _question("wagon")  # at which location a wagon is used
REUSE_WHERE: Final = _question("reuse_where", "value")  # from which location Monk's Quarters takes a die


def ask(state: Position, seat: int, kind: int, *args: int) -> None:
    """Put a question on a seat's stack."""
    state.players[seat].questions.append(Question(kind, args))


def answer(state: Position, seat: int) -> tuple[int, ...]:
    """Take the top question off the stack; returns its arguments."""
    return state.players[seat].questions.pop().args


def args_of(state: Position, seat: int) -> tuple[int, ...]:
    """The arguments of the top question."""
    return state.players[seat].questions[-1].args


def set_arg(state: Position, seat: int, index: int, value: int) -> None:
    """Give an argument of the top question another value."""
    questions = state.players[seat].questions
    top = questions[-1]
    questions[-1] = Question(top.kind, (*top.args[:index], value, *top.args[index + 1 :]))


def top(state: Position, seat: int) -> int:
    """The kind of the top question of a seat, -1 without one."""
    questions = state.players[seat].questions
    return questions[-1].kind if questions else -1


def flattened(questions: list[Question]) -> list[int]:
    """A stack as positions store it: the arguments of each question, then its kind."""
    return [number for question in questions for number in (*question.args, question.kind)]


def stack_of(numbers: list[int]) -> list[Question] | None:
    """The inverse of `flattened`; None for numbers that are not whole questions, one upon the other."""
    found: list[Question] = []
    at = len(numbers)
    while at > 0:
        kind = numbers[at - 1]
        if not 0 <= kind < len(SIZES) or at - 1 - SIZES[kind] < 0:
            return None
        found.append(Question(kind, tuple(numbers[at - 1 - SIZES[kind] : at - 1])))
        at -= 1 + SIZES[kind]
    found.reverse()
    return found
