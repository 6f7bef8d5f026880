"""What holds for all tests: each has a limit of time (pyproject.toml), and those marked slow a longer one."""

import pytest

SLOW_SECONDS = 1200  # sieges, compilers, wheels and whole games in browsers, on a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A slow test, or the short form of one, gets the longer limit unless it names its own."""
    for item in items:
        is_slow = item.get_closest_marker("slow") or item.get_closest_marker("short")
        if is_slow and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_SECONDS))
