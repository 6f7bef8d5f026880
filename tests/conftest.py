"""What holds for all tests: each has a limit of time (pyproject.toml), and those marked slow a longer one."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A run of ./test is repeatable. `pytest --hypothesis-profile explore` looks for new examples.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile("repeatable")

SLOW_SECONDS = 1200  # sieges, compilers, wheels and whole games in browsers, on a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A slow test, or the short form of one, gets the longer limit unless it names its own.

    Slow tests are run first, so that no worker begins with one when all others have finished.
    """
    for item in items:
        if is_slow(item) and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_SECONDS))
    items.sort(
        key=lambda item: not is_slow(item)
    )  # the order is kept otherwise: fixtures of a folder are shared


def is_slow(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("slow", "short"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Name the main thread after its test: pytest-timeout prints the stack of every thread by its name.

    The stack of an `async def` test that hangs shows only the event loop, not which test waits in it.
    """
    main = threading.main_thread()
    before, main.name = main.name, item.nodeid
    try:
        return (yield)
    finally:
        main.name = before


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop in which anyio's plugin runs every `async def` test and fixture."""
    return "asyncio"
