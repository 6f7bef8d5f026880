"""Telling a match in words: what happened, for the eyes of one viewer, and how it ended."""

from rich.console import Console
from rich.text import Text

from abbatia.cli.scores import Sheet, score_table
from abbatia.cli.speech import COLOURS, MARKS
from abbatia.core.contract import CHANCE, Result
from abbatia.core.match import LogEntry
from abbatia.core.words import Message, Words


class Teller:
    """Prints what happens as `viewer` (None: a spectator) may see it, in the colour of who did it."""

    def __init__(self, speech: Words, console: Console, viewer: int | None = None) -> None:
        self.speech = speech
        self.console = console
        self.viewer = viewer
        self.heard: list[LogEntry] = []
        self.told = 0

    def tell(self, happening: LogEntry) -> None:
        """Tell at once."""
        self.hear(happening)
        self.catch_up(self.viewer)

    def hear(self, happening: LogEntry) -> None:
        """Keep for later; with several people at one screen, each is told when it is their turn."""
        self.heard.append(happening)

    def catch_up(self, viewer: int | None, *, since: int | None = None) -> None:
        """Tell everything from the entry `since` on (by default: what was not told yet)."""
        first = self.told if since is None else since
        for happening in self.heard:
            if happening.number >= first:
                for line in self.lines(happening, viewer):
                    self.console.print(line)
        self.told = self.heard[-1].number + 1 if self.heard else 0

    def lines(self, happening: LogEntry, viewer: int | None) -> list[Text]:
        """A line for each event that the viewer is told, with the mark of the seat that it is about."""
        found: list[Text] = []
        for event in happening.events:
            message = event.view(viewer)
            if message is not None:
                seat = viewer if message is event.secret and viewer is not None else seat_of(message)
                mark = "·" if seat is None else MARKS[seat % len(MARKS)]
                style = "dim" if seat is None else COLOURS[seat % len(COLOURS)]
                found.append(Text(f"{mark} {self.speech.say(message)}", style=style))
        return found

    def forget(self, length: int) -> None:
        """After an undo: what was taken back did not happen."""
        self.heard = [happening for happening in self.heard if happening.number < length]
        self.told = min(self.told, length)

    def tell_result(self, result: Result) -> None:
        """The score sheet and the winners."""
        lines = [[line.to_json() for line in lines] for lines in result.lines]
        self.console.print()
        self.console.print(score_table(Sheet(lines, result.scores, result.ranks), self.speech))
        winners = [self.speech.seat(seat) for seat, rank in enumerate(result.ranks) if rank == 1]
        how = "cli.won" if len(winners) == 1 else "cli.won_together"
        self.console.print(Text(self.speech.text(how, names=winners), style="bold"))


def seat_of(message: Message) -> int | None:
    """The seat that a message is about; not always the one that acted, as when programmes are revealed."""
    seat = message.args.get("seat")
    return seat if isinstance(seat, int) and seat != CHANCE else None
