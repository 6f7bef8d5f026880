"""Pelegrinus: monastic orders send five characters a turn, in secret, all over Europe; 2 to 4 seats."""

from abbatia.games.pelegrinus.title import TITLE, Pelegrinus

__all__ = ["TITLE", "Pelegrinus"]
