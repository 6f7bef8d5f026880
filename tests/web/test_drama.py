"""What makes an end a moment: the winner comes last, pieces are heard where somebody wants to hear them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.record import finished, in_the_middle
from tools.web_server import WebServer

EARS = """() => {
  window.heard = 0;
  for (const {prototype} of [OscillatorNode, AudioBufferSourceNode]) {
    const start = prototype.start;
    prototype.start = function (...when) { window.heard += 1; return start.apply(this, when); };
  }
}"""  # counts every tone and noise that is begun
BEGINS = """(rows) => rows.map((row) => {
  const {animationName, animationDelay} = getComputedStyle(row);
  return animationName === 'none' ? null : parseFloat(animationDelay);
})"""  # after how many seconds each row of the result appears; null: it is there at once


def over(web_server: WebServer, title: str) -> str:
    return str(web_server.ask("/api/records", finished(load(title)))["record"]["id"])


def test_a_result_is_told_from_the_last_to_the_winner_and_a_touch_shows_all(
    new_user: NewUser, web_server: WebServer
) -> None:
    anne = new_user(motion=True, pace="calm")
    anne.visit(f"/t/{over(web_server, 'cardinal')}")
    rows = anne.page.locator(".outcome > ol > li")
    expect(rows).to_have_count(3)
    begins = rows.evaluate_all(BEGINS)
    assert begins == sorted(begins, reverse=True), begins  # the rows stand from the winner to the last
    headline = anne.page.locator(".outcome > .told").evaluate_all(BEGINS)
    assert headline[0] > begins[0] > begins[-1]
    anne.page.locator("h1").first.click()
    expect(anne.page.locator(".outcome.at-once")).to_be_visible()
    assert rows.evaluate_all(BEGINS) == [None] * 3


@pytest.mark.parametrize("habits", [{"motion": False, "pace": "calm"}, {"motion": True, "pace": "instant"}])
def test_nothing_is_held_back_from_those_that_want_no_shows(
    new_user: NewUser, web_server: WebServer, habits: dict[str, Any]
) -> None:
    anne = new_user(**habits)
    anne.visit(f"/t/{over(web_server, 'cardinal')}")
    rows = anne.page.locator(".outcome > ol > li")
    expect(rows).to_have_count(3)
    assert rows.evaluate_all(BEGINS) == [None] * 3
    assert anne.result() == sorted(anne.result(), reverse=True)


@pytest.mark.parametrize("sound", [False, True])
def test_sounds_are_heard_only_where_they_are_switched_on(
    new_user: NewUser, web_server: WebServer, sound: bool
) -> None:
    anne = new_user(sound=sound)
    anne.context.add_init_script(f"({EARS})()")
    anne.sit(web_server.open_table("cardinal", *in_the_middle("cardinal")))
    anne.wait()
    for _ in range(3):
        anne.act()
    anne.wait()
    heard = anne.page.evaluate("window.heard")
    assert (heard > 0) == sound, heard


def test_one_switch_turns_the_sounds_on(new_user: NewUser) -> None:
    anne = new_user()
    anne.context.add_init_script(f"({EARS})()")
    anne.visit("/")
    anne.page.get_by_role("button", name="Settings").click()
    switch = anne.page.get_by_role("checkbox", name="Sounds")
    expect(switch).not_to_be_checked()
    switch.check()
    assert anne.page.evaluate("window.heard") > 0  # a taste of it


def test_a_phone_names_the_event_of_the_round_on_every_tab(new_user: NewUser, web_server: WebServer) -> None:
    anne = new_user(phone=True)
    anne.sit(web_server.open_table("kings_abbey", *in_the_middle("kings_abbey")))
    anne.wait()
    event = anne.page.locator(".phases .event-chip")
    tabs = anne.page.locator(".kings [role=tab]")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        anne.page.evaluate("scrollTo(0, 0)")
        expect(event).to_be_in_viewport()
    name = event.inner_text().strip()
    event.tap()
    expect(anne.page.locator(".float")).to_contain_text(name)  # and what it does


@pytest.mark.parametrize("title", ["cardinal", "pelegrinus"])
def test_a_phone_on_its_side_has_the_map_from_top_to_bottom(
    new_user: NewUser, web_server: WebServer, title: str
) -> None:
    anne = new_user(phone=True, size={"width": 844, "height": 390})
    anne.sit(web_server.open_table(title, *in_the_middle(title)))
    anne.wait()
    sheet = anne.page.locator("[data-sheet]").bounding_box()
    own = anne.page.locator(".stage .own").first.bounding_box()
    assert sheet is not None
    assert own is not None
    assert sheet["height"] > 0.85 * 390, sheet
    assert own["x"] >= sheet["x"] + sheet["width"] - 1, own  # beside the map, not below it
