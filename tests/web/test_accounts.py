"""An account in the browser: make one, come back from another, see one's games, be told of one's turn."""

import re

import pytest
from playwright.sync_api import Page, expect

from abbatia.games import load
from tests.web.conftest import NewUser
from tests.web.record import finished
from tools.browser_user import BrowserUser
from tools.web_server import WebServer

PASSWORD = "correct horse"
REGISTRATION = "() => navigator.serviceWorker.ready.then((found) => found.scope)"
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let waited = 0; waited < 4_000; waited += 20) {
    const all = await worker.getNotifications();
    if (all.length) return all.map((one) => [one.body, one.data.url]);
    await new Promise((done) => setTimeout(done, 20));
  }
  return [];
}"""


def fill(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)


def enter(guest: BrowserUser, name: str, way: str) -> None:
    """Make an account, or log in."""
    page = guest.page
    guest.visit("/account")
    page.get_by_role("group", name="Your account").get_by_role("button", name=way).click()
    fill(page, name, PASSWORD)
    page.locator("form .gold").click()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()


def test_what_is_wrong_is_said_in_one_sentence(new_user: NewUser) -> None:
    anne = new_user()
    enter(anne, "Heloise", "Create an account")
    anne.page.get_by_role("button", name="Log out").click()
    said = anne.page.get_by_role("alert")
    fill(anne.page, "", PASSWORD)
    anne.page.locator("form .gold").click()
    expect(said).to_have_text("Enter a name.")
    fill(anne.page, "Heloise", "short")
    anne.page.locator("form .gold").click()
    expect(said).to_have_text("Use at least 8 characters.")
    fill(anne.page, "Heloise", "a wrong password")
    anne.page.locator("form .gold").click()
    expect(said).to_have_text("Wrong name or password.")
    anne.page.get_by_role("button", name="Create an account").first.click()
    anne.page.locator("form .gold").click()
    expect(said).to_have_text("This name is taken.")


def test_ones_tables_are_played_on_from_another_browser(new_user: NewUser) -> None:
    anne, elsewhere = new_user(text=True), new_user(text=True)
    enter(anne, "Hildegard", "Create an account")
    anne.play_now("Le Roi et le Cardinal")
    anne.wait()
    table = anne.page.url
    enter(elsewhere, "Hildegard", "Log in")
    own = elsewhere.page.get_by_role("region", name="Your tables")
    expect(own).to_contain_text("Your turn")
    elsewhere.visit()
    waiting = elsewhere.page.get_by_role("region", name="Your turn")
    waiting.get_by_role("link", name="Go to the table").first.click()
    expect(elsewhere.page).to_have_url(table)
    lines = anne.page.locator(".log .line").count()
    elsewhere.act()
    expect(anne.page.locator(".log .line")).not_to_have_count(lines)
    elsewhere.visit("/account")
    elsewhere.page.get_by_role("button", name="Log out").click()
    expect(elsewhere.page.get_by_role("heading", name="Your account")).to_be_visible()
    elsewhere.visit(table.removeprefix(elsewhere.url))
    expect(elsewhere.page.locator(".asked")).to_contain_text("Waiting for")


def test_finished_games_stand_in_the_account_with_their_result(
    new_user: NewUser, web_server: WebServer
) -> None:
    """The last actions of a game that is known, so that it is short."""
    record = web_server.ask("/api/records", finished(load("cardinal")))["record"]
    bernard = new_user(text=True)
    enter(bernard, "Bernard", "Create an account")
    expect(bernard.page.get_by_text("You have not finished a game yet.")).to_be_visible()
    bernard.visit(f"/new?title=cardinal&record={record['id']}&at={record['actions'] - 12}")
    bernard.page.get_by_role("button", name="Play", exact=True).click()
    bernard.play_to_end()
    mine = bernard.result()
    bernard.visit("/account")
    games = bernard.page.get_by_role("region", name="Finished games")
    expect(games.get_by_role("listitem")).to_have_count(1)
    for score in mine:
        expect(games).to_contain_text(str(score))
    expect(games).to_contain_text(re.compile(r"rank \d of 3"))
    games.get_by_role("link", name="Replay").click()
    expect(bernard.page.get_by_role("slider")).to_be_visible()


def test_what_was_played_as_a_guest_comes_along_to_the_account(
    new_user: NewUser, web_server: WebServer
) -> None:
    record = web_server.ask("/api/records", finished(load("cardinal")))["record"]
    guest, elsewhere = new_user(text=True), new_user(text=True)
    guest.visit("/account")
    comes_along = guest.page.get_by_text("Your tables and games in this browser come with you.")
    expect(guest.page.locator("form .gold")).to_be_visible()
    expect(comes_along).to_have_count(0)
    guest.visit(f"/new?title=cardinal&record={record['id']}&at={record['actions'] - 12}")
    guest.page.get_by_role("button", name="Play", exact=True).click()
    guest.play_to_end()
    guest.play_now("Le Roi et le Cardinal")
    guest.wait()
    table = guest.page.url
    guest.visit("/account")
    expect(comes_along).to_be_visible()
    enter(guest, "Ermengarde", "Create an account")
    own = guest.page.get_by_role("region", name="Your tables")
    expect(own.get_by_role("link", name="Go to the table")).to_have_count(1)
    expect(own).to_contain_text("Your turn")
    games = guest.page.get_by_role("region", name="Finished games")
    expect(games.get_by_role("listitem")).to_have_count(1)
    enter(elsewhere, "Ermengarde", "Log in")
    elsewhere.page.get_by_role("region", name="Your tables").get_by_role(
        "link", name="Go to the table"
    ).click()
    expect(elsewhere.page).to_have_url(table)
    assert elsewhere.act() == "text", "it is played from its seat"
    guest.visit(table.removeprefix(guest.url))
    assert guest.act() == "text", "and from the browser that began it"


def test_notices_are_set_one_by_one(new_user: NewUser) -> None:
    anne = new_user()
    enter(anne, "Scholastica", "Create an account")
    page = anne.page
    webhook = page.locator("form", has=page.locator("#webhook"))
    webhook.get_by_role("textbox").fill("http://127.0.0.1/turn")
    webhook.get_by_role("button", name="Save").click()
    expect(webhook.get_by_role("status")).to_have_text("This address is not on the public internet.")
    expect(page.get_by_text("This server does not send e-mails.")).to_be_visible()
    page.get_by_role("button", name="Notify me in this browser").click()  # which has not allowed it
    expect(page.get_by_text("Your browser blocks notifications from this page")).to_be_visible()


def test_a_wake_up_says_whose_table_waits_and_leads_there(new_user: NewUser) -> None:
    """The push itself comes from the browser's maker; what the service worker makes of it is ours."""
    anne = new_user()
    anne.context.grant_permissions(["notifications"], origin=anne.url)
    enter(anne, "Radegund", "Create an account")
    anne.play_now("Le Roi et le Cardinal")
    anne.wait()
    scope = anne.page.evaluate(REGISTRATION)
    talk = anne.context.new_cdp_session(anne.page)
    found: list[str] = []
    talk.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(
            one["registrationId"] for one in event["registrations"] if one["scopeURL"] == scope
        ),
    )
    talk.send("ServiceWorker.enable")
    while not found:
        anne.page.wait_for_timeout(20)  # until the browser has told
    message = {"origin": scope.rstrip("/") + "/", "registrationId": found[0], "data": ""}
    notices: list[tuple[str, str]] = []
    for _ in range(10):  # a push may come while the worker is being started, and is lost then
        talk.send("ServiceWorker.deliverPushMessage", message)
        if notices := anne.page.evaluate(NOTICES):
            break
    body, url = notices[0]
    assert body == "It’s your turn in Le Roi et le Cardinal"
    assert anne.page.url == anne.url + url


