"""No text is cut off, runs out of its box or off the screen, nor lies on other text, in any language."""

import pytest
from playwright.sync_api import expect

from abbatia.core.words import LANGUAGES
from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.record import finished, in_the_middle
from tools.overflow import faults_of
from tools.screens import SIZES
from tools.web_server import WebServer

TITLES = ["cardinal", "pelegrinus", "kings_abbey"]


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["1280x800", "390x844", "844x390", "820x1180"])
def test_nothing_is_cut_off_or_overlaps(
    new_user: NewUser,
    web_server: WebServer,
    name: str,
    language: str,
    size: str,
) -> None:
    phone = size != "1280x800"  # the page of phones and tablets
    anne = new_user(phone=phone, size=SIZES[size], language=language)
    page = anne.page
    anne.sit(web_server.open_table(name, *in_the_middle(name)))
    anne.wait()
    found = {"at first": faults_of(page)}
    if not phone:
        for tab in ("scores", "rules", "chat", "log"):
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
            found[tab] = faults_of(page)
    elif name == "kings_abbey":
        for number in range(page.locator("[role=tab]").count()):
            page.locator("[role=tab]").nth(number).click()
            found[f"tab {number}"] = faults_of(page)
    assert {where: faults for where, faults in found.items() if faults} == {}


def test_a_name_on_a_map_that_is_covered_or_missing_is_found(
    new_user: NewUser, web_server: WebServer
) -> None:
    anne = new_user()
    page = anne.page
    anne.sit(web_server.open_table("pelegrinus", *in_the_middle("pelegrinus")))
    anne.wait()
    assert faults_of(page) == []
    page.evaluate(
        """() => {
          const [first, second, third] = document.querySelectorAll('.cityname');
          const button = document.querySelector('.tools button');
          const [from, to] = [button, first].map((one) => one.getBoundingClientRect());
          button.style.transform = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
          const at = second.parentElement.insertBefore(second.cloneNode(true), second);
          at.dataset.names = 'city:nowhere';
          third.remove();
        }"""
    )
    kinds = {fault.split(":")[0] for fault in faults_of(page)}
    assert {"covered on the map", "names on the map", "without a name on the map"} <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_tabs_and_their_badges_have_room(new_user: NewUser, web_server: WebServer, language: str) -> None:
    """All tabs of a finished game, and something that was said meanwhile."""
    anne, berthe = new_user(language=language), new_user(name="Berthe")
    table = web_server.ask("/api/records", finished(load("cardinal")))["record"]["id"]
    for guest in (anne, berthe):
        guest.visit(f"/t/{table}")
        guest.page.wait_for_selector(".outcome")
    berthe.page.locator("#tab-chat").click()
    for text in ("Pax", "vobiscum"):
        berthe.page.get_by_label("Write a message").fill(text)
        berthe.page.get_by_role("button", name="Send").click()
        expect(berthe.page.get_by_role("log", name="Chat")).to_contain_text(text)
    page = anne.page
    expect(page.locator("#tab-chat .badge")).to_have_text("2")
    assert faults_of(page) == []
    outside = page.evaluate(
        """() => {
          const row = document.querySelector('[role=tablist]').getBoundingClientRect();
          const tabs = [...document.querySelectorAll('[role=tab]')];
          const boxes = tabs.map((tab) => {
            const range = document.createRange();
            range.selectNodeContents(tab);
            return range.getBoundingClientRect();
          });
          return tabs.map((tab, i) => tab.textContent.trim()).filter((_, i) =>
            boxes[i].right > Math.min(row.right, innerWidth) || boxes[i].left < row.left ||
            (boxes[i + 1] && boxes[i].right + 6 > boxes[i + 1].left));
        }"""
    )
    assert outside == []


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("width", [390, 360])
def test_a_finished_game_with_a_spectator_fits_a_phone(
    new_user: NewUser, web_server: WebServer, name: str, width: int
) -> None:
    """The row of buttons is at its fullest: the result is there, and somebody looks on."""
    anne, berthe = new_user(phone=True), new_user(phone=True, name="Berthe")
    table = web_server.ask("/api/records", finished(load(name)))["record"]["id"]
    for guest in (anne, berthe):
        guest.page.set_viewport_size({"width": width, "height": 800})
        guest.visit(f"/t/{table}")
        guest.page.wait_for_selector(".outcome")
    page = anne.page
    expect(page.locator(".frame > .top")).to_contain_text("2")  # spectators
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    outside = """() => [...document.querySelectorAll('.frame > .top *')]
      .map((one) => one.getBoundingClientRect())
      .filter((box) => box.right > innerWidth + 1 || box.left < 0).length"""
    assert page.evaluate(outside) == 0
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Result").click()  # one way back to it
    expect(page.locator(".outcome")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [390, 360])
def test_the_pages_before_a_game_fit_a_phone(new_user: NewUser, language: str, width: int) -> None:
    guest = new_user(phone=True, language=language)
    guest.page.set_viewport_size({"width": width, "height": 800})
    for path, part in [("/", "li.title"), *((f"/new?title={name}", ".seat") for name in TITLES)]:
        guest.visit(path)
        guest.page.wait_for_selector(part)
        guest.page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        wider = guest.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, path
