"""The table page: choosing, drafting, refusals, undo, the lost line, several people, one device."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import NewUser
from tests.web.record import ROOT
from tools.browser_user import BrowserUser
from tools.web_server import WebServer

CARDINAL = "Le Roi et le Cardinal"
BOARD = ROOT / "src" / "abbatia" / "games" / "cardinal" / "data" / "v1" / "board.json"
COUNTRY_OF = {site["id"]: site["country"] for site in json.loads(BOARD.read_text("utf-8"))["sites"]}


def draft(page: Page, verb: str) -> None:
    """Choose the first action of this kind from the list."""
    page.locator(".bar .all").click()
    page.locator(f'.listing [data-action^="{verb}"]').first.click()


def payable(page: Page) -> list[str]:
    """The country of every payment that is possible now."""
    page.locator(".bar .all").click()
    listed = page.locator('.listing [data-action^="pay"]')
    texts: list[str] = listed.evaluate_all("all => all.map((one) => one.dataset.action)")
    page.locator(".bar .all").click()
    return [text.split()[-1] for text in texts]


def test_a_turn_is_drafted_shown_taken_back_and_confirmed(new_user: NewUser) -> None:
    anne = new_user(confirming="turn")
    anne.play_now(CARDINAL)
    page = anne.page
    expect(page.locator(".asked")).to_contain_text("Play cards")  # others may be drawn to begin
    before = page.get_by_role("log", name="Log").inner_text()
    draft(page, "pay")
    expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Confirm")).not_to_have_class(re.compile("gold"))  # amid the move
    draft(page, "abbey")
    expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(2)
    assert page.get_by_role("log", name="Log").inner_text() == before  # nothing is played yet
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(1)
    draft(page, "abbey")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("list", name="Your move")).to_have_count(0)
    expect(page.get_by_role("log", name="Log")).to_contain_text("You built an abbey".replace("You", "Anne"))


def test_a_confirmed_turn_is_one_message(new_user: NewUser) -> None:
    """However many actions were drafted, the server is asked once to play them, and plays all of them."""
    anne = new_user(confirming="turn")
    plays: list[dict[str, Any]] = []

    def keep(frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "play":
            plays.append(message)

    anne.page.on("websocket", lambda socket: socket.on("framesent", keep))
    anne.play_now(CARDINAL)
    anne.wait()
    page = anne.page
    for verb in ("pay", "abbey"):
        draft(page, verb)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("list", name="Your move")).to_have_count(0)
    anne.wait()
    assert [[action.split()[0] for action in play["actions"]][:2] for play in plays] == [["pay", "abbey"]]
    expect(page.get_by_role("log", name="Log")).to_contain_text("Anne built an abbey")


def test_played_actions_are_taken_back_freely_until_a_card_comes(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    page = anne.page
    asked = page.locator(".asked")
    first = asked.inner_text()
    draft(page, "pay")
    expect(asked).not_to_have_text(first)
    page.get_by_role("button", name="Undo").click()
    expect(asked).to_have_text(first)
    expect(page.get_by_role("button", name="Redo")).to_be_visible()


def test_a_refusal_says_the_rule(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    page = anne.page
    page.locator(".bar .all").click()
    page.get_by_label("Type or filter an action").fill("advisor england")
    page.keyboard.press("Enter")
    told = page.locator(".notice")
    expect(told).to_be_visible()
    rule = told.get_by_role("button", name=re.compile(r"rule [\dR]"))
    number = rule.inner_text().split()[-1]
    rule.click()
    expect(page.locator(f'[data-rule="{number}"].asked')).to_be_visible()


def test_a_click_on_the_board_that_is_not_possible_says_why(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    page = anne.page
    anne.wait()
    lands = payable(page)
    closed = next(site for site, country in COUNTRY_OF.items() if lands.count(country) != 1)
    page.locator(f'[data-target="site:{closed}"]').first.click(force=True)
    expect(page.locator(".notice")).to_be_visible()


def test_the_one_card_that_can_pay_is_taken_with_the_monastery(new_user: NewUser) -> None:
    anne = new_user(confirming="turn")
    anne.play_now(CARDINAL)
    page = anne.page
    anne.wait()
    lands = payable(page)
    country = next(one for one in lands if lands.count(one) == 1)
    taken = (
        page.locator(".site .built").locator("..").evaluate_all("all => all.map((it) => it.dataset.target)")
    )
    site = next(one for one, land in COUNTRY_OF.items() if land == country and f"site:{one}" not in taken)
    page.locator(f'[data-target="site:{site}"]').first.click(force=True)
    steps = page.get_by_role("list", name="Your move").get_by_role("listitem")
    expect(steps.nth(1)).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)


def test_what_others_have_seen_is_taken_back_only_after_a_word_about_it(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    page = anne.page
    while not page.get_by_role("button", name="Ask to undo").count():
        anne.act()
    anne.wait()
    before = page.get_by_role("log", name="Log").inner_text()
    page.get_by_role("button", name="Ask to undo").click()
    question = page.get_by_role("alert").filter(has_text="The bots may then play differently.")
    expect(question).to_be_visible()
    assert page.get_by_role("log", name="Log").inner_text() == before
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)
    page.get_by_role("button", name="Ask to undo").click()
    page.get_by_role("button", name="Undo all of it").click()
    expect(page.get_by_role("log", name="Log")).not_to_have_text(before)


def test_the_keyboard_alone_plays(new_user: NewUser) -> None:
    """From the home page to a played turn without a mouse."""
    anne = new_user(text=True)
    anne.visit()
    page = anne.page
    button = page.locator("li.title").first.get_by_role("button", name="Play now")
    button.wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("it => it === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".text [data-action]")
    entries = page.locator(".log .line").count()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.dataset.action?.startsWith('pay') ?? false"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".log .line")).to_have_count(entries + 1)


def test_notation_plays_a_whole_turn(new_user: NewUser) -> None:
    anne = new_user(text=True)
    anne.play_now(CARDINAL)
    page = anne.page
    anne.wait()
    text = page.locator(".text [data-action]").first.get_attribute("data-action") or ""
    page.get_by_label("Type or filter an action").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(f'.text [data-action="{text}"]')).to_have_count(0)


def test_the_language_is_chosen_in_the_header(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit()
    page = anne.page
    expect(page.get_by_role("heading", name="Play now")).to_be_visible()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", name="Jouer tout de suite")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.locator("li.title .gold").first.click()
    page.wait_for_selector(".stage")
    expect(page.get_by_role("tab", name="Journal")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Journal")).to_be_visible()


@pytest.mark.slow
def test_the_log_leads_back_and_now_is_one_click_away(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now(CARDINAL)
    page = anne.page
    for _ in range(3):
        anne.act()
    anne.wait()
    page.locator(".log .line").nth(2).click()
    expect(page.locator(".asked")).to_contain_text("after action 3")
    expect(page.locator(".stage")).to_have_attribute("data-open", "")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".asked")).not_to_contain_text("after action")


@pytest.mark.slow
@pytest.mark.parametrize(("title", "lines"), [(CARDINAL, 5), ("Pelegrinus", 6), ("The King’s Abbey", 5)])
def test_a_newcomer_reads_the_game_in_short_until_they_know_it(
    new_user: NewUser, title: str, lines: int
) -> None:
    anne = new_user()
    anne.play_now(title)
    page = anne.page
    primer = page.get_by_role("region", name="The game in short")
    expect(primer.get_by_role("listitem")).to_have_count(lines)
    page.get_by_role("tab", name="Scores").click()  # what is looked up gets the room
    expect(primer.get_by_role("listitem")).to_have_count(0)
    primer.get_by_role("button", name="The game in short").click()
    expect(primer.get_by_role("listitem")).to_have_count(lines)
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("region", name="Le jeu en bref").get_by_role("listitem")).to_have_count(lines)
    page.get_by_role("button", name="C’est compris").click()
    expect(page.locator(".primer")).to_have_count(0)
    page.reload()
    anne.wait()
    expect(page.locator(".primer")).to_have_count(0)


def test_a_phone_in_portrait(new_user: NewUser) -> None:
    anne = new_user(phone=True)
    anne.play_now(CARDINAL)
    page = anne.page
    for _ in range(4):
        anne.act()
    anne.wait()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, f"the page is {width} pixels wide"
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
          .filter((one) => one.offsetParent && !one.closest('.hidden') && !one.classList.contains('hidden'))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.height < 39.5 || box.width < 39.5))
          .map(([html]) => html)"""
    )
    assert small == []
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_draft_on_a_phone_leaves_the_board_its_room(new_user: NewUser) -> None:
    """Confirm, undo and begin again stand in one row; a refusal and its rule do, too."""
    anne = new_user(phone=True, confirming="turn")
    anne.play_now(CARDINAL)
    page = anne.page
    draft(page, "pay")
    draft(page, "abbey")
    controls = page.locator(".bar .controls button")
    expect(controls).to_have_count(3)
    rows = "(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))"
    assert len(set(controls.evaluate_all(rows))) == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_the_list_of_actions_calls_up_no_keyboard_where_a_finger_opened_it(
    new_user: NewUser, phone: bool
) -> None:
    anne = new_user(phone=phone)
    anne.play_now(CARDINAL)
    page = anne.page
    page.locator(".bar .all").click()
    expect(page.locator(".listing [data-action]").first).to_be_visible()
    field = page.get_by_label("Type or filter an action")
    if phone:
        expect(field).not_to_be_focused()
    else:
        expect(field).to_be_focused()


