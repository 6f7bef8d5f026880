"""Every screen of the client, and the way to each: a scene walks through some and lets its album take them.

Most begin in the middle of a recorded game, so that a scene is there in a moment and always the same.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import ViewportSize

from abbatia.games import load
from abbatia.games.kings_abbey.phases import PHASES
from tests.web.record import finished, in_the_middle
from tools.browser_user import BrowserUser
from tools.overflow import faults_of
from tools.web_server import WebServer

ROOT: Final = Path(__file__).parent.parent
HABIT: Final = """(change) => localStorage.setItem(
  'abbatia.habits', JSON.stringify({...JSON.parse(localStorage.getItem('abbatia.habits')), ...change})
)"""
PAINTED: Final = """() => Promise.all([
  document.fonts.ready, ...[...document.images].map((one) => one.decode().catch(() => null)),
]).then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))))"""
SIZES: Final[dict[str, ViewportSize]] = {
    "1280x800": {"width": 1280, "height": 800},
    "1920x1080": {"width": 1920, "height": 1080},
    "390x844": {"width": 390, "height": 844},
    "844x390": {"width": 844, "height": 390},
    "820x1180": {"width": 820, "height": 1180},
}
TOUCHED: Final = ("390x844", "844x390", "820x1180")
"""The sizes of phones and tablets, which have no mouse."""
LOOKS: Final = ("light", "dark")
TITLES: Final = ("cardinal", "pelegrinus", "kings_abbey")


@dataclass
class Album:
    """Takes pictures of one guest's page, in each look, and keeps what is wrong with their layout."""

    guest: BrowserUser
    server: WebServer
    folder: Path
    size: str
    language: str
    looks: tuple[str, ...] = LOOKS
    only: str = ""
    taken: int = 0
    faults: dict[str, list[str]] = field(default_factory=dict)

    def take(self, name: str, *, whole: bool = False) -> None:
        """A picture of what is in sight, or of the whole page."""
        if self.only not in name:
            return
        page = self.guest.page
        for look in self.looks:
            # a look changes colours alone: no need to go the whole way again
            page.evaluate("(look) => (document.documentElement.dataset.theme = look)", look)
            page.wait_for_timeout(200)  # what flies or fades has come to rest
            page.evaluate(PAINTED)  # fonts and maps are there
            called = f"{name}-{self.language}-{self.size}-{look}"
            page.screenshot(path=self.folder / f"{called}.png", full_page=whole)
            self.taken += 1
            faults = faults_of(page)
            if faults:
                self.faults[called] = faults

    def wants(self, *names: str) -> bool:
        return any(self.only in name for name in names)

    def say(self, key: str, **args: Any) -> str:
        """What the client itself says there, in its language."""
        folder = ROOT / "web" / "src" / ("board" if key.startswith("web.board.") else "")
        said = json.loads((folder / f"words.{self.language}.json").read_text("utf-8"))
        return str(said[key]).format(**args)


def lobby(album: Album) -> None:
    page = album.guest.page
    album.guest.visit("/")
    page.wait_for_selector("li.title")
    album.take("home", whole=True)
    page.get_by_role("button", name=album.say("web.settings")).click()
    album.take("settings")
    album.guest.visit("/nowhere")
    page.wait_for_selector(".lost")
    album.take("lost")
    for title in TITLES:
        album.guest.visit(f"/new?title={title}")
        page.wait_for_selector(".seat")
        album.take(f"new-table-{title}", whole=True)
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        album.take(f"new-table-{title}-open", whole=True)
    album.guest.visit("/new?title=cardinal")
    page.get_by_label(album.say("web.who_sits", n=3)).select_option("open")
    page.locator("button.gold").click()
    page.wait_for_selector(".gathering")
    album.take("gathering")


