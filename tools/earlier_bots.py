"""The bots of an earlier commit beside those of today, in one process and under today's rules.

    python -m tools.earlier_bots b1b1039          prints a tree for PYTHONPATH
    PYTHONPATH=$(python -m tools.earlier_bots b1b1039) abbatia arena kings_abbey --bots abbot,earlier:abbot

The tree holds the compiled rules of today (`tools/compile.py`) and a package `earlier`: the folder
`src/abbatia/bots` as it was at that commit, with its weights, every import of `abbatia.bots` led to its own
modules. `earlier:abbot` and `earlier:legate` are bots of the arena (`module:Class`). Rules, dice and records
are today's, so an earlier commit whose bots need a name that the rules no longer have cannot be used.
"""

import argparse
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tools import compile as rules

PACKAGE: Final = "earlier"
BOTS: Final = "src/abbatia/bots"
COMPILED: Final = f"{PACKAGE}/bots/values"
FRONT: Final = '''"""Bots of the commit {commit}, as the arena names them."""

from functools import partial

from earlier.bots import make_bot

abbot = partial(make_bot, "abbot", steady=True)
legate = partial(make_bot, "legate", steady=True)
'''


def git(*arguments: str) -> str:
    """What a command of git prints."""
    run = ["git", *arguments]
    return subprocess.run(run, cwd=rules.ROOT, capture_output=True, text=True, check=True).stdout


def lay_out(commit: str, target: Path) -> list[Path]:
    """The package `earlier` in a folder; returns the modules of it that are compiled."""
    modules: list[Path] = []
    for name in git("ls-tree", "-r", "--name-only", commit, BOTS).splitlines():
        place = Path(PACKAGE, "bots", name.removeprefix(f"{BOTS}/"))
        text = git("show", f"{commit}:{name}")
        (target / place).parent.mkdir(parents=True, exist_ok=True)
        (target / place).write_text(text.replace("abbatia.bots", f"{PACKAGE}.bots"), "utf-8")
        if place.is_relative_to(COMPILED) and place.suffix == ".py" and place.name != "__init__.py":
            modules.append(place)
    (target / PACKAGE / "__init__.py").write_text(FRONT.format(commit=commit), "utf-8")
    return modules


def make_tree(commit: str) -> Path:
    """The tree for the sources as they are and the bots of a commit, compiled now unless it is there."""
    commit = git("rev-parse", "--short=12", commit).strip()
    wanted = rules.TREES / f"{rules.fingerprint()}-{commit}"
    if not wanted.exists():
        rules.TREES.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=rules.TREES) as attempt:
            tree = Path(attempt) / "tree"
            tree.mkdir()
            rules.compile_into(tree, lay_out(commit, tree))
            tree.rename(wanted)
    return wanted


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit")
    print(make_tree(parser.parse_args().commit))


if __name__ == "__main__":
    main()
