"""What every board of the terminal can do, and the small things that they are drawn with."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.text import Text

from abbatia.cli.console import COLOURS, MARKS
from abbatia.cli.scores import Sheet
from abbatia.cli.typed import find_name
from abbatia.core.contract import Title
from abbatia.core.observation import AnyObservation
from abbatia.core.refusals import Refusal
from abbatia.core.words import LANGUAGES, Words, words

Look = Callable[[AnyObservation, str], RenderableType]


class Board:
    """The drawings of one title in one language. A board of one's own has other names, in `speech` too."""

    commands: ClassVar[tuple[str, ...]] = ()
    """What can be looked at besides the table: names of methods that take what is seen and what was typed."""

    news_below: ClassVar[bool] = False
    """Whether what has happened is told below the table: for a table that fills most of a screen."""

    listed_last: ClassVar[tuple[str, ...]] = ()
    """The actions that end something, as they are written: no list begins with them, so that a mistyped
    number does not give away a phase."""

    def __init__(self, title: Title, speech: Words) -> None:
        self.title = title
        self.speech = speech

    def draw(self, seen: AnyObservation) -> RenderableType:
        """The whole table."""
        raise NotImplementedError

    def glance(self, seen: AnyObservation) -> RenderableType | None:
        """What a player needs before each decision, when the table was drawn a moment ago; None: nothing."""
        return None

    def describe(self, seen: AnyObservation, action: int) -> str:
        """An action in words, as it is at this moment."""
        return self.speech.say(self.title.describe(action))

    def listed(self, legal: Sequence[int]) -> list[int]:
        """The legal actions in the order in which they are numbered."""

        def rank(action: int) -> int:
            text = self.title.vocabulary[action]
            return self.listed_last.index(text) if text in self.listed_last else -1

        return sorted(legal, key=rank)

    def unlisted(self, seen: AnyObservation, text: str) -> int | None:
        """The action that a text means by what lies on the table now, when no action is called so.

        Raises Unclear, and Refused for what no action does.
        """
        return None

    def telling(self, refusals: Sequence[Refusal]) -> Sequence[Refusal]:
        """The reasons worth saying when what was typed may mean several actions and none is possible."""
        return refusals

    def forced(self, legal: Sequence[int]) -> int | None:
        """The action that is carried out without being asked for, because there is nothing to decide."""
        return None

    def sheet(self, seen: AnyObservation) -> Sheet | None:
        """The scores if the game ended now."""
        return None

    def label(self, text: str) -> Text:
        """`Face up:` in bold, as the language punctuates it."""
        return Text(self.speech.text("cli.label", text=text), style="bold")

    def with_name(self, said: str, name: str) -> str:
        """`Take face-up card 1: France`."""
        return f"{self.speech.text('cli.label', text=said)} {name}"

    def labelled(self, label: str, parts: Iterable[str | Text]) -> "Unbroken":
        """A label and what it stands for, in lines that end between the parts."""
        return Unbroken([self.label(label), *(Text(p) if isinstance(p, str) else p for p in parts)], indent=2)

    def looks(self) -> dict[str, Look]:
        """The commands of this title."""
        return {name: getattr(self, name) for name in self.commands}

    def find(self, text: str, kinds: Iterable[str], ids: Iterable[str]) -> list[str]:
        """The ids whose names, in either language, fit a text."""
        known = list(ids)
        own = [words(language).knowing(self.title.names(language)) for language in LANGUAGES]
        names = {
            key: [
                key,
                *(
                    speech.entries.get(f"{self.title.name}.{kind}.{key}", key)
                    for speech in own
                    for kind in kinds
                ),
            ]
            for key in known
        }
        return find_name(text, names)


class ByWidth:
    """One of two drawings: the first where the window has at least `columns`, else the second."""

    def __init__(self, columns: int, wide: RenderableType, narrow: RenderableType) -> None:
        self.columns = columns
        self.wide = wide
        self.narrow = narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.wide if options.max_width >= self.columns else self.narrow


class ByHeight:
    """One of two drawings: the first where the window has at least `rows`, else the second."""

    def __init__(self, rows: int, tall: RenderableType, low: RenderableType) -> None:
        self.rows = rows
        self.tall = tall
        self.low = low

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.tall if console.height >= self.rows else self.low


class Unbroken:
    """Names side by side in as many lines as they need; no line ends within a name."""

    def __init__(self, names: list[Text], indent: int = 0) -> None:
        self.names = names
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for name in self.names:
            if line.cell_len > self.indent and line.cell_len + 2 + name.cell_len > options.max_width:
                yield line
                line = Text(" " * self.indent)
            line.append("  " if line.plain.strip() else "").append_text(name)
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [name.cell_len for name in self.names]
        return Measurement(max(widths, default=0), sum(widths) + 2 * len(widths))


def pieces(numbers: Iterable[int], room: int = 0) -> Text:
    """A mark for each piece of each seat, and a dot for each that may still come."""
    text = Text()
    for seat, number in enumerate(numbers):
        text.append(MARKS[seat % len(MARKS)] * number, style=f"bold {COLOURS[seat % len(COLOURS)]}")
    return text.append("·" * room, style="dim")