def rules(album: Album) -> None:
    page = album.guest.page
    for title in TITLES:
        album.guest.visit(f"/rules/{title}")
        page.wait_for_selector("[data-rule]")
        album.take(f"rules-{title}")
    album.guest.visit("/rules/pelegrinus?rule=3.1")
    page.wait_for_selector("[data-rule]")
    album.take("rules-one")


def learn(album: Album) -> None:
    """The lessons, and one of them: read, tried wrongly, helped with, done."""
    page = album.guest.page
    for name, path in (("learn", "/learn"), ("learn-cardinal", "/learn/cardinal")):
        album.guest.visit(path)
        page.wait_for_selector("section li")
        album.take(name, whole=True)
    page.locator("section li button").first.click()
    page.wait_for_selector(".lesson-panel .ways .gold")
    album.take("lesson-begin")
    page.locator(".lesson-panel .ways .gold").click()
    page.wait_for_selector("[data-taught]")
    album.take("lesson-task")
    page.locator(".bar .all").click()
    page.locator('[data-action="pay italy"]').first.click()
    page.wait_for_selector(".lesson-panel .answer p")
    album.take("lesson-wrong")
    while not page.locator(".lesson-panel .ways [href^='/learn']").count():
        way = page.locator(".lesson-panel .ways .gold, .lesson-panel .ways .help-me")
        if way.count():
            way.first.click()
        page.wait_for_timeout(200)
    album.take("lesson-done")


def account(album: Album) -> None:
    """The page of a guest, then of somebody who has a table that waits and a game that is over."""
    guest, page = album.guest, album.guest.page
    guest.visit("/account")
    page.get_by_role("button", name=album.say("web.register")).click()
    album.take("account-enter")
    page.get_by_label(album.say("web.account_name"), exact=True).fill(f"Anne {album.language} {album.size}")
    page.get_by_label(album.say("web.password"), exact=True).fill("correct horse")
    page.locator("form .gold").click()
    page.get_by_role("heading", name=album.say("web.finished_games")).wait_for()
    play_on(album, finished(load("cardinal")), -12)
    guest.play_to_end()
    play_on(album, *in_the_middle("pelegrinus"))
    guest.wait()
    guest.visit("/account")
    page.get_by_role("link", name=album.say("web.replay")).first.wait_for()
    album.take("account", whole=True)


def play_on(album: Album, record: str, at: int) -> None:
    """A table of the guest's own that plays on from a record; `at` counts from its end when negative."""
    stored = album.server.ask("/api/records", record)["record"]
    at = at if at >= 0 else stored["actions"] + at
    album.guest.visit(f"/new?title={stored['title']}&record={stored['id']}&at={at}")
    album.guest.page.locator("button.gold").click()


def game(album: Album, title: str) -> None:
    """A game from its first question to its replay."""
    guest, page, server = album.guest, album.guest.page, album.server
    guest.sit(server.open_table(title))
    guest.wait()
    album.take(f"{title}-begin")
    guest.sit(server.open_table(title, *in_the_middle(title)))
    guest.wait()
    album.take(f"{title}-middle")
    panels(album, title)
    page.evaluate(HABIT, {"text": True})
    page.reload()
    guest.wait()
    album.take(f"{title}-text")
    page.evaluate(HABIT, {"text": False})
    if not album.wants(*(f"{title}-{name}" for name in ("result", "end", "replay"))):
        return
    play_on(album, finished(load(title)), -12)
    guest.play_to_end()
    page.wait_for_selector(".outcome")
    album.take(f"{title}-result")
    record = page.url.rsplit("/", 1)[1]
    page.keyboard.press("Escape")
    album.take(f"{title}-end")
    guest.visit(f"/r/{record}?n=60")
    page.wait_for_selector(".controls")
    album.take(f"{title}-replay")


def panels(album: Album, title: str) -> None:
    """What is beside the board in tabs, or over it in drawers."""
    page = album.guest.page
    for tab in ("log", "scores", "rules", "chat"):
        beside = page.locator(f"#tab-{tab}")
        if beside.count():
            beside.click()
            album.take(f"{title}-{tab}")
        else:
            page.locator(".top").get_by_role("button", name=album.say(f"web.{tab}")).first.click()
            album.take(f"{title}-{tab}")
            page.keyboard.press("Escape")


