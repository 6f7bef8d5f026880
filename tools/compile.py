"""Compile Abbatia with mypyc into a tree of its own: `python tools/compile.py TARGET [FOLDER …]`.

The checkout itself stays as it is (a compiled module beside an edited file would hide the edit): the source
is copied to TARGET and the named folders (by default the core and the titles) are compiled there. Use it with
`PYTHONPATH=TARGET`.
"""

import os
import shutil
import sys
from pathlib import Path

from mypyc.build import mypycify
from setuptools import Distribution

ROOT = Path(__file__).parent.parent
DEFAULT = ["src/abbatia/core", "src/abbatia/games"]


def compile_into(target: Path, folders: list[str]) -> None:
    """Copy the package and the folders to `target`, then compile the folders there."""
    ignored = shutil.ignore_patterns("__pycache__")
    files: list[str] = []
    for folder in ["src/abbatia", *folders]:
        place = target / Path(folder).relative_to("src" if folder.startswith("src/") else ".")
        shutil.copytree(ROOT / folder, place, dirs_exist_ok=True, ignore=ignored)
        if folder in folders:
            files += [str(file.relative_to(target)) for file in sorted(place.rglob("*.py"))]
    os.chdir(target)
    sources = [file for file in files if not file.endswith("__init__.py")]
    modules = mypycify(["--strict", "--explicit-package-bases", *sources], opt_level="2", debug_level="0")
    distribution = Distribution({"name": "abbatia", "ext_modules": modules})
    command = distribution.get_command_obj("build_ext")
    command.inplace = True
    command.build_temp = "build"
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    where = Path(sys.argv[1]).resolve()
    where.mkdir(parents=True, exist_ok=True)
    compile_into(where, sys.argv[2:] or DEFAULT)
