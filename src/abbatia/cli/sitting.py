"""A sitting at the terminal: people and bots around one screen, until the game is over or people leave."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.rule import Rule as Separator
from rich.text import Text

from abbatia.bots import Bot, make_bot
from abbatia.cli.boards import draw
from abbatia.cli.rules import plain
from abbatia.cli.speech import out, seat_text
from abbatia.cli.telling import Teller
from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Match
from abbatia.core.record import Record, print_record
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.rules import rules
from abbatia.core.words import Words

SHOWN: Final = 40  # legal actions listed at once


class Player:
    """Who sits at a seat: a name, and a bot unless it is a person."""

    def __init__(self, name: str, bot: Bot | None) -> None:
        self.name = name
        self.bot = bot


class Left(Exception):
    """The people have left the table."""


class Sitting:
    """One match at one screen. `place` is where it is saved."""

    def __init__(self, match: Match, players: Sequence[Player], speech: Words, place: Path) -> None:
        self.match = match
        self.players = players
        names = [player.name for player in players]
        self.speech = speech.knowing(match.title.names(speech.language)).at_table(names)
        self.place = place
        self.console: Console = out()
        self.teller = Teller(self.speech, self.console)
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.watching: int | None = self.people[0] if len(self.people) == 1 else None
        self.last_seen = dict.fromkeys(self.people, 0)  # the log entry up to which each person was told
        self.advisor = make_bot("cardinal", Rng(1))
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "help": self.show_help,
            "board": self.show_board,
            "log": self.show_log,
            "rules": self.show_rules,
            "why": self.show_why,
            "hint": self.show_hint,
            "undo": self.take_back,
            "save": self.save_as,
            "quit": self.leave,
        }

    def run(self) -> None:
        """Play until the game is over or people leave; nothing is lost either way."""
        self.greet()
        try:
            while actors := self.match.to_act():
                self.turn(actors)
        except (Left, EOFError, KeyboardInterrupt):
            self.save(self.place)
            self.say("cli.left", file=str(self.place))
            return
        self.finish()

    def greet(self) -> None:
        title = self.match.title
        self.console.print(Text(self.speech.text(f"{title.name}.name"), style="bold"))
        self.say(f"{title.name}.about", style="")
        if title.own_components is None:
            self.say(f"{title.name}.board_note")
        if isinstance(self.match.rng, FairRng):
            self.say("cli.commitment", commitment=self.match.rng.commitment)
        self.say("cli.type_help")

    def turn(self, actors: Sequence[int]) -> None:
        """The next bot that may act does; else the next person is asked."""
        self.match.listeners[:] = [self.teller.hear]
        for seat in actors:
            bot = self.players[seat].bot
            if bot is not None:
                self.match.play(seat, bot.choose(self.match.decision(seat)))
                if not self.people:
                    self.teller.catch_up(None)
                return
        self.ask(actors[0])

    def ask(self, seat: int) -> None:
        """Show a person the table and what is asked, and read lines until the match has moved."""
        if len(self.people) > 1 and self.watching != seat:
            self.hand_over(seat)
        self.catch_up(seat)
        decision = self.match.decision(seat)
        self.console.print(Separator(style="dim"))
        if self.is_news(seat):
            self.show_board(seat, "")
        self.last_seen[seat] = len(self.match.log)
        self.console.print(Text(self.speech.say(decision.asked), style="bold"))
        self.list_actions(decision.legal)
        while not self.answer(seat, decision.legal):
            pass

    def is_news(self, seat: int) -> bool:
        """Whether more happened since this person last looked than one action of their own."""
        seen = self.last_seen[seat]
        return seen <= 0 or any(actor != seat for actor, _ in self.match.log[seen:])

    def answer(self, seat: int, legal: Sequence[int]) -> bool:
        """Read one line: a number of the list, an action's text, or a command. True once the match moved."""
        line = self.console.input(f"{self.speech.seat(seat)}> ").strip()
        word, _, rest = ("help" if line == "?" else line).partition(" ")
        if word.lower() in self.commands and line.lower() not in self.match.title.numbers:
            return self.commands[word.lower()](seat, rest.strip())
        if not line:
            return False
        try:
            action = legal[int(line) - 1] if line.isdigit() and 1 <= int(line) <= len(legal) else None
            self.match.play(seat, self.match.number(line) if action is None else action)
        except Refused as refused:
            self.refuse(refused.refusal)
            return False
        return True

    def catch_up(self, seat: int) -> None:
        """What happened since this person last looked, as this person may see it."""
        self.teller.catch_up(seat, since=self.last_seen[seat])

    def hand_over(self, seat: int) -> None:
        """Hide the screen until the next person says so."""
        self.console.clear()
        self.console.print(seat_text(seat, self.players[seat].name))
        self.console.input(self.speech.text("cli.hand_over", seat=self.players[seat].name) + " ")
        self.console.clear()
        self.watching = seat

    def list_actions(self, legal: Sequence[int]) -> None:
        title = self.match.title
        width = max(len(title.vocabulary[action]) for action in legal[:SHOWN])
        for number, action in enumerate(legal[:SHOWN], start=1):
            notation = f"{title.vocabulary[action]:<{width}}"
            said = self.speech.say(title.describe(action))
            self.console.print(Text.assemble((f"{number:>4}  ", "cyan"), (notation, "bold"), f"  {said}"))
        if len(legal) > SHOWN:
            self.say("cli.more_actions", n=len(legal) - SHOWN)

    def refuse(self, refusal: Refusal) -> None:
        rule = f" (§{refusal.rule})" if refusal.rule else ""
        self.console.print(Text(self.speech.say(refusal.reason) + rule, style="red"))

    # -- commands: each returns True when it moved the match

    def show_help(self, seat: int, rest: str) -> bool:
        for name in self.commands:
            self.console.print(
                Text.assemble((f"{name:>7}  ", "cyan"), self.speech.text(f"cli.command.{name}"))
            )
        return False

    def show_board(self, seat: int, rest: str) -> bool:
        self.console.print(draw(self.match.title, self.match.state.observe(seat), self.speech))
        return False

    def show_log(self, seat: int, rest: str) -> bool:
        self.teller.catch_up(seat, since=0)
        return False

    def show_rules(self, seat: int, rest: str) -> bool:
        book = rules(self.match.title.name, self.speech.language)
        wanted = rest.removeprefix("§").upper()
        for rule in book.values():
            if not wanted or rule.number == wanted or rule.number.startswith(f"{wanted}."):
                self.console.print(Text.assemble((f"{rule.number}  ", "cyan"), plain(rule.text)))
        return False

    def show_why(self, seat: int, rest: str) -> bool:
        try:
            refusal = self.match.state.why_not(seat, self.match.number(rest))
        except Refused as refused:
            refusal = refused.refusal
        if refusal is None:
            self.say("cli.is_legal")
        else:
            self.refuse(refusal)
        return False

    def show_hint(self, seat: int, rest: str) -> bool:
        action = self.advisor.choose(self.match.decision(seat))
        self.say("cli.hint_is", text=self.match.title.vocabulary[action])
        return False

    def take_back(self, seat: int, rest: str) -> bool:
        """Free while nothing was revealed; beyond that everybody at this screen has to agree."""
        try:
            self.match.undo(seat)
        except Refused as refused:
            is_a_matter_of_consent = refused.refusal.reason.key == "core.undo_revealed"
            if not is_a_matter_of_consent or not self.all_agree(seat):
                self.refuse(refused.refusal)
                return False
            self.match.undo(seat, agreed=True)
        self.teller.forget(len(self.match.log))
        self.last_seen = {person: min(seen, len(self.match.log)) for person, seen in self.last_seen.items()}
        self.last_seen[seat] = -1
        self.say("cli.taken_back")
        return True

    def all_agree(self, seat: int) -> bool:
        """Bots agree; with other people at the table, they are asked."""
        others = [person for person in self.people if person != seat]
        return all(
            self.console.input(self.speech.text("cli.agree", seat=self.players[other].name) + " ")
            .strip()
            .lower()
            in ("y", "yes", "o", "oui")
            for other in others
        )

    def save_as(self, seat: int, rest: str) -> bool:
        self.save(Path(rest) if rest else self.place)
        return False

    def leave(self, seat: int, rest: str) -> bool:
        raise Left

    # -- the end

    def save(self, place: Path) -> None:
        record = Record.of(self.match, [player.name for player in self.players])
        try:
            place.write_text(print_record(record), "utf-8")
        except OSError as error:
            self.say("cli.cannot_write", file=str(place), why=error.strerror or "", style="red")
        else:
            self.say("cli.saved", file=str(place))

    def finish(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        self.teller.catch_up(viewer, since=max(self.last_seen.values(), default=self.teller.told))
        self.console.print(draw(self.match.title, self.match.state.observe(viewer), self.speech))
        result = self.match.result()
        if result is not None:
            self.teller.tell_result(result)
        self.save(self.place)
        self.say("cli.verify_it", file=str(self.place))

    def say(self, key: str, *, style: str = "dim", **args: object) -> None:
        self.console.print(Text(self.speech.text(key, **args), style=style))
