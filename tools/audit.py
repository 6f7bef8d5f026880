"""Are there known vulnerabilities in what Abbatia depends on? Part of ./test; `python tools/audit.py`.

Python packages are those of uv.lock, asked of the OSV database; the client's those of web/package-lock.json,
asked of npm. Exit code 1 when something is known against one of them. Without a network nothing can be asked:
that is said, and is no failure. A vulnerability that does not concern us is listed with its reason in
pyproject.toml, under [tool.abbatia.audit].
"""

import json
import shutil
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DATABASE = "https://api.osv.dev/v1/querybatch"
PATIENCE = 20


class Unreachable(Exception):
    """Nobody answers; says who."""


def locked(lock: Path) -> list[tuple[str, str]]:
    """Name and version of every package from an index in a uv.lock."""
    packages = tomllib.loads(lock.read_text("utf-8"))["package"]
    return [(found["name"], found["version"]) for found in packages if "registry" in found.get("source", {})]


def known(packages: list[tuple[str, str]], database: str = DATABASE) -> list[tuple[str, str, str]]:
    """(package, version, id of a vulnerability) of all that are known. Raises Unreachable."""
    queries = [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version} for name, version in packages
    ]
    request = urllib.request.Request(
        database, json.dumps({"queries": queries}).encode(), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            results = json.load(answer)["results"]
    except (OSError, ValueError, KeyError) as error:
        raise Unreachable(f"{database}: {error}") from None
    return [
        (name, version, vulnerability["id"])
        for (name, version), result in zip(packages, results, strict=True)
        for vulnerability in result.get("vulns", [])
    ]


def known_to_npm(web: Path) -> list[tuple[str, str, str]]:
    """The same for what the built client holds, as npm knows it. Raises Unreachable."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unreachable("npm is not installed")
    command = [npm, "audit", "--omit=dev", "--json", "--package-lock-only"]
    said = subprocess.run(command, cwd=web, capture_output=True, text=True, check=False)
    try:
        report: dict[str, Any] = json.loads(said.stdout)
        found = report["vulnerabilities"]
    except (ValueError, KeyError):
        raise Unreachable("npm audit has no answer") from None
    return [
        (name, entry["range"], via["url"].rpartition("/")[2])
        for name, entry in found.items()
        for via in entry["via"]
        if isinstance(via, dict)
    ]


def accepted() -> dict[str, str]:
    """Vulnerabilities that do not concern us, with the reason."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    listed: dict[str, str] = settings.get("abbatia", {}).get("audit", {})
    return listed


def main() -> int:
    packages = locked(ROOT / "uv.lock")
    found: list[tuple[str, str, str]] = []
    questions: dict[str, Callable[[], list[tuple[str, str, str]]]] = {
        f"{len(packages)} Python packages": lambda: known(packages),
        "the client's packages": lambda: known_to_npm(ROOT / "web"),
    }
    for what, ask in questions.items():
        try:
            found += (new := ask())
            print(f"{what}: {len(new)} known vulnerabilities")
        except Unreachable as unreachable:
            print(f"{what}: NOT CHECKED, nobody to ask ({unreachable})")
    reasons = accepted()
    open_ones = [row for row in found if row[2] not in reasons]
    for name, version, vulnerability in open_ones:
        print(f"{name} {version}: {vulnerability}", file=sys.stderr)
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
