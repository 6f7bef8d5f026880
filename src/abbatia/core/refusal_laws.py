"""Law 2: refusals say why, with the number of a rule. Checked for every position by `conformance.py`."""

import re
from typing import Final

from abbatia.core.chance import Rng
from abbatia.core.contract import State
from abbatia.core.law import ensure
from abbatia.core.refusals import Refusal
from abbatia.core.text_laws import check_words

REFUSALS_TRIED: Final = 150  # a position has seats × vocabulary refusals; this many are asked for
WITHOUT_RULE: Final = ("core.unknown_action", "core.not_your_turn", "core.over")
RULE_NUMBER: Final = re.compile(r"\d+(\.\d+)+|R\d+")


def law_2_refusals(state: State, rng: Rng) -> None:
    """`why_not` is None exactly for `legal`, changes nothing, and can be said in each language."""
    before = state.to_json()
    count = len(state.title.vocabulary)
    for seat in range(state.seats):
        legal = set(state.legal(seat))
        tried = legal | {rng.below(count) for _ in range(REFUSALS_TRIED)} | {-1, count}
        for action in sorted(tried):
            refusal = state.why_not(seat, action)
            ensure(2, (refusal is None) == (action in legal), f"why_not and legal differ on {seat}, {action}")
            if refusal is not None:
                check_refusal(refusal)
    ensure(2, state.to_json() == before, "asking why not changed the position")


def law_2_questions(state: State, rng: Rng) -> None:
    """While a question is open, a refused answer gets a reason of its own, never “answer the question”.

    What does not answer the question is refused because of the question; no answer is refused like that.
    """
    count = len(state.title.vocabulary)
    for seat in state.to_act():
        if seat < 0 or not (answers := set(state.answers(seat))):
            continue
        legal = set(state.legal(seat))
        ensure(2, legal <= answers, f"seat {seat} may do what does not answer its question")
        others = {rng.below(count) for _ in range(REFUSALS_TRIED)} - answers
        put_off = {refusal.reason.key for action in others if (refusal := state.why_not(seat, action))}
        for action in sorted(answers - legal):
            refusal = state.why_not(seat, action)
            if refusal is not None:
                check_refusal(refusal)
                text = state.title.vocabulary[action]
                ensure(2, refusal.reason.key not in put_off, f"{text!r} is refused by its own question")


def check_refusal(refusal: Refusal) -> None:
    """The reason has words in each language; only turn and end need no rule."""
    check_words(2, refusal.reason)
    numbered = RULE_NUMBER.fullmatch(refusal.rule) or refusal.reason.key in WITHOUT_RULE
    ensure(2, numbered, f"{refusal.reason.key} is refused without the number of a rule: {refusal.rule!r}")
