"""The table of L'Abbaye du Roi in a real browser: whole games by clicking, on a phone, clean for axe."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest
from playwright.sync_api import expect

from abbatia.core.chance import Rng
from abbatia.core.match import Match
from abbatia.core.record import Record, print_record
from abbatia.core.words import LANGUAGES
from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.test_axe import LOOKS, violations
from tools.browser_user import BrowserUser
from tools.web_server import WebServer

ENDS = ("done", "pass", "feed", "face")
LONG = ("trade", "ask:", "stables:", "gift:", "crusade_pile")
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def sit_down(guest: BrowserUser, seats: int, *options: str) -> None:
    """Create a table of this title on the page: bots on the other seats, these options on."""
    guest.visit("/new?title=kings_abbey")
    guest.page.wait_for_selector(".seat")
    guest.page.get_by_role("group", name="Number of players").get_by_role("button", name=str(seats)).click()
    for option in options:
        guest.page.get_by_role("checkbox", name=option, exact=True).check()
    guest.page.locator("button.gold").click()
    guest.page.wait_for_selector(".stage .phases")


def play_briskly(guest: BrowserUser, most: int = 1200) -> int:
    """Play by clicking until the game is over; ends phases readily, and seldom trades or makes offers."""
    for count in range(most):
        seen = guest.look()
        if seen["state"] == "over":
            return count
        if seen["state"] == "form":
            guest.submit()
            guest.settle()
            continue
        places, texts = seen["places"], seen["texts"]
        ends = [place for place in places if place in ENDS]
        short = [place for place in places if not place.startswith(LONG)]
        if ends and guest.rng.random() < 0.4:
            guest.click_board(ends, [])
        else:
            guest.click_board(short if short and guest.rng.random() < 0.9 else places, texts)
        guest.settle()
    raise AssertionError(f"the game was not over after {most} clicks")


def play_until(guest: BrowserUser, *wanted: str) -> None:
    """Answer what is asked before (gifts, what an event takes) until one of these places is open."""
    for _ in range(30):
        seen = guest.look()
        if any(place in wanted for place in seen["places"]):
            return
        guest.act()
    raise AssertionError(f"none of {wanted} was open after 30 clicks")


def play_out(guest: BrowserUser, seats: int) -> None:
    """Play on the board to the end; the result ranks all seats."""
    assert play_briskly(guest) > 30
    assert guest.page.evaluate(WIDER) <= 0
    scores = guest.result()
    assert len(scores) == seats
    assert scores == sorted(scores, reverse=True)


@pytest.mark.slow
def test_a_whole_quick_game(new_user: NewUser) -> None:
    anne = new_user()
    sit_down(anne, 2, "Quick game")
    expect(anne.page.locator(".phases .of")).to_contain_text("of 5")
    play_out(anne, 2)


@pytest.mark.slow
def test_a_whole_solo_game_against_elias(new_user: NewUser) -> None:
    anne = new_user(phone=True)
    sit_down(anne, 1, "Patron Saints")
    anne.page.get_by_role("tab", name="Realm").click()
    expect(anne.page.locator(".elias")).to_contain_text("Elias")
    play_out(anne, 1)
    said = anne.page.locator(".outcome").inner_text()
    assert "wins" not in said
    assert f"{anne.result()[0]} points".replace("-", "\N{MINUS SIGN}") in said


@pytest.mark.slow
def test_a_whole_game_of_four_with_bots(new_user: NewUser) -> None:
    anne = new_user(phone=True)
    sit_down(anne, 4, "Quick game", "Auction", "Patron Saints")
    play_out(anne, 4)


def test_every_option_is_explained(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/new?title=kings_abbey")
    anne.page.wait_for_selector(".option")
    anne.page.get_by_text("House rules").click()
    told = anne.page.locator(".option p.soft")
    assert told.count() == anne.page.locator(".option").count() == 10
    assert all(len(text) > 30 and "kings_abbey" not in text for text in told.all_inner_texts())


def test_a_die_then_its_place(new_user: NewUser) -> None:
    anne = new_user()
    sit_down(anne, 1, "Quick game")
    page = anne.page
    play_until(anne, "defence")
    die = page.locator('.dice [data-target^="die:"]').first
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    page.locator('.abbey [data-target="defence"]').click()
    expect(page.locator(".defence .dice svg")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".defence .dice svg")).to_have_count(0)


def test_the_end_of_a_phase_is_asked_only_where_something_is_left(new_user: NewUser) -> None:
    anne = new_user()
    sit_down(anne, 1)
    page = anne.page
    play_until(anne, "preaching", "clergy")
    end = page.locator('.own [data-target="done"]')
    end.click()
    expect(page.locator(".own .still")).to_contain_text("You can still:")
    end.click()
    expect(page.locator(".phases strong")).not_to_contain_text("Abbey and crusades")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_held_upright(new_user: NewUser, language: str) -> None:
    anne = new_user(phone=True, language=language)
    anne.visit("/new?title=kings_abbey")
    anne.page.locator("button.gold").click()
    anne.page.wait_for_selector(".stage .phases")
    for _ in range(25):
        anne.act()
        assert anne.page.evaluate(WIDER) <= 0
    anne.wait()
    for tab in ("abbey", "market", "lands", "realm"):
        anne.page.locator(f"#ka-tab-{tab}").click()
        expect(anne.page.locator("#ka-part")).to_have_attribute("aria-labelledby", f"ka-tab-{tab}")
        assert anne.page.evaluate(WIDER) <= 0
        assert too_small(anne) == []


def too_small(guest: BrowserUser) -> list[str]:
    """What a finger would miss: things to press with less than 40 pixels."""
    found: list[str] = guest.page.evaluate(
        """() => [...document.querySelectorAll('.stage button')]
          .map((one) => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 39.5 || box.height < 39.5))
          .map(([one, box]) => `${one.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""
    )
    return found


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS)
def test_axe_in_the_middle_of_a_game(new_user: NewUser, look: dict[str, Any]) -> None:
    anne = new_user(**look)
    anne.play_now("The King’s Abbey")
    for _ in range(12):
        anne.act()
    anne.wait()
    anne.unroll()
    assert violations(anne) == []
    tabs = anne.page.locator('[id^="ka-tab-"]')
    for i in range(tabs.count()):
        tabs.nth(i).click()
        anne.unroll()
        assert violations(anne) == []


WISHES = ("activate stables", "build stables", "baptise", "step", "preach", "collect")


def rank(text: str, market: dict[str, str | None]) -> int:
    """How much somebody who wants the Stables manned wants this, the least first."""
    if text.startswith("buy "):
        return 0 if market[text[4:]] == "stables" else 9
    if text in ENDS:
        return 10
    return next((at for at, wish in enumerate(WISHES) if text.startswith(wish)), 11)


@lru_cache
def with_stables() -> tuple[str, int]:
    """A game in which the first player can offer a trade, as a record and the number of its actions."""
    title = load("kings_abbey", 2)  # this game is one of version 2
    match = Match(title, 3, rng=Rng(6))
    rng = Rng(6)
    while seats := match.to_act():
        legal = match.state.legal(seats[0])
        if seats[0] == 0:
            texts = {action: title.vocabulary[action] for action in legal}
            if any(text.startswith("stables ") for text in texts.values()):
                break
            seen = match.state.observe(0)["public"]["market"]
            market = {space["place"]: space["card"] for space in seen}
            best = min(rank(text, market) for text in texts.values())
            legal = tuple(action for action in legal if rank(texts[action], market) == best)
        match.play(seats[0], legal[rng.below(len(legal))])
    assert match.to_act(), "the game is over before anybody could trade"
    return print_record(Record.of(match, ["Anne", "Berthe", "Clovis"])), len(match.log)


def sit_down_at(guest: BrowserUser, web_server: WebServer, source: str, at: int) -> None:
    """A table that goes on from a record, with bots on the other seats."""
    stored = web_server.ask("/api/records", source)["record"]["id"]
    seats = [{"kind": "me", "name": "Anne"}, *[{"kind": "bot", "bot": "novice"}] * 2]
    made = web_server.ask(
        "/api/tables", {"title": "kings_abbey", "seats": seats, "origin": {"record": stored, "at": at}}
    )
    table = made["table"]["id"]
    held = {table: {"tokens": made["tokens"], "host": made["host"], "at": 1}}
    guest.visit()
    guest.page.evaluate("(held) => localStorage.setItem('abbatia.tables', JSON.stringify(held))", held)
    guest.visit(f"/t/{table}")
    guest.wait()


@pytest.mark.parametrize("confirming", ["turn", "once"])
def test_a_stables_trade_is_one_form(new_user: NewUser, web_server: WebServer, confirming: str) -> None:
    """Kinds and numbers are chosen together, and all of it is played by one click."""
    anne = new_user(confirming=confirming)
    sit_down_at(anne, web_server, *with_stables())
    page = anne.page
    page.locator('.own [data-target^="stables:"]').first.click()
    form = page.get_by_role("form", name="a trade")
    for side in ("You give", "You get"):
        expect(form.get_by_role("group", name=side).first.locator("[aria-pressed=true]")).to_have_count(1)
    expect(page.locator(".confirm")).to_have_count(0)  # in the middle of a move there is nothing to confirm
    form.get_by_role("button", name="stone", exact=True).first.click()
    expect(form).to_have_attribute("aria-busy", "false")  # the engine has said what can come of it
    given = form.locator("output").first
    before = int(given.inner_text())
    form.get_by_role("button", name="More: You give").click()
    expect(given).not_to_have_text(str(before))
    expect(form).to_have_attribute("aria-busy", "false")
    after = int(given.inner_text())
    assert after > before
    form.get_by_role("button", name="Make the offer").click()
    expect(form).to_have_count(0)
    expect(page.locator("#side")).to_contain_text(f"{after} stone")


def act_and_confirm(guest: BrowserUser) -> Iterator[None]:
    """Do one thing, and play it where it waits to be confirmed; the moments before each click."""
    yield
    guest.act()
    confirm = guest.page.locator(".confirm")
    if confirm.count():
        yield
        confirm.click()
        guest.settle()


IN_SIGHT = """() => {
  const stage = document.querySelector('.stage');
  const footer = document.querySelector('.frame > .footer').getBoundingClientRect();
  const floor = footer.top;
  const isSeen = (place) => {
    const {top, bottom, height} = place.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= (place.closest('.footer, .raised') ? innerHeight : floor) + 1;
  };
  const open = (stage.dataset.open || '').split(' ').filter(Boolean);
  const hidden = open.filter((one) => {
    const places = [...document.querySelectorAll(`[data-target="${one}"]`)];
    return places.length > 0 && !places.some(isSeen);
  });
  const gold = [...document.querySelectorAll('button.gold')].filter((one) => one.offsetHeight > 0);
  return {
    hidden,
    foot: footer.height,
    gold: gold.map((one) => one.textContent.trim()),
    ends: document.querySelector('.frame > aside').getBoundingClientRect().bottom,
    scrolls: document.documentElement.scrollHeight - innerHeight,
  };
}"""  # what of a laptop's screen the table uses, and whether all that can be chosen is there


def test_a_laptop_has_all_of_a_phase_in_sight(new_user: NewUser) -> None:
    anne = new_user(confirming="turn")
    sit_down(anne, 3)
    for _ in range(30):
        if anne.wait() == "over":
            break
        for _ in act_and_confirm(anne):
            seen = anne.page.evaluate(IN_SIGHT)
            assert seen["hidden"] == [], seen
            assert seen["foot"] <= 120, seen
            assert len(seen["gold"]) <= 1, seen
            assert (seen["ends"], seen["scrolls"]) == (800, 0), seen


def test_a_phone_is_mostly_board(new_user: NewUser) -> None:
    anne = new_user(phone=True, confirming="turn")
    sit_down(anne, 3)
    for _ in range(12):
        anne.wait()
        for _ in act_and_confirm(anne):
            box = anne.page.evaluate(
                """() => {
                  scrollTo(0, 0);
                  const floor = document.querySelector('.frame > .footer').getBoundingClientRect().top;
                  return floor - document.querySelector('.table.kings').getBoundingClientRect().top;
                }"""
            )
            assert box >= 0.6 * 844
