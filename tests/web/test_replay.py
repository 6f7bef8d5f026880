"""After the game: replay by address, through any eyes, download, verify, play on, open a file."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from abbatia.games import load
from tests.web.conftest import Invite
from tests.web.guest import Guest
from tests.web.house import House
from tests.web.record import finished


@pytest.fixture(scope="module")
def record(browser, house: House) -> str:  # type: ignore[no-untyped-def]  # the session's browser
    """A finished game of two bots and Anne."""
    anne = Guest(browser, house.url, text=True)
    anne.play_now("Pelegrinus")
    anne.play_to_end()
    found = anne.page.url.rsplit("/", 1)[1]
    anne.close()
    return found


@pytest.mark.slow
def test_the_address_says_the_place_and_arrows_move_it(invite: Invite, record: str) -> None:
    anne = invite(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=41")
    expect(page.get_by_role("slider")).to_have_value("41")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"n=42"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("slider")).to_have_value("40")
    page.keyboard.press("Home")
    expect(page.locator(".said")).to_have_text("The beginning of the game.")
    page.keyboard.press("End")
    expect(page.get_by_role("slider")).to_have_value(page.get_by_role("slider").get_attribute("max") or "")
    page.locator(".log .line").first.click()
    expect(page.locator('.log [aria-current="step"]')).to_have_count(1)


def test_a_step_reads_no_record_anew_and_lets_the_upkeep_be_told(invite: Invite, house: House) -> None:
    """What happened between two moments is told as long as the second one is shown."""
    anne = invite()
    page = anne.page
    found = house.ask("/api/records", finished(load("kings_abbey")))["record"]["id"]
    log = house.ask(f"/api/records/{found}/replay?viewer=0")["log"]
    income = [one["number"] for one in log if "kings_abbey.event.income" in json.dumps(one)]
    asked: list[str] = []
    anne.visit(f"/r/{found}?n={income[0]}&seat=0")
    expect(page.get_by_role("slider")).to_have_value(str(income[0]))
    page.on("request", lambda request: asked.append(request.url.removeprefix(house.url)))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value(str(income[0] + 1))
    page.get_by_role("button", name="Upkeep").click()
    expect(page.locator(".float .step")).to_contain_text("income")
    assert [path for path in asked if "/replay" in path] == []


@pytest.mark.slow
def test_through_any_eyes_once_over(invite: Invite, record: str) -> None:
    anne = invite(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=12")
    expect(page.get_by_text("Your programme")).to_have_count(0)
    page.get_by_label("Through whose eyes").select_option("1")
    expect(page).to_have_url(re.compile(r"seat=1"))
    expect(page.get_by_text("Your programme").first).to_be_visible()


@pytest.mark.slow
def test_dice_are_verified_and_the_record_opens_from_a_file(
    invite: Invite, record: str, tmp_path: Path
) -> None:
    anne = invite(text=True)
    page = anne.page
    anne.visit(f"/r/{record}")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Verify dice and cards").click()
    expect(page.get_by_text("every die and card is the one the seed gives")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
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
def test_play_on_from_here(invite: Invite, record: str) -> None:
    anne = invite(text=True)
    page = anne.page
    anne.visit(f"/r/{record}?n=30")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("link", name="Play on from here").click()
    expect(page.get_by_role("heading", name="Play on from action 30")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    assert anne.wait() in ("text", "hand")


def test_back_to_the_table_and_a_rematch(invite: Invite, house: House) -> None:
    """Who looks at the game once more finds the way to its result and to the next one."""
    anne = invite(phone=True)
    page = anne.page
    before = house.ask("/api/records", finished(load("cardinal")))["record"]
    anne.visit(f"/new?title=cardinal&record={before['id']}&at={before['actions'] - 6}")
    page.get_by_role("button", name="Play", exact=True).click()
    anne.play_to_end()
    table = page.url
    page.get_by_role("link", name="Replay").click()
    page.locator(".controls").get_by_role("link", name="To the table").click()
    expect(page).to_have_url(table)
    page.get_by_role("dialog", name="Result").get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(table)
    expect(page.locator(".stage")).to_be_visible()
