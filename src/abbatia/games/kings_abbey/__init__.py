"""The King's Abbey (L'Abbaye du Roi): twelve phases a round, one to five players."""

from abbatia.games.kings_abbey.title import TITLE, KingsAbbey

__all__ = ["TITLE", "KingsAbbey"]
