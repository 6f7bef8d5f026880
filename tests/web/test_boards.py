"""The boards in a real browser: names that nobody has to puzzle out, and a board file of one's own."""

import json
import re
from pathlib import Path
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
from tools.browser_user import AIM
from tools.web_server import WebServer

TITLES = ["Le Roi et le Cardinal", "Pelegrinus"]
BOARD = Path(__file__).parents[2] / "src/abbatia/games/cardinal/data/v1/board.json"
LETTERS = 0.14  # of a line of text is air above and below the letters
FONTS = """() => Promise.all([400, 500, 600, 700].map((weight) =>
  document.fonts.load(`${weight} 12px "EB Garamond Variable"`, "Cîteaux"))).then(() => null)"""
# The browser measures letters of a new size in the frame after the next.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))"
OVERLAPS = """(air) => {
  const boxes = [...document.querySelectorAll('[data-sheet] svg text')].map((text) => {
    const box = text.getBoundingClientRect();
    return { name: text.textContent.trim(), left: box.left, right: box.right,
             top: box.top + box.height * air, bottom: box.bottom - box.height * air };
  });
  const clash = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  boxes.forEach((a, i) =>
    boxes.slice(0, i).forEach((b) => clash(a, b) && found.push(`${a.name} / ${b.name}`)));
  return { names: boxes.map((box) => box.name), found };
}"""


def names_on(page: Page) -> dict[str, Any]:
    """All texts on the board as the browser has drawn them, and which of them cover each other."""
    page.wait_for_selector("[data-sheet] svg text")
    page.evaluate(FONTS)
    page.wait_for_selector("[data-sheet]:not([data-moving])")  # names are laid out once the view is at rest
    page.evaluate(FRAMES)
    drawn: dict[str, Any] = page.evaluate(OVERLAPS, LETTERS)
    return drawn


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_no_name_covers_another(new_user: NewUser, title: str, language: str, phone: bool) -> None:
    anne = new_user(phone=phone)
    anne.play_now(title)
    if language != "en":
        anne.page.evaluate(
            "(language) => { const kept = JSON.parse(localStorage.getItem('abbatia.habits'));"
            " localStorage.setItem('abbatia.habits', JSON.stringify({ ...kept, language })) }",
            language,
        )
        anne.page.reload()
    drawn = names_on(anne.page)
    assert drawn["found"] == []
    assert len(drawn["names"]) > 30
    anne.page.locator(".tools button").first.click()
    expect(anne.page.locator(".tools button")).to_have_count(3)  # zoomed: it can be left again
    assert names_on(anne.page)["found"] == []


def test_a_laptop_shows_every_name(new_user: NewUser) -> None:
    anne = new_user()
    anne.play_now("Le Roi et le Cardinal")
    drawn = " ".join(names_on(anne.page)["names"]).replace("\n", " ")
    sites = [site["name"] for site in json.loads(BOARD.read_text("utf-8"))["sites"]]
    letters = "".join(drawn.split())
    assert [name for name in sites if "".join(name.split()) not in letters] == []


def own_board() -> dict[str, Any]:
    """The board with every place a little further east, and one name changed."""
    board: dict[str, Any] = json.loads(BOARD.read_text("utf-8"))
    for site in board["sites"]:
        site["x"] += 5
        if site["id"] == "cluny":
            site["name"] = "Rievaulx"
    return board


