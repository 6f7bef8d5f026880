"""Nothing that axe knows against WCAG 2.2 AA: on every page, amid games, by day and by night."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import NewUser
from tests.web.test_accounts import enter
from tools.browser_user import BrowserUser

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {  # axe itself calls this one experimental: it reads cards, drawn in several pieces, as one label
    "label-content-name-mismatch": {"enabled": False}
}
LOOKS = [{"theme": "light"}, {"theme": "dark", "phone": True}]


def violations(guest: BrowserUser) -> list[str]:
    """What axe finds on the page as it is."""
    guest.page.wait_for_timeout(300)  # colours have faded in
    if guest.page.evaluate("typeof axe") == "undefined":
        guest.page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = guest.page.evaluate(
        "([tags, rules]) => axe.run(document, {runOnly: {type: 'tag', values: tags}, rules})", [TAGS, RULES]
    )
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new?title=cardinal",
        "/new?title=kings_abbey",
        "/rules/pelegrinus",
        "/rules/cardinal?rule=5.6",
        "/rules/kings_abbey?rule=3.2",
        "/learn",
        "/account",
        "/no",
    ],
)
def test_pages(new_user: NewUser, path: str, look: dict[str, Any]) -> None:
    anne = new_user(**look)
    anne.visit(path)
    anne.page.wait_for_selector("main h1")
    anne.page.wait_for_load_state("networkidle")
    assert violations(anne) == []


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_of_an_account(new_user: NewUser, look: dict[str, Any]) -> None:
    anne = new_user(**look)
    enter(anne, f"Anne {look['theme']}", "Create an account")
    anne.play_now("Le Roi et le Cardinal")
    anne.visit("/account")
    anne.page.get_by_role("link", name="Go to the table").wait_for()
    assert violations(anne) == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("text", [False, True])
def test_a_lesson(new_user: NewUser, text: bool, look: dict[str, Any]) -> None:
    anne = new_user(text=text, **look)
    anne.visit("/learn/cardinal")
    anne.page.locator("section li button").first.click()
    anne.page.get_by_role("button", name="Next", exact=True).click()
    anne.page.get_by_role("button", name="Hint", exact=True).click()
    anne.page.wait_for_selector(".lesson-panel .help")
    anne.unroll()
    assert violations(anne) == []


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("title", ["Le Roi et le Cardinal", "Pelegrinus"])
def test_in_the_middle_of_a_game(new_user: NewUser, title: str, text: bool, look: dict[str, Any]) -> None:
    anne = new_user(text=text, **look)
    anne.play_now(title)
    for _ in range(6):
        anne.act()
    anne.wait()
    anne.unroll()
    assert violations(anne) == []
    if anne.page.get_by_role("tab").count():
        for tab in ("Scores", "Rules", "Chat"):
            anne.page.get_by_role("tab", name=tab).click()
            assert violations(anne) == []
    else:
        anne.page.get_by_role("button", name="Settings").click()
        assert violations(anne) == []
