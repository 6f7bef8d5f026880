"""`Narrator`: prints the log of a match in words, as one viewer may know it, and the result."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from abbatia.bots.solo_scores import solo_messages
from abbatia.cli.console import COLOURS, MARKS
from abbatia.cli.scores import Sheet, score_table
from abbatia.core.contract import CHANCE
from abbatia.core.match import LogEntry, Match
from abbatia.core.words import Message, Words


class Narrator:
    """Prints log entries as `viewer` (None: a spectator) may know them, in the colour of the acting seat."""

    def __init__(self, speech: Words, console: Console, viewer: int | None = None) -> None:
        self.speech = speech
        self.console = console
        self.viewer = viewer
        self.entries: list[LogEntry] = []
        self.printed = 0  # the number of the first entry that is not printed yet

    def print_now(self, entry: LogEntry) -> None:
        """Print an entry at once."""
        self.keep(entry)
        self.catch_up(self.viewer)

    def keep(self, entry: LogEntry) -> None:
        """Keep an entry for later: several people at one screen read it when it is their turn."""
        self.entries.append(entry)

    def catch_up(self, viewer: int | None, *, since: int | None = None) -> None:
        """Print everything from the entry `since` on (by default: what was not printed yet)."""
        first = self.printed if since is None else since
        for entry in self.entries:
            if entry.number >= first:
                for line in self.lines(entry, viewer):
                    self.console.print(line)
        self.printed = self.entries[-1].number + 1 if self.entries else 0

    def news(self, viewer: int | None, since: int) -> list[Text]:
        """The lines of everything from the entry `since` on, which count as printed."""
        self.printed = self.entries[-1].number + 1 if self.entries else 0
        return [line for entry in self.entries if entry.number >= since for line in self.lines(entry, viewer)]

    def lines(self, entry: LogEntry, viewer: int | None) -> list[Text]:
        """A line for each event that the viewer may know, with the mark of the seat that it is about."""
        found: list[Text] = []
        for event in entry.events:
            message = event.view(viewer)
            if message is not None:
                seat = viewer if message is event.secret and viewer is not None else seat_of(message)
                mark = "·" if seat is None else MARKS[seat % len(MARKS)]
                style = "dim" if seat is None else COLOURS[seat % len(COLOURS)]
                found.append(Text(f"{mark} {self.said(message)}", style=style))
        return found

    def said(self, message: Message) -> str:
        """A message in words; one about an amount of 0 without the amount, where there are words for that."""
        without = message.key.replace(".event.", ".event_of_nothing.")
        if without in self.speech.entries and 0 in (message.args.get("n"), message.args.get("points")):
            return self.speech.text(without, **message.args)
        return self.speech.say(message)

    def forget(self, length: int) -> None:
        """After an undo: what was taken back did not happen."""
        self.entries = [entry for entry in self.entries if entry.number < length]
        self.printed = min(self.printed, length)

    def print_result(self, match: Match) -> None:
        """The score sheet, then the winners; of a solo game the score and how it compares with our levels."""
        result = match.result()
        if result is None:
            return
        lines = [[line.to_json() for line in lines] for lines in result.lines]
        self.console.print()
        self.console.print(score_table(Sheet(lines, result.scores, result.ranks), self.speech))
        if solo := solo_messages(match.title, match.options, result):
            styles = ("bold", "bold", "dim")
            for message, style in zip(without_verdict(solo), styles, strict=False):
                self.console.print(Text(self.speech.say(message), style=style))
            return
        winners = [self.speech.seat(seat) for seat, rank in enumerate(result.ranks) if rank == 1]
        how = "cli.won" if len(winners) == 1 else "cli.won_together"
        self.console.print(Text(self.speech.text(how, names=winners), style="bold"))


def seat_of(message: Message) -> int | None:
    """The seat that a message is about; not always the one that acted, as when programmes are revealed."""
    seat = message.args.get("seat")
    return seat if isinstance(seat, int) and seat != CHANCE else None


def without_verdict(solo: Sequence[Message]) -> list[Message]:
    """The messages about a solo game; the level of the verdict is not told again among the others."""
    told = {message.args["level"] for message in solo if "level" in message.args}
    found: list[Message] = []
    for message in solo:
        shares = message.args.get("shares")
        if shares is None:
            found.append(message)
        elif others := [share for share in shares if share["args"]["level"] not in told]:
            found.append(Message(message.key, **{**message.args, "shares": others}))
    return found