def hot_seat(album: Album) -> None:
    page = album.guest.page
    album.guest.visit("/new?title=pelegrinus")
    page.wait_for_selector(".seat")
    page.get_by_label(album.say("web.who_sits", n=2)).select_option("me")
    page.locator("button.gold").click()
    page.wait_for_selector(".hand button")
    album.take("hand-over")


def drafts(album: Album) -> None:
    """A turn that is drafted, and a refusal with its rule."""
    guest, page = album.guest, album.guest.page
    guest.visit()
    page.evaluate(HABIT, {"confirming": "turn"})
    guest.sit(album.server.open_table("cardinal"))
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
    record = album.server.ask("/api/records", content)["record"]
    questions, rolled, told = moments(album.server, record)
    for name, at in sorted(questions.items()):
        called = f"kings_abbey-phases-{name}"
        if album.wants(called):
            album.guest.visit(f"/new?title=kings_abbey&record={record['id']}&at={at}")
            album.guest.page.locator("button.gold").click()
            album.guest.wait()
            album.take(called)
    album.guest.visit(f"/r/{record['id']}?n={rolled}&seat=0")
    album.guest.page.wait_for_selector(".phases")
    album.take("kings_abbey-phases-01-rolled")
    seen: set[str] = set()
    for at in reversed(told):
        upkeep(album, record["id"], at, seen)


def moments(server: WebServer, record: dict[str, Any]) -> tuple[dict[str, int], int, list[int]]:
    """Where each phase and question last comes to the first seat, where dice were rolled, income paid."""
    questions: dict[str, int] = {}
    rolled, told, before = 0, [], 0
    for start in range(0, record["actions"], 100):
        part = f"start={start}&stop={start + 100}&viewer=0"
        for frame in server.ask(f"/api/records/{record['id']}/frames?{part}")["frames"]:
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


def upkeep(album: Album, record: str, at: int, seen: set[str]) -> None:
    """What nobody is asked in, as it is told step by step: each phase once."""
    page = album.guest.page
    album.guest.visit(f"/r/{record}?n={at - 1}&seat=0")
    page.wait_for_selector(".phases")
    page.keyboard.press("ArrowRight")
    page.locator(".float .again").click()
    page.locator(".float").get_by_role("button", name=album.say("web.board.pause")).click()
    while page.locator(".float .step").count():
        title = page.locator(".float .step h3").inner_text().lower().replace(",", "").replace(" ", "-")
        if title not in seen:
            seen.add(title)
            album.take(f"kings_abbey-phases-told-{title}")
        page.locator(".float").get_by_role("button", name=album.say("web.board.next")).click()


Scene = Callable[[Album], None]
LESSON: Final = ["begin", "task", "wrong", "done"]
GAME: Final = ["begin", "middle", "log", "scores", "rules", "chat", "text", "result", "end", "replay"]


def scenes() -> list[tuple[list[str], Scene]]:
    """All there are: the names of the screens of a scene (or how they begin), and the scene."""
    new = [f"new-table-{title}{how}" for title in TITLES for how in ("", "-open")]
    return [
        (["home", "settings", "lost", *new, "gathering"], lobby),
        (["rules-one", *(f"rules-{title}" for title in TITLES)], rules),
        (["learn", "learn-cardinal", *(f"lesson-{name}" for name in LESSON)], learn),
        (["account-enter", "account"], account),
        (["cardinal-draft", "cardinal-refusal"], drafts),
        (["hand-over"], hot_seat),
        *(([f"{title}-{name}" for name in GAME], played(title)) for title in TITLES),
        (["kings_abbey-phases-"], phases),
    ]


def played(title: str) -> Scene:
    return lambda album: game(album, title)
