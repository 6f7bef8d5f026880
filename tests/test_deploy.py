"""What stands in deploy/ names things that exist."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import types
import urllib.request
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

import pytest
import typer
from msgspec.structs import fields

from abbatia.cli import build
from abbatia.core.words import words
from abbatia.server.settings import Settings, read_settings

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(file for file in DEPLOY.iterdir() if file.is_file())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_setting_exists(file: Path) -> None:
    known = {f"ABBATIA_{field.name.upper()}" for field in fields(Settings)}
    named = set(re.findall(r"ABBATIA_[A-Z_]+\b", file.read_text("utf-8")))
    assert named <= known


def test_the_example_settings_can_be_read() -> None:
    lines = (DEPLOY / "abbatia.env").read_text("utf-8").splitlines()
    given = dict(line.lstrip("#").split("=", 1) for line in lines if re.match(r"#?ABBATIA_", line))
    settings = read_settings(environment=given)
    assert settings.public_url == "https://abbatia.example"
    assert settings.workers == 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_command_and_flag_exists(file: Path) -> None:
    commands = typer.main.get_command(build(words("en"))).commands  # type: ignore[attr-defined]  # it is a group
    for line in re.findall(
        r"(?:bin/|^|`)abbatia ([a-z][a-z-]*[^`#\n]*)", file.read_text("utf-8"), re.MULTILINE
    ):
        name, *rest = shlex.split(line)
        known = {option for parameter in commands[name].params for option in parameter.opts} | {"--help"}
        assert {word for word in rest if word.startswith("--")} <= known, line


def test_the_container_copies_what_is_there() -> None:
    for line in re.findall(
        r"^COPY (?!--from)(.*)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE
    ):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources), line


CONTAINERFILE = (DEPLOY / "Containerfile").read_text("utf-8")


def copied() -> list[str]:
    """What the container copies from a checkout."""
    lines = re.findall(r"^COPY (?!--from)(.*)$", CONTAINERFILE, re.MULTILINE)
    return [source for line in lines for source in line.split()[:-1]]


def is_ignored(path: str) -> bool:
    """Whether .containerignore keeps a file out: the last pattern that fits it or its folder."""
    ignored = False
    lines = (ROOT / ".containerignore").read_text("utf-8").splitlines()
    for line in (line for line in lines if line and not line.startswith("#")):
        pattern = line.removeprefix("!")
        parts = [path, *map(str, PurePosixPath(path).parents)]
        names = [part for part in parts if part != "."]
        if any(fits(name, pattern) for name in names):
            ignored = not line.startswith("!")
    return ignored


def fits(path: str, pattern: str) -> bool:
    if pattern.startswith("**/"):
        return fnmatch(PurePosixPath(path).name, pattern.removeprefix("**/"))
    return path.count("/") == pattern.count("/") and fnmatch(path, pattern)


def test_the_container_sees_the_sources_and_nothing_that_was_made_here() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for file in listed.splitlines():
        is_copied = any(file == source or file.startswith(f"{source}/") for source in copied())
        assert is_ignored(file) != is_copied, file
    for made in (
        ".git/config",
        ".venv/bin/python",
        "abbatia.sqlite",
        "web/node_modules/svelte/package.json",
        "src/abbatia/server/static/index.html",
        "src/abbatia/server/docs/index.html",
        "src/abbatia/core/__pycache__/match.pyc",
        "src/abbatia/core/match.cpython-311-x86_64-linux-gnu.so",
        ".compiled/0123/abbatia/core/match.py",
    ):
        assert is_ignored(made), made


def test_the_container_has_compiled_rules(tmp_path: Path) -> None:
    """From what it copies they can be compiled, it has a compiler, and it stops where they are not."""
    for source in copied():
        target = tmp_path / source
        if (ROOT / source).is_dir():
            skipped = shutil.ignore_patterns("node_modules", "static", "__pycache__")
            shutil.copytree(ROOT / source, target, ignore=skipped)
        else:
            shutil.copy(ROOT / source, target)
    made = subprocess.run(
        [sys.executable, str(tmp_path / "tools" / "compile.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (1, "")  # it knows its sources, and has no tree of them yet
    assert re.search(r"apt-get install .*\bgcc\b", CONTAINERFILE)
    assert "assert IS_COMPILED" in CONTAINERFILE


def test_the_health_check_follows_the_port() -> None:
    (check,) = re.findall(r"^HEALTHCHECK .*?CMD (.*)$", CONTAINERFILE, re.MULTILINE)
    *_, program = json.loads(check)
    asked: list[str] = []
    fake = types.ModuleType("urllib.request")
    fake.urlopen = lambda url, **_: asked.append(url)  # type: ignore[attr-defined]  # a stand-in
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ABBATIA_PORT", "8123")
        patch.setattr(urllib, "request", fake)
        patch.setitem(sys.modules, "urllib.request", fake)
        exec(program, {})
    assert asked == ["http://127.0.0.1:8123/healthz"]


def test_the_commands_need_nothing_that_a_fresh_machine_lacks() -> None:
    known = {"python3", "install", "systemctl", "curl", "podman", "createuser", "createdb", "abbatia"}
    blocks = re.findall(r"```sh\n(.*?)```", (DEPLOY / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        for line in filter(str.strip, block.replace("\\\n", " ").splitlines()):
            for command in re.split(r"&&|\|", line.partition("#")[0]):
                name = command.split()[0]
                assert name in known or name.startswith(("/opt/abbatia/bin/", "/opt/new/bin/")), line


def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    """Every line is a setting of a section; where systemd is installed it is asked itself."""
    unit = DEPLOY / "abbatia.service"
    for line in unit.read_text("utf-8").splitlines():
        assert re.fullmatch(r"#.*|\[(Unit|Service|Install)\]|[A-Za-z]+=.*|", line), line
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text("utf-8").replace("/opt/abbatia/bin/abbatia", "/bin/true"))
    try:
        command = ["systemd-analyze", "verify", "--man=no", str(copy)]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return
    assert unit.name not in said.stderr, said.stderr


def test_no_sample_proxy_publishes_the_figures() -> None:
    """Each sample that passes everything on answers for /metrics itself."""
    samples = (DEPLOY / "README.md").read_text("utf-8").split("```")[1::2]
    proxies = [sample for sample in samples if re.search("proxy_pass|reverse_proxy", sample)]
    assert len(proxies) == 2
    assert all("/metrics" in sample and "404" in sample for sample in proxies)
