"""Publish what our levels score alone: `python -m tools.solo` writes `src/abbatia/bots/solo/TITLE.json`.

Every level plays seeded solo games with each of the option sets below; the file holds their scores, the date
and this command. Bots do not look at a clock here, so the same command gives the same scores everywhere.
Run it again when the rules or the bots have changed. Sets that were not played anew stay as they are; under
`earlier` the file says of each which command, rules and bots it comes from.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from time import perf_counter
from typing import Any, Final

from abbatia.bots import LEVELS, STRONGEST, VERSION, make_bot
from abbatia.bots.solo_scores import FOLDER, options_name
from abbatia.core.chance import Rng
from abbatia.core.contract import OptionValue, Title
from abbatia.core.match import Match, play_out
from abbatia.games import load

SETS: Final[dict[str, list[dict[str, OptionValue]]]] = {
    "kings_abbey": [
        {},
        {"quick": True},
        {"easy_start": True},
        {"dark_start": True},
        {"pile": "few_vikings"},
        {"pile": "no_vikings"},
        {"pile": "plenty"},
        {"pile": "more_vikings"},
        {"pile": "harsh"},
        {"relics": "all"},
        {"relics": "rich"},
        {"saints": True},
        {"relics": "all", "saints": True},
    ]
}
"""The option sets whose scores are published, by title."""
SLOW_SETS: Final = 2  # the strongest level takes 9 s a game: it plays the first sets only


def solo_score(title: Title, options: dict[str, OptionValue], level: str, seed: int) -> int:
    """The score of one game, the same for the same seed."""
    source = Rng(seed)
    match = Match(title, 1, options, rng=source.spawn())
    play_out(match, [make_bot(level, source.spawn(), steady=True).choose])
    result = match.result()
    assert result is not None
    return result.scores[0]


def measure(title: Title, sets: Sequence[dict[str, OptionValue]], games: int, few: int, seed: int) -> Any:
    """The scores of all levels for each set of options, ascending; the strongest level plays `few` games."""
    found: dict[str, dict[str, list[int]]] = {}
    for number_of_set, changed in enumerate(sets):
        options = title.setup(1, changed)
        name = options_name(title, options)
        found[name] = {}
        for level in LEVELS if number_of_set < SLOW_SETS else LEVELS[:-1]:
            began = perf_counter()
            count = few if level == STRONGEST else games
            if not count:
                continue
            scores = [solo_score(title, options, level, (seed << 32) + number) for number in range(count)]
            found[name][level] = sorted(scores)
            middle = found[name][level][len(scores) // 2]
            print(
                f"{name} {level}: {count} games, median {middle}, {perf_counter() - began:.0f} s", flush=True
            )
    return found


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("title", nargs="?", default="kings_abbey", choices=sorted(SETS))
    parser.add_argument("--games", type=int, default=20, help="games of each level and set of options")
    parser.add_argument("--few", type=int, default=10, help=f"games of the level {STRONGEST}, which is slow")
    parser.add_argument(
        "--sets", type=int, default=len(SETS["kings_abbey"]), help="only the first sets of options"
    )
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args(arguments)
    title = load(wish.title)
    command = f"python -m tools.solo {wish.title} --games {wish.games} --few {wish.few}"
    command += f" --sets {wish.sets} --seed {wish.seed}"
    data = {
        "command": command,
        "date": f"{date.today():%Y-%m-%d}",
        "version": title.version,
        "bots": VERSION,
        "scores": measure(title, SETS[wish.title][: wish.sets], wish.games, wish.few, wish.seed),
    }
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{wish.title}.json"
    old = json.loads(file.read_text("utf-8")) if file.exists() else {"scores": {}}
    file.write_text(written(joined(old, data)), "utf-8")


def joined(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What was measured now, and the sets of before that were not, with where they come from."""
    left = {name: scores for name, scores in old["scores"].items() if name not in new["scores"]}
    source = {key: value for key, value in old.items() if key not in ("earlier", "scores")}
    earlier = {name: old.get("earlier", {}).get(name, source) for name in left}
    scores = {**new["scores"], **left}
    return {**new, **({"earlier": earlier} if earlier else {}), "scores": scores}


def written(data: dict[str, Any]) -> str:
    """JSON with the scores of one level on one line, and where an earlier set comes from on one."""
    head = [
        f"  {json.dumps(key)}: {json.dumps(value)},"
        for key, value in data.items()
        if key not in ("earlier", "scores")
    ]
    if data.get("earlier"):
        lines = [f"    {json.dumps(name)}: {json.dumps(source)}" for name, source in data["earlier"].items()]
        head += ['  "earlier": {', ",\n".join(lines), "  },"]
    sets = [
        f"    {json.dumps(name)}: {{\n"
        + ",\n".join(f"      {json.dumps(level)}: {json.dumps(scores)}" for level, scores in levels.items())
        + "\n    }"
        for name, levels in data["scores"].items()
    ]
    return "{\n" + "\n".join(head) + '\n  "scores": {\n' + ",\n".join(sets) + "\n  }\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
