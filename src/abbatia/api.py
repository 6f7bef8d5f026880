"""The functions of the public interface; `import abbatia` has them all, together with the classes."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from abbatia import bots, games
from abbatia.analysis import USUAL, Review
from abbatia.bots import Bot
from abbatia.core import match as core_match
from abbatia.core import record as core_record
from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import OptionValue, Result, Title
from abbatia.core.match import Decision, Match
from abbatia.core.reading import parse_file
from abbatia.core.record import MAX_BYTES, Record, print_record
from abbatia.core.refusals import Refusal
from abbatia.core.words import Message, words

Player = Bot | Callable[[Decision], int]
"""A bot, or a function that gets a decision and returns one of its legal actions."""
Seed = int | str | bytes
"""What a match takes its dice from: the same seed gives the same dice, `2026` the same as `"2026"`."""


def load(
    title: str,
    board: "Mapping[str, Any] | str | os.PathLike[str] | None" = None,
    version: int | None = None,
) -> Title:
    """The rules of a title, on the components of this edition or on your own.

    `board` is the content of a board or card file, or the path to it; `abbatia board template` writes one to
    begin with. `version` is one of `Title.versions`, if it shall not be the newest: every version that was
    ever released can be played. Raises BadSetup for a title or a version that does not exist and for a file
    with a fault, and says where.

    Examples:
        >>> cardinal = load("cardinal")
        >>> cardinal.seats
        range(2, 6)
        >>> cardinal.vocabulary[0]
        'pay england'
        >>> load("cardinal", version=1).version
        1
    """
    if board is None:
        return games.load(title, version)
    content = board if isinstance(board, Mapping) else parse_file(Path(board).read_text("utf-8"))
    return games.load(title, version).with_components(content)


def new_match(
    title: str | Title, seats: int | None = None, seed: Seed | None = None, **options: OptionValue
) -> Match:
    """A match before its first decision: whatever chance has to deal first is dealt.

    Unless you give `seats`, it has the smallest number that the title and the options allow. Without a `seed`
    the dice are new each time; they can be checked in any case, since the record holds the seed once the
    match is over. `options` are those of the title (`abbatia rules TITLE` explains them). Raises BadSetup.

    Examples:
        >>> match = new_match("cardinal", seats=3, seed=2026)
        >>> match.to_act()
        (0,)
        >>> new_match("cardinal", seed=1, duel=True).seats
        2
    """
    rules = load(title) if isinstance(title, str) else title
    if seats is None:
        values = {option.name: options.get(option.name, option.default) for option in rules.options}
        seats = min(rules.seats_for(values) or rules.seats)
    return Match(rules, seats, options, rng=FairRng(_secret(seed)))


def _secret(seed: Seed | None) -> bytes:
    if seed is None:
        return secrets.token_bytes(32)
    return seed if isinstance(seed, bytes) else str(seed).encode()


def make_bot(name: str, seed: int | None = None, *, steady: bool = False) -> Bot:
    """A bot by its name: a level of `LEVELS`, `uniform`, `greedy` or `uct`, or a bot of your own.

    Your own is `module:Class`, a class in Python, or `run:COMMAND`, a program in any language. The strongest
    level thinks about a second; `steady` makes it count its steps instead, so that the same `seed` gives the
    same choices on every machine. Raises BadSetup for a name that no bot has.

    Examples:
        >>> match = new_match("pelegrinus", seats=2, seed=7)
        >>> bot = make_bot("prior", seed=1)
        >>> bot.choose(match.decision(0)) in match.decision(0).legal
        True
    """
    number = secrets.randbits(56) if seed is None else seed
    return bots.make_bot(name, Rng(number), steady=steady, own=True)


def play_out(match: Match, players: Sequence[Player]) -> Result:
    """Play a match to its end, with a player for each seat, and give its result.

    Examples:
        >>> match = new_match("cardinal", seats=3, seed=5)
        >>> last = lambda decision: decision.legal[-1]
        >>> result = play_out(match, [last, make_bot("uniform", seed=1), make_bot("novice", seed=2)])
        >>> sorted(result.ranks)
        [1, 2, 3]
    """
    if len(players) != match.seats:
        raise ValueError(f"the match has {match.seats} seats, but there are {len(players)} players")
    core_match.play_out(match, [one.choose if isinstance(one, Bot) else one for one in players])
    result = match.result()
    assert result is not None  # play_out ends when nobody is to act, which is the end
    return result


def read_record(file: "str | os.PathLike[str]") -> Record:
    """The record that a file holds. Raises BadRecord, with the line, for anything else.

    Examples:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.abbatia"
        >>> write_record(new_match("cardinal", seats=3, seed=5), file, names=["Anne", "Bo", "Cy"])
        >>> read_record(file).names
        ['Anne', 'Bo', 'Cy']
    """
    with Path(file).open("rb") as source:
        return core_record.parse(source.read(MAX_BYTES + 1))


def parse_record(text: str | bytes) -> Record:
    """The same for the text of a record.

    Examples:
        >>> text = "abbatia record 1\\ntitle: cardinal 1\\nseats: 3\\n\\nend: 0 3243979754d6\\n"
        >>> parse_record(text).seats
        3
    """
    return core_record.parse(text)


def write_record(
    match: Match,
    file: "str | os.PathLike[str]",
    names: Sequence[str] = (),
    players: Sequence[str] = (),
) -> None:
    """Write the record of a match so far; `players` says for each seat `human` or the name of a bot.

    The file is the save file, too: `abbatia play --load`, `replay` and `verify` read it, and so does a
    server. The seed is in it only once the match is over.

    Examples:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.abbatia"
        >>> write_record(new_match("cardinal", seats=3, seed=5), file)
        >>> file.read_text("utf-8").splitlines()[:3]
        ['abbatia record 1', 'title: cardinal 1', 'seats: 3']
    """
    Path(file).write_text(print_record(Record.of(match, names, players)), "utf-8")


def replay(record: Record, to: int | None = None) -> Match:
    """The match of a record, up to its action number `to`. Raises BadRecord at the first illegal action.

    Examples:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.abbatia"
        >>> match = new_match("cardinal", seats=3, seed=5)
        >>> write_record(match, file)
        >>> replay(read_record(file)).log == match.log
        True
    """
    return core_record.replay(record, games.load, to=to)


def verify(record: Record) -> Match:
    """The match of a record after checking all of it: every action, the scores, and the dice by the seed.

    Raises BadRecord with the first line that is not true.

    Examples:
        >>> import tempfile, pathlib
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "game.abbatia"
        >>> match = new_match("cardinal", seats=3, seed=5)
        >>> result = play_out(match, [make_bot("uniform", seed=seat) for seat in range(3)])
        >>> write_record(match, file)
        >>> verify(read_record(file)).result().scores == result.scores
        True
    """
    return core_record.verify(record, games.load)


def analyse(record: Record, budget: str = USUAL, seed: int = 1) -> dict[str, Any]:
    """What every decision and every answer of chance of a finished game was worth, as plain JSON.

    `budget` is `quick`, `usual` or `deep`; the same budget and `seed` give the same analysis everywhere.
    docs/analysis.md explains the fields. Raises BadRecord for a record that is not finished or not legal.

    Examples:
        >>> match = new_match("pelegrinus", seats=2, seed=5)
        >>> result = play_out(match, [make_bot("uniform", seed=seat) for seat in range(2)])
        >>> found = analyse(Record.of(match), budget="quick")
        >>> found["moments"][-1]["public"]["points"] == [float(score) for score in result.scores]
        True
    """
    return Review(record, budget, seed).run()


def say(message: Message | Refusal, language: str = "en", names: Sequence[str] = ()) -> str:
    """A message of the rules as a sentence; `names` are those of the players, in the order of the seats.

    Examples:
        >>> match = new_match("cardinal", seats=3, seed=2026)
        >>> say(match.decision(0).prompt)  # doctest: +ELLIPSIS
        'Play ...'
    """
    reason = message.reason if isinstance(message, Refusal) else message
    return words(language).at_table(names).say(reason)
