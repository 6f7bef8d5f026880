"""One Chromium and one server while browser tests are run; a guest is a browser of its own.

Both go when tests of another folder follow: as long as playwright is there its event loop runs, and in a
thread with a running loop nobody else can have one.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.guest import Guest
from tests.web.house import House
from tools.chromium import get

Invite = Callable[..., Guest]
expect.set_options(timeout=20_000)  # as for all else: a page may be loading on a busy machine


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    server = House(tmp_path_factory.mktemp("house"))
    server.open()
    yield server
    server.close()


@pytest.fixture
def invite(browser: Browser, house: House) -> Iterator[Invite]:
    """Makes guests; at the end they leave, and none may have met an error."""
    guests: list[Guest] = []

    def come(**how: Any) -> Guest:
        guest = Guest(browser, house.url, **how)
        guests.append(guest)
        return guest

    yield come
    for guest in guests:
        guest.close()
