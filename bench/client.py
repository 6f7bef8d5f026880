"""Measure the browser client in a real Chromium: `python -m bench.client [--actions 40] [--phone]`.

How long it takes from a click on Play now to the first question, from the server's message to the frame that
shows it, and how evenly frames come while the map is moved and zoomed. Promises: a game within two seconds, a
move within 100 ms, 60 frames a second. A machine that is busy with other things measures those things.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tools.browser_user import BrowserUser
from tools.chromium import get
from tools.web_server import WebServer

TITLES = {"cardinal": "Le Roi et le Cardinal", "kings_abbey": "The King’s Abbey", "pelegrinus": "Pelegrinus"}
MAPS = ("cardinal", "pelegrinus")
LONGEST_START, LONGEST_MOVE, SMOOTH = 2000.0, 100.0, 1000 / 60
Figure = tuple[str, float, float]
"""What was measured, how much it was, how much it may be."""
WATCH = """
  window.shown = [];
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', (event) => {  // before the page's own listener
        if (!event.data.includes('"type":"step"')) return;
        const came = performance.now();
        let changed = false;
        const watcher = new MutationObserver(() => (changed = true));
        watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
        requestAnimationFrame(() => {
          const after = new MessageChannel();
          after.port1.onmessage = () => {
            watcher.disconnect();
            if (changed) window.shown.push(performance.now() - came);
          };
          after.port2.postMessage(null);  // is heard when the frame has been drawn
        });
      });
    }
  };
"""
FRAMES = """
  window.frames = [];
  window.isWatching = true;
  let before = performance.now();
  const look = (now) => {
    window.frames.push(now - before);
    before = now;
    if (window.isWatching) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def start(guest: BrowserUser, title: str) -> float:
    """Milliseconds from the click on Play now to the first question; the page's code is there already."""
    guest.visit()
    button = guest.page.locator("li.title", has=guest.page.get_by_role("heading", name=title)).locator(
        ".gold"
    )
    button.wait_for()
    began = time.perf_counter()
    button.click()
    guest.wait()
    return (time.perf_counter() - began) * 1000


def moves(guest: BrowserUser, actions: int) -> tuple[list[float], float]:
    """Milliseconds from each message of the server to the frame that shows it, and of work for one."""
    talk = guest.context.new_cdp_session(guest.page)
    talk.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(talk)
    for _ in range(actions):
        if guest.act() == "over":
            break
    found: list[float] = guest.page.evaluate("window.shown")
    return found, (worked(talk) - before) / max(len(found), 1)


def worked(talk: CDPSession) -> float:
    """Milliseconds of processor time the page's main thread has taken; other programs do not count."""
    metrics = talk.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration")) * 1000


def move_about(page: Page) -> list[float]:
    """Milliseconds between frames while the map is zoomed by wheel and keys and dragged about."""
    sheet = page.locator("[data-sheet]")
    box = sheet.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    sheet.focus()
    page.mouse.move(x, y)
    page.evaluate(FRAMES)
    for _ in range(12):
        page.mouse.wheel(0, -60)
    for key in ("+", "-"):
        page.keyboard.press(key)
        page.wait_for_timeout(500)  # the flight is what is measured
    page.mouse.down()
    for by in range(0, 240, 4):
        page.mouse.move(x + by, y + by / 2)
    page.mouse.up()
    found: list[float] = page.evaluate("(window.isWatching = false, window.frames.slice(2))")
    return found


def measure(
    browser: Browser, url: str, title: str, actions: int, phone: bool
) -> list[tuple[str, float, float]]:
    """Figures of one title: what, the figure, what was promised."""
    guest = BrowserUser(browser, url, phone=phone, motion=True)
    guest.context.add_init_script(WATCH)
    start(guest, TITLES[title])  # the first visit fetches the page
    figures = [("Play now to first question, ms", start(guest, TITLES[title]), LONGEST_START)]
    found, work = moves(guest, actions)
    figures.append(("message to frame, median ms", median(found), LONGEST_MOVE))
    figures.append(("message to frame, 95 % ms", percentile(found, 0.95), LONGEST_MOVE))
    figures.append(("work of the page for a message, ms", work, LONGEST_MOVE))
    guest.close()
    if title in MAPS and not phone:
        guest = BrowserUser(browser, url, motion=True)
        start(guest, TITLES[title])
        frames = move_about(guest.page)
        guest.close()
        figures.append(("frame while moving, median ms", median(frames), SMOOTH + 1))
        figures.append(("frame while moving, 95 % ms", percentile(frames, 0.95), 2 * SMOOTH + 1))
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--actions", type=int, default=40, help="how many actions to play of each title")
    parser.add_argument("--phone", action="store_true", help="at 390 pixels")
    given = parser.parse_args()
    kept = True
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        web_server = WebServer(Path(folder))
        web_server.open()
        try:
            browser = play.chromium.launch(executable_path=get(), args=["--no-sandbox"])
            for title in TITLES:
                for what, figure, most in measure(browser, web_server.url, title, given.actions, given.phone):
                    kept = kept and figure <= most
                    print(f"{title:12} {what:36} {figure:8.1f}  {'kept' if figure <= most else 'NOT KEPT'}")
        finally:
            web_server.close()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
