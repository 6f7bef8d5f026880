"""Pictures of the boards: `python -m tools.docs_pictures`.

Bots play a game of each title; a person goes on from its middle in Chromium, on a screen of 1280 × 800 and on
a phone. README and documentation get the whole page (docs/images), the home page of the client the middle of
the board (web/src/lobby/pictures; `--home` makes only these). Pictures are WebP, made by Chromium itself.
"""

import base64
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import Page, sync_playwright

import abbatia
from tools.browser_user import BrowserUser
from tools.chromium import get
from tools.web_server import WebServer

FOLDER = Path(__file__).parent.parent / "docs" / "images"
SEATS = {"cardinal": 3, "kings_abbey": 2, "pelegrinus": 3}
MOMENT = {"cardinal": 0.7, "kings_abbey": 0.7, "pelegrinus": 0.75}
"""What part of the game is played."""
WIDTH = {"desk": 960, "phone": 390}
LARGEST = 60_000  # bytes of a picture
HOME = Path(__file__).parent.parent / "web" / "src" / "lobby" / "pictures"
HOME_WIDTH, HOME_SHAPE, HOME_LARGEST = 480, 5 / 3, 24_000
HOME_PART = {
    "cardinal": (".board", 0.8, 0.5),
    "kings_abbey": (".cloister", 1.0, 0.0),
    "pelegrinus": (".board", 0.8, 0.5),
}
"""What is shown on the home page: of which element, what share of its width, and where it lies."""
SHRINK = """async ([source, width, quality]) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((image.height * width) / image.width);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality);
}"""


def shrunk(page: Page, picture: bytes, width: int, largest: int = LARGEST) -> bytes:
    """A picture as WebP, as good as it can be in the space."""
    for quality in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3):
        made = page.evaluate(SHRINK, [base64.b64encode(picture).decode(), width, quality])
        found = base64.b64decode(made.partition(",")[2])
        if len(found) <= largest:
            return found
    raise SystemExit(f"A picture of {width} pixels cannot have less than {largest} bytes.")


def record_of(title: str, folder: Path) -> bytes:
    """A game that bots have played."""
    match = abbatia.new_match(title, seats=SEATS[title], seed=2026)
    abbatia.play_out(match, [abbatia.make_bot("prior", seed=seat) for seat in range(match.seats)])
    abbatia.write_record(match, folder / title, names=["Anne", "Bertrand", "Clara"][: match.seats])
    return (folder / title).read_bytes()


def take(guest: BrowserUser, title: str, record: dict[str, int], name: str) -> None:
    """Go on from the middle of a record, and take a picture when it is Anne's turn."""
    page = guest.page
    at = int(record["actions"] * MOMENT[title])
    guest.visit(f"/new?title={title}&record={record['id']}&at={at}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".stage")
    guest.wait()
    page.mouse.move(1, 1)  # nothing is explained that the pointer happens to rest on
    page.wait_for_timeout(1500)  # fonts and maps have come and stand still
    picture = page.screenshot()
    blank = guest.context.browser.new_page() if guest.context.browser else page
    (FOLDER / f"{name}.webp").write_bytes(
        shrunk(blank, picture, WIDTH["phone" if "phone" in name else "desk"])
    )
    blank.close()


def take_board(guest: BrowserUser, title: str, record: dict[str, int]) -> None:
    """A part of the board as a spectator of the replay sees it, for the home page."""
    page = guest.page
    page.set_viewport_size({"width": 1600, "height": 1000})
    guest.visit(f"/r/{record['id']}?n={int(record['actions'] * MOMENT[title])}")
    part, share, place = HOME_PART[title]
    box = page.locator(part).bounding_box()
    page.wait_for_timeout(2500)  # fonts and maps have come and stand still
    assert box is not None
    box["height"] = min(box["height"], 1000 - box["y"])
    width = min(box["width"], box["height"] * HOME_SHAPE) * share
    height = width / HOME_SHAPE
    left, top = box["x"] + (box["width"] - width) * place, box["y"] + (box["height"] - height) * place
    picture = page.screenshot(clip={"x": left, "y": top, "width": width, "height": height})
    HOME.mkdir(exist_ok=True)
    (HOME / f"{title}.webp").write_bytes(shrunk(page, picture, HOME_WIDTH, HOME_LARGEST))


def main(arguments: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        web_server = WebServer(Path(folder))
        web_server.open()
        try:
            browser = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
            for title in SEATS:
                content = record_of(title, Path(folder))
                record = httpx.post(f"{web_server.url}/api/records", content=content).json()["record"]
                guest = BrowserUser(browser, web_server.url, theme="light")
                take_board(guest, title, record)
                guest.close()
                for phone in () if "--home" in arguments else (False, True):
                    guest = BrowserUser(browser, web_server.url, phone=phone, theme="light")
                    take(guest, title, record, f"{title}-phone" if phone else title)
                    guest.close()
        finally:
            web_server.close()
    for file in sorted([*FOLDER.glob("*.webp"), *HOME.glob("*.webp")]):
        print(f"{file.name}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
