"""Abbatia for research: observations as arrays, PettingZoo and OpenSpiel adapters, batched self-play."""

from importlib import import_module

from abbatia.errors import AbbatiaError


class MissingPackages(AbbatiaError):
    """The packages for research are not installed."""


try:
    import_module("numpy")
except ImportError:
    sentence = "abbatia.research needs numpy: run tools/add research in the folder of the sources"
    raise MissingPackages(sentence) from None
