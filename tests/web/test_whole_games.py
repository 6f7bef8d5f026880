"""Whole games through the page, as people play them."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewUser

pytestmark = pytest.mark.slow

CARDINAL = "Le Roi et le Cardinal"
HOME = "li.title:nth-child({}) button.gold"
PLACES = {CARDINAL: 1, "The King’s Abbey": 2, "Pelegrinus": 3}


@pytest.mark.parametrize("title", [CARDINAL, "Pelegrinus"])
def test_a_whole_game_against_bots_on_the_board(new_user: NewUser, title: str) -> None:
    anne = new_user()
    anne.play_now(title)
    assert anne.play_to_end() > 10
    scores = anne.result()
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("title", list(PLACES))
def test_a_whole_game_by_keyboard_alone(new_user: NewUser, title: str) -> None:
    """In the text view from the home page to the result: Tab, Enter and letters, no mouse."""
    anne = new_user(text=True, keys=True)
    anne.visit()
    anne.page.wait_for_selector(HOME.format(PLACES[title]))
    anne.tab_to(HOME.format(PLACES[title]))
    anne.page.keyboard.press("Enter")
    anne.page.wait_for_selector(".stage")
    assert anne.play_to_end() > 10
    assert len(anne.result()) == 3


def test_the_variant_with_two_countries_a_turn_on_a_phone(new_user: NewUser) -> None:
    anne = new_user(phone=True)
    anne.visit("/new?title=cardinal")
    anne.page.get_by_role("checkbox", name="Two countries per turn").check()
    anne.page.get_by_role("button", name="Play", exact=True).click()
    assert anne.play_to_end() > 10
    assert len(anne.result()) == 3


def test_das_duell_by_two_people_at_one_device_in_french(new_user: NewUser) -> None:
    anne = new_user(language="fr")
    page = anne.page
    anne.visit("/new?title=cardinal")
    page.get_by_role("button", name="2", exact=True).click()
    expect(page.get_by_role("checkbox", name="Das Duell (2 joueurs)")).to_be_checked()
    page.get_by_label("Le joueur 2 est").select_option("me")
    page.get_by_label("Nom du joueur 2").fill("Berthe")
    page.get_by_role("button", name="Jouer", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("Anne|Berthe"))  # who begins is drawn
    page.get_by_role("dialog").get_by_role("button").click()
    expect(page.get_by_role("region", name="Les cartes du Roi").get_by_role("button")).to_have_count(3)
    assert anne.play_to_end() > 10
    assert len(anne.result()) == 2
    expect(page.locator(".outcome .legend")).to_contain_text("Décompte final : le Roi")
