"""What a table is played by is told everywhere; ways out of a game and out of one's list."""

import re

import pytest
from playwright.sync_api import expect

from abbatia.core.words import LANGUAGES
from tests.web.conftest import NewUser
from tools.browser_user import BrowserUser
from tools.web_server import WebServer

CARDINAL = "Le Roi et le Cardinal"
TERMS = {
    "en": ["Two countries per turn", "15 min each + 10 s per turn"],
    "fr": ["Deux pays par tour", "15 min chacun + 10 s par tour"],
    "de": ["Zwei Länder pro Zug", "je 15 Min. + 10 Sek. pro Zug"],
}


def opened(web_server: WebServer, *, seats: list[dict[str, str]], **more: object) -> str:
    """A public table that waits for somebody; its id."""
    wish = {"title": "cardinal", "seats": seats, "public": True, **more}
    return str(web_server.ask("/api/tables", wish)["table"]["id"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_variant_and_clock_are_told_before_one_joins_and_at_the_table(
    new_user: NewUser, web_server: WebServer, language: str, phone: bool
) -> None:
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "novice"}, {"kind": "bot", "bot": "novice"}]
    clock = {"kind": "bank", "seconds": 900, "increment": 10}
    table = opened(web_server, seats=seats, options={"two_countries": True}, clock=clock)
    anne = new_user(phone=phone, language=language)
    page = anne.page
    anne.visit()
    card = page.locator("li.card", has=page.locator(f'a[href="/t/{table}"]'))
    for words in TERMS[language]:
        expect(card).to_contain_text(words)
    anne.visit(f"/t/{table}")
    for words in TERMS[language]:
        expect(page.locator(".gathering")).to_contain_text(words)
    page.locator(".gathering form .gold").click()
    page.wait_for_selector(".stage")
    expect(page.locator(".primer")).to_contain_text(TERMS[language][0])
    if phone:
        page.get_by_role("button", name=re.compile("This table|Cette table|Dieser Tisch")).click()
    for words in TERMS[language]:
        expect(page.locator(".terms")).to_contain_text(words)


def seated(new_user: NewUser) -> tuple[BrowserUser, BrowserUser]:
    """Two people at a running table for two."""
    anne, berthe = new_user(), new_user(name="Berthe")
    anne.visit("/new?title=cardinal")
    anne.page.get_by_role("button", name="2", exact=True).click()
    anne.page.get_by_label("Player 2 is").select_option("open")
    anne.page.get_by_role("button", name="Open the table").click()
    anne.page.wait_for_selector(".gathering")
    berthe.page.goto(anne.page.url)
    berthe.page.get_by_role("button", name="Join").click()
    for guest in (anne, berthe):
        guest.page.wait_for_selector(".stage")
    return anne, berthe


def test_a_player_resigns_and_a_bot_plays_on(new_user: NewUser) -> None:
    anne, berthe = seated(new_user)
    page = berthe.page
    page.get_by_role("button", name="This table").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Resign").click()
    dialog.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".bar")).to_contain_text("You have resigned")
    expect(page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(anne.page.get_by_role("list", name="Players")).to_contain_text("resigned")
    anne.act()  # the game goes on
    anne.wait()
    berthe.visit()
    page.get_by_role("button", name="Remove from my list").click()
    expect(page.get_by_role("button", name="Remove from my list")).to_have_count(0)


def test_both_agree_to_abandon_the_game(new_user: NewUser) -> None:
    anne, berthe = seated(new_user)
    anne.page.get_by_role("button", name="This table").click()
    anne.page.get_by_role("button", name="Propose this").click()
    expect(anne.page.get_by_role("dialog")).to_contain_text("Still to answer: Berthe")
    alert = berthe.page.locator(".ask")
    expect(alert).to_contain_text("Anne would like to abandon the game")
    alert.get_by_role("button", name="Agree", exact=True).click()
    for guest in (anne, berthe):
        expect(guest.page.locator(".asked")).to_have_text("Abandoned without a result.")
        expect(guest.page.locator(".stage")).to_have_attribute("data-open", "")


def test_a_game_with_bots_leaves_the_list_after_a_question(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    anne.wait()
    anne.visit()
    page = anne.page
    page.get_by_role("button", name="Remove from my list").click()
    expect(page.get_by_text("The game ends without a result and leaves your list.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("region", name="Your turn")).to_be_visible()
    page.get_by_role("button", name="Remove from my list").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.get_by_role("region", name="Your turn")).to_have_count(0)
    page.reload()
    page.wait_for_selector("li.title")
    expect(page.get_by_role("button", name="Remove from my list")).to_have_count(0)