def test_a_board_file_of_ones_own_is_drawn(new_user: NewUser, web_server: WebServer) -> None:
    wish = {"title": "cardinal", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    table = web_server.ask("/api/tables", wish | {"components": own_board()})["table"]["id"]
    anne = new_user()
    anne.visit(f"/t/{table}")
    drawn = names_on(anne.page)
    assert "Rievaulx" in drawn["names"]
    assert anne.page.locator("[data-sheet] .parchment").count() == 1
    assert anne.page.locator("[data-sheet] img").count() == 0


def test_the_replay_of_a_game_on_ones_own_board(new_user: NewUser, web_server: WebServer) -> None:
    record = finished(load("cardinal").with_components(own_board()))
    actions = [line for line in record.splitlines() if line[:1].isdigit() or line.startswith("* ")]
    at = next(n for n, line in enumerate(actions, 1) if line.endswith("abbey cluny"))
    stored = web_server.ask("/api/records", record)["record"]["id"]
    anne = new_user()
    anne.visit(f"/r/{stored}?n={at}")
    assert "Rievaulx" in names_on(anne.page)["names"]
    assert anne.page.locator("[data-sheet] .parchment").count() == 1
    expect(anne.page.locator(".said")).to_contain_text("Rievaulx")


TRANSFORM = "() => document.querySelector('[data-sheet] .plane').style.transform"


def scale(page: Page) -> float:
    """How wide the sheet is drawn once it has come to rest."""
    page.wait_for_selector("[data-sheet]:not([data-moving])")
    return float(page.evaluate("document.querySelector('[data-sheet] svg').getBoundingClientRect().width"))


def see_whole(page: Page) -> None:
    """Leave the part that the sheet went to by itself, if it did."""
    page.wait_for_selector("[data-sheet]:not([data-moving])")
    whole = page.get_by_role("button", name="Show the whole board")
    if whole.count():
        whole.click()
    expect(page.locator(".tools button")).to_have_count(1)


@pytest.mark.parametrize("title", TITLES)
def test_two_fingers_zoom_and_one_moves(new_user: NewUser, title: str) -> None:
    anne = new_user(phone=True)
    anne.play_now(title)
    page = anne.page
    anne.wait()
    box = page.locator("[data-sheet]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    talk = anne.context.new_cdp_session(page)
    see_whole(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": px, "y": py, "id": n} for n, (px, py) in enumerate(points)]
        talk.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    small = scale(page)
    touch("touchStart", (x - 30, y))
    touch("touchStart", (x - 30, y), (x + 30, y))
    for by in range(40, 111, 10):
        touch("touchMove", (x - by, y), (x + by, y))
    touch("touchEnd")
    large = scale(page)
    assert large == pytest.approx(small * 110 / 30, rel=0.25)
    before = page.evaluate(TRANSFORM)
    touch("touchStart", (x, y))
    for by in range(10, 61, 10):
        touch("touchMove", (x + by, y + by / 2))
    touch("touchEnd")
    assert scale(page) == pytest.approx(large)
    assert page.evaluate(TRANSFORM) != before
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name="Show the whole board").click()
    expect(page.locator(".tools button")).to_have_count(1)
    assert scale(page) == pytest.approx(small)


def commanded() -> Match:
    """A duel in which the King must go to a land that has a monastery in its middle, and nowhere else."""
    title = load("cardinal")
    for seed in range(200):
        match, rng = Match(title, 2, options={"duel": True}, rng=Rng(seed)), Rng(seed)
        while match.to_act():
            seat = match.to_act()[0]
            legal = match.state.legal(seat)
            if [title.vocabulary[action] for action in legal] == ["king pay france"]:
                return match
            match.play(seat, legal[rng.below(len(legal))])
    raise AssertionError("no duel came to this")


def test_the_king_is_sent_by_his_card_or_by_any_place_of_the_land(
    new_user: NewUser, web_server: WebServer
) -> None:
    """A monastery in the middle of the only land there is to choose must not refuse for ever."""
    match = commanded()
    record = web_server.ask("/api/records", print_record(Record.of(match, ["Anne", "Berthe"])))["record"][
        "id"
    ]
    anne = new_user()
    page = anne.page
    anne.visit(f"/new?title=cardinal&record={record}&at={len(match.log)}")
    page.get_by_label("Player 2 is").select_option("me")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("dialog").get_by_role("button").click()
    card = page.get_by_role("region", name="The King’s cards").locator('[data-target="king_card:france"]')
    expect(card.first).to_have_class(re.compile(r"\bopen\b"))
    middle = page.locator('[data-sheet] [data-target="site:fontevraud"]')
    middle.click(force=True)
    expect(page.locator(".stage")).to_have_attribute("data-open", re.compile(r"site:|seal:"))


@pytest.mark.parametrize("title", TITLES)
def test_the_board_keeps_its_size_from_turn_to_turn(new_user: NewUser, title: str) -> None:
    """Else it jumps before the player's eyes, and all that is on it is laid out and painted anew."""
    anne = new_user(lessons=0)
    anne.play_now(title)
    sizes = set()
    for _ in range(14):
        anne.act()
        anne.wait()
        sizes.add(json.dumps(anne.page.locator("[data-sheet]").bounding_box()))
    assert len(sizes) == 1, sizes


def test_the_board_keeps_its_size_while_a_turn_is_drafted(new_user: NewUser) -> None:
    anne = new_user(confirming="turn", lessons=0)
    anne.play_now(TITLES[0])
    sheet = anne.page.locator("[data-sheet]")
    anne.wait()
    before = sheet.bounding_box()
    for verb in ("pay", "abbey"):
        anne.page.locator(".bar .all").click()
        anne.page.locator(f'.listing [data-action^="{verb}"]').first.click()
        expect(anne.page.locator(".listing")).to_have_count(0)
        anne.settle()
        assert sheet.bounding_box() == before


@pytest.mark.parametrize("confirming", ["once", "turn"])
def test_a_character_that_is_not_in_hand_is_dragged_to_its_city(new_user: NewUser, confirming: str) -> None:
    anne = new_user(confirming=confirming)
    anne.play_now("Pelegrinus")
    page = anne.page
    city = next(place for place in anne.look()["places"] if place.startswith("city:"))
    pilgrim = page.locator('[data-target="character:pilgrim"]')
    expect(pilgrim).to_have_attribute("aria-pressed", "false")
    spot = page.evaluate(AIM, city)
    assert spot, f"{city} lies under something"
    pilgrim.hover()
    page.mouse.down()
    page.mouse.move(*spot, steps=5)
    page.mouse.up()
    expect(pilgrim.locator(".place:not(.none)")).to_be_visible()
    expect(pilgrim).to_have_attribute("aria-pressed", "false")


OUT_OF_SIGHT = """() => {
  const sheet = document.querySelector('[data-sheet]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-sheet] .city.open')].filter((city) => {
    const {left, right, top, bottom} = city.getBoundingClientRect();
    return left < sheet.left || right > sheet.right || top < sheet.top || bottom > sheet.bottom;
  }).map((city) => city.dataset.target);
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_the_sheet_goes_where_the_orders_are_given(new_user: NewUser, phone: bool) -> None:
    """All open cities are in sight; who wants the whole has it, and keeps it in the next turn."""
    anne = new_user(phone=phone, lessons=0)
    anne.play_now("Pelegrinus")
    page = anne.page
    anne.wait()
    expect(page.locator(".tools button")).to_have_count(3)
    near = scale(page)
    assert page.locator(".city.open").count() > 3
    assert page.evaluate(OUT_OF_SIGHT) == []
    see_whole(page)
    assert near > scale(page) * 1.5
    while "Turn 2:" not in page.inner_text(".bar"):
        anne.act()
        anne.wait()
    assert page.evaluate(OUT_OF_SIGHT) == []
    expect(page.locator(".tools button")).to_have_count(1)


IN_SIGHT = """(step) => {
  if (!document.querySelector('.show .soft')?.textContent.startsWith(step)) return false;
  const lit = [...document.querySelectorAll('[data-sheet] .city.lit, [data-sheet] .court.lit')];
  if (lit.length !== 1) return true; // nothing, or many places
  const { left, top, width, height } = lit[0].getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there?.closest('[data-target]') === lit[0];
}"""

UNCOVERED = """() => {
  const boxOf = (one) => document.querySelector(one).getBoundingClientRect();
  const [sheet, show] = [boxOf('[data-sheet]'), boxOf('.show')];
  const isHigh = show.top - sheet.top < sheet.bottom - show.bottom;
  return [sheet.left + 100, isHigh ? (show.bottom + sheet.bottom) / 2 : (sheet.top + show.top) / 2];
}"""


def test_a_board_that_is_zoomed_in_follows_the_resolution(new_user: NewUser, web_server: WebServer) -> None:
    """Unless somebody moves it meanwhile: then it stays where they put it."""
    anne = new_user(phone=True)
    page = anne.page
    record = web_server.ask("/api/records", finished(load("pelegrinus")))["record"]["id"]
    log = web_server.ask(f"/api/records/{record}/replay")["log"]
    revealed = [one["number"] for one in log if "pelegrinus.event.revealed" in json.dumps(one)]
    anne.visit(f"/r/{record}?n={revealed[2]}")
    page.wait_for_selector("[data-sheet]:not([data-moving])")
    page.keyboard.press("ArrowRight")
    page.locator(".overlay .again").click()
    page.get_by_role("button", name="Pause").click()
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()
        scale(page)
    steps = page.locator(".show")
    where = []
    for step in range(2, 7):
        steps.get_by_role("button", name="Next").click()
        page.wait_for_function(IN_SIGHT, arg=f"{step} ")
        where.append(page.evaluate(TRANSFORM))
    assert len(set(where)) > 2
    free = page.evaluate(UNCOVERED)
    page.mouse.move(*free)
    page.mouse.down()
    page.mouse.move(free[0] + 30, free[1] + 8, steps=4)
    page.mouse.up()
    put = page.evaluate(TRANSFORM)
    assert put not in where
    for step in range(5, 1, -1):
        steps.get_by_role("button", name="Back").click()
        expect(page.locator(".show .soft")).to_have_text(re.compile(f"^{step} "))
        assert page.evaluate(TRANSFORM) == put


COLOURS = """() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const rgb = (css) => {
    probe.style.color = 'rgb(1, 2, 3)';
    probe.style.color = css;
    return getComputedStyle(probe).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  };
  const root = getComputedStyle(document.documentElement);
  const token = (name) => rgb(root.getPropertyValue(name).trim() || 'rgb(1, 2, 3)');
  const choice = token('--choice');
  const seats = [0, 1, 2, 3, 4].map((seat) => token(`--seat-${seat}`));
  const open = new Set(document.querySelector('.stage').dataset.open.split(' '));
  const has = (one, colour) => {
    const {fill, stroke, boxShadow, backgroundColor, borderTopColor} = getComputedStyle(one);
    const painted = [...`${fill} ${stroke} ${boxShadow} ${backgroundColor} ${borderTopColor}`
      .matchAll(/rgba?\\(([^)]*)\\)/g)].map(([, list]) => list.split(/[, /]+/).map(Number));
    return painted.some(([r, g, b, alpha]) =>
      alpha !== 0 && Math.hypot(r - colour[0], g - colour[1], b - colour[2]) < 60);
  };
  const rings = '.stage [data-target], .halo, .halos *, .ground, .church, .town';
  const shown = [...document.querySelectorAll(rings)]
    .filter((one) => one.getClientRects().length > 0);
  const golden = shown.filter((one) => has(one, choice));
  const place = (one) =>
    one.closest('[data-target]')?.dataset.target ?? one.closest('.halos')?.getAttribute('class');
  const free = [...document.querySelectorAll('.site.open, .city.open')]
    .filter((one) => !one.querySelector('.built'));
  const parts = (one) => [...one.querySelectorAll('.halo, .ground, .church, .town')];
  const pieces = [...document.querySelectorAll('.halos *'), ...free.flatMap(parts)];
  probe.remove();
  return {
    golden: golden.length,
    stray: golden.map(place).filter((name) => !name?.startsWith('halos') && !open.has(name)),
    free: free.length,
    likeSeats: pieces.filter((one) => seats.some((seat) => has(one, seat))).map(place),
  };
}"""  # what has the colour of a choice, and which places to choose have the colour of a player


@pytest.mark.parametrize("title", TITLES)
def test_what_can_be_chosen_has_a_colour_of_its_own_and_none_of_a_player(
    new_user: NewUser, title: str
) -> None:
    anne = new_user()
    anne.play_now(title)
    anne.wait()
    if title != "Pelegrinus":
        page = anne.page
        page.locator(".bar .all").click()
        page.locator('.listing [data-action^="pay"]').first.click()
        page.wait_for_selector(".site.open")
    seen = anne.page.evaluate(COLOURS)
    assert seen["golden"] > 0
    assert seen["free"] > 0
    assert seen["stray"] == []
    assert seen["likeSeats"] == []


def in_vain(web_server: WebServer) -> tuple[str, dict[str, Any], str]:
    """A table of Pelegrinus where seat 1 may choose a city in vain: its id, what it holds, the city."""
    match = Match(load("pelegrinus"), 3, rng=Rng(7))
    rng = Rng(11)
    while True:
        seat = match.to_act()[0]
        void = [one for one in match.state.cautions(seat) if one.certain] if seat == 0 else []
        if void and not match.state.own(0)["programme"]["orders"]["master"]:
            break
        texts = {match.title.vocabulary[action]: action for action in match.state.legal(seat)}
        calm = [action for text, action in texts.items() if not text.startswith("take ")]
        match.play(seat, calm[rng.below(len(calm))])
    record = print_record(Record.of(match, ["Anne", "Berthe", "Clovis"]))
    stored = web_server.ask("/api/records", record)["record"]["id"]
    seats = [{"kind": "me", "name": "Anne"}, *[{"kind": "bot", "bot": "novice"}] * 2]
    origin = {"record": stored, "at": len(match.log)}
    made = web_server.ask("/api/tables", {"title": "pelegrinus", "seats": seats, "origin": origin})
    held = {"tokens": made["tokens"], "host": made["host"], "at": 1}
    return made["table"]["id"], {made["table"]["id"]: held}, str(void[0].reason.args["city"])


@pytest.mark.parametrize("phone", [False, True], ids=["1280", "390"])
def test_pelegrinus_warns_of_what_will_have_no_effect_before_one_seals(
    new_user: NewUser, web_server: WebServer, phone: bool
) -> None:
    anne = new_user(phone=phone)
    page = anne.page
    table, held, city = in_vain(web_server)
    anne.visit()
    page.evaluate("(held) => localStorage.setItem('abbatia.tables', JSON.stringify(held))", held)
    anne.visit(f"/t/{table}")
    anne.wait()
    place = page.locator(f'.city[data-target="city:{city}"]')
    expect(place).to_have_class(re.compile(r"\bvoid\b"))
    if not phone:
        page.mouse.move(*page.evaluate(AIM, f"city:{city}"))
        tip = page.locator(".tip")
        expect(tip).to_contain_text("No effect in")
        inside = """(tip) => {
          const [box, board] = [tip, tip.closest('[data-sheet]')].map((one) => one.getBoundingClientRect());
          return box.left >= board.left && box.right <= board.right && box.top >= board.top &&
                 box.bottom <= board.bottom && tip.scrollWidth <= tip.clientWidth;
        }"""
        assert tip.evaluate(inside)
    place.dispatch_event("click")
    warnings = page.locator(".warnings")
    expect(warnings.locator("li")).to_have_count(1)
    expect(warnings).to_contain_text("No effect in")
    expect(warnings).to_contain_text("§ 3.8".replace(" ", "\u2009"))
    for _ in range(4):
        anne.settle()
        page.locator('.places [data-target="place:home"]').click()
    seal = page.locator('[data-target="seal"]')
    seal.click()
    expect(seal).to_have_text("Seal anyway?")
    anne.settle()
    seal.click()
    expect(page.locator(".warnings")).to_have_count(0)
