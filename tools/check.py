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
LAST_LINES = 25  # of what a failed check said, shown once more at the end


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


def failures_of(row: Sequence[Check]) -> list[tuple[str, str]]:
    """Carry out a row of checks; the name of each that failed, with the end of what it said."""
    found = ((check.name, carry_out(check)) for check in row)
    return [(name, said) for name, said in found if said is not None]


def carry_out(check: Check) -> str | None:
    """Carry out one check and show what it says, and how long it took; when it failed, the end of it."""
    began = time.monotonic()
    if check.live:
        print(f"── {check.name}", flush=True)
        code = subprocess.run(check.command, cwd=ROOT, check=False).returncode
        said = ""
    else:
        done = subprocess.run(
            check.command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        code, said = done.returncode, done.stdout
        print(f"\n── {check.name}\n{said}", end="", flush=True)
    verdict = "passed" if code == 0 else "FAILED"
    print(f"── {check.name}: {verdict} in {time.monotonic() - began:.0f} s", flush=True)
    return "\n".join(said.splitlines()[-LAST_LINES:]) if code else None


def main(arguments: list[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own, rest = arguments[:at], arguments[at + 1 :]
    unknown = [argument for argument in own if argument != "--quick"]
    if unknown:
        print(f"./test knows --quick and -- for pytest, not {unknown[0]}.", file=sys.stderr)
        return 2
    rows = checks("--quick" in own, rest)
    with ThreadPoolExecutor(len(rows)) as pool:
        failed = [failure for failures in pool.map(failures_of, rows) for failure in failures]
    for name, said in failed:  # once more, below the long list of tests
        if said:
            print(f"── {name}\n{said}", file=sys.stderr)
    if failed:
        print(f"Failed: {', '.join(name for name, _ in failed)}.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
