"""Abbatia: three medieval board games, one engine each, for people, bots and research."""

__version__ = "0.1.0"
