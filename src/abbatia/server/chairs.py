"""What the head of a stored table holds for the server: who sits where, clock settings, links."""

from typing import Any, Literal

from msgspec import Struct, convert, to_builtins

from abbatia.server.messages import Clock, NoClock, Origin


class Chair(Struct, frozen=True):
    """Who sits at a seat. With `standing_in`, the bot plays for the person until that one returns."""

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str | None = None
    standing_in: bool = False

    @property
    def is_automatic(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.kind == "bot" or self.standing_in


class Head(Struct, frozen=True):
    """What is known of a table without its journal."""

    chairs: tuple[Chair, ...]
    clock: Clock = NoClock()
    stand_in: str = ""
    host: str = ""  # the hash of the host's token, in hexadecimal
    host_user: str | None = None
    origin: Origin | None = None
    rematch: str | None = None
    is_eager: bool = False  # begins by itself as soon as no seat is open
    scores: tuple[int, ...] = ()
    ended: int = 0
    actions: int = 0  # how long the finished match is


def head_from(data: dict[str, Any]) -> Head:
    return convert(data, Head, strict=False)


def head_to(head: Head) -> dict[str, Any]:
    plain: dict[str, Any] = to_builtins(head)
    return plain
