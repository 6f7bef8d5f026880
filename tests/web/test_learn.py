"""Lessons in the browser: by keyboard alone in every language, by clicks, on a phone, resumed, finished."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from abbatia.games import TITLES
from abbatia.school.registry import lessons, script
from tests.web.conftest import NewUser
from tools.browser_user import BrowserUser

KEY = ["pay france", "abbey saint_denis", "draw open 2", "pay two italy for france", "abbey jumieges"]
WORDS = {
    "en": ("Next", "Well done!", "Keep it"),
    "fr": ("Suivant", "Bravo", "Gardez-la"),
    "de": ("Weiter", "Gut gemacht!", "Behalte sie"),
}
MOST_TABS = 400


def learn(user: BrowserUser) -> Page:
    """The page of Cardinal's lessons."""
    user.page.goto(f"{user.url}/learn/cardinal")
    expect(user.page.locator("section li").first).to_be_visible()
    return user.page


def press(page: Page, selector: str) -> None:
    """Go to something by the Tab key, and press Enter on it."""
    expect(page.locator(selector).first).to_be_visible()
    expect(page.locator(selector).first).to_be_enabled()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the Tab key does not lead to {selector}")


def read_on(page: Page) -> None:
    """Press Next until the lesson asks for something."""
    while page.locator(".lesson-panel .ways .gold").count() and not page.locator(".lesson-panel .do").count():
        before = page.locator(".lesson-panel .count").inner_text()
        press(page, ".lesson-panel .ways .gold")
        expect(page.locator(".lesson-panel .count")).not_to_have_text(before)


@pytest.mark.parametrize("language", WORDS)
def test_a_lesson_is_played_by_keyboard_alone(new_user: NewUser, language: str) -> None:
    _, done, keep = WORDS[language]
    user = new_user(text=True, language=language)
    page = learn(user)
    press(page, "section li:first-child button")
    expect(page.locator(".lesson-panel .count")).to_be_visible()
    read_on(page)
    press(page, '.text [data-action="pay italy"]')
    expect(page.locator(".lesson-panel .answer")).to_contain_text(keep)
    for step, action in enumerate(KEY):
        if step == 3:  # the others play before, and something is to be read
            expect(page.locator(".lesson-panel .count")).to_contain_text("5")
        read_on(page)
        press(page, f'.text [data-action="{action}"]')
        if step < len(KEY) - 1:
            expect(page.locator(f'.text [data-action="{action}"]')).to_have_count(0)
    expect(page.locator(".lesson-panel h2")).to_contain_text(done)
    expect(page.locator(".lesson-panel h2")).to_be_focused()
    learn(user)
    expect(page.locator("section li.done")).to_have_count(1)


def test_what_is_pointed_at_is_lit_and_a_wrong_click_is_answered(new_user: NewUser) -> None:
    user = new_user()
    page = learn(user)
    page.locator("section li button").first.click()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator('[data-taught][data-target="card:france"]')).to_be_visible()
    page.locator('[data-target="card:italy"]').first.click()
    page.locator('[data-target="country:italy"]').first.press("Enter")
    expect(page.locator(".lesson-panel .answer")).to_contain_text("Keep it")
    page.locator('[data-target="card:france"]').first.click()
    page.locator('[data-target="country:france"]').first.press("Enter")
    expect(page.locator(".lesson-panel .count")).to_contain_text("3")
    expect(page.locator('[data-taught][data-target="site:saint_denis"]')).to_have_count(1)
    expect(page.locator('[data-taught][data-target="card:france"]')).to_have_count(0)


def test_a_lesson_goes_on_after_a_reload_and_is_not_among_the_tables(new_user: NewUser) -> None:
    user = new_user(phone=True)
    page = learn(user)
    page.locator("section li button").first.click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".lesson-panel .help")).to_be_visible()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".lesson-panel .count")).to_contain_text("3")
    page.reload()
    expect(page.locator(".lesson-panel .count")).to_contain_text("3")
    address = urlsplit(page.url).path
    page.goto(user.url)
    expect(page.locator(".titles .card").first).to_be_visible()
    expect(page.locator(f'.tables a[href*="{address}"]')).to_have_count(0)
    learn(user)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".lesson-panel .count")).to_contain_text("3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".lesson-panel .count")).to_contain_text("2")


def test_progress_comes_with_the_account(new_user: NewUser) -> None:
    user = new_user()
    page = learn(user)
    page.evaluate(
        """localStorage.setItem('abbatia.lessons',
             JSON.stringify([{lesson: 'cardinal/first-abbey', done: true, table: null}]))"""
    )
    page.evaluate(
        """fetch('/api/accounts', {method: 'POST', headers: {'content-type': 'application/json'},
             body: JSON.stringify({name: 'Learner', password: 'saint-denis 1140'})})"""
    )
    with page.expect_response("**/api/me/lessons"):
        page.reload()
    expect(page.locator("section li.done")).to_have_count(1)
    page.evaluate("localStorage.removeItem('abbatia.lessons')")
    page.reload()
    expect(page.locator("section li.done")).to_have_count(1)


LIT = "[data-taught], .stage .lit"


@pytest.mark.slow
@pytest.mark.parametrize("path", [lesson.path for title in TITLES for lesson in lessons(title)])
def test_every_lesson_points_at_real_things_and_shows_its_way(new_user: NewUser, path: str) -> None:
    """What each step points at is on the board; “Show me” leads through, as the file says."""
    course = script(path)
    assert course is not None
    if course.lesson.others:
        pytest.skip("bots play for themselves there: nobody knows the way")
    steps = course.lesson.steps
    user = new_user()
    page = user.page
    page.goto(f"{user.url}/learn/{course.lesson.title}")
    name = page.get_by_role("heading", name=course.lesson.entries("en")["lesson.name"], exact=True)
    page.locator("section li", has=name).get_by_role("button").click()
    panel, count = page.locator(".lesson-panel"), page.locator(".lesson-panel .count")
    done = page.locator(".lesson-panel h2", has_text="Well done!")
    dark: list[str] = []
    for number, step in enumerate(steps):
        expect(count).to_have_text(f"Step {number + 1} of {len(steps)}")
        if step.point:
            try:
                page.locator(LIT).first.wait_for(state="attached", timeout=4_000)
            except PlaywrightTimeout:
                dark.append(f"{number}: {step.point}")
        after = done if number == len(steps) - 1 else count.filter(has_text=f"Step {number + 2} of")
        if not step.is_task:
            page.get_by_role("button", name="Next", exact=True).click()
        elif step.hint is not None:
            page.get_by_role("button", name="Hint", exact=True).click()
        for _ in range(len(step.key) if step.is_task else 0):
            if after.count():
                break
            show = page.get_by_role("button", name="Show me", exact=True)
            expect(show.or_(after).first).to_be_visible()
            if after.count():
                break
            before = panel.get_attribute("data-played") or ""
            show.click()
            expect(panel).not_to_have_attribute("data-played", before)
    expect(done).to_be_visible()
    assert dark == []
