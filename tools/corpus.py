"""Make the corpus: finished games of every title and version that must replay the same for ever.

    python tools/corpus.py kings_abbey --version 2    play the games of a version that has none yet
    python tools/corpus.py --names    only the hashes of key names; everything else has to be as it is
    python tools/corpus.py --seen     the hashes of what is seen and its names; everything else as it is
    python tools/corpus.py --refusals    only the hashes of refusals; everything else has to be as it is
    python tools/corpus.py --cover    say which actions occur in no game

A version that was released keeps its games: `<title>-v<version>.jsonl.xz`, and for version 1 also
`<title>.jsonl.xz`, from the time before there was another.

A line of a file is one game: its setting, who played it, the log, the result, and short hashes of what was to
be seen. At `MOMENTS` places of the log the hash goes over what every viewer sees (`observe`) and over what
each seat that acts is asked. The names of keys, and the refusals of actions that are not legal there, are
hashed apart, so that a renaming or a better reason changes one hash of a game and no other. Further hashes go
over the legal actions and the events of the whole game and over the position (`to_json`) at those moments.
`<title>-level-4` has the logs of 200 games of level 4 and no hashes.
Games are played at random, by players who prefer actions that the corpus has seldom (`rare`), and by bots.
"""

import argparse
import hashlib
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from abbatia.bots import make_bot
from abbatia.core.chance import Rng
from abbatia.core.conformance import is_playable
from abbatia.core.contract import CHANCE, Event, OptionValue, State, Title
from abbatia.core.match import Decision
from abbatia.core.observation import AnyObservation
from abbatia.core.playout import Entry, choice, first
from abbatia.core.views import ViewCache
from abbatia.core.words import Message
from abbatia.games import TITLES, load

Options = dict[str, OptionValue]
PLACE: Final = Path(__file__).parent.parent / "tests" / "corpus"
MOMENTS: Final = 5  # of a new game; the first games have 20
GAMES: Final = 50  # of each set of options, at least, with all numbers of seats together
NOVICES: Final = 2  # of these by bots of the lowest level, and as many by each seat of another level
MIXED: Final = ("novice", "cleric", "prior", "uniform", "novice")
REFUSALS: Final = 6  # refused actions looked at in each moment
SHORT: Final = 6  # hexadecimal digits of the hash of one moment
KEY: Final = re.compile(r'"((?:[^"\\]|\\.)*)": ')
SETS: Final[dict[str, list[Options]]] = {  # by title, or by title and version
    "cardinal": [
        {},
        {
            "two_countries": True,
            "joker_abroad_only": True,
            "draw_in_last_round": True,
            "last_round_must_place": True,
        },
        {"duel": True},
        {"duel": True, "joker_abroad_only": True, "draw_in_last_round": True, "last_round_must_place": True},
    ],
    "pelegrinus": [
        {},
        {
            "site_needs_both_ends": True,
            "own_keeper_in_tie": False,
            "keeper_captured_when_abbey_cancelled": False,
        },
    ],
    "pelegrinus-v2": [
        {},
        {
            "site_needs_both_ends": False,
            "own_keeper_in_tie": False,
            "keeper_captured_when_abbey_cancelled": False,
        },
    ],
    "kings_abbey": [
        {},
        {
            "quick": True,
            "dark_start": True,
            "auction": True,
            "relics": "all",
            "saints": True,
            "guild_trades": False,
            "brewery_cards": True,
            "prestige_floor": True,
        },
        {"pile": "few_vikings", "easy_start": True, "saints": True},
        {"pile": "no_vikings", "relics": "rich", "auction": True},
        {"pile": "plenty", "dark_start": True, "brewery_cards": True},
        {"pile": "more_vikings", "guild_trades": False, "relics": "all"},
        {"pile": "harsh", "saints": True, "prestige_floor": True, "relics": "rich"},
    ],
}


def settings(title: Title) -> Iterator[tuple[int, Options]]:
    """Every number of seats with every set of options that it allows, options it does not allow left out."""
    for seats in title.seats:
        found: list[Options] = []
        for chosen in SETS.get(f"{title.name}-v{title.version}", SETS[title.name]):
            barred = {option.name for option in title.options if option.seats and seats not in option.seats}
            options = {key: value for key, value in chosen.items() if key not in barred}
            is_cut_duel = "duel" in chosen and "duel" in barred
            if options not in found and not is_cut_duel and is_playable(title, seats, options):
                found.append(options)
        for options in found:
            yield seats, options


# -- playing ----------------------------------------------------------------------------------------------


