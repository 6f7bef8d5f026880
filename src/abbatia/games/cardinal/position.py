"""What bots, the terminal and research may know of this title beside the contract, and nothing else.

The fields of a position are explained in `fields.py`; an import contract keeps all other modules inside.
"""

from abbatia.games.cardinal.actions import DRAW_OPEN, EXCHANGE, PASS, PAY, PAY_PAIR, STOP
from abbatia.games.cardinal.board import FACE_UP, HAND, Board
from abbatia.games.cardinal.fields import KING_COLOUR, ONE_COUNTRY, Position
from abbatia.games.cardinal.observation_types import CardinalObservation, DuelSeen
from abbatia.games.cardinal.phases import DRAW, OVER, TURN
from abbatia.games.cardinal.scoring import leaders, majority
from abbatia.games.cardinal.state import CardinalState
from abbatia.games.cardinal.tables import ABROAD_ONLY, LAST, Tables
from abbatia.games.cardinal.title import Cardinal

__all__ = [
    "ABROAD_ONLY",
    "DRAW",
    "DRAW_OPEN",
    "EXCHANGE",
    "FACE_UP",
    "HAND",
    "KING_COLOUR",
    "LAST",
    "ONE_COUNTRY",
    "OVER",
    "PASS",
    "PAY",
    "PAY_PAIR",
    "STOP",
    "TURN",
    "Board",
    "Cardinal",
    "CardinalObservation",
    "CardinalState",
    "DuelSeen",
    "Position",
    "Tables",
    "leaders",
    "majority",
]
