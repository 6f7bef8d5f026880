"""A version more of a title, for tests that need one: it plays as the one before."""

from importlib import import_module

import pytest

from abbatia.core.contract import Title
from abbatia.core.versions import Version


def release(monkeypatch: pytest.MonkeyPatch, name: str) -> Title:
    """Release the next version of a title, until the test is over."""
    module = import_module(f"abbatia.games.{name}")
    old: Title = module.TITLE
    monkeypatch.setattr(type(old), "versions", (*old.versions, Version(old.version + 1, "2999-01-01")))
    new: Title = import_module(f"abbatia.games.{name}.title").of_version(old.version + 1)
    monkeypatch.setattr(module, "TITLE", new)
    return new
