"""The audit finds what is known, says when nobody can be asked, and accepts only what is listed."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tools import audit


class Osv(BaseHTTPRequestHandler):
    """Answers as the OSV database does: one result for each query, in order."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))["queries"]
        bad = {"vulns": [{"id": "GHSA-test", "modified": "2026-01-01"}]}
        results = [bad if is_bad(query) else {} for query in asked]
        body = json.dumps({"results": results}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name is the base class's)
        pass


def is_bad(query: Any) -> bool:
    return bool(query == {"package": {"name": "bad", "ecosystem": "PyPI"}, "version": "1.0"})


@pytest.fixture
def database() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Osv)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_every_package_of_the_lock_is_asked_about() -> None:
    packages = dict(audit.locked(audit.ROOT / "uv.lock"))
    assert "starlette" in packages
    assert "abbatia" not in packages


def test_what_is_known_is_found(database: str) -> None:
    assert audit.known([("good", "1.0"), ("bad", "1.0"), ("bad", "2.0")], database) == [
        ("bad", "1.0", "GHSA-test")
    ]


def test_nobody_to_ask_is_said_and_no_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "DATABASE", "http://127.0.0.1:1/")
    with pytest.raises(audit.Unreachable):
        audit.known([("good", "1.0")], "http://127.0.0.1:1/")
    monkeypatch.setattr(audit, "known", unreachable)
    monkeypatch.setattr(audit, "known_to_npm", unreachable)
    assert audit.main() == 0
    assert capsys.readouterr().out.count("NOT CHECKED") == 2


def unreachable(*_: object) -> list[tuple[str, str, str]]:
    raise audit.Unreachable("test")


def test_only_what_is_listed_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "known", lambda _: [("bad", "1.0", "GHSA-test")])
    monkeypatch.setattr(audit, "known_to_npm", lambda _: [])
    monkeypatch.setattr(audit, "accepted", dict)
    assert audit.main() == 1
    monkeypatch.setattr(audit, "accepted", lambda: {"GHSA-test": "we do not call it"})
    assert audit.main() == 0


def test_npm_is_asked_about_the_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = {"vulnerabilities": {"bad": {"range": "<2", "via": [{"url": "https://x/GHSA-npm"}, "other"]}}}
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(report)}\nEND\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert audit.known_to_npm(tmp_path) == [("bad", "<2", "GHSA-npm")]
    npm.write_text("#!/bin/sh\necho no network >&2\nexit 1\n")
    with pytest.raises(audit.Unreachable):
        audit.known_to_npm(tmp_path)
