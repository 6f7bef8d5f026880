"""Screenshots of the key screens into screenshots/: `python -m tools.screenshots [--only WORD]`.

Starts a server of its own, plays real games in Chromium on a laptop and on a phone, by day and by night.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from abbatia.games import load
from abbatia.games.kings_abbey.phases import PHASES
from tests.web.record import finished
from tools.browser_user import BrowserUser
from tools.chromium import get
from tools.web_server import WebServer

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "screenshots"
HABIT = """(change) => localStorage.setItem(
  'abbatia.habits', JSON.stringify({...JSON.parse(localStorage.getItem('abbatia.habits')), ...change})
)"""
TITLES = {"cardinal": 0, "kings_abbey": 1, "pelegrinus": 2}


class Album:
    """Takes pictures of one guest's page, named after screen, size and look."""

    def __init__(self, guest: BrowserUser, suffix: str, only: str) -> None:
        self.guest = guest
        self.suffix = suffix
        self.only = only

    def take(self, name: str, *, whole: bool = False) -> None:
        """A picture of what is in sight, or of the whole page: then the window is as tall as the page."""
        if self.only not in name:
            return
        page = self.guest.page
        usual = page.viewport_size
        assert usual is not None
        if whole:
            tall = int(page.evaluate("document.documentElement.scrollHeight"))
            page.set_viewport_size({"width": usual["width"], "height": max(tall, usual["height"])})
        page.wait_for_timeout(700)  # fonts and maps have come and stand still
        page.screenshot(path=FOLDER / f"{name}-{self.suffix}.png")
        page.set_viewport_size(usual)


def lobby(album: Album) -> None:
    page = album.guest.page
    album.guest.visit("/")
    page.wait_for_selector("li.title")
    album.take("home", whole=True)
    album.guest.visit("/new?title=cardinal")
    page.wait_for_selector(".seat")
    album.take("new-table", whole=True)
    page.get_by_label("Player 3 is").select_option("open")
    page.locator("button.gold").click()
    page.wait_for_selector(".gathering")
    album.take("gathering")
    album.guest.visit("/rules/pelegrinus?rule=3.1")
    page.wait_for_selector("[data-rule]")
    album.take("rules")


def account(album: Album) -> None:
    """The page of a guest, then of somebody who has a table that waits and a game that is over."""
    guest, page = album.guest, album.guest.page
    guest.visit("/account")
    page.get_by_role("button", name="Create an account").click()
    album.take("account-enter")
    page.get_by_label("Name", exact=True).fill(f"Anne {album.suffix}")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.locator("form .gold").click()
    page.get_by_role("heading", name="Finished games").wait_for()
    record = httpx.post(f"{guest.url}/api/records", content=finished(load("cardinal"))).json()["record"]
    guest.visit(f"/new?title=cardinal&record={record['id']}&at={record['actions'] - 12}")
    page.get_by_role("button", name="Play", exact=True).click()
    guest.play_to_end()
    start(album, "pelegrinus")
    guest.wait()
    guest.visit("/account")
    page.get_by_role("link", name="Replay").wait_for()
    album.take("account", whole=True)


def start(album: Album, title: str) -> None:
    album.guest.visit("/")
    album.guest.page.wait_for_selector("li.title")
    album.guest.page.locator("li.title .gold").nth(TITLES[title]).click()
    album.guest.page.wait_for_selector(".stage")


def game(album: Album, title: str) -> None:
    """A game from its first question to its replay."""
    guest, page = album.guest, album.guest.page
    start(album, title)
    guest.wait()
    album.take(f"{title}-begin")
    for _ in range(24):
        if guest.act() == "over":
            break
    guest.wait()
    album.take(f"{title}-middle")
    panels(album, title)
    page.evaluate(HABIT, {"text": True})
    page.reload()
    guest.wait()
    album.take(f"{title}-text")
    guest.play_to_end()
    album.take(f"{title}-result")
    record = page.url.rsplit("/", 1)[1]
    page.evaluate(HABIT, {"text": False})
    guest.visit(f"/t/{record}")
    page.wait_for_selector(".stage")
    album.take(f"{title}-end")
    guest.visit(f"/r/{record}?n=60")
    page.wait_for_selector(".controls")
    album.take(f"{title}-replay")


def panels(album: Album, title: str) -> None:
    page = album.guest.page
    for tab in ("Log", "Scores", "Rules", "Chat"):
        by_role = "tab" if page.get_by_role("tab", name=tab, exact=True).count() else "button"
        page.get_by_role(by_role, name=tab, exact=True).first.click()  # type: ignore[arg-type]  # a role by name
        album.take(f"{title}-{tab.lower()}")
        if by_role == "button":
            page.keyboard.press("Escape")


def hot_seat(album: Album) -> None:
    page = album.guest.page
    album.guest.visit("/new?title=pelegrinus")
    page.wait_for_selector(".seat")
    page.get_by_label("Player 2 is").select_option("me")
    page.locator("button.gold").click()
    page.get_by_role("button", name="I am").wait_for()
    album.take("hand-over")


