"""A person at a browser: what they click, type and read."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
HABITS = {"pace": "instant", "confirming": "once", "text": False, "language": "en", "name": "Anne"}
READY = """() => {
  const over = document.querySelector('.outcome, [data-over]');
  if (over) return 'over';
  if (document.querySelector('[role=dialog][aria-labelledby=hand]')) return 'hand';
  const stage = document.querySelector('.stage');
  if (!stage) return null;
  if (document.querySelector('.text [data-action]')) return 'text';
  if (stage.dataset.open || document.querySelector('.bar [data-action]')) return 'board';
  return null;
}"""


class Guest:
    """One browser context with its own storage, and how it plays."""

    def __init__(self, browser: Browser, url: str, *, phone: bool = False, **habits: Any) -> None:
        self.url = url
        self.rng = Random(7)
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE if phone else DESK, has_touch=phone, reduced_motion="reduce", locale="en-GB"
        )
        kept = json.dumps(HABITS | habits)
        self.context.add_init_script(
            f"if (!localStorage.getItem('abbatia.habits')) localStorage.setItem('abbatia.habits', {kept!r})"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def close(self) -> None:
        self.context.close()
        assert self.faults == [], "\n".join(self.faults)

    def visit(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def play_now(self, title: str) -> None:
        """The first click of a newcomer: a running game."""
        self.visit()
        self.page.locator("li.title", has=self.page.get_by_role("heading", name=title)).get_by_role(
            "button", name="Play now"
        ).click()
        self.page.wait_for_selector(".stage")

    def wait(self) -> str:
        """Wait until something is asked of this person, or the game is over."""
        found = self.page.wait_for_function(READY, timeout=60_000)
        return str(found.json_value())

    def act(self) -> str:
        """Do one legal thing: by the text view or by clicking what it is about on the board."""
        state = self.wait()
        if state == "hand":
            self.page.get_by_role("button", name="I am").click()
        elif state == "text":
            found = self.page.locator(".text [data-action]")
            texts = found.evaluate_all("all => all.map((one) => one.dataset.action)")
            self.page.locator(f'.text [data-action="{self.pick(texts)}"]').click()
        elif state == "board":
            self.click_board()
        if state != "over":
            self.settle()
        return state

    def pick(self, texts: list[str]) -> str:
        """One of these, by lot; but who can seal a programme does not brood over it."""
        if "seal" in texts:
            return "seal"
        return self.rng.choice([text for text in texts if not text.startswith("take ")] or texts)

    def settle(self) -> None:
        """Until the table has taken in what was done."""
        self.page.wait_for_function("() => !document.querySelector('.bar[aria-busy=true]')")

    def click_board(self) -> None:
        """Click something open on the board, in the own region, or a button of the action bar."""
        targets = (self.page.locator(".stage").get_attribute("data-open") or "").split()
        shown = self.page.evaluate(
            "() => [...document.querySelectorAll('[data-target]')].map((one) => one.dataset.target)"
        )
        places = [target for target in targets if target in shown and not target.startswith("character:")]
        buttons = self.page.locator(".bar .buttons [data-action]")
        texts = buttons.evaluate_all("all => all.map((one) => one.dataset.action)")
        choice = self.pick(places + texts)
        if choice in texts:
            self.page.locator(f'.bar .buttons [data-action="{choice}"]').click()
        else:
            self.page.locator(f'[data-target="{choice}"]').first.click(force=True)

    def play_to_end(self, most: int = 1500) -> int:
        """Play until the game is over; returns how many things were done."""
        for count in range(most):
            if self.act() == "over":
                return count
        raise AssertionError(f"the game was not over after {most} actions")

    def result(self) -> list[int]:
        """The scores of the result, by rank."""
        expect(self.page.locator(".outcome")).to_be_visible()
        return [int(text) for text in self.page.locator(".outcome .total").all_inner_texts()]
