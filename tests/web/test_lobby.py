"""Home, creating a table, and what a newcomer meets."""

import time

from playwright.sync_api import expect

from tests.web.conftest import NewUser


def test_one_click_reaches_a_running_game(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit()
    button = anne.page.locator("li.title").first.get_by_role("button", name="Play now")
    button.wait_for()
    began = time.monotonic()
    button.click()
    anne.wait()
    seconds = time.monotonic() - began
    assert seconds < 10, f"it took {seconds:.1f} s"  # under two on a machine that is not busy with tests
    expect(anne.page.locator(".asked")).not_to_be_empty()


def test_a_table_that_waits_for_me_comes_before_all_others(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now("Le Roi et le Cardinal")
    anne.wait()
    anne.visit()
    own = anne.page.get_by_role("region", name="Your turn")
    expect(own).to_contain_text("Le Roi et le Cardinal")
    expect(anne.page.locator("main section h2").first).to_have_text("Your turn")
    own.get_by_role("link", name="Go to the table").first.click()
    expect(anne.page.locator(".stage")).to_be_visible()


def test_options_explain_themselves_and_exclude_each_other(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/new?title=cardinal")
    page = anne.page
    duel = page.get_by_role("checkbox", name="Das Duell (2 players)")
    expect(duel).to_be_disabled()
    expect(page.get_by_text("Only for 2 players.")).to_be_visible()
    page.get_by_role("button", name="2", exact=True).click()
    expect(duel).to_be_checked()
    expect(page.get_by_role("checkbox", name="Two countries per turn")).to_be_disabled()


def test_a_public_table_is_found_joined_and_watched(new_user: NewUser) -> None:
    anne, berthe = new_user(), new_user(name="Berthe")
    page = anne.page
    anne.visit("/new?title=pelegrinus")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Player 2 is").select_option("open")
    page.get_by_label("Public").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".gathering")
    table = page.url.rsplit("/", 1)[1]
    berthe.visit()
    berthe.page.locator(f'a[href="/t/{table}"]').click()
    berthe.page.get_by_role("button", name="Sit here").click()
    berthe.page.wait_for_selector(".stage")
    page.wait_for_selector(".stage")
    clovis = new_user(name="Clovis")
    clovis.visit(f"/t/{table}")
    expect(clovis.page.locator(".asked")).to_contain_text("Waiting for")
    assert clovis.page.locator("[data-action]").count() == 0


def test_a_wrong_link_is_answered_in_one_sentence(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/t/nosuchtable1")
    expect(anne.page.get_by_role("alert")).to_be_visible()
    anne.visit("/nowhere")
    expect(anne.page.get_by_role("heading", name="This page does not exist.")).to_be_visible()


def test_the_look_can_be_dark_and_stays_so(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit()
    anne.page.get_by_role("button", name="Dark look").click()
    assert anne.page.evaluate("document.documentElement.dataset.theme") == "dark"
    anne.page.reload()
    anne.page.wait_for_selector("li.title")
    assert anne.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_part_of_the_page_that_is_gone_loads_the_page_anew(new_user: NewUser) -> None:
    """A newer version has other parts: whoever still has the old page open is not left with nothing."""
    anne = new_user()
    anne.page.route("**/assets/Table-*.js", lambda route: route.abort(), times=1)
    anne.play_now("Le Roi et le Cardinal")
    anne.wait()
    anne.faults.clear()  # the page that could not go on has said so


def test_a_newcomer_to_the_kings_abbey_is_given_the_quick_game(new_user: NewUser) -> None:
    anne = new_user(played=[])
    anne.visit()
    card = anne.page.locator("li.title", has=anne.page.get_by_role("heading", name="The King’s Abbey"))
    expect(card).to_contain_text("First game: Quick game")
    anne.play_now("The King’s Abbey")
    expect(anne.page.get_by_role("list", name="Options and clock").first).to_contain_text("Quick game")
    bertrand = new_user(name="Bertrand")
    bertrand.play_now("The King’s Abbey")
    anne.wait()
    expect(bertrand.page.get_by_text("Quick game")).to_have_count(0)


def test_presets_set_options_and_bots_and_house_rules_stand_apart(new_user: NewUser) -> None:
    anne = new_user()
    page = anne.page
    anne.visit("/new?title=kings_abbey")
    expect(page.get_by_role("radio", name="Standard")).to_be_checked()
    expect(page.get_by_label("No prestige below 0")).not_to_be_visible()
    page.get_by_text("House rules").click()
    expect(page.get_by_label("No prestige below 0")).to_be_visible()
    page.get_by_text("First game", exact=True).click()
    expect(page.get_by_label("Quick game", exact=True)).to_be_checked()
    page.get_by_text("Expert", exact=True).click()
    expect(page.get_by_label("Quick game", exact=True)).not_to_be_checked()
    expect(page.get_by_label("Patron Saints", exact=True)).to_be_checked()
    page.get_by_label("Patron Saints", exact=True).uncheck()
    for name in ("First game", "Standard", "Expert"):
        expect(page.get_by_role("radio", name=name)).not_to_be_checked()


def test_those_who_wait_can_talk(new_user: NewUser) -> None:
    anne, berthe = new_user(), new_user(name="Berthe")
    page = anne.page
    anne.visit("/new?title=pelegrinus")
    page.get_by_label("Player 2 is").select_option("open")
    page.get_by_label("Player 3 is").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".gathering")
    berthe.page.goto(page.url)
    berthe.page.get_by_role("button", name="Sit here").first.click()
    page.get_by_label("Write a message").fill("Who else comes?")
    page.get_by_role("button", name="Send").click()
    expect(berthe.page.get_by_role("log", name="Chat")).to_contain_text("Who else comes?")
