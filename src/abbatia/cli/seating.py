"""Players for seats: the seats of a new game, and those of a saved one exactly as they were."""

import sys
from collections.abc import Sequence
from typing import Final

from abbatia.bots import BOTS, LEVELS, level_name, make_bot
from abbatia.cli.console import UsageError, ask, out
from abbatia.cli.saves import agrees
from abbatia.core.chance import Rng, draw_seats
from abbatia.core.contract import BadSetup, OptionValue, Title
from abbatia.core.record import HUMAN, SAFE_NAME, Record
from abbatia.core.words import Words

FRIENDLY: Final = LEVELS[1]
"""The level that newcomers play against."""
USUAL: Final = {"cardinal": 3, "kings_abbey": 2, "pelegrinus": 4}
"""How many sit down when nothing is said; Pelegrinus is complete in its rulebook for four only."""


class Player:
    """A seat's player: a name, what plays it (a person or the name of a bot), and the bot."""

    def __init__(self, name: str, kind: str, source: Rng) -> None:
        self.name = name
        self.kind = level_name(kind)
        self.source = source
        self.bot = None if kind == HUMAN else make_bot(self.kind, source.spawn())

    def forget(self) -> None:
        """Let a bot decide anew, with other chance: what it had planned is known."""
        if self.bot is not None:
            self.bot = make_bot(self.kind, self.source.spawn())


def usual_seats(title: Title, options: dict[str, OptionValue]) -> str:
    """One person against friendly bots, as many as suit the title and the options."""
    values = {option.name: options.get(option.name, option.default) for option in title.options}
    possible = title.seats_for(values) or title.seats
    wanted = USUAL.get(title.name, 2)
    number = min(possible, key=lambda n: (abs(n - wanted), n))
    return ",".join([HUMAN] + [FRIENDLY] * (number - 1))


def in_drawn_order(seats: str, secret: bytes) -> tuple[str, list[int]]:
    """The players of `--seats` in the order that the seed gives, and that order."""
    players = seats.split(",")
    order = draw_seats(secret, len(players))
    return ",".join(players[before] for before in order), order


def seated(seats: str, source: Rng, speech: Words, names: Sequence[str] = ()) -> list[Player]:
    """The players of `human,human:Anne,prior`. Raises UsageError."""
    players: list[Player] = []
    for number, part in enumerate(seats.split(","), start=1):
        kind, _, name = part.strip().partition(":")
        kind = level_name(kind)
        if kind != HUMAN and kind not in BOTS:
            hint = speech.text("cli.hint.seat", known=[HUMAN, *sorted(BOTS)])
            raise UsageError(speech.text("cli.bad_seat", seat=part), hint)
        name = name.strip()
        if name and not (SAFE_NAME.fullmatch(name) and name.isprintable()):
            raise UsageError(speech.text("cli.bad_name", name=ascii(name)[1:-1]))
        known = names[number - 1] if number <= len(names) else usual_name(kind, number, speech)
        players.append(Player(name or known, kind, source))
    return players


def usual_name(kind: str, number: int, speech: Words) -> str:
    if kind == HUMAN:
        return speech.text("cli.human", n=number)
    return speech.text("cli.bot", name=speech.text(f"bots.bot.{kind.partition('*')[0]}"), n=number)


def seated_again(record: Record, seats: str, source: Rng, speech: Words) -> list[Player]:
    """The players of a saved game: as the record says, else as `--seats` says, else as somebody answers.

    A person on the seat of a bot needs a yes, since they will see its hand. Raises UsageError.
    """
    if seats:
        players = seated(seats, source, speech, record.names)
        if len(players) != record.seats:
            raise UsageError(
                speech.text("cli.wrong_seats", n=record.seats), speech.text("cli.hint.wrong_seats")
            )
        for player, before in zip(players, record.players, strict=False):
            if player.kind == HUMAN != before:
                check_taken_over(player.name, before, speech)
        return players
    kinds = [level_name(kind) for kind in record.players] or asked(record, speech)
    names = record.names or [usual_name(kind, seat + 1, speech) for seat, kind in enumerate(kinds)]
    try:
        return [Player(name, kind, source) for name, kind in zip(names, kinds, strict=True)]
    except BadSetup as bad:
        raise UsageError(speech.say(bad.message), speech.text("cli.hint.who_played")) from None


def check_taken_over(name: str, before: str, speech: Words) -> None:
    bot = speech.text(f"bots.bot.{level_name(before).partition('*')[0]}")
    warning = speech.text("cli.would_see", name=name, bot=bot)
    if not agrees(f"{warning} {speech.text('cli.really')}"):
        raise UsageError(warning, speech.text("cli.hint.would_see"))


def asked(record: Record, speech: Words) -> list[str]:
    """The players of a record without `players:`, as answered at the terminal. Raises UsageError."""
    if not sys.stdin.isatty():
        raise UsageError(speech.text("cli.who_played"), speech.text("cli.hint.who_played"))
    out().print(speech.text("cli.who_played"), markup=False)
    kinds: list[str] = []
    for seat in range(record.seats):
        name = record.names[seat] if record.names else speech.text("core.seat", n=seat + 1)
        kind = ""
        while kind != HUMAN and kind not in BOTS:
            try:
                said = ask(speech.text("cli.ask_player", name=name, known=[HUMAN, *LEVELS]))
            except EOFError:
                raise UsageError(speech.text("cli.who_played"), speech.text("cli.hint.who_played")) from None
            kind = level_name(said)
        kinds.append(kind)
    return kinds
