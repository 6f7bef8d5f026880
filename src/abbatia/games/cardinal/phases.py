"""Phases: what the game waits for."""

from typing import Final

DEAL: Final = 0  # chance: the first hands
TURN: Final = 1  # the seat pays for its first piece, exchanges or passes
PLACE: Final = 2  # the seat places the piece it has paid for
MORE: Final = 3  # the seat pays for a second piece or stops
DRAW: Final = 4  # the seat draws a card
BLIND: Final = 5  # chance: the card drawn from the pile
REVEAL: Final = 6  # chance: a face-up card is replaced
KEEP: Final = 7  # Das Duell: the seat keeps one of the cards it played
KING: Final = 8  # Das Duell: the seat pays for a piece of the King's
KING_PLACE: Final = 9  # Das Duell: the seat places it
CROWN: Final = 10  # Das Duell: chance: a card of the King's is replaced
OVER: Final = 11
PHASES: Final = (
    "deal",
    "turn",
    "place",
    "more",
    "draw",
    "blind",
    "reveal",
    "keep",
    "king",
    "king_place",
    "crown",
    "over",
)
CHANCE_PHASES: Final = (DEAL, BLIND, REVEAL, CROWN)