@pytest.mark.slow
def test_hot_seat_hands_the_device_over(new_user: NewUser) -> None:
    anne = new_user()
    page = anne.page
    anne.visit("/new?title=pelegrinus")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Player 2 is").select_option("me")
    page.get_by_label("Name of player 2").fill("Berthe")
    page.get_by_role("button", name="Play", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Pass the device to")
    seats = ["Anne", "Berthe"]
    if "Berthe" in dialog.inner_text():  # the seats were drawn so
        seats.reverse()
    assert page.locator(".stage").count() == 0  # nothing is shown behind it
    page.get_by_role("button", name=f"I am {seats[0]}").click()
    for _ in range(60):
        if anne.wait() == "hand":
            break
        anne.act()
    expect(dialog).to_contain_text(f"Pass the device to {seats[1]}")
    page.get_by_role("button", name=f"I am {seats[1]}").click()
    expect(page.locator(".asked")).not_to_be_empty()


def test_a_table_for_two_people(new_user: NewUser) -> None:
    """Created by one, joined by link by another; they talk, and see what the other does."""
    anne, berthe = new_user(text=True), new_user(name="Berthe", text=True)
    anne.visit("/new?title=cardinal")
    anne.page.get_by_role("button", name="2", exact=True).click()
    anne.page.get_by_label("Player 2 is").select_option("open")
    anne.page.get_by_role("button", name="Open the table").click()
    anne.page.wait_for_selector(".gathering")
    berthe.page.goto(anne.page.url)
    berthe.page.get_by_role("button", name="Join").click()
    for guest in (anne, berthe):
        guest.page.wait_for_selector(".stage")
        guest.page.get_by_role("tab", name="Chat").click()
    anne.page.get_by_label("Write a message").fill("Pax vobiscum")
    anne.page.get_by_role("button", name="Send").click()
    expect(berthe.page.get_by_role("log", name="Chat")).to_contain_text("Pax vobiscum")
    expect(berthe.page.locator(".asked")).not_to_be_empty()
    first, second = anne, berthe
    if "Waiting" not in berthe.page.locator(".asked").inner_text():  # the seats were drawn so
        first, second = berthe, anne
    name = "Anne" if first is anne else "Berthe"
    expect(second.page.locator(".asked")).to_contain_text(f"Waiting for {name}")
    first.act()
    second.page.get_by_role("tab", name="Log").click()
    expect(second.page.locator(".log .group .who").last).to_have_text(name)
    for guest in (
        anne,
        berthe,
    ):  # who comes back is told of what others said, not of what they said themselves
        guest.page.reload()
        guest.page.wait_for_selector(".stage")
    expect(berthe.page.get_by_role("tab", name="Chat").locator(".badge")).to_have_text("1")
    expect(anne.page.get_by_role("tab", name="Chat").locator(".badge")).to_have_count(0)


@pytest.mark.slow
def test_two_people_play_to_the_end(new_user: NewUser) -> None:
    anne, berthe = new_user(text=True), new_user(name="Berthe", text=True)
    anne.visit("/new?title=cardinal")
    anne.page.get_by_role("button", name="2", exact=True).click()
    anne.page.get_by_label("Player 2 is").select_option("open")
    anne.page.get_by_role("button", name="Open the table").click()
    anne.page.wait_for_selector(".gathering")
    berthe.page.goto(anne.page.url)
    berthe.page.get_by_role("button", name="Join").click()
    can = "() => !!document.querySelector('.text [data-action], .outcome')"
    for _ in range(600):
        ready = [guest for guest in (anne, berthe) if guest.page.evaluate(can)]
        if not ready:
            anne.page.wait_for_timeout(20)
        elif all(guest.page.locator(".outcome").count() for guest in (anne, berthe)):
            break
        for guest in ready:
            if guest.page.locator(".outcome").count() == 0:
                guest.act()
    assert anne.result() == berthe.result()
    played = anne.page.url
    for guest in (anne, berthe):
        guest.page.get_by_role("button", name="Rematch").click()
        guest.page.wait_for_url(lambda url: url != played)
    assert anne.page.url == berthe.page.url


@pytest.mark.slow
def test_the_table_goes_on_after_the_server_was_killed(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    web_server = WebServer(tmp_path_factory.mktemp("killed"))
    web_server.open()
    anne = BrowserUser(browser, web_server.url, confirming="turn")
    try:
        anne.play_now(CARDINAL)
        page = anne.page
        draft(page, "pay")
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("list", name="Your move")).to_have_count(0)
        draft(page, "abbey")
        expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(1)
        log = page.get_by_role("log", name="Log").inner_text()
        web_server.kill()
        expect(page.get_by_text("reconnecting")).to_be_visible()
        web_server.open()
        expect(page.get_by_text("reconnecting")).to_have_count(0, timeout=30_000)
        assert page.get_by_role("log", name="Log").inner_text() == log
        expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(1)
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("log", name="Log")).to_contain_text("built an abbey")
    finally:
        web_server.close()
    anne.close()


@pytest.mark.slow
def test_what_was_clicked_while_the_server_was_away_is_drafted_when_it_is_back(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The red message promises it, and goes with its reason."""
    web_server = WebServer(tmp_path_factory.mktemp("away"))
    web_server.open()
    anne = BrowserUser(browser, web_server.url, confirming="turn")
    try:
        anne.play_now(CARDINAL)
        page = anne.page
        anne.wait()
        web_server.kill()
        expect(page.get_by_text("reconnecting")).to_be_visible()
        draft(page, "pay")
        told = page.locator(".notice")
        expect(told).to_contain_text("Your choice is kept")
        web_server.open()
        expect(page.get_by_text("reconnecting")).to_have_count(0, timeout=30_000)
        expect(page.get_by_role("list", name="Your move").get_by_role("listitem")).to_have_count(1)
        expect(told).to_have_count(0)
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_role("list", name="Your move")).to_have_count(0)
    finally:
        web_server.close()
    anne.close()
