"""The open questions of a seat: each lies on its stack as arguments with the question's number on top."""

from typing import Final

from abbatia.games.kings_abbey.state import Position

NAMES: Final = (
    "turn",  # [which]: which die to turn, double or triple
    "value",  # [die, weight, dice, areas]: to which value the Library or the Blacksmith turns it
    "hand",  # [value, weight, dice, areas, turned]: where the die in hand goes
    "laid",  # []: which die Abbott's Den takes back
    "reuse",  # []: which die Monk's Quarters uses again
    "take",  # [how many]: which resource to take
    "saint",  # []: reveal or keep the saint
    "crusader",  # [slot, value, weight, dice]: which peasant goes on crusade
    "collect",  # [kind, tools, wagons]: bonus die, tools, wagons
    "archer",  # [tower, free]: which peasant becomes an archer
    "trade_give",  # []
    "trade_for",  # [kind given]
    "trade_amount",  # [kind given, kind taken]
    "bath_from",  # []
    "bath_to",  # [place]
    "tablets",  # []: what to build with the Tablets
    "ignore",  # [card]: which kind of its cost to ignore
    "elie",  # []: what to build for nothing
    "gauvin",  # []: which crusade to accomplish
    "lionel",  # [archers left]
    "span_first",  # []
    "span_second",  # [card]
    "six",  # [first kind + 1, 0]: where Renaud's dice of 6 stand
    "lose",  # [how many]: which peasant is lost
    "raze",  # []: which card is lost
    "support",  # []: the other die of the saint's support
    "spaces",  # [slot, ally]
    "share",  # [slot, ally, spaces]
    "terms",  # [slot, ally, spaces, share, seven goods, relic]
    "help",  # [owner, slot, spaces, share, seven goods, relic]: accept or refuse
    "helper",  # [owner, slot, spaces]: which peasant the ally sends
    "deliver",  # [owner, slot, spaces]: the ally's dice, one by one
    "stable_give",  # [partner]
    "stable_for",  # [partner, kind given]
    "stable_amount",  # [partner, kind given, kind taken]
    "stable_receive",  # [partner, kind given, kind taken, amount]
    "stable_answer",  # [owner, kind given, kind taken, amount, received]
    "pay",  # [value still to pay]: auction
    "choose",  # []: auction
)
SIZES: Final[tuple[int, ...]] = (  # not of a fixed length: compiled, such a tuple is made anew to be indexed
    1,
    4,
    5,
    0,
    0,
    1,
    0,
    4,
    3,
    2,
    0,
    1,
    2,
    0,
    1,
    0,
    1,
    0,
    0,
    1,
    0,
    1,
    1,
    1,
    0,
    0,
    2,
    3,
    12,
    12,
    3,
    3,
    1,
    2,
    3,
    4,
    5,
    1,
    0,
)

TURN_WHICH: Final = 0
TURN_VALUE: Final = 1
HAND: Final = 2
LAID_WHICH: Final = 3
REUSE_WHICH: Final = 4
TAKE_WHICH: Final = 5
SAINT_HOW: Final = 6
CRUSADER: Final = 7
COLLECTING: Final = 8
ARCHER_WHO: Final = 9
TRADE_GIVE: Final = 10
TRADE_FOR: Final = 11
TRADE_AMOUNT: Final = 12
BATH_FROM: Final = 13
BATH_TO: Final = 14
TABLETS_WHAT: Final = 15
IGNORE_WHICH: Final = 16
ELIE_WHAT: Final = 17
GAUVIN_WHICH: Final = 18
LIONEL_WHERE: Final = 19
SPAN_FIRST: Final = 20
SPAN_SECOND: Final = 21
SIX_WHERE: Final = 22
LOSE_WHO: Final = 23
RAZE_WHICH: Final = 24
SUPPORT_WITH: Final = 25
HELP_SPACES: Final = 26
HELP_SHARE: Final = 27
HELP_TERMS: Final = 28
HELP_ANSWER: Final = 29
HELPER: Final = 30
DELIVER: Final = 31
STABLE_GIVE: Final = 32
STABLE_FOR: Final = 33
STABLE_AMOUNT: Final = 34
STABLE_RECEIVE: Final = 35
STABLE_ANSWER: Final = 36
PAY_HOW: Final = 37
CHOOSE_START: Final = 38


def ask(state: Position, seat: int, question: int, *args: int) -> None:
    """Put a question on a seat's stack."""
    stack = state.players[seat].asks
    for arg in args:
        stack.append(arg)  # compiled, cheaper than a list that is added
    stack.append(question)


def answer(state: Position, seat: int) -> list[int]:
    """Take the top question off the stack; returns its arguments."""
    stack = state.players[seat].asks
    size = SIZES[stack.pop()]
    if not size:
        return []
    args = stack[-size:]
    del stack[-size:]
    return args


def is_stack(stack: list[int]) -> bool:
    """Whether these numbers are whole questions, one upon the other."""
    at = len(stack)
    while at > 0:
        if not 0 <= stack[at - 1] < len(SIZES):
            return False
        at -= 1 + SIZES[stack[at - 1]]
    return at == 0


def args_of(state: Position, seat: int) -> list[int]:
    """The arguments of the top question."""
    stack = state.players[seat].asks
    return stack[-1 - SIZES[stack[-1]] : -1]


def top(state: Position, seat: int) -> int:
    """The top question of a seat, -1 without one."""
    stack = state.players[seat].asks
    return stack[-1] if stack else -1
