"""`TerminalGame`: people and bots play one match at one screen, until it is over or the people leave."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.rule import Rule as Separator
from rich.segment import ControlType, Segment, Segments
from rich.text import Text

from abbatia.cli.advice import advice
from abbatia.cli.boards import board_of
from abbatia.cli.boards.drawing import Look
from abbatia.cli.console import UsageError, chosen_language, out, seat_text
from abbatia.cli.menu import SHOWN, menu
from abbatia.cli.narrator import Narrator
from abbatia.cli.rules import chosen, written
from abbatia.cli.saves import YES, Save, check_free, keep_seed
from abbatia.cli.scores import score_table
from abbatia.cli.seating import Player
from abbatia.cli.solo_records import record_after, record_to_beat
from abbatia.cli.typed import Spellings, Unclear, fold
from abbatia.core.chance import FairRng, Rng
from abbatia.core.match import Match, ask
from abbatia.core.observation import AnyObservation
from abbatia.core.record import Record, print_record
from abbatia.core.refusals import Refusal, Refused
from abbatia.core.words import LANGUAGES, Words, words
from abbatia.errors import AbbatiaError

LEAST_NEWS: Final = 3  # lines of what has happened that are shown on any screen
SURROUNDINGS: Final = 4  # lines besides table, news and actions: separator, prompt, input, a wrapped one
WIPE: Final = Segments([Segment("\x1b[H\x1b[2J\x1b[3J", None, [(ControlType.CLEAR,)])])
"""Clears the screen, then (3J) what was scrolled off: some terminals scroll a cleared screen off first."""


class Quit(AbbatiaError):
    """The people have left the table."""


class TerminalGame:
    """One match at one screen. `place` is where it is saved, `drawn` the order in which seats were drawn."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player],
        speech: Words,
        place: Save,
        drawn: Sequence[int] = (),
    ) -> None:
        self.match = match
        self.players = players
        names = [player.name for player in players]
        self.speech = speech.knowing(match.title.names(speech.language)).at_table(names)
        self.place = place
        self.drawn = drawn
        self.console: Console = out()
        self.narrator = Narrator(self.speech, self.console)
        self.board = board_of(match.title, self.speech)
        self.spellings = Spellings(match.title)
        self.people = [seat for seat, player in enumerate(players) if player.bot is None]
        self.is_solo = self.people == [0] and match.seats == 1  # such games have a record to beat
        self.watching: int | None = self.people[0] if len(self.people) == 1 else None
        self.last_seen = {seat: self.last_action(seat) for seat in self.people}
        """The log entry up to which each person has read; in a saved game, what each has acted upon."""
        self.is_shown = dict.fromkeys(self.people, False)  # whether each person has seen the table
        self.keep_the_beginning()
        self.commands: dict[str, Callable[[int, str], bool]] = {
            "help": self.show_help,
            "board": self.show_board,
            "log": self.show_log,
            "rules": self.show_rules,
            "score": self.show_score,
            "why": self.show_why,
            "hint": self.show_hint,
            "undo": self.take_back,
            "save": self.save_as,
            "quit": self.leave,
            **{name: self.looking(look) for name, look in self.board.looks().items()},
        }
        self.called = {
            fold(words(language).text(f"cli.name.{name}"))[0]: name
            for language in LANGUAGES
            for name in self.commands
        }

    def last_action(self, seat: int) -> int:
        """The number of the entry after the last action of a seat; 0 before its first."""
        acted = [number for number, (actor, _) in enumerate(self.match.log) if actor == seat]
        return acted[-1] + 1 if acted else 0

    def keep_the_beginning(self) -> None:
        """Give the narrator what happened before: the set-up, or a saved game so far."""
        match = self.match
        Match(
            match.title, match.seats, match.options, rng=Rng(0), log=match.log, listeners=[self.narrator.keep]
        )

    def looking(self, look: Look) -> Callable[[int, str], bool]:
        """A command that shows something of the table."""

        def show(seat: int, rest: str) -> bool:
            self.console.print(look(self.match.state.observe(seat), rest))
            return False

        return show

    def run(self) -> None:
        """Play until the game is over or people leave; nothing is lost either way."""
        self.greet()
        try:
            while actors := self.match.to_act():
                self.turn(actors)
        except (Quit, EOFError, KeyboardInterrupt):
            if len(self.people) > 1:
                self.console.print(WIPE, end="")
            if self.save(self.place):
                is_usual = self.speech.language == chosen_language(())[0]
                language = "" if is_usual else f" --language {self.speech.language}"
                self.say_whole("cli.left", file=self.place.name, language=language)
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
        if len(self.drawn) > 1 and not any(seat >= 0 for seat, _ in self.match.log):
            self.say("cli.seats_drawn", names=[player.name for player in self.players])
        if self.is_solo and (record := record_to_beat(self.match)) is not None:
            self.console.print(Text(self.speech.say(record), style="dim"))
        self.say("cli.type_help")

    def turn(self, actors: Sequence[int]) -> None:
        """The next bot that may act does; else the next person is asked."""
        self.match.listeners[:] = [self.narrator.keep]
        for seat in actors:
            bot = self.players[seat].bot
            if bot is not None:
                ask(self.match, seat, bot.choose)
                if not self.people:
                    self.narrator.catch_up(None)
                return
            forced = self.board.forced(self.match.state.legal(seat))
            if forced is not None:
                self.match.play(seat, forced)
                return
        self.ask(actors[0])

    def ask(self, seat: int) -> None:
        """Show a person the table and what is asked, and read lines until the match has moved."""
        if len(self.people) > 1 and self.watching != seat:
            self.hand_over(seat)
        is_news, since = self.is_news(seat), self.last_seen[seat]
        if not (is_news and self.board.news_below):
            self.catch_up(seat)
        self.keep()
        decision = self.match.decision(seat)
        seen, legal = decision.observation, self.board.listed(decision.legal)
        self.console.print(Separator(style="dim"))
        if is_news:
            self.console.print(self.board.draw(seen))
            if self.board.news_below:
                self.tell_news(seat, since, len(self.console.render_lines(self.menu(legal, seen))))
        elif (glance := self.board.glance(seen)) is not None:
            self.console.print(glance)
        self.last_seen[seat] = len(self.match.log)
        self.is_shown[seat] = True
        for caution in self.match.state.cautions(seat):
            if caution.chosen:
                self.console.print(
                    Text(f"⚠ {self.speech.say(caution.reason)} (§{caution.rule})", style="yellow")
                )
        self.console.print(Text(self.speech.say(decision.prompt), style="bold"))
        self.list_actions(legal, seen)
        while not self.answer(seat, legal, seen):
            pass

    def tell_news(self, seat: int, since: int, listed: int) -> None:
        """What happened since a person last looked, below the table: as much as the screen has room for.

        `listed` is how many lines the actions take.
        """
        news = self.narrator.news(seat, since)
        if self.console.is_terminal:
            table = self.console.render_lines(self.board.draw(self.match.state.observe(seat)))
            room = max(LEAST_NEWS, self.console.height - len(table) - listed - SURROUNDINGS)
            if len(news) > room:
                self.say("cli.earlier_news", n=len(news) - room + 1)
                news = news[len(news) - room + 1 :]
        for line in news:
            self.console.print(line)

    def is_news(self, seat: int) -> bool:
        """Whether more happened since this person last looked than one action of their own."""
        seen = self.last_seen[seat]
        return (
            not self.is_shown[seat] or seen == 0 or any(actor != seat for actor, _ in self.match.log[seen:])
        )

    def answer(self, seat: int, legal: Sequence[int], seen: AnyObservation) -> bool:
        """Read one line: a number of the list, an action's words, or a command. True once the match moved."""
        line = self.console.input(f"{self.speech.seat(seat)}> ").strip()
        if not line:
            return False
        word, _, rest = ("help" if line == "?" else line).partition(" ")
        command = self.called.get("".join(fold(word)))
        if command and " ".join(line.lower().split()) not in self.match.title.numbers:
            return self.commands[command](seat, rest.strip())
        try:
            self.match.play(seat, self.action(line, legal, seen))
        except Unclear as unclear:
            self.explain_unclear(line, unclear.actions, seat, legal, seen)
            return False
        except Refused as refused:
            self.refuse(refused.refusal)
            return False
        return True

    def action(self, text: str, legal: Sequence[int], seen: AnyObservation) -> int:
        """The action that a number or a text means. Raises Refused, or Unclear when it may mean several."""
        if text.isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        if text.isdecimal():
            raise Refused(Refusal("cli.no_such_number", "", n=len(legal)))
        found = self.spellings.find(
            text, legal, {action: self.board.describe(seen, action) for action in legal}
        )
        if found is None:
            found = self.board.unlisted(seen, text)
        if found is None:
            raise Refused(Refusal("cli.not_understood", "", text=text[:80]))
        return found

    def explain_unclear(
        self, text: str, actions: Sequence[int], seat: int, legal: Sequence[int], seen: AnyObservation
    ) -> None:
        """Say which of the possible actions a text may mean, or why none of those that it may mean is."""
        if possible := [action for action in legal if action in actions]:
            self.say("cli.unclear", text=text, style="red")
            self.list_actions(possible, seen, legal)
            return
        refusals = {str(refusal.to_json()): refusal for refusal in self.refusals(seat, actions)}
        for refusal in self.board.telling(list(refusals.values())):
            self.refuse(refusal)

    def refusals(self, seat: int, actions: Sequence[int]) -> list[Refusal]:
        found = (self.match.state.why_not(seat, action) for action in actions)
        return [refusal for refusal in found if refusal is not None]

    def catch_up(self, seat: int) -> None:
        """What happened since this person last looked, as this person may see it."""
        self.narrator.catch_up(seat, since=self.last_seen[seat])

    def hand_over(self, seat: int) -> None:
        """Hide the screen, and what can be scrolled back to, until the next person says so."""
        if self.watching is not None:  # before the first hand-over nothing secret was shown
            self.console.print(WIPE, end="")
        self.console.print(seat_text(seat, self.players[seat].name))
        self.console.input(self.speech.text("cli.hand_over", seat=self.players[seat].name) + " ")
        self.console.print(WIPE, end="")
        self.watching = seat

    def list_actions(
        self, actions: Sequence[int], seen: AnyObservation, numbering: Sequence[int] | None = None
    ) -> None:
        """The actions in words, numbered as first listed."""
        self.console.print(self.menu(actions, seen, numbering))
        if len(actions) > SHOWN:
            self.say("cli.more_actions", n=len(actions) - SHOWN)

    def menu(
        self, actions: Sequence[int], seen: AnyObservation, numbering: Sequence[int] | None = None
    ) -> RenderableType:
        numbers = {action: number for number, action in enumerate(numbering or actions, start=1)}
        lines = [
            (
                Text(f"{numbers.get(action, ''):>3})", style="bold cyan"),
                Text(self.board.describe(seen, action)),
            )
            for action in actions[:SHOWN]
        ]
        return menu(lines, self.console.width, self.console.height)

    def refuse(self, refusal: Refusal) -> None:
        rule = f" (§{refusal.rule})" if refusal.rule else ""
        self.console.print(Text(self.speech.say(refusal.reason) + rule, style="red"))

    # -- commands: each returns True when it moved the match

    def show_help(self, seat: int, rest: str) -> bool:
        for name in self.commands:
            typed = self.speech.text(f"cli.name.{name}")
            said = self.speech.text(f"cli.command.{name}")
            self.console.print(Text.assemble((f"{typed:>11}  ", "cyan"), said))
        return False

    def show_board(self, seat: int, rest: str) -> bool:
        self.console.print(self.board.draw(self.match.state.observe(seat)))
        return False

    def show_log(self, seat: int, rest: str) -> bool:
        self.narrator.catch_up(seat, since=0)
        return False

    def show_rules(self, seat: int, rest: str) -> bool:
        try:
            self.console.print(written(chosen(self.match.title.name, rest, self.speech)))
        except UsageError as error:
            self.console.print(Text(error.message, style="red"))
        return False

    def show_score(self, seat: int, rest: str) -> bool:
        sheet = self.board.sheet(self.match.state.observe(seat))
        if sheet is None:
            self.say("cli.no_sheet")
        else:
            self.console.print(score_table(sheet, self.speech))
        return False

    def show_why(self, seat: int, rest: str) -> bool:
        decision = self.match.decision(seat)
        if not rest:
            self.say("cli.why_what", style="red")
            return False
        legal = self.board.listed(decision.legal)
        try:
            action = self.action(rest, legal, decision.observation)
            refusal = self.match.state.why_not(seat, action)
        except Unclear as unclear:
            self.explain_unclear(rest, unclear.actions, seat, legal, decision.observation)
            return False
        except Refused as refused:
            refusal = refused.refusal
        if refusal is None:
            self.say("cli.is_legal")
        else:
            self.refuse(refusal)
        return False

    def show_hint(self, seat: int, rest: str) -> bool:
        for line in advice(self.match.decision(seat), self.board, self.speech):
            self.console.print(line)
        return False

    def take_back(self, seat: int, rest: str) -> bool:
        """Free while nothing was revealed; beyond that everybody at this screen has to agree.

        What bots had decided is known then, so they decide anew.
        """
        before = len(self.match.take_backs)
        try:
            self.match.undo(seat)
        except Refused as refused:
            is_a_matter_of_consent = refused.refusal.reason.key == "core.undo_revealed"
            if not is_a_matter_of_consent:
                self.refuse(refused.refusal)
                return False
            if not self.all_agree(seat):
                self.say("cli.not_undone")
                return False
            self.match.undo(seat, agreed=True)
            for player in self.players:
                player.forget()
        while self.board.forced(self.match.state.legal(seat)) is not None:
            self.match.undo(seat, agreed=True)  # what went by itself would do so again
        self.narrator.forget(len(self.match.log))
        self.last_seen = {person: min(seen, len(self.match.log)) for person, seen in self.last_seen.items()}
        self.is_shown[seat] = False
        self.say("cli.taken_back" if len(self.match.take_backs) == before else "cli.taken_back_revealed")
        return True

    def all_agree(self, seat: int) -> bool:
        """Bots agree; other people at the table are asked, and a person alone confirms it."""
        others = [person for person in self.people if person != seat]
        alone = "cli.undo_far" if len(self.people) < len(self.players) else "cli.undo_far_alone"
        questions = [self.speech.text("cli.agree", seat=self.players[other].name) for other in others]
        return all(
            self.console.input(f"{question} ").strip().lower() in YES
            for question in questions or [self.speech.text(alone)]
        )

    def save_as(self, seat: int, rest: str) -> bool:
        """Save a copy under another name; an existing file is asked about."""
        if not rest:
            self.save(self.place)
            return False
        path = Path(rest).expanduser()
        try:
            check_free(path, self.speech)
        except UsageError as error:
            self.console.print(Text(error.message, style="red"))
        else:
            self.save(Save(self.match.title.name, path, is_own=path.exists()))
        return False

    def leave(self, seat: int, rest: str) -> bool:
        raise Quit

    # -- the end

    @property
    def record(self) -> Record:
        names = [player.name for player in self.players]
        record = Record.of(self.match, names, [player.kind for player in self.players])
        record.seating = list(self.drawn)
        return record

    def keep(self) -> None:
        """Save without a word, so that a closed window loses nothing; faults are reported on leaving."""
        with suppress(OSError):
            self.write(self.place)

    def save(self, place: Save) -> bool:
        """Save and say where. False when it cannot be."""
        try:
            self.write(place)
        except OSError as error:
            file = str(place.path or place.name)
            self.say("cli.cannot_write", file=file, why=error.strerror or "", style="red")
            return False
        self.say_whole("cli.saved", file=str(place.path))
        return True

    def write(self, place: Save) -> None:
        place.write(print_record(self.record))
        if isinstance(self.match.rng, FairRng) and self.match.result() is None:
            with suppress(OSError):  # the game is saved; without its seed it asks before it goes on
                keep_seed(self.match.rng.secret)

    def finish(self) -> None:
        viewer = self.people[0] if len(self.people) == 1 else None
        self.narrator.catch_up(viewer, since=max(self.last_seen.values(), default=self.narrator.printed))
        self.console.print(self.board.draw(self.match.state.observe(viewer)))
        self.narrator.print_result(self.match)
        if self.is_solo and (record := record_after(self.match)) is not None:
            self.console.print(Text(self.speech.say(record), style="bold"))
        if self.save(self.place):
            self.say_whole("cli.replay_it", file=self.place.name)
            self.say_whole("cli.verify_it", file=self.place.name)
        if isinstance(self.match.rng, FairRng):
            rng = self.match.rng
            self.say_whole("cli.seed_was", seed=rng.secret.hex(), commitment=rng.commitment)

    def say_whole(self, key: str, **args: object) -> None:
        """A line that people copy, with a command or a file: no break is put into it."""
        self.console.print(Text(self.speech.text(key, **args), style="dim"), soft_wrap=True)

    def say(self, key: str, *, style: str = "dim", **args: object) -> None:
        self.console.print(Text(self.speech.text(key, **args), style=style))
