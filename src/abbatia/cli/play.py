"""`abbatia play TITLE --seats human,uniform,…`: a game in the terminal."""

import secrets
from pathlib import Path

import typer

from abbatia.bots import BOTS, make_bot
from abbatia.cli.sitting import Player, Sitting
from abbatia.cli.speech import Stop, find_title, read_options, read_record
from abbatia.core.chance import FairRng, Rng
from abbatia.core.contract import Title
from abbatia.core.match import Match
from abbatia.core.record import Record, replay
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
    ) -> None:
        secret = seed.encode() or secrets.token_bytes(32)
        if file is not None:
            match, players = loaded(read_record(file, speech), seats, secret, speech)
        elif title:
            rules = find_title(title, board, speech)
            players = seated(rules, seats, secret, speech)
            options = rules.setup(len(players), read_options(option, speech))
            match = Match(rules, len(players), options, rng=FairRng(secret))
        else:
            raise Stop(speech.text("cli.no_title"), speech.text("cli.hint.titles"))
        place = save or file or Path(f"{match.title.name}.abbatia")
        Sitting(match, players, speech, place).run()


def seated(title: Title, seats: str, secret: bytes, speech: Words) -> list[Player]:
    """The players of `human,human:Anne,uniform`; by default one person against uniform bots."""
    fewest = max(title.seats[0], 2 if 2 in title.seats else title.seats[0])
    parts = seats.split(",") if seats else ["human"] + ["uniform"] * (fewest - 1)
    source = Rng(int.from_bytes(secret[-7:], "big") ^ 0xB07)
    players: list[Player] = []
    for number, part in enumerate(parts, start=1):
        kind, _, name = part.strip().partition(":")
        if kind == "human":
            players.append(Player(name or speech.text("cli.human", n=number), None))
        elif kind in BOTS:
            label = speech.text("cli.bot", name=speech.text(f"bots.bot.{kind}"), n=number)
            players.append(Player(name or label, make_bot(kind, source.spawn())))
        else:
            known = ["human", *sorted(BOTS)]
            raise Stop(speech.text("cli.bad_seat", seat=part), speech.text("cli.hint.seat", known=known))
    return players


def loaded(record: Record, seats: str, secret: bytes, speech: Words) -> tuple[Match, list[Player]]:
    """A saved game goes on; its dice were secret, so new ones are taken from here on."""
    match = replay(record, load, rng=Rng(int.from_bytes(secret[:7], "big")))
    wanted = seats or ",".join(["human"] + ["uniform"] * (record.seats - 1))
    players = seated(match.title, wanted, secret, speech)
    if len(players) != record.seats:
        raise Stop(speech.text("cli.wrong_seats", n=record.seats), speech.text("cli.hint.wrong_seats"))
    if not seats:
        players = [Player(name, p.bot) for name, p in zip(record.names, players, strict=False)] or players
    return match, players