def play(title: Title, seats: int, options: Options, by: str, seed: int, seen: Counter[int]) -> list[Entry]:
    """One game to its end; `seen` counts the actions of all games so far."""
    state, rng, log = title.start(seats, **options), Rng(seed), list[Entry]()
    names = MIXED if by == "mixed" else ("novice",) * 5
    bots = [make_bot(name, rng.spawn(), steady=True) for name in names[:seats]] if by in BOTS else []
    while actors := state.to_act():
        seat = first(actors, rng)
        if seat == CHANCE or by == "random":
            action = choice(state, seat, rng)
        elif by == "rare":
            action = seldom(state.legal(seat), rng, seen)
        else:
            action = bots[seat].choose(Decision(state, seat))
        state.apply(seat, action)
        seen[action] += 1
        log.append((seat, action))
    return log


BOTS: Final = ("novice", "mixed")


def seldom(legal: tuple[int, ...], rng: Rng, seen: Counter[int]) -> int:
    """Every second time the action that the corpus has least, else any."""
    if rng.below(2):
        return legal[rng.below(len(legal))]
    return min(legal, key=lambda action: (seen[action], action))


def shares(title: Title) -> Iterator[tuple[int, Options, int]]:
    """How many games of each setting are missing, so that every set of options has enough."""
    there = Counter(written(game["options"]) for game in read(title.name, title.version))
    of_set = Counter(written(options) for _, options in settings(title))
    for seats, options in settings(title):
        missing = max(0, GAMES - there[written(options)])
        yield seats, options, -(-missing // of_set[written(options)])


def written(options: Options) -> str:
    return json.dumps(options, sort_keys=True)


def made(title: Title) -> Iterator[dict[str, Any]]:
    """The games of a version that are missing, as they are written."""
    seen, seed = Counter[int](), 1_000_000 * title.version
    for seats, options, games in list(shares(title)):
        for number in range(games):
            by = "random" if number < games // 2 else "rare"
            if number >= games - 2 * NOVICES:
                by = BOTS[number % len(BOTS)]
            seed += 1
            log = play(title, seats, options, by, seed, seen)
            game = {"seats": seats, "options": options, "by": by, "log": packed(title, seats, options, log)}
            yield {**game, **facts(title, game)}


def packed(title: Title, seats: int, options: Options, log: list[Entry]) -> str:
    """A log as text: the numbers of the actions; the seat stands before one that was not the first to act."""
    state, words = title.start(seats, **options), list[str]()
    for seat, action in log:
        words.append(str(action) if seat == state.to_act()[0] else f"{seat}:{action}")
        state.apply(seat, action)
    return " ".join(words)


# -- replaying --------------------------------------------------------------------------------------------


class Illegal(Exception):
    """A game of the corpus has an action that is not legal any more."""


def facts(title: Title, game: dict[str, Any]) -> dict[str, Any]:
    """The result of a game and all hashes, found by replaying its log."""
    words = game["log"].split()
    state = title.start(game["seats"], **game["options"])
    legal_hash, event_hash, state_hash, name_hash, refusal_hash = (hashlib.sha256() for _ in range(5))
    moments: list[str] = []
    looks = len(game.get("moments", "")) // SHORT or MOMENTS
    stops = {len(words) * (i + 1) // looks - 1 for i in range(looks)}
    told: list[Event] = []
    state.events = told
    for number, word in enumerate(words):
        actors = state.to_act()
        seat, action = (int(part) for part in word.split(":")) if ":" in word else (actors[0], int(word))
        if seat not in actors:
            raise Illegal(f"action {number}: seat {seat} is not to act")
        for actor in actors:
            offered = [pair[0] for pair in state.odds()] if actor == CHANCE else state.legal(actor)
            legal_hash.update(f"{actor}{offered}".encode())
            if actor == seat and action not in offered:
                raise Illegal(f"action {number}, {title.vocabulary[action]!r}, is not legal for seat {seat}")
        state.apply(seat, action)
        if number in stops:
            values, names, refusals = look(title, state, number)
            moments.append(hashlib.sha256(values.encode()).hexdigest()[:SHORT])
            name_hash.update(names.encode())
            refusal_hash.update(refusals.encode())
            state_hash.update(json.dumps(state.to_json()).encode())
            event_hash.update("\n".join([told_as(event) for event in told]).encode())
            told.clear()
    result = state.result()
    if result is None:
        raise Illegal("the game is not over after its last action")
    return {
        "scores": list(result.scores),
        "ranks": list(result.ranks),
        "sheets": short(json.dumps(result.to_json()["lines"])),
        "moments": "".join(moments),
        "names": name_hash.hexdigest()[:8],
        "refusals": refusal_hash.hexdigest()[:8],
        "legal": legal_hash.hexdigest()[:8],
        "events": event_hash.hexdigest()[:8],
        "positions": state_hash.hexdigest()[:8],
    }


def positions(title: Title, game: dict[str, Any]) -> Iterator[tuple[State, int]]:
    """The positions of a game, each with the seat that acts next; to be looked at, not kept."""
    state = title.start(game["seats"], **game["options"])
    for word in game["log"].split():
        seat, action = (
            (int(part) for part in word.split(":")) if ":" in word else (state.to_act()[0], int(word))
        )
        yield state, seat
        state.apply(seat, action)


def look(title: Title, state: State, number: int) -> tuple[str, str, str]:
    """What is to be seen in one position: all values in the order of the text, names of keys, refusals."""
    cache = ViewCache()  # what all viewers see alike is made once
    values, names = apart([cache.look(state, seat) for seat in (None, *range(state.seats))])
    rng, refusals = Rng(number), list[str]()
    for seat in state.to_act():
        if seat != CHANCE:
            values.append(said(state.prompt(seat)))
            refusals += [refused(state, seat, rng.below(len(title.vocabulary))) for _ in range(REFUSALS)]
    return "\n".join(values), "\n".join(names), "\n".join(refusals)


def apart(seen: list[AnyObservation]) -> tuple[list[str], list[str]]:
    """The values of observations, and the names of their keys."""
    values: list[str] = []
    names: list[str] = []
    known: dict[int, tuple[str, str]] = {}  # parts that several viewers see alike are the same objects
    for part in seen:
        for name, value in part.items():
            if id(value) not in known:
                text = json.dumps(value)
                known[id(value)] = KEY.sub("", text), " ".join(KEY.findall(text))
            values.append(known[id(value)][0])
            names += [name, known[id(value)][1]]
    return values, names


def refused(state: State, seat: int, action: int) -> str:
    refusal = state.why_not(seat, action)
    return "legal" if refusal is None else f"{said(refusal.reason)} {refusal.rule}"


def said(message: Message | None) -> str:
    return "" if message is None else json.dumps(message.to_json(), sort_keys=True)


def told_as(event: Event) -> str:
    return f"{said(event.seen)} {said(event.secret)} {event.to} {event.reveals}"


def short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


# -- files ------------------------------------------------------------------------------------------------


def files(name: str, version: int) -> list[Path]:
    """Where the games of a version are; the last is the one that games are added to."""
    first = [PLACE / f"{name}.jsonl.xz"] if version == 1 else []
    return [*first, PLACE / f"{name}-v{version}.jsonl.xz"]


def read(name: str, version: int) -> list[dict[str, Any]]:
    """The games of a title and version, as they are stored."""
    return [game for file in files(name, version) if file.exists() for game in read_file(file)]


def read_file(file: Path) -> list[dict[str, Any]]:
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(file: Path, games: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(game, separators=(",", ":")) + "\n" for game in games)
    data = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    file.write_bytes(data)
    print(f"{file.name}: {len(games)} games, {len(data)} bytes")


def take_over(title: Title, allowed: set[str]) -> None:
    """Take over these facts as they are now; refuse when anything else differs."""
    for file in files(title.name, title.version):
        games = read_file(file) if file.exists() else []
        for index, game in enumerate(games):
            found = facts(title, game)
            other = [key for key, value in found.items() if key not in allowed and game[key] != value]
            if other:
                raise SystemExit(f"error: game {index} of {file.name} differs in {', '.join(other)}")
            game.update({key: found[key] for key in allowed})
        if games:
            write(file, games)


def cover(title: Title) -> None:
    """Print the actions that occur in no game."""
    name, seen = title.name, set[int]()
    for game in read(name, title.version):
        seen |= {int(word.split(":")[-1]) for word in game["log"].split()}
    never = [text for number, text in enumerate(title.vocabulary) if number not in seen]
    print(f"{name}: {len(never)} of {len(title.vocabulary)} actions never occur: {', '.join(never)}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the corpus of finished games.")
    parser.add_argument("--names", action="store_true", help="only take over changed names of keys")
    parser.add_argument("--seen", action="store_true", help="only take over what is seen")
    parser.add_argument("--refusals", action="store_true", help="only take over changed refusals")
    parser.add_argument("--cover", action="store_true", help="say which actions occur in no game")
    parser.add_argument("--version", type=int, help="only this version")
    parser.add_argument("titles", nargs="*", default=list(TITLES))
    chosen = parser.parse_args()
    for title in versions(chosen.titles, chosen.version):
        allowed = {"names", "moments"} if chosen.seen else {"names"} if chosen.names else set[str]()
        if chosen.refusals:
            allowed.add("refusals")
        if allowed:
            take_over(title, allowed)
        elif chosen.cover:
            cover(title)
        elif new := list(made(title)):
            file = files(title.name, title.version)[-1]
            write(file, (read_file(file) if file.exists() else []) + new)
    return 0


def versions(names: list[str], only: int | None) -> list[Title]:
    """The titles of these names, each in all its versions or in one."""
    all_titles = [load(name, one.number) for name in names for one in load(name).versions]
    return [title for title in all_titles if only in (None, title.version)]


if __name__ == "__main__":
    sys.exit(main())
