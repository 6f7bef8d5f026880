"""Games that `tools/balance.py` measures, kept in arena/balance: a command can be interrupted and goes on."""

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from abbatia.bots import VERSION
from abbatia.bots.values import weights_digest
from abbatia.core.contract import OptionValue, Title

ROOT: Final = Path(__file__).parent.parent
KEPT: Final = ROOT / "arena" / "balance"
Game = dict[str, Any]
"""What is kept of one game, as JSON; the module of a title says what."""


def kept_games(
    title: Title,
    name: str,
    seats: int,
    options: dict[str, OptionValue],
    games: int,
    play: Callable[[int], Game],
    **more: object,
) -> Iterator[Game]:
    """Games 0, 1, 2 … of a series: those that are kept, then those that are missing.

    Games of other bots, weights, components or options are never mixed with these, nor those of a series in
    which anything of `more` is different. Games with components of one's own are not kept.
    """
    head = {
        "bots": VERSION,
        "weights": weights_digest(title.name, seats),
        "board": components_digest(title),
        "options": options,
        **more,
    }
    series = "-".join([name, *[f"{option}={value}".lower() for option, value in options.items()]])
    file = KEPT / f"{title.name}-v{title.version}-{series}-{seats}.jsonl"
    is_kept = title.own_components is None
    lines = file.read_text("utf-8").splitlines() if is_kept and file.exists() else []
    if not lines or json.loads(lines[0]) != head:
        lines = [json.dumps(head)]
        if is_kept:
            KEPT.mkdir(parents=True, exist_ok=True)
            file.write_text(lines[0] + "\n", "utf-8")
    for number in range(games):
        if number + 1 < len(lines):
            yield json.loads(lines[number + 1])
            continue
        line = json.dumps(play(number))
        if is_kept:
            with file.open("a", encoding="utf-8") as kept:
                kept.write(line + "\n")
        said = f"\r{title.name} version {title.version}, {series}, {seats} seats: {number + 1} of {games} "
        print(said, end="", file=sys.stderr, flush=True)
        yield json.loads(line)


def components_digest(title: Title) -> str:
    """A hash of the components that a title is played with."""
    if title.own_components is not None:
        return hashlib.sha256(json.dumps(title.own_components).encode()).hexdigest()[:16]
    file = title.component_file
    return hashlib.sha256(file.ours.read_bytes()).hexdigest()[:16] if file else ""
