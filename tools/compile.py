"""Compile the rules, and the way of a move through the server, with mypyc: prints where the tree lies.

A compiled module beside an edited file would hide the edit, so nothing is compiled inside the checkout:
`.compiled/HASH/` holds the compiled modules, with HASH taken over what they were made of, and links to all
other files, so that those stay as they are edited. Use a tree with `PYTHONPATH=.compiled/HASH`.

    --check       only say where the tree for these sources lies; exit code 1 when there is none yet
    --can         only say by the exit code whether C can be compiled here
    --into DIR    compile into this folder

The C compiler optimises by `-O2`, or by the level in ABBATIA_OPT_LEVEL: 1 compiles in little more than half
the time.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
TREES = ROOT / ".compiled"
CACHES = {"__pycache__", ".mypy_cache"}
OPT_LEVEL = os.environ.get("ABBATIA_OPT_LEVEL", "2")
KEPT = 2  # trees of earlier sources that may still be in use
RULES = ("abbatia/errors.py", "abbatia/core", "abbatia/games", "abbatia/bots/tree.py", "abbatia/bots/values")
RESEARCH = ("abbatia/research/nodes.py", "abbatia/research/composite_nodes.py")
SERVER = (
    "live/lesson_state",
    "live/live_table",
    "live/match_state",
    "live/table_state",
    "live/viewer_feed",
    "ops/limits",
    "ws/connection",
)
HOLD_TYPES = ("observation_types.py", "observation_domains.py")
COMPILED = (*RULES, *RESEARCH, *(f"abbatia/server/{name}.py" for name in SERVER))


def sources() -> list[Path]:
    """The modules that are compiled, relative to `src`."""
    found: list[Path] = []
    for name in COMPILED:
        place = SOURCE / name
        found += sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return [file.relative_to(SOURCE) for file in found if is_compiled(file)]


def is_compiled(file: Path) -> bool:
    """Not packages, and not modules whose annotations are read at run time: mypyc does not keep those."""
    holds_types = file.name in HOLD_TYPES or file == SOURCE / "abbatia/core/observation.py"
    return file.name != "__init__.py" and not holds_types


def fingerprint() -> str:
    """A hash over the modules, this script, the level of optimisation and the Python that will run them."""
    digest = hashlib.sha256(f"{sysconfig.get_config_var('EXT_SUFFIX')} {OPT_LEVEL}".encode())
    for file in [Path(__file__), *(SOURCE / name for name in sources())]:
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def has_compiler() -> bool:
    """Whether C can be compiled here for this Python."""
    compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return shutil.which(compiler) is not None and header.exists()


def lay_out(target: Path) -> None:
    """The package in `target`: copies of the modules to compile, links to all other files as they are now."""
    copied = {SOURCE / file for file in sources()}
    for old in target.rglob("*"):
        if old.is_symlink() and not old.exists():
            old.unlink()
    for file in sorted((SOURCE / "abbatia").rglob("*")):
        place = target / file.relative_to(SOURCE)
        if file.is_dir() or not CACHES.isdisjoint(file.parts):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        if file in copied:
            shutil.copy(file, place)
        elif not place.is_symlink():
            place.symlink_to(file)


def compile_into(target: Path, more: Iterable[Path] = ()) -> None:
    """Lay the package out in `target` and compile its modules there, and `more` that are there already."""
    target.mkdir(parents=True, exist_ok=True)
    lay_out(target)
    modules = [str(file) for file in [*sources(), *more]]
    run = [sys.executable, __file__, "--build", *modules]
    made = subprocess.run(run, cwd=target, capture_output=True, text=True, check=False)
    if made.returncode:
        raise SystemExit(
            f"error: the rules could not be compiled:\n{made.stdout[-3000:]}{made.stderr[-3000:]}"
        )
    shutil.rmtree(target / "build", ignore_errors=True)
    shutil.rmtree(target / ".mypy_cache", ignore_errors=True)


def build(modules: list[str]) -> None:
    """In the tree: mypyc makes C of the modules, in groups: titles, evaluators, the server, and the core."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    groups: dict[str, list[str]] = {}
    for module in modules:
        parts = Path(module).parts
        is_apart = len(parts) > 3 and (parts[1] == "games" or parts[2] == "values")
        name = parts[2] if is_apart else "server" if parts[1] == "server" else "core"
        groups.setdefault(name, []).append(module)
    separate: list[tuple[list[str], str | None]] = [
        (files, f"abbatia_{name}") for name, files in groups.items()
    ]
    options = ["--strict", "--explicit-package-bases", *modules]
    extensions = mypycify(options, opt_level=OPT_LEVEL, debug_level="0", separate=separate)
    for extension in extensions if os.name == "posix" else ():
        extension.extra_compile_args.append("-fno-semantic-interposition")  # calls within a group go straight
    distribution = Distribution({"name": "abbatia", "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.parallel = os.cpu_count()
    command.build_temp = "build"
    command.ensure_finalized()
    command.run()


def tree() -> Path:
    """The tree for the sources as they are."""
    return TREES / fingerprint()


def make_tree() -> Path:
    """The same, compiled now unless it is there; a broken attempt leaves nothing behind."""
    wanted = tree()
    if not wanted.exists():
        TREES.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=TREES) as attempt:
            compile_into(Path(attempt) / "tree")
            Path(attempt, "tree").rename(wanted)
        clear(wanted)
    return wanted


def clear(newest: Path) -> None:
    """Throw the oldest trees away."""
    trees = [tree for tree in TREES.iterdir() if tree.is_dir() and len(tree.name) == len(newest.name)]
    for old in sorted(trees, key=lambda tree: tree.stat().st_mtime)[: -KEPT - 1]:
        shutil.rmtree(old)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile the rules into a tree of their own.")
    parser.add_argument("--check", action="store_true", help="only say where the tree lies")
    parser.add_argument("--can", action="store_true", help="only say whether C can be compiled here")
    parser.add_argument("--into", type=Path, metavar="DIR", help="compile into this folder")
    parser.add_argument("--build", nargs="+", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.build:
        build(chosen.build)
        return 0
    if chosen.check:
        if tree().exists():
            lay_out(tree())  # links to files that came since
        print(tree())
        return 0 if tree().exists() else 1
    if chosen.can:
        return 0 if has_compiler() else 1
    if not has_compiler():
        print("error: there is no C compiler with Python's headers here.", file=sys.stderr)
        return 2
    if chosen.into:
        compile_into(chosen.into)
    print(chosen.into or make_tree())
    return 0


if __name__ == "__main__":
    sys.exit(main())
