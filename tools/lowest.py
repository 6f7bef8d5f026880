"""Run the quick tests with the lowest versions that pyproject.toml allows, so that its lower bounds are true.

The environment `.venv-lowest` is made anew each time, with the lowest Python that Abbatia allows where uv
finds it, else with the Python of `.venv`; the project's own `.venv` stays as it is. Tested is what uses
packages of others; the rules use none. Anything on the command line goes to pytest instead of the usual
tests.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACE = ROOT / ".venv-lowest"
EXTRAS = ("server", "postgres", "arena", "research", "openspiel")
UNUSED = (
    "abbatia",
    "asyncpg-stubs",
    "import-linter",
    "mypy",
    "playwright",
    "ruff",
    "types-setuptools",
    "types-zxcvbn",
)
"""Of the group for developers: the project itself, checkers, and browsers."""
TESTS = (  # where packages of others are used, without long games
    "tests/arena",
    "tests/research",
    "tests/storage",
    "tests/bots/test_protocol.py",
    "tests/cli/test_board.py",
    "tests/cli/test_commands.py",
    "tests/cli/test_screens.py",
    "tests/server/test_accounts.py",
    "tests/server/test_connections.py",
    "tests/server/test_guard.py",
    "tests/server/test_metrics.py",
    "tests/server/test_notices.py",
    "tests/server/test_openapi.py",
    "tests/server/test_outside.py",
    "tests/server/test_persons.py",
    "tests/server/test_protocol.py",
    "tests/server/test_serving.py",
    "tests/server/test_sockets.py",
)


def uv() -> str:
    """The uv of this machine, or the one that tools/install.sh has put beside it."""
    return shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")


def install() -> None:
    """Fill the environment."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    python = settings["project"]["requires-python"].removeprefix(">=")
    tools = [
        text
        for text in settings["dependency-groups"]["dev"]
        if re.split(r"[\[<>=~! ;]", text, maxsplit=1)[0] not in UNUSED
    ]
    lean = {**os.environ, "ABBATIA_SKIP_WEB": "1"}  # the client does not depend on Python's packages
    pip = [uv(), "pip", "install", "--quiet", "--python", str(PLACE)]
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    search = [uv(), "python", "find", "--quiet", python]
    if subprocess.run(search, cwd=ROOT, capture_output=True, check=False).returncode:
        python = sys.executable
    for command in (
        [uv(), "venv", "--quiet", "--clear", "--python", python, str(PLACE)],
        [*pip, "--resolution", "lowest-direct", "-r", "pyproject.toml", *extras, *tools],
        [*pip, "--no-deps", "--editable", "."],
    ):
        subprocess.run(command, cwd=ROOT, env=lean, check=True)


def main(arguments: list[str]) -> int:
    try:
        install()
    except subprocess.CalledProcessError as failed:
        print(f"The lowest versions could not be installed: {failed}", file=sys.stderr)
        return 2
    command = [
        str(PLACE / "bin" / "pytest"),
        "-n",
        "2",
        "--dist",
        "worksteal",
        "-m",
        "not slow and not short",
    ]
    command += ["-p", "no:cacheprovider", *(arguments or TESTS)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
