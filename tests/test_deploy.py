"""What stands in deploy/ names things that exist."""

import re
import shlex
import subprocess
from pathlib import Path

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
    for line in re.findall(r"(?:bin/|^|`)abbatia ([a-z-]+[^`#\n]*)", file.read_text("utf-8"), re.MULTILINE):
        name, *rest = shlex.split(line)
        known = {option for parameter in commands[name].params for option in parameter.opts} | {"--help"}
        assert {word for word in rest if word.startswith("--")} <= known, line


def test_the_container_copies_what_is_there() -> None:
    for line in re.findall(
        r"^COPY (?!--from)(.*)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE
    ):
        *sources, _ = line.split()
        assert all((ROOT / source).exists() for source in sources), line


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
