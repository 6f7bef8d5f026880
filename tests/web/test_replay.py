"""After the game: replay by address, through any eyes, download, verify, play on, open a file."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.record import finished
from tools.browser_user import BrowserUser
from tools.web_server import WebServer


@pytest.fixture(scope="module")
def record(browser, web_server: WebServer) -> str:  # type: ignore[no-untyped-def]  # the session's browser
    """A finished game of two bots and Anne."""
    anne = BrowserUser(browser, web_server.url, text=True)
    anne.play_now("Pelegrinus")
    anne.play_to_end()
    found = anne.page.url.rsplit("/", 1)[1]
    anne.close()
    return found


@pytest.mark.slow
def test_the_address_says_the_place_and_arrows_move_it(new_user: NewUser, record: str) -> None:
    anne = new_user(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=41")
    expect(page.get_by_role("slider")).to_have_value("41")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"n=42"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("slider")).to_have_value("40")
    page.keyboard.press("Home")
    expect(page.locator(".said")).to_have_text("Start of the game")
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).to_have_value(page.get_by_role("slider").get_attribute("max") or "")
    page.locator(".log .line").first.click()
    expect(page.locator('.log [aria-current="step"]')).to_have_count(1)


def test_a_step_reads_no_record_anew_and_lets_the_upkeep_be_told(
    new_user: NewUser, web_server: WebServer
) -> None:
    """What happened between two moments is told as long as the second one is shown."""
    anne = new_user()
    page = anne.page
    found = web_server.ask("/api/records", finished(load("kings_abbey")))["record"]["id"]
    log = web_server.ask(f"/api/records/{found}/replay?viewer=0")["log"]
    income = [one["number"] for one in log if "kings_abbey.event.income" in json.dumps(one)]
    asked: list[str] = []
    anne.visit(f"/r/{found}?n={income[0]}&seat=0")
    expect(page.get_by_role("slider")).to_have_value(str(income[0]))
    page.on("request", lambda request: asked.append(request.url.removeprefix(web_server.url)))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value(str(income[0] + 1))
    page.get_by_role("button", name="Upkeep").click()
    expect(page.locator(".float .step")).to_contain_text("income")
    assert [path for path in asked if "/replay" in path] == []


@pytest.mark.slow
def test_through_any_eyes_once_over(new_user: NewUser, record: str) -> None:
    anne = new_user(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=12")
    expect(page.get_by_text("Your orders")).to_have_count(0)
    page.get_by_label("View as").select_option("1")
    expect(page).to_have_url(re.compile(r"seat=1"))
    expect(page.get_by_text("Your orders").first).to_be_visible()


@pytest.mark.slow
def test_dice_are_verified_and_the_record_opens_from_a_file(
    new_user: NewUser, record: str, tmp_path: Path
) -> None:
    anne = new_user(text=True)
    page = anne.page
    anne.visit(f"/r/{record}")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Check dice and cards").click()
    expect(page.get_by_text("all dice and cards match the sealed seed")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the game").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    anne.visit("/")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("slider")).to_be_visible()
    anne.visit("/")
    file.write_text(file.read_text("utf-8").replace("\n1 ", "\n1 fly to the moon ", 1), "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text("Line")


@pytest.mark.slow
def test_play_on_from_here(new_user: NewUser, record: str) -> None:
    anne = new_user(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=30")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("link", name="Continue from here").click()
    expect(page.get_by_role("heading", name="Continue from action 30")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    assert anne.wait() in ("text", "hand")


def test_back_to_the_table_and_a_rematch(new_user: NewUser, web_server: WebServer) -> None:
    """Who looks at the game once more finds the way to its result and to the next one."""
    anne = new_user(phone=True)
    page = anne.page
    before = web_server.ask("/api/records", finished(load("cardinal")))["record"]
    anne.visit(f"/new?title=cardinal&record={before['id']}&at={before['actions'] - 6}")
    page.get_by_role("button", name="Play", exact=True).click()
    anne.play_to_end()
    table = page.url
    page.get_by_role("link", name="Replay", exact=True).click()
    page.locator(".controls").get_by_role("link", name="Go to the table").click()
    expect(page).to_have_url(table)
    page.get_by_role("dialog", name="Result").get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(table)
    expect(page.locator(".stage")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_a_replay_opens_at_its_beginning_and_tells_nothing_of_the_end(
    new_user: NewUser, web_server: WebServer, phone: bool
) -> None:
    anne = new_user(phone=phone)
    page = anne.page
    found = web_server.ask("/api/records", finished(load("pelegrinus")))["record"]["id"]
    replay = web_server.ask(f"/api/records/{found}/replay")
    anne.visit(f"/r/{found}")
    expect(page.get_by_role("slider")).to_have_value("0")
    expect(page.locator(".said")).to_have_text("Start of the game")
    if phone:
        page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".log .line")).to_have_count(0)
    if phone:
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Result").click()
    else:
        page.get_by_role("tab", name="Result").click()
    expect(page.get_by_text("You see the result when you reach the end")).to_be_visible()
    assert page.locator(".outcome").count() == 0
    page.get_by_role("button", name="Go to the end and show the result").click()
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_value(str(replay["record"]["actions"]))


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_a_long_resolution_is_a_headline_and_a_list_that_leave_the_board_its_room(
    new_user: NewUser, web_server: WebServer, phone: bool
) -> None:
    anne = new_user(phone=phone)
    page = anne.page
    found = web_server.ask("/api/records", finished(load("pelegrinus")))["record"]["id"]
    log = web_server.ask(f"/api/records/{found}/replay")["log"]
    longest = max(log, key=lambda one: len(one["events"]))
    short = next(one for one in log if len(one["events"]) == 1)
    height = "() => document.querySelector('.stage').getBoundingClientRect().height"
    anne.visit(f"/r/{found}?n={short['number'] + 1}")
    page.wait_for_selector(".said")
    before = page.evaluate(height)
    anne.visit(f"/r/{found}?n={longest['number'] + 1}")
    page.wait_for_selector(".said")
    assert len(longest["events"]) > 10
    assert len(page.locator(".said").inner_text()) < 120
    assert page.evaluate(height) == before
    page.get_by_role("button", name=f"{len(longest['events']) - 1} more events").click()
    expect(page.locator(".story li")).to_have_count(len(longest["events"]) - 1)
    assert page.evaluate(height) == before


def test_to_go_on_from_a_replay_means_from_the_own_seat(new_user: NewUser, web_server: WebServer) -> None:
    anne = new_user()
    page = anne.page
    found = web_server.ask("/api/records", finished(load("cardinal")))["record"]["id"]
    anne.visit(f"/r/{found}?n=30&seat=2")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("link", name="Continue from here").click()
    expect(page.get_by_label("Player 3 is")).to_have_value("me")
    expect(page.get_by_label("Player 1 is")).to_have_value("bot")
    page.get_by_role("button", name="Play", exact=True).click()
    anne.wait()
    expect(page.locator(".seats li").nth(2)).to_contain_text("Anne")


def test_a_replay_plays_by_turns_and_fast(new_user: NewUser, web_server: WebServer) -> None:
    page = new_user().page
    found = web_server.ask("/api/records", finished(load("cardinal")))["record"]["id"]
    log = web_server.ask(f"/api/records/{found}/replay")["log"]
    starts = [place for place in range(1, len(log)) if log[place]["turn"] != log[place - 1]["turn"]]
    page.goto(f"{web_server.url}/r/{found}")
    expect(page.get_by_role("slider")).to_have_value("0")
    page.get_by_label("Speed").select_option(label="Turns × 2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider")).to_have_value(str(starts[1]))
    page.get_by_role("button", name="Pause").click()
    assert int(page.get_by_role("slider").input_value()) in starts


def test_a_replay_leads_to_its_key_moments(new_user: NewUser, web_server: WebServer) -> None:
    page = new_user().page
    found = web_server.ask("/api/records", finished(load("cardinal")))["record"]["id"]
    page.goto(f"{web_server.url}/r/{found}")
    page.get_by_role("button", name="Next key moment").click()
    expect(page.get_by_role("slider")).not_to_have_value("0")
    ends = {point["at"] for point in web_server.ask(f"/api/records/{found}/course")["points"]}
    assert int(page.get_by_role("slider").input_value()) in ends


def test_nobody_is_thinking_in_a_replay(new_user: NewUser, web_server: WebServer) -> None:
    page = new_user().page
    found = web_server.ask("/api/records", finished(load("pelegrinus")))["record"]["id"]
    page.goto(f"{web_server.url}/r/{found}?n=20")
    expect(page.locator(".seats li")).to_have_count(3)
    expect(page.locator(".seats")).not_to_contain_text("thinking")


@pytest.mark.parametrize("width", [1280, 390])
def test_a_replay_goes_turn_by_turn(new_user: NewUser, web_server: WebServer, width: int) -> None:
    page = new_user().page
    page.set_viewport_size({"width": width, "height": 844})
    found = web_server.ask("/api/records", finished(load("cardinal")))["record"]["id"]
    log = web_server.ask(f"/api/records/{found}/replay")["log"]
    starts = [place for place in range(1, len(log)) if log[place]["turn"] != log[place - 1]["turn"]]
    page.goto(f"{web_server.url}/r/{found}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_value("0")
    for start in starts[:3]:
        page.get_by_role("button", name="Next turn").click()
        expect(slider).to_have_value(str(start))
    page.keyboard.press("PageUp")
    expect(slider).to_have_value(str(starts[1]))
    buttons = page.locator(".buttons button").all()
    assert all((box := button.bounding_box()) and box["x"] + box["width"] <= width for button in buttons)
