"""The table of L'Abbaye du Roi in a real browser: whole games by clicking, on a phone, clean for axe."""

from typing import Any

import pytest
from playwright.sync_api import expect

from abbatia.core.words import LANGUAGES
from tests.web.conftest import NewUser
from tests.web.test_axe import LOOKS, violations
from tools.browser_user import BrowserUser

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
        guest.click_board(seen["places"], seen["texts"])
        guest.settle()
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
