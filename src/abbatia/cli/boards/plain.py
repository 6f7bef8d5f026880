"""The board of any title: everything a viewer sees, as an outline."""

from typing import Any

from rich.console import RenderableType
from rich.tree import Tree

from abbatia.core.contract import Observation, Title
from abbatia.core.words import Words


def draw_plain(title: Title, seen: Observation, speech: Words) -> RenderableType:
    """An outline of the observation; short things on one line."""
    root = Tree(speech.text(f"{title.name}.name"))
    grow(root, seen)
    return root


def grow(tree: Tree, value: dict[str, Any]) -> None:
    for name, item in value.items():
        if isinstance(item, dict) and item:
            grow(tree.add(f"[bold]{name}[/bold]"), item)
        elif isinstance(item, list) and any(isinstance(part, dict) for part in item):
            branch = tree.add(f"[bold]{name}[/bold]")
            for number, part in enumerate(item, start=1):
                grow(branch.add(str(number)), part if isinstance(part, dict) else {"": part})
        else:
            tree.add(f"{name}: {short(item)}")


def short(item: Any) -> str:
    if isinstance(item, list):
        return " ".join(short(part) for part in item) or "–"
    return "–" if item is None else str(item)