@pytest.mark.parametrize("phone", [False, True])
def test_a_guest_who_leaves_is_stood_in_for_and_comes_back(
    new_user: NewUser, web_server: WebServer, phone: bool
) -> None:
    anne = new_user(phone=phone)
    anne.visit("/new?title=cardinal")
    anne.page.get_by_role("button", name="2", exact=True).click()
    anne.page.get_by_label("Player 2 is").select_option("open")
    anne.page.get_by_role("button", name="Open the table").click()
    anne.page.wait_for_selector(".gathering")
    table = anne.page.url.removeprefix(anne.url)
    web_server.ask(
        f"/api/tables/{table.removeprefix('/t/')}/join", {"name": "Berthe"}
    )  # who then thinks for long
    anne.page.wait_for_selector(".stage")
    anne.page.get_by_role("button", name="This table").click()
    anne.page.get_by_role("dialog").get_by_role("button", name="Leave for now").click()
    expect(anne.page.locator("li.title").first).to_be_visible()
    anne.visit(table)
    anne.page.get_by_role("button", name="Take my seat back").click()
    expect(anne.page.get_by_text("A bot is playing for you.")).to_have_count(0)
    expect(anne.page.get_by_role("button", name="Take my seat back")).to_have_count(0)


def test_getting_up_before_the_game_opens_the_seat(new_user: NewUser) -> None:
    anne = new_user()
    anne.visit("/new?title=cardinal")
    anne.page.get_by_label("Player 2 is").select_option("open")
    anne.page.get_by_role("button", name="Open the table").click()
    expect(anne.page.get_by_text("1 seat open")).to_be_visible()
    anne.page.get_by_role("button", name="Leave the table").click()
    expect(anne.page.get_by_text("2 seats open")).to_be_visible()
    anne.page.get_by_role("button", name="Sit here").first.click()
    expect(anne.page.get_by_text("1 seat open")).to_be_visible()
