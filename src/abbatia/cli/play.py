"""`abbatia play TITLE --seats human,prior,…`: a game in the terminal."""

import hashlib
import secrets
from pathlib import Path

import typer

from abbatia.cli.console import UsageError, find_title, read_options, read_record
from abbatia.cli.saves import Save, agrees, check_free, find_save, find_seed
from abbatia.cli.seating import in_drawn_order, seated, seated_again, usual_seats
from abbatia.cli.terminal_game import TerminalGame
from abbatia.core.chance import FairRng, Rng, commitment
from abbatia.core.match import Match
from abbatia.core.record import MAX_SECRET, Record, replay
from abbatia.core.words import Words
from abbatia.games import load


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("play", help=speech.text("cli.help.play"))
    def play(
        title: str = typer.Argument("", help=speech.text("cli.help.title")),
        seats: str = typer.Option("", "--seats", help=speech.text("cli.help.seats")),
        option: list[str] = typer.Option([], "--option", help=speech.text("cli.help.option")),
        board: Path | None = typer.Option(None, "--board", help=speech.text("cli.help.board")),
        file: Path | None = typer.Option(None, "--load", help=speech.text("cli.help.load")),
        save: Path | None = typer.Option(None, "--save", help=speech.text("cli.help.save")),
        seed: str = typer.Option("", "--seed", help=speech.text("cli.help.play_seed")),
        as_seated: bool = typer.Option(False, "--as-seated", help=speech.text("cli.help.as_seated")),
    ) -> None:
        if file is not None:
            game = loaded(find_save(file), seats, secret_of(seed), save, speech)
        elif title:
            secret = secret_of(seed) or secrets.token_bytes(32)
            rules = find_title(title, board, speech)
            given = read_options(option, speech)
            wanted, drawn = seats or usual_seats(rules, given), list[int]()
            if not as_seated:
                wanted, drawn = in_drawn_order(wanted, secret)
            players = seated(wanted, bots_source(secret), speech)
            match = Match(rules, len(players), rules.setup(len(players), given), rng=FairRng(secret))
            if save is not None:
                check_free(save, speech)
            place = Save(rules.name, save, is_own=save is not None and save.exists())
            game = TerminalGame(match, players, speech, place, drawn)
        else:
            raise UsageError(speech.text("cli.no_title"), speech.text("cli.hint.titles"))
        game.run()


def secret_of(seed: str) -> bytes:
    """The seed that somebody gave, in as many bytes as a record can hold."""
    secret = seed.encode("utf-8", "surrogateescape")
    return secret if len(secret) <= MAX_SECRET else hashlib.sha256(secret).digest()


def bots_source(secret: bytes) -> Rng:
    """Where bots take their own chance from; the dice cannot be found from it."""
    return Rng(int.from_bytes(secret[-7:], "big") ^ 0xB07)


def loaded(file: Path, seats: str, seed: bytes, save: Path | None, speech: Words) -> TerminalGame:
    """A saved game goes on: the same players at the same seats, the same dice. Raises UsageError."""
    record = read_record(file, speech)
    match = replay(record, load, rng=dice(record, seed, speech))
    players = seated_again(record, seats, bots_source(seed or secrets.token_bytes(32)), speech)
    if save is not None and not is_same(save, file):
        check_free(save, speech)
        return TerminalGame(
            match, players, speech, Save(record.title, save, is_own=save.exists()), record.seating
        )
    return TerminalGame(match, players, speech, Save(record.title, file, is_own=True), record.seating)


def is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def dice(record: Record, seed: bytes, speech: Words) -> Rng:
    """The dice that the record is committed to; new ones only if somebody agrees. Raises UsageError."""
    secret = record.seed or seed or find_seed(record.commitment) or b""
    if record.commitment and commitment(secret) == record.commitment:
        return FairRng(secret)
    if record.commitment:
        warning = speech.text("cli.seed_lost")
        if not agrees(f"{warning} {speech.text('cli.really')}"):
            raise UsageError(warning, speech.text("cli.hint.seed_lost"))
    return Rng(int.from_bytes(seed or secrets.token_bytes(7), "big"))
