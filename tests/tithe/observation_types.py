"""What a seat sees of Tithe."""

from typing import Annotated, TypedDict

from abbatia.core.observation import Count, Observation, PerSeat, Places, SeatOrNobody

Card = Annotated[int, Count("highest")]


class TithePublic(TypedDict):
    """What everybody sees."""

    lot: Annotated[int, Count(7)]
    hand_sizes: Annotated[list[Annotated[int, Count(2)]], PerSeat()]
    sealed: Annotated[list[bool], PerSeat()]
    shown: Annotated[list[Card], Places("seats", fewer=True)]
    winner: SeatOrNobody
    offer: Annotated[int | None, Count(2)]


class TitheOwn(TypedDict):
    """What a seat sees alone."""

    hand: Annotated[list[Annotated[int, Count("highest")]], Places(2, fewer=True)]
    chosen: Card
    swaps: Annotated[int, Count(1)]


TitheObservation = Observation[TithePublic, TitheOwn]
