"""All checks of ./test, one after the other; the first line that fails makes the whole fail.

`--quick` leaves out the tests marked slow (some have a short form) and those with the lowest versions.
Anything after `--` goes to pytest, which is then the last check.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


def checks(quick: bool, rest: list[str]) -> list[tuple[str, list[str]]]:
    pytest = [str(BIN / "pytest"), "-n", "2", "--dist", "worksteal", "--durations", "25"]
    pytest += ["-m", "not slow" if quick else "not short", *rest]
    return [
        ("ruff", [str(BIN / "ruff"), "check", "--quiet"]),
        ("format", [str(BIN / "ruff"), "format", "--check", "--quiet"]),
        ("mypy", [str(BIN / "mypy"), "--strict"]),
        ("imports", [str(BIN / "lint-imports"), "--no-cache"]),
        ("docs", [sys.executable, str(ROOT / "tools" / "docs.py")]),
        ("audit", [sys.executable, str(ROOT / "tools" / "audit.py")]),
        ("pytest", pytest),
        *(
            []
            if quick or rest
            else [("lowest versions", [sys.executable, str(ROOT / "tools" / "lowest.py")])]
        ),
    ]


def main(arguments: list[str]) -> int:
    at = arguments.index("--") if "--" in arguments else len(arguments)
    own, rest = arguments[:at], arguments[at + 1 :]
    unknown = [argument for argument in own if argument != "--quick"]
    if unknown:
        print(f"./test knows --quick and -- for pytest, not {unknown[0]}.", file=sys.stderr)
        return 2
    failed: list[str] = []
    for name, command in checks("--quick" in own, rest):
        print(f"── {name}", flush=True)
        began = time.monotonic()
        code = subprocess.run(command, cwd=ROOT, check=False).returncode
        verdict = "passed" if code == 0 else "FAILED"
        print(f"── {name}: {verdict} in {time.monotonic() - began:.0f} s", flush=True)
        if code:
            failed.append(name)
    if failed:
        print(f"Failed: {', '.join(failed)}.", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
