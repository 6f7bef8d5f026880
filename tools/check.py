"""All checks of ./test: pytest, and beside it the others one after the other; any that fails makes it fail.

Tests often wait (for a browser, a disk, a clock), and a checker needs one core only, so they share the time.
Pytest shows its output as it comes, the others theirs when they end.
`--quick` leaves out the tests marked slow (some have a short form) and those with the lowest versions.
Anything after `--` goes to pytest; then the lowest versions are left out, too.
"""

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


class Check(NamedTuple):
    """A program that must end well; `live` shows what it says at once."""

    name: str
    command: Sequence[str]
    live: bool = False


def checks(quick: bool, rest: list[str]) -> list[list[Check]]:
    """The checks in rows: rows side by side, the checks of a row one after the other."""
    pytest = [str(BIN / "pytest"), "-n", "2", "--dist", "worksteal", "--durations", "25"]
    pytest += ["-m", "not slow" if quick else "not short", *rest]
    others = [
        Check("ruff", [str(BIN / "ruff"), "check", "--quiet"]),
        Check("format", [str(BIN / "ruff"), "format", "--check", "--quiet"]),
        Check("imports", [str(BIN / "lint-imports"), "--no-cache"]),
        Check("mypy", [str(BIN / "mypy"), "--strict"]),
        Check("audit", [sys.executable, str(ROOT / "tools" / "audit.py")]),
        Check("docs", [sys.executable, str(ROOT / "tools" / "docs.py")]),
    ]
    if not quick and not rest:
        others.append(Check("lowest versions", [sys.executable, str(ROOT / "tools" / "lowest.py")]))
    return [[Check("pytest", pytest, live=True)], others]


def failures(row: Sequence[Check]) -> list[str]:
    """Carry out a row of checks; the names of those that failed."""
    return [check.name for check in row if not passes(check)]


def passes(check: Check) -> bool:
    """Carry out one check and show what it says, and how long it took."""
    began = time.monotonic()
    if check.live:
        print(f"── {check.name}", flush=True)
        code = subprocess.run(check.command, cwd=ROOT, check=False).returncode
        said = ""
    else:
        done = subprocess.run(
            check.command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        code, said = done.returncode, f"\n── {check.name}\n{done.stdout}"
    verdict = "passed" if code == 0 else "FAILED"
    print(f"{said}── {check.name}: {verdict} in {time.monotonic() - began:.0f} s", flush=True)
    return code == 0


def main(arguments: list[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own, rest = arguments[:at], arguments[at + 1 :]
    unknown = [argument for argument in own if argument != "--quick"]
    if unknown:
        print(f"./test knows --quick and -- for pytest, not {unknown[0]}.", file=sys.stderr)
        return 2
    rows = checks("--quick" in own, rest)
    with ThreadPoolExecutor(len(rows)) as pool:
        failed = [name for names in pool.map(failures, rows) for name in names]
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
