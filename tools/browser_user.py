"""A person at a browser: what they click, type and read."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
TITLES = ["cardinal", "kings_abbey", "pelegrinus"]
HABITS = {
    "pace": "instant",
    "confirming": "once",
    "text": False,
    "language": "en",
    "name": "Anne",
    "played": TITLES,  # Anne is no newcomer
}
SEEN = """() => {
  const all = (query, name) => [...document.querySelectorAll(query)].map((one) => one.dataset[name]);
  if (document.querySelector('.outcome, [data-over]')) return {state: 'over'};
  if (document.querySelector('[role=dialog][aria-labelledby=hand]')) return {state: 'hand'};
  const stage = document.querySelector('.stage');
  if (!stage || document.querySelector('.bar[aria-busy=true]')) return null;
  const texts = all('.text [data-action]', 'action');
  if (texts.length) return {state: 'text', texts};
  const shown = new Set(all('[data-target]', 'target'));
  const places = (stage.dataset.open || '').split(' ').filter((one) => shown.has(one));
  const buttons = all('.bar .buttons [data-action]', 'action');
  const form = document.querySelector('.raised form button[type=submit]');
  if (form) return form.disabled ? null : {state: 'form', places, texts: buttons};
  if (places.length || buttons.length) return {state: 'board', places, texts: buttons};
  return null;
}"""  # what is asked and what is offered, in one look: between two looks the page may change
AIM = """(target) => {
  const place = document.querySelector(`[data-target="${target}"]`);
  if (!place) return null;
  for (const move of [() => {}, () => place.scrollIntoView({block: 'center', behavior: 'instant'})]) {
    move();
    const {left, top, width, height} = place.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y)?.closest('[data-target]');
    if (hit?.dataset.target === target) return [x, y];
  }
  place.focus();
  return [];
}"""  # where to click on a place; where something lies over its middle, the keyboard is sent there instead


class BrowserUser:
    """One browser context with its own storage, and how it plays."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        phone: bool = False,
        size: ViewportSize | None = None,
        keys: bool = False,
        motion: bool = False,
        **habits: Any,
    ) -> None:
        self.url = url
        self.keys = keys  # plays by keyboard alone, in the text view
        self.rng = Random(7)
        self.context: BrowserContext = browser.new_context(
            viewport=size or (PHONE if phone else DESK),
            has_touch=phone,
            reduced_motion="no-preference" if motion else "reduce",
            locale="en-GB",
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

    def sit(self, held: dict[str, Any]) -> None:
        """Come to a table that a program opened, with the keys to its seats (`WebServer.open_table`)."""
        self.visit()
        self.page.evaluate("(held) => localStorage.setItem('abbatia.tables', JSON.stringify(held))", held)
        self.visit(f"/t/{next(iter(held))}")

    def play_now(self, title: str) -> None:
        """The first click of a newcomer: a running game."""
        self.visit()
        self.page.locator("li.title", has=self.page.get_by_role("heading", name=title)).get_by_role(
            "button", name="Play now"
        ).click()
        self.page.wait_for_selector(".stage")

    def look(self) -> dict[str, Any]:
        """Wait until something is asked of this person, or the game is over; what is there then."""
        found: dict[str, Any] = self.page.wait_for_function(SEEN, timeout=60_000).json_value()
        return found

    def wait(self) -> str:
        """Wait likewise; whether it is to be answered on the board, in the text view or not at all."""
        return str(self.look()["state"])

    def act(self) -> str:
        """Do one legal thing: by the text view or by clicking what it is about on the board."""
        seen = self.look()
        state = str(seen["state"])
        if state == "hand":
            self.page.locator("[role=dialog] button").click()
        elif state == "text" and self.keys:
            self.write(self.pick(seen["texts"]))
        elif state == "text":
            self.page.locator(f'.text [data-action="{self.pick(seen["texts"])}"]').click()
        elif state == "form":
            self.submit()
        elif state == "board":
            self.click_board(seen["places"], seen["texts"])
        if state != "over":
            self.settle()
        return state

    def submit(self) -> None:
        """Send the form that is raised over the board as it is."""
        self.page.locator(".raised form button[type=submit]").click()

    def write(self, text: str) -> None:
        """Type an action and play it; to its field by Tab, where one stays from turn to turn."""
        self.tab_to(".text form input")
        self.page.keyboard.insert_text(text)
        self.page.keyboard.press("Enter")
        # taken; or gone already, since that was the end of the game
        self.page.wait_for_function("() => !document.querySelector('.text form input')?.value")

    def tab_to(self, wanted: str, most: int = 80) -> None:
        """Press Tab until what is wanted has the focus."""
        for _ in range(most):
            if self.page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {wanted}")

    def pick(self, texts: list[str]) -> str:
        """One of these, by lot; but who can seal a programme does not brood over it."""
        if "seal" in texts:
            return "seal"
        return self.rng.choice([text for text in texts if not text.startswith("take ")] or texts)

    def settle(self) -> None:
        """Until the table has taken in what was done."""
        self.page.wait_for_function("() => !document.querySelector('.bar[aria-busy=true]')")

    def click_board(self, places: list[str], texts: list[str]) -> None:
        """Click something open on the board, in the own region, or a button of the action bar."""
        plain = [place for place in places if not place.startswith("character:")]
        choice = self.pick(plain + texts or places)
        if choice in texts:
            self.page.locator(f'.bar .buttons [data-action="{choice}"]').click()
        else:
            spot: list[float] | None = self.page.evaluate(AIM, choice)
            if spot:
                self.page.mouse.click(*spot)
            elif spot is not None:
                self.page.keyboard.press("Enter")

    def unroll(self) -> None:
        """A window as tall as the page: axe takes what just lies under the foot of the page for too small."""
        size = self.page.viewport_size
        assert size is not None
        tall = int(self.page.evaluate("document.documentElement.scrollHeight"))
        self.page.set_viewport_size({"width": size["width"], "height": max(size["height"], tall)})

    def play_to_end(self, most: int = 1500) -> int:
        """Play until the game is over; returns how many things were done."""
        for count in range(most):
            if self.act() == "over":
                return count
        raise AssertionError(f"the game was not over after {most} actions")

    def result(self) -> list[int]:
        """The scores of the result, by rank."""
        expect(self.page.locator(".outcome")).to_be_visible()
        totals = self.page.locator(".outcome .total").all_inner_texts()
        return [int(text.replace("\N{MINUS SIGN}", "-")) for text in totals]
