"""The package says the truth about what it needs, and ships what it promises."""

import ast
import functools
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import abbatia

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "abbatia"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, GROUPS = SETTINGS["project"], SETTINGS["dependency-groups"]
EXTRAS = {
    "server": ["server"],
    "storage": ["server", "postgres"],
    "arena": ["arena", "ray"],
    "research": ["research", "openspiel"],
    "bots": ["research"],  # learned values read arrays
}
"""Which extras a room may need besides what is always installed."""


def plain(name: str) -> str:
    """The name of a distribution as PyPI compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(room: str) -> set[str]:
    """The distributions that a room may import from."""
    lists = [PROJECT["dependencies"]]
    lists += [PROJECT["optional-dependencies"][extra] for extra in EXTRAS.get(room, [])]
    return {distribution(text) for group in lists for text in group}


def distribution(requirement: str) -> str:
    """The name of what a requirement asks for."""
    return plain(re.split(r"[\[<>=~! ;]", requirement, maxsplit=1)[0])


def imports(file: Path) -> Iterator[str]:
    """The packages that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize(
    "room", sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())
)
def test_everything_imported_is_declared(room: str) -> None:
    sold = packages_distributions()
    known = declared(room) | {"abbatia"}
    for file in sorted((SOURCE / room).rglob("*.py")):
        for name in set(imports(file)) - sys.stdlib_module_names - {"abbatia"}:
            sellers = {plain(seller) for seller in sold.get(name, [OPTIONAL.get(name, name)])}
            assert sellers & known, f"{file.relative_to(ROOT)} imports {name}, which is not declared"


OPTIONAL = {"pyspiel": "open_spiel", "ray": "ray", "pettingzoo": "pettingzoo"}
"""Packages that need not be installed here, and what they are called on PyPI."""


@pytest.mark.parametrize("folder", ["tests", "tools", "bench", "examples"])
def test_what_developers_import_is_declared(folder: str) -> None:
    """By the package, its extras or a group for developers; peers in bench have their own environments."""
    lists = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values(), *GROUPS.values()]
    known = {distribution(text) for group in lists for text in group} | {"abbatia"}
    sold = packages_distributions()
    for file in sorted((ROOT / folder).rglob("*.py")):
        if file.is_relative_to(ROOT / "bench" / "peers"):
            continue
        for name in set(imports(file)) - sys.stdlib_module_names - {"abbatia", "tests", "tools", "bench"}:
            sellers = {plain(seller) for seller in sold.get(name, [OPTIONAL.get(name, name)])}
            assert sellers & known, f"{file.relative_to(ROOT)} imports {name}, which is not declared"


def test_benchmarks_do_not_need_the_tests() -> None:
    for file in sorted((ROOT / "bench").rglob("*.py")):
        assert "tests" not in set(imports(file)), f"{file.relative_to(ROOT)} imports from tests"


def test_every_requirement_has_a_lower_bound() -> None:
    groups = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values(), *GROUPS.values()]
    for text in (text for group in groups for text in group if not text.startswith("abbatia[")):
        assert re.search(r">=\d", text), text


def test_the_types_are_shipped() -> None:
    """A checker reads the annotations of an installed package only where this file says so (PEP 561)."""
    assert (SOURCE / "py.typed").exists()


@pytest.mark.slow
def test_a_wheel_holds_what_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from zipfile import ZipFile

    from hatchling.builders.wheel import WheelBuilder

    monkeypatch.setenv("ABBATIA_SKIP_WEB", "1")
    monkeypatch.setenv("ABBATIA_SKIP_COMPILE", "1")
    monkeypatch.setenv("ABBATIA_SKIP_DOCS", "1")
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = set(ZipFile(made).namelist())
    assert "abbatia/py.typed" in names
    assert "abbatia/storage/migrations/versions/0002_lists.py" in names
    assert "abbatia/storage/words.fr.json" in names


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    dated = [heading for heading in headings if heading != "Unreleased"]
    assert re.fullmatch(rf"{re.escape(abbatia.__version__)} – \d{{4}}-\d{{2}}-\d{{2}}", dated[0])


def test_the_workflow_runs_the_one_command() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    assert re.findall(r"run: (.*)", workflow) == ["./test"]


@pytest.fixture
def plain_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds take the client and the site as they are, and leave the rules interpreted."""
    for part in ("WEB", "COMPILE", "DOCS"):
        monkeypatch.setenv(f"ABBATIA_SKIP_{part}", "1")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795219200")


def built(root: Path, target: Path) -> tuple[Path, Path]:
    """A wheel and a source package of the tree at `root`."""
    from hatchling.builders.sdist import SdistBuilder
    from hatchling.builders.wheel import WheelBuilder

    (wheel,) = WheelBuilder(str(root)).build(directory=str(target), versions=["standard"])
    (source,) = SdistBuilder(str(root)).build(directory=str(target), versions=["standard"])
    return Path(wheel), Path(source)


@pytest.mark.slow
@pytest.mark.usefixtures("plain_builds")
def test_packages_are_the_same_bytes_when_they_are_built_again(tmp_path: Path) -> None:
    """Also from the source package itself, which therefore holds all that is needed."""
    first = built(ROOT, tmp_path / "first")
    again = built(ROOT, tmp_path / "again")
    assert [file.name for file in first] == [file.name for file in again]
    assert all(one.read_bytes() == other.read_bytes() for one, other in zip(first, again, strict=True))
    (tmp_path / "sources").mkdir()
    subprocess.run(["tar", "-xzf", str(first[1])], cwd=tmp_path / "sources", check=True)
    (root,) = (tmp_path / "sources").iterdir()
    wheel, _ = built(root, tmp_path / "from-source")
    assert wheel.read_bytes() == first[0].read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("plain_builds")
def test_the_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    """With nothing but what it asks for; packages come from uv's cache or from the index."""
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    if not Path(uv).exists():
        pytest.skip("there is no uv, which ./test installs")
    wheel, _ = built(ROOT, tmp_path)
    home = tmp_path / "empty"
    run = functools.partial(subprocess.run, check=True, capture_output=True, text=True, cwd=tmp_path)
    run([uv, "venv", "--quiet", "--python", sys.executable, str(home)])
    run([uv, "pip", "install", "--quiet", "--python", str(home), f"{wheel}[server]"])
    python = str(home / "bin" / "python")
    assert run([str(home / "bin" / "abbatia"), "--version"]).stdout.startswith(
        f"abbatia {abbatia.__version__}"
    )
    program = (
        "import abbatia, abbatia.server.app as app; "
        "match = abbatia.new_match('cardinal', seed=1); "
        "bots = [abbatia.make_bot('cleric', seed=seat) for seat in range(3)]; "
        "print(min(abbatia.play_out(match, bots).ranks))"
    )
    assert run([python, "-I", "-c", program]).stdout == "1\n"
