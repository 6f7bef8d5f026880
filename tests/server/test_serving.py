"""`abbatia serve` as an operator runs it: settings, errors in one sentence, signals, several processes."""

import json
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from abbatia.core.words import LANGUAGES, words
from abbatia.server.http.static import page_answer
from abbatia.server.ops.logging import Lines
from abbatia.server.process import listen, metrics_folder
from abbatia.server.settings import BadSettings, Settings, read_settings
from tests.storage.conftest import database as database
from tests.storage.conftest import postgres as postgres

COMMAND = [str(Path(sys.executable).parent / "abbatia"), "--language", "en", "serve"]


@contextmanager
def serving(
    *arguments: str, command: Sequence[str] = COMMAND
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command, running; its process and its address."""
    process = subprocess.Popen(
        [*command, "--port", "0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://localhost:\d+", line)
        assert found, line
        yield process, found.group(0)
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=30)


def complaint(*arguments: str, **environment: str) -> str:
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env={**os.environ, **environment}, timeout=60
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_it_says_where_it_is_serves_and_stops_gently(tmp_path: Path) -> None:
    with serving("--store", str(tmp_path / "t.sqlite"), "--log-json") as (process, url):
        health = httpx.get(f"{url}/healthz").json()
        assert health["status"] == "ok"
        page = httpx.get(url)
        assert page.headers["content-type"].startswith("text/html")
        seats = [{"kind": "me", "name": "A"}, {"kind": "open"}, {"kind": "open"}]
        made = httpx.post(f"{url}/api/tables", json={"title": "cardinal", "seats": seats}).json()
        busy = complaint("--port", url.rpartition(":")[2], "--store", "memory:")
        assert "is in use. Choose another with --port" in busy
        second = complaint("--port", "0", "--store", str(tmp_path / "t.sqlite"))
        assert second.startswith("error: ")
        process.send_signal(signal.SIGTERM)
        _, talk = process.communicate(timeout=30)
        lines = [json.loads(line) for line in talk.splitlines() if line.startswith("{")]
        assert [line["message"] for line in lines] == ["ready", "closed"]
        assert "Traceback" not in talk
    with serving("--store", str(tmp_path / "t.sqlite")) as (process, url):
        table = httpx.get(f"{url}/api/tables/{made['table']['id']}").json()
        assert table["seats"][0]["name"] == "A"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130, -signal.SIGINT)


HANGING: Final = """
import sys, threading
from pathlib import Path
from abbatia.cli import main
from abbatia.storage.sqlite_writer import SqliteWriter

commit = SqliteWriter.commit
sign = Path(sys.argv.pop(1))

def hang(writer, group):
    if sign.exists():
        threading.Event().wait()
    return commit(writer, group)

SqliteWriter.commit = hang
main()
"""


def test_a_disk_that_hangs_is_said_and_does_not_keep_the_server(tmp_path: Path) -> None:
    """SIGTERM ends it although the thread that writes never comes back."""
    sign = tmp_path / "hang"
    command = [sys.executable, "-c", HANGING, str(sign), "--language", "en", "serve"]
    with serving("--store", str(tmp_path / "t.sqlite"), command=command) as (process, url):
        assert httpx.get(f"{url}/healthz").status_code == 200
        sign.touch()
        until = time.monotonic() + 30
        while (answer := httpx.get(f"{url}/healthz", timeout=60)).status_code == 200:
            assert time.monotonic() < until
        assert answer.status_code == 503
        assert answer.json()["why"]["key"] == "server.health.stuck"
        seats = [{"kind": "me", "name": "A"}, {"kind": "open"}, {"kind": "open"}]
        refused = httpx.post(f"{url}/api/tables", json={"title": "cardinal", "seats": seats}, timeout=60)
        assert refused.status_code == 503
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def test_health_is_what_the_disk_says(tmp_path: Path) -> None:
    """Full, then not; removed, then back."""
    file = tmp_path / "t.sqlite"
    with serving("--store", str(file)) as (process, url):
        assert httpx.get(f"{url}/healthz").json()["status"] == "ok"
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        assert health_becomes(url, 503)["code"] == "unavailable"
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert health_becomes(url, 200)["status"] == "ok"
        file.rename(tmp_path / "elsewhere")
        assert health_becomes(url, 503)["why"]["key"] == "server.health.replaced"
        (tmp_path / "elsewhere").rename(file)
        assert health_becomes(url, 200)["status"] == "ok"


def health_becomes(url: str, status: int) -> dict[str, Any]:
    """What /healthz says as soon as its status is this."""
    until = time.monotonic() + 60
    while (answer := httpx.get(f"{url}/healthz", timeout=60)).status_code != status:
        assert time.monotonic() < until, answer.text
        time.sleep(0.1)
    found: dict[str, Any] = answer.json()
    return found


def test_a_store_that_can_only_be_read_is_said_in_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "t.sqlite"
    (folder / "t.sqlite-wal").mkdir()  # what SQLite must write beside the file cannot be written
    assert complaint("--port", "0", "--store", str(file)) == (
        f"error: The database {file} cannot be opened: disk I/O error."
    )
    assert "cannot be opened" in complaint("--port", "0", "--store", "/proc/abbatia.sqlite")


def test_what_is_wrong_is_said_in_one_sentence() -> None:
    assert complaint("--workers", "2") == (
        "error: Several worker processes need PostgreSQL. Set --store postgresql://…, or --workers 1."
    )
    assert complaint("--port", "99999") == "error: --port must be between 0 and 65535, not 99999."
    assert complaint(ABBATIA_BOT_SECONDS="soon") == "error: ABBATIA_BOT_SECONDS cannot be “soon”."
    assert complaint("--log-level", "loud") == "error: --log-level cannot be “loud”."
    assert "cannot listen on 203.0.113.7" in complaint("--host", "203.0.113.7", "--store", "memory:")


def test_a_flag_wins_over_the_environment_and_that_over_the_default() -> None:
    environment = {"ABBATIA_PORT": "81", "ABBATIA_HOST": "::1", "ABBATIA_COMPRESS": "true"}
    settings = read_settings({"port": 82, "store": None}, environment)
    assert (settings.port, settings.host, settings.compress) == (82, "::1", True)
    assert settings.store == Settings().store
    with pytest.raises(BadSettings) as bad:
        read_settings({}, {"ABBATIA_PUBLIC_URL": "abbey.example"})
    for language in LANGUAGES:
        assert "ABBATIA_PUBLIC_URL" in words(language).say(bad.value.message)


def test_two_processes_serve_over_one_port(database: str) -> None:
    with serving("--store", database, "--workers", "2") as (process, url):
        with httpx.Client(base_url=url, timeout=60, transport=httpx.HTTPTransport(retries=5)) as http:
            seats = [{"kind": "me", "name": "A"}, {"kind": "open"}, {"kind": "open"}]
            table = http.post("/api/tables", json={"title": "cardinal", "seats": seats}).json()["table"]["id"]
        for name in ("B", "C"):
            joined = httpx.post(f"{url}/api/tables/{table}/join", json={"name": name}, timeout=60)
            assert joined.status_code == 200
        until = time.monotonic() + 60  # soon each process knows what all have done: sit, sit, start
        while (said := statistics(url, "abbatia_entries_total", 8)) != {3} and time.monotonic() < until:
            time.sleep(0.1)
        assert said == {3}
        assert httpx.get(f"{url}/api/tables/{table}", timeout=60).json()["state"] == "playing"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def test_processes_with_bots_leave_nothing_behind(database: str) -> None:
    """No semaphores of the bots' processes, of which Python would complain at the end."""
    with serving("--store", database, "--workers", "2") as (process, url):
        seats = [
            {"kind": "me", "name": "A"},
            {"kind": "bot", "bot": "novice"},
            {"kind": "bot", "bot": "novice"},
        ]
        for _ in range(6):  # at both processes, most likely
            made = httpx.post(f"{url}/api/tables", json={"title": "cardinal", "seats": seats}, timeout=60)
            assert made.status_code == 201
        until = time.monotonic() + 60
        while max(statistics(url, "abbatia_bot_answers_total", 1)) == 0 and time.monotonic() < until:
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        _, talk = process.communicate(timeout=60)
    assert "leaked" not in talk, talk
    assert "Traceback" not in talk, talk


def test_the_figures_of_a_killed_server_are_removed_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait(60)
    for name in (f"abbatia-metrics-{dead.pid}-x", f"abbatia-metrics-{os.getppid()}-y", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1.json").touch()
    with metrics_folder() as folder:
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
            [f"abbatia-metrics-{os.getppid()}-y", "other", Path(folder).name]
        )
        assert str(os.getpid()) in folder
    assert not Path(folder).exists()


def statistics(url: str, name: str, times: int) -> set[float]:
    """What whichever process answers says of a figure, over all its labels, asked so many times."""
    pages = [httpx.get(f"{url}/metrics", timeout=60).text for _ in range(times)]
    rows = [[line for line in page.splitlines() if line.startswith(name)] for page in pages]
    return {sum(float(row.split()[-1]) for row in found) for found in rows}


def test_without_the_client_a_page_says_how_to_build_it(tmp_path: Path) -> None:
    answer = page_answer(tmp_path, "")
    assert b"npm run build" in bytes(answer.body)
    (tmp_path / "index.html").write_text("<p>hello")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_text("1")
    assert "immutable" in page_answer(tmp_path, "assets/a.js").headers["cache-control"]
    assert page_answer(tmp_path, "table/abc").headers["cache-control"] == "no-cache"
    assert page_answer(tmp_path, "assets/none.js").status_code == 404


def test_files_that_are_links_are_served_but_nothing_outside(tmp_path: Path) -> None:
    """The compiled tree, which `./run` serves from its second start on, is made of links."""
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "built").mkdir()
    (tmp_path / "built" / "a.js").write_text("1")
    static = tmp_path / "tree" / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<p>hello")
    (static / "assets" / "a.js").symlink_to(tmp_path / "built" / "a.js")
    assert "immutable" in page_answer(static, "assets/a.js").headers["cache-control"]
    for path in ("../../secret.txt", "assets/../../../secret.txt", str(tmp_path / "secret.txt")):
        answer = page_answer(static, path)
        assert answer.status_code == 404 or getattr(answer, "path", None) == static / "index.html"


def test_log_lines_are_for_people_or_machines() -> None:
    record = logging.LogRecord("abbatia", logging.INFO, "", 0, "ready %s", ("now",), None)
    record.facts = {"version": "1"}
    assert Lines(as_json=False).format(record).endswith("info    abbatia: ready now version=1")
    line = json.loads(Lines(as_json=True).format(record))
    assert (line["level"], line["message"], line["version"]) == ("info", "ready now", "1")


def test_a_port_that_is_free_is_found() -> None:
    with listen(Settings(port=0)) as listener:
        assert listener.getsockname()[1] > 0
        assert listener.proto == socket.IPPROTO_TCP
