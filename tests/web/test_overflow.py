"""No text is cut off, runs out of its box or off the screen, at any table in any language."""

import re
from functools import lru_cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.record import Record, print_record
from abbatia.core.words import LANGUAGES
from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.record import finished
from tools.web_server import WebServer

TITLES = ["cardinal", "pelegrinus", "kings_abbey"]
KEY = re.compile(r"\b(?:web|core|server|bots|cardinal|kings_abbey|pelegrinus)\.[a-z_]+\b|\{\w+[:}]")
CUT = """() => {
  const found = [];
  const seen = (one) => one.getClientRects().length > 0 && !one.closest('.hidden, [aria-hidden=true] *') &&
    getComputedStyle(one).visibility !== 'hidden';
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const isUnseen = (one) => {
    const {clipPath, position} = getComputedStyle(one);
    return position === 'absolute' && clipPath !== 'none';  // for screen readers only
  };
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  for (const one of document.querySelectorAll('body *')) {
    if (one.closest('svg, select, option') || !hasText(one) || !seen(one) || isUnseen(one)) continue;
    if (one.closest('.hidden')) continue;
    const style = getComputedStyle(one);
    const what = `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.trim().slice(0, 60)}`;
    const [wide, tall] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    const isInline = style.display === 'inline';
    if (!isInline && wide > 1 && !scrolls(style.overflowX)) found.push(`too wide by ${wide}: ${what}`);
    if (!isInline && tall > 1 && ['hidden', 'clip'].includes(style.overflowY))
      found.push(`too tall by ${tall}: ${what}`);
    const box = one.getBoundingClientRect();
    for (let outer = one.parentElement; outer; outer = outer.parentElement) {
      const {overflowX} = getComputedStyle(outer);
      if (scrolls(overflowX)) break;
      if (!['hidden', 'clip'].includes(overflowX)) continue;
      const around = outer.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) found.push(`cut off: ${what}`);
    }
    if (box.left < -1 || box.right > innerWidth + 1) {
      const inScroller = (function up(outer) {
        return outer ? scrolls(getComputedStyle(outer).overflowX) || up(outer.parentElement) : false;
      })(one.parentElement);
      if (!inScroller) found.push(`off the screen: ${what}`);
    }
  }
  return found;
}"""  # every element that holds text itself and does not show all of it


@lru_cache
def in_the_middle(name: str) -> tuple[str, int]:
    """A game of random play in its middle, as a record and the number of its actions."""
    title = load(name)
    match = Match(title, 3, rng=Rng(3))
    rng = Rng(5)
    while match.to_act():
        seat = match.to_act()[0]
        legal = match.state.legal(seat)
        match.play(seat, legal[rng.below(len(legal))])
    whole = match.log
    half = Match(title, 3, rng=Rng(3), log=whole[: len(whole) // 2])
    return print_record(Record.of(half, ["Anne", "Berthe", "Clovis"])), len(half.log)


def table_of(web_server: WebServer, name: str) -> dict[str, Any]:
    """A table in the middle of a game with one person; what their browser holds there."""
    source, at = in_the_middle(name)
    stored = web_server.ask("/api/records", source)["record"]["id"]
    seats = [{"kind": "me", "name": "Anne"}, *[{"kind": "bot", "bot": "novice"}] * 2]
    made = web_server.ask(
        "/api/tables", {"title": name, "seats": seats, "origin": {"record": stored, "at": at}}
    )
    return {made["table"]["id"]: {"tokens": made["tokens"], "host": made["host"], "at": 1}}


def cut_at(page: Page) -> list[str]:
    """What is cut off, and what is meant for machines: keys of the catalogue, places to fill."""
    page.evaluate("() => document.fonts.ready.then(() => null)")
    found: list[str] = page.evaluate(CUT)
    return found + KEY.findall(page.locator("body").inner_text())


@pytest.mark.parametrize("name", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [1280, pytest.param(820, marks=pytest.mark.slow), 390])
def test_no_text_is_cut_off(
    new_user: NewUser, web_server: WebServer, name: str, language: str, width: int
) -> None:
    phone = width < 900  # the page of phones and tablets
    anne = new_user(phone=phone, language=language)
    page = anne.page
    if width == 820:
        page.set_viewport_size({"width": 820, "height": 1180})
    held = table_of(web_server, name)
    anne.visit()
    page.evaluate("(held) => localStorage.setItem('abbatia.tables', JSON.stringify(held))", held)
    anne.visit(f"/t/{next(iter(held))}")
    anne.wait()
    found = {"at first": cut_at(page)}
    if not phone:
        for tab in ("scores", "rules", "chat", "log"):
            page.locator(f"#tab-{tab}").click()
            expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
            found[tab] = cut_at(page)
    elif name == "kings_abbey":
        for number in range(page.locator("[role=tab]").count()):
            page.locator("[role=tab]").nth(number).click()
            found[f"tab {number}"] = cut_at(page)
    assert {where: texts for where, texts in found.items() if texts} == {}


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
    assert cut_at(page) == []
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
    for path, part in [("/", "li.title"), *((f"/new?title={name}", ".option") for name in TITLES)]:
        guest.visit(path)
        guest.page.wait_for_selector(part)
        wider = guest.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, path
