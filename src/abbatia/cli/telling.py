"""Telling a match in words: what happened, for the eyes of one viewer, and how it ended."""

from rich.console import Console
from rich.text import Text

from abbatia.cli.speech import COLOURS, MARKS, plain_table
from abbatia.core.contract import CHANCE, Result
from abbatia.core.match import Happening
from abbatia.core.words import Words


class Teller:
    """Prints what happens as `viewer` (None: a spectator) may see it, in the colour of who did it."""

    def __init__(self, speech: Words, console: Console, viewer: int | None = None) -> None:
        self.speech = speech
        self.console = console
        self.viewer = viewer
        self.heard: list[Happening] = []
        self.told = 0

    def tell(self, happening: Happening) -> None:
        """Tell at once."""
        self.hear(happening)
        self.catch_up(self.viewer)

    def hear(self, happening: Happening) -> None:
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

    def lines(self, happening: Happening, viewer: int | None) -> list[Text]:
        seat = happening.seat
        mark = "·" if seat == CHANCE else MARKS[seat % len(MARKS)]
        style = "dim" if seat == CHANCE else COLOURS[seat % len(COLOURS)]
        messages = [event.view(viewer) for event in happening.events]
        return [Text(f"{mark} {self.speech.say(message)}", style=style) for message in messages if message]

    def forget(self, length: int) -> None:
        """After an undo: what was taken back did not happen."""
        self.heard = [happening for happening in self.heard if happening.number < length]
        self.told = min(self.told, length)

    def tell_result(self, result: Result) -> None:
        """The score sheet: a line for each kind of points, a column for each player."""
        names = [self.speech.seat(seat) for seat in range(len(result.scores))]
        table = plain_table("", *names)
        labels: dict[tuple[str, str], list[int]] = {}
        for seat, lines in enumerate(result.lines):
            for line in lines:
                key = (self.speech.say(line.label), line.rule)
                labels.setdefault(key, [0] * len(names))[seat] += line.points
        for (label, rule), points in labels.items():
            table.add_row(Text.assemble(label, (f"  §{rule}" if rule else "", "dim")), *map(str, points))
        table.add_row(self.speech.text("cli.total"), *(f"[bold]{score}[/bold]" for score in result.scores))
        table.add_row(self.speech.text("cli.rank"), *map(str, result.ranks))
        self.console.print()
        self.console.print(table)
        winners = [names[seat] for seat, rank in enumerate(result.ranks) if rank == 1]
        how = "cli.won" if len(winners) == 1 else "cli.won_together"
        self.console.print(Text(self.speech.text(how, names=winners), style="bold"))
