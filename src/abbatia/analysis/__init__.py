"""The analyst: what every decision and every answer of chance was worth.

`Review` looks at a finished record, `hints` at a decision that somebody has to make. Decisions are judged by
what the seat could know and nothing else. See docs/analysis.md.
"""

from abbatia.analysis.budget import BUDGETS, USUAL, Budget
from abbatia.analysis.hints import hints
from abbatia.analysis.review import VERSION, Progress, Review

__all__ = ["BUDGETS", "USUAL", "VERSION", "Budget", "Progress", "Review", "hints"]
