"""The boards in a real browser: names that nobody has to puzzle out, and a board file of one's own."""

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Invite
from tests.web.house import House

TITLES = ["Le Roi et le Cardinal", "Pelegrinus"]
BOARD = Path(__file__).parents[2] / "src/abbatia/games/cardinal/board.json"
LETTERS = 0.14  # of a line of text is air above and below the letters
FONTS = """() => Promise.all([400, 500, 600, 700].map((weight) =>
  document.fonts.load(`${weight} 12px "EB Garamond Variable"`, "Cîteaux"))).then(() => null)"""
# The browser measures letters of a new size in the frame after the next.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
OVERLAPS = """(air) => {
  const boxes = [...document.querySelectorAll('[data-sheet] svg text')].map((text) => {
    const box = text.getBoundingClientRect();
    return { name: text.textContent.trim(), left: box.left, right: box.right,
             top: box.top + box.height * air, bottom: box.bottom - box.height * air };
  });
  const clash = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  boxes.forEach((a, i) =>
    boxes.slice(0, i).forEach((b) => clash(a, b) && found.push(`${a.name} / ${b.name}`)));
  return { names: boxes.map((box) => box.name), found };
}"""


def names_on(page: Page) -> dict[str, Any]:
    """All texts on the board as the browser has drawn them, and which of them cover each other."""
    page.wait_for_selector("[data-sheet] svg text")
    page.evaluate(FONTS)
    page.wait_for_selector("[data-sheet]:not([data-moving])")  # names are laid out once the view is at rest
    page.evaluate(FRAMES)
    drawn: dict[str, Any] = page.evaluate(OVERLAPS, LETTERS)
    return drawn


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_no_name_covers_another(invite: Invite, title: str, language: str, phone: bool) -> None:
    anne = invite(phone=phone)
    anne.play_now(title)
    if language == "fr":
        anne.page.evaluate(
            "() => { const kept = JSON.parse(localStorage.getItem('abbatia.habits'));"
            " localStorage.setItem('abbatia.habits', JSON.stringify({ ...kept, language: 'fr' })) }"
        )
        anne.page.reload()
    drawn = names_on(anne.page)
    assert drawn["found"] == []
    assert len(drawn["names"]) > 30
    anne.page.locator(".tools button").first.click()
    assert names_on(anne.page)["found"] == []


def test_a_laptop_shows_every_name(invite: Invite) -> None:
    anne = invite()
    anne.play_now("Le Roi et le Cardinal")
    drawn = " ".join(names_on(anne.page)["names"]).replace("\n", " ")
    sites = [site["name"] for site in json.loads(BOARD.read_text("utf-8"))["sites"]]
    letters = "".join(drawn.split())
    assert [name for name in sites if "".join(name.split()) not in letters] == []


def test_a_board_file_of_ones_own_is_drawn(invite: Invite, house: House) -> None:
    board = json.loads(BOARD.read_text("utf-8"))
    for site in board["sites"]:
        site["x"] += 5
    board["sites"][0]["name"] = "Rievaulx"
    wish = {"title": "cardinal", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    request = urllib.request.Request(
        f"{house.url}/api/tables",
        data=json.dumps(wish | {"components": board}).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)["table"]["id"]
    anne = invite()
    anne.visit(f"/t/{table}")
    drawn = names_on(anne.page)
    assert "Rievaulx" in drawn["names"]
    assert anne.page.locator("[data-sheet] .parchment").count() == 1
    assert anne.page.locator("[data-sheet] img").count() == 0
