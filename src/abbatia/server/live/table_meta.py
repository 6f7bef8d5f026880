"""What the head of a stored table holds for the server: seats, clock settings, links."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, convert, structs, to_builtins

from abbatia.bots import level_name
from abbatia.server.ws.model import AbsencePolicy, Clock, NoClock, Origin, SeatingPolicy, TakeBackPolicy
from abbatia.storage.model import SeatHolder


class SeatConfig(Struct, frozen=True):
    """The person or bot at a seat. With `standing_in`, the bot plays for the person until that one returns.

    For a person who has `resigned`, it plays to the end.
    An open seat with a name is kept for a player of the match before who has not agreed to its rematch yet.
    """

    kind: Literal["open", "person", "bot"]
    name: str = ""
    bot: str | None = None
    standing_in: bool = False
    guest: bool = False  # a person who sat down without an account
    resigned: bool = False
    shared: bool = False  # the person holds another seat of the table, too
    mark: str = ""  # what is kept of a guest's address; never shown

    def __post_init__(self) -> None:
        """Journals of before name the levels as they were called then."""
        if self.bot:
            structs.force_setattr(self, "bot", level_name(self.bot))

    @property
    def is_free(self) -> bool:
        """Whether anybody may take this seat."""
        return self.kind == "open" and not self.name

    @property
    def is_automatic(self) -> bool:
        """Whether a bot plays this seat now."""
        return self.kind == "bot" or self.standing_in


class TableMeta(Struct, frozen=True):
    """What is known of a table without its journal."""

    chairs: tuple[SeatConfig, ...]
    clock: Clock = NoClock()
    stand_in: str = ""
    host: str = ""  # the hash of the host's token, in hexadecimal
    host_user: str | None = None
    creator: str = ""  # the same for all tables that one client made (Quotas.client_key)
    origin: Origin | None = None
    rematch: str | None = None
    is_eager: bool = False  # begins by itself as soon as no seat is open
    scores: tuple[int, ...] = ()
    ended: int = 0
    actions: int = 0  # how long the finished match is
    take_backs: int = 0  # how often something revealed was taken back in the finished match
    take_back: TakeBackPolicy = "agree"
    absent: AbsencePolicy = "pause"
    seating: SeatingPolicy = "as_seated"  # of tables that were created before seats were drawn
    drawn: tuple[int, ...] = ()  # where each seat sat before the seats were drawn
    lesson: str = ""  # the lesson that is played here, as `cardinal/first-abbey`

    def __post_init__(self) -> None:
        structs.force_setattr(self, "stand_in", level_name(self.stand_in))

    @property
    def has_people(self) -> bool:
        """Whether a person has a seat; bots among themselves play only while somebody looks."""
        return any(chair.kind == "person" for chair in self.chairs)

    @property
    def is_deserted(self) -> bool:
        """Whether bots stand in for all people and shall wait for one to return."""
        people = [chair for chair in self.chairs if chair.kind == "person" and not chair.resigned]
        return self.absent == "pause" and bool(people) and all(chair.standing_in for chair in people)


def with_shared(chairs: Sequence[SeatConfig], held: Mapping[int, SeatHolder]) -> tuple[SeatConfig, ...]:
    """The chairs, with those marked whose account holds several of them."""
    seats: dict[str | None, int] = Counter(holder.user for holder in held.values())
    seats.pop(None, None)  # guests
    return tuple(
        structs.replace(chair, shared=True)
        if seat in held and not chair.shared and seats.get(held[seat].user, 0) > 1
        else chair
        for seat, chair in enumerate(chairs)
    )


def meta_from(data: dict[str, Any]) -> TableMeta:
    return convert(data, TableMeta, strict=False)


def meta_to(head: TableMeta) -> dict[str, Any]:
    plain: dict[str, Any] = to_builtins(head)
    return plain
