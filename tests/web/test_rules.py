"""The rules: from a refusal to the rule with its example and back, search, links, every example."""

import re

import pytest
from playwright.sync_api import Page, expect

from abbatia.core.examples import examples
from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES
from tests.web.conftest import NewUser
from tools.overflow import faults_of
from tools.screens import SIZES
from tools.web_server import WebServer

VENICE_IS_SHUT = "send master to venise"
"""Refused by rule 2.1 in the first turn of Pelegrinus, whose example shows how a region opens."""


def play(page: Page, example: str) -> None:
    """Play an example to its end."""
    figure = page.locator(f'[data-example="{example}"]')
    figure.scroll_into_view_if_needed()
    expect(figure.get_by_role("img", name="The position on the board")).to_be_visible()
    for name in ("Play it", *["Go on"] * 5):
        if figure.get_by_role("button", name=name).count():
            figure.get_by_role("button", name=name).click()


@pytest.mark.parametrize("phone", [False, True])
def test_from_a_refusal_to_the_rule_with_its_example_and_back(
    new_user: NewUser, web_server: WebServer, phone: bool
) -> None:
    anne = new_user(phone=phone)
    held = web_server.open_table("pelegrinus")
    anne.sit(held)
    anne.wait()
    page = anne.page
    page.locator(".bar .all").click()
    page.get_by_label("Type or filter an action").fill(VENICE_IS_SHUT)
    page.keyboard.press("Enter")
    link = page.locator(".notice").get_by_role("button", name="rule 2.1")
    link.focus()
    page.keyboard.press("Enter")

    drawer = page.get_by_role("dialog", name="Rules")
    expect(drawer.locator('[data-rule="2.1"].asked')).to_be_in_viewport()
    expect(drawer.locator('[data-rule="2.1"]')).to_be_focused()
    play(page, "region_opens")
    expect(drawer.locator('[data-example="region_opens"] .told')).to_have_text(
        "The North Africa region opens."
    )
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(link).to_be_focused()

    link.click()
    drawer.get_by_role("link", name="Open the rules as a page of their own").click()
    expect(page.get_by_role("heading", level=1, name="Pelegrinus")).to_be_visible()
    expect(page.locator('[data-rule="2.1"].asked')).to_be_in_viewport()
    page.get_by_role("link", name="Back to the table").last.click()
    page.wait_for_selector(".stage")
    assert page.url.endswith(f"/t/{next(iter(held))}")


def test_a_rule_has_an_address_and_links_to_others(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/rules/pelegrinus?rule=R5")
    page = anne.page
    expect(page.locator('[data-rule="R5"].asked')).to_be_in_viewport()
    page.locator('[data-rule="R5"] p').get_by_role("link", name="R22").click()
    expect(page.locator('[data-rule="R22"].asked')).to_be_in_viewport()
    assert page.url.endswith("/rules/pelegrinus?rule=R22")
    page.go_back()
    expect(page.locator('[data-rule="R5"].asked')).to_be_in_viewport()


def test_what_newcomers_ask_leads_to_the_rule_and_its_points(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/rules/cardinal")
    page = anne.page
    asked = page.get_by_role("region", name="Asked first").get_by_role("link")
    expect(asked).to_have_text(
        [one.question["en"] for one in examples("cardinal").values() if one.asked_first]
    )
    asked.filter(has_text="How do abbeys score?").click()
    expect(page.locator('[data-rule="9.1"].asked')).to_be_in_viewport()
    points = page.locator('[data-example="abbey_points"] table .number')
    expect(points).to_have_text(["+7", "+4", "+2"])


def test_the_search_finds_as_one_types(new_user: NewUser) -> None:
    anne = new_user(language="fr")
    anne.visit("/rules/cardinal")
    page = anne.page
    book = rules("cardinal", "fr")
    shown = page.locator("[data-rule]")
    expect(shown).to_have_count(len(book))
    field = page.get_by_role("searchbox")
    field.fill("9.3")
    expect(shown).to_have_count(sum("9.3" in rule.text or number == "9.3" for number, rule in book.items()))
    expect(page.locator('[data-example="abbey_ties"]')).to_be_visible()
    field.fill("DECOMPTE intermediaire")
    expect(page.locator('[data-rule="11.1"]')).to_be_visible()
    expect(page.locator('[data-rule="5.1"]')).to_have_count(0)
    expect(page.locator('[data-rule="11.1"] mark').first).to_have_text(re.compile("décompt", re.IGNORECASE))
    expect(page.get_by_role("status")).to_have_text(re.compile(r"\d+ règles trouvées"))
    field.fill("")
    expect(shown).to_have_count(len(book))


def test_nobody_is_sent_back_to_another_place_than_a_table(new_user: NewUser) -> None:
    anne = new_user()
    for elsewhere in ("https://example.org/t/abcdef", "//example.org", "/account", "/t/../account"):
        anne.visit(f"/rules/cardinal?rule=3.1&from={elsewhere}")
        expect(anne.page.locator('[data-rule="3.1"].asked')).to_be_visible()
        expect(anne.page.get_by_role("link", name="Back to the table")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
def test_every_example_is_drawn_and_played_on_its_board(new_user: NewUser, title: str) -> None:
    anne = new_user()
    anne.visit(f"/rules/{title}")
    page, english = anne.page, words("en")
    page.wait_for_selector("[data-example]")
    for name, example in examples(title).items():
        play(page, name)
        figure = page.locator(f'[data-example="{name}"]')
        expect(figure.get_by_role("button", name=re.compile("Play it|Go on"))).to_have_count(0)
        assert figure.locator("[inert] svg").count() > 0, name
        expect(figure.locator(".refused")).to_have_count(len(example.refused))
        expect(figure.locator("tbody tr")).to_have_count(len(example.scores))
        told = figure.locator(".told li").all_inner_texts()
        assert not [text for text in told if "." not in text or text in english.entries], name


@pytest.mark.slow
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", ["1280x800", "390x844"])
def test_nothing_of_the_rules_is_cut_off(new_user: NewUser, title: str, language: str, size: str) -> None:
    anne = new_user(phone=size != "1280x800", size=SIZES[size], language=language)
    first = next(iter(examples(title).values())).rules[0]
    anne.visit(f"/rules/{title}?rule={first}")
    anne.page.wait_for_selector("[inert] svg >> visible=true")
    assert faults_of(anne.page) == []
