"""The board of any title: everything a viewer sees, as an outline."""

from typing import Any

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from abbatia.cli.boards.drawing import Board
from abbatia.core.observation import AnyObservation
from abbatia.core.words import Message


class PlainBoard(Board):
    """An outline of the observation; short things on one line, messages as sentences, ids as words."""

    def draw(self, seen: AnyObservation) -> RenderableType:
        root = Tree(self.speech.text(f"{self.title.name}.name"))
        self.grow(root, seen)
        return root

    def grow(self, tree: Tree, value: dict[str, Any]) -> None:
        for name, item in value.items():
            label = self.words(name)
            if is_message(item):
                tree.add(Text(f"{label}: {self.short(item)}"))
            elif isinstance(item, dict) and item:
                self.grow(tree.add(Text(label, style="bold")), item)
            elif isinstance(item, list) and any(isinstance(part, dict) for part in item):
                branch = tree.add(Text(label, style="bold"))
                for number, part in enumerate(item, start=1):
                    self.grow(branch.add(str(number)), part if isinstance(part, dict) else {"": part})
            else:
                tree.add(Text(f"{label}: {self.short(item)}"))

    def short(self, item: Any) -> str:
        if is_message(item):
            return self.speech.say(Message(item["key"], **item["args"]))
        if isinstance(item, list):
            return " ".join(self.short(part) for part in item) or "–"
        return "–" if item is None else self.words(str(item))

    def words(self, text: str) -> str:
        """An id that the catalogue does not know, at least without its underscores."""
        return text.replace("_", " ")


def is_message(item: Any) -> bool:
    return isinstance(item, dict) and set(item) == {"key", "args"}
