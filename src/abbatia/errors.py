"""The base of Abbatia's exceptions."""

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class AbbatiaError(Exception):
    """What Abbatia raises on purpose; `except AbbatiaError` catches all of it, and no programming error."""
