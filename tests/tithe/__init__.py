"""Tithe: a tiny title for tests only, with a deal, hidden hands, a sealed choice at once, and an offer."""

from pathlib import Path

from abbatia.core.words import add_room
from tests.tithe.game import TITLE, Tithe, TitheState

add_room(Path(__file__).parent)

__all__ = ["TITLE", "Tithe", "TitheState"]
