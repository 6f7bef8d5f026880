"""One Chromium and one server while browser tests are run; a user is a browser of its own.

Both go when tests of another folder follow: as long as playwright is there its event loop runs, and in a
thread with a running loop nobody else can have one.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tools.browser_user import BrowserUser
from tools.chromium import get
from tools.web_server import WebServer

NewUser = Callable[..., BrowserUser]
expect.set_options(timeout=20_000)  # as for all else: a page may be loading on a busy machine


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    server = WebServer(tmp_path_factory.mktemp("server"))
    server.open()
    yield server
    server.close()


@pytest.fixture
def new_user(browser: Browser, web_server: WebServer) -> Iterator[NewUser]:
    """Makes users; at the end they leave, and none may have met an error."""
    users: list[BrowserUser] = []

    def come(**how: Any) -> BrowserUser:
        user = BrowserUser(browser, web_server.url, **how)
        users.append(user)
        return user

    yield come
    for user in users:
        user.close()