def shoot(browser: Browser, url: str, only: str, size: str, wanted: list[Callable[[Album], None]]) -> None:
    for phone, theme in ((False, "light"), (False, "dark"), (True, "light"), (True, "dark")):
        if size not in f"{'phone' if phone else 'desk'}-{theme}":
            continue
        for scene in wanted:
            guest = BrowserUser(
                browser, url, phone=phone, theme=theme, confirming="turn" if scene is drafts else "once"
            )
            album = Album(guest, f"{'phone' if phone else 'desk'}-{theme}", only)
            scene(album)
            guest.close()


def drafts(album: Album) -> None:
    """A turn that is drafted, and a refusal with its rule."""
    guest, page = album.guest, album.guest.page
    start(album, "cardinal")
    guest.wait()
    page.locator(".bar .all").click()
    page.locator("[data-action^=pay]").first.click()
    guest.wait()
    page.locator(".bar .all").click()
    page.locator("[data-action^=abbey]").first.click()
    page.wait_for_selector(".draft li:nth-child(2)")
    album.take("cardinal-draft")
    page.locator(".bar .all").click()
    page.locator(".listing input").fill("abbey nowhere")
    page.keyboard.press("Enter")
    page.wait_for_selector(".notice")
    album.take("cardinal-refusal")


def phases(album: Album) -> None:
    """The King's Abbey phase by phase, out of one recorded game: what is asked and what happens by itself."""
    content = finished(load("kings_abbey"))
    record = httpx.post(f"{album.guest.url}/api/records", content=content).json()["record"]
    questions, rolled, told = moments(album.guest.url, record)
    for name, at in sorted(questions.items()):
        question(album, record["id"], at, f"kings_abbey-phases-{name}")
    album.guest.visit(f"/r/{record['id']}?n={rolled}&seat=0")
    album.guest.page.wait_for_selector(".phases")
    album.take("kings_abbey-phases-01-rolled")
    album.take("kings_abbey-phases-01-rolled-whole", whole=True)
    seen: set[str] = set()
    for at in reversed(told):
        upkeep(album, record["id"], at, seen)


def moments(url: str, record: dict[str, Any]) -> tuple[dict[str, int], int, list[int]]:
    """Where each phase and question last comes to the first seat, where dice were rolled, income paid."""
    frames = f"{url}/api/records/{record['id']}/frames"
    questions: dict[str, int] = {}
    rolled, told, before = 0, [], 0
    for start in range(0, record["actions"], 100):
        part = {"start": start, "stop": start + 100, "viewer": 0}
        for frame in httpx.get(frames, params=part, timeout=60).json()["frames"]:
            seen, at = frame["observation"], frame["at"]
            phase = PHASES.index(seen["phase"])
            asked = (seen["public"]["questions"][0] or {"name": "own"})["name"]
            if 0 in frame["to_act"]:
                questions[asked if asked.startswith("trade_") else f"{phase:02}-{asked}"] = at
            rolled = at if phase == 1 else rolled
            if before <= 9 < phase:  # income has been paid
                told.append(at)
            before = phase
    return questions, rolled, told


def question(album: Album, record: str, at: int, name: str) -> None:
    """A table that plays on from there, with the same question."""
    guest = album.guest
    if album.only not in name:
        return
    guest.visit(f"/new?title=kings_abbey&record={record}&at={at}")
    guest.page.get_by_role("button", name="Play", exact=True).click()
    guest.wait()
    album.take(name)
    if name.endswith("-own"):
        album.take(f"{name}-whole", whole=True)


def upkeep(album: Album, record: str, at: int, seen: set[str]) -> None:
    """What nobody is asked in, as it is told step by step: each phase once."""
    page = album.guest.page
    album.guest.visit(f"/r/{record}?n={at - 1}&seat=0")
    page.wait_for_selector(".phases")
    page.keyboard.press("ArrowRight")
    page.locator(".float .again").click()
    page.locator(".float").get_by_role("button", name="Pause").click()
    while page.locator(".float .step").count():
        title = page.locator(".float .step h3").inner_text().lower().replace(",", "").replace(" ", "-")
        if title not in seen:
            seen.add(title)
            album.take(f"kings_abbey-phases-told-{title}")
        page.locator(".float").get_by_role("button", name="Next").click()


SCREENS = "begin middle log scores rules chat text result end replay"
SCENES: list[tuple[str, Callable[[Album], None]]] = [
    ("home new-table gathering rules", lobby),
    ("account account-enter", account),
    ("cardinal-draft cardinal-refusal", drafts),
    (" ".join(f"cardinal-{screen}" for screen in SCREENS.split()), lambda album: game(album, "cardinal")),
    (" ".join(f"pelegrinus-{screen}" for screen in SCREENS.split()), lambda album: game(album, "pelegrinus")),
    (
        " ".join(f"kings_abbey-{screen}" for screen in SCREENS.split()),
        lambda album: game(album, "kings_abbey"),
    ),
    ("kings_abbey-phases", phases),
    ("hand-over", hot_seat),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only screens whose name contains this")
    parser.add_argument("--size", default="", help="only like desk, dark or phone-light")
    given = parser.parse_args()
    only, size = given.only, given.size
    wanted = [scene for names, scene in SCENES if any(only in name for name in names.split())]
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        web_server = WebServer(Path(folder))
        web_server.open()
        try:
            browser = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
            shoot(browser, web_server.url, only, size, wanted)
        finally:
            web_server.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/")


if __name__ == "__main__":
    main()
