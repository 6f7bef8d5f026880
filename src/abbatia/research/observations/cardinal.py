"""The observation of Le Roi et le Cardinal."""

from collections.abc import Mapping

from abbatia.core.contract import OptionValue
from abbatia.games.cardinal.position import KING_COLOUR, PHASES, PRIVILEGES, REMOVED, Cardinal
from abbatia.research.containers import Bag, ByName, PerSeat, Places, Record
from abbatia.research.schema import (
    NOBODY,
    Choice,
    Constant,
    Field,
    Flag,
    LeftOut,
    Number,
    Seat,
    SeatSet,
    Viewer,
)

SHEETS = LeftOut("the lines that explain the points; the points are in the array")


def description(title: Cardinal, seats: int, options: Mapping[str, OptionValue]) -> Record:
    """For one board, seat count and set of options."""
    board = title.tables.board
    is_duel = options["duel"] is True
    king = ("king",) if is_duel else ()
    owner = Seat({**NOBODY, KING_COLOUR: "king"} if is_duel else NOBODY)
    most_cards = max(board.kind_cards)
    cards = ByName(board.kinds, Number(high=most_cards))
    hand = Bag(board.kinds, 3)
    country = {
        "abbeys": PerSeat(Number(high=board.abbeys), king),
        "advisors": PerSeat(Number(high=board.advisors), king),
        "free": Number(high=len(board.sites)),
        "limit": Number(high=board.abbeys),
        "room": Number(high=board.abbeys),
    }
    reserve = {"abbeys": Number(high=board.abbeys), "advisors": Number(high=board.advisors)}
    turn = {
        "seat": Seat(NOBODY),
        "country": Choice(board.countries, nullable=True),
        "placed": Number(high=2),
        "opened": Bag(board.countries, 1),
        "countries": Number(1, 2),
    }
    return Record(
        {
            "title": Constant(title.name),
            "seats": Constant(seats),
            "options": Constant(dict(options)),
            "first_seat": Seat(),
            "removed": Constant(REMOVED[seats]),
            "duel": duel(board.kinds, hand, cards) if is_duel else Constant(None),
            "scores": PerSeat(Number()),
            "sheets": SHEETS,
            "sites": ByName(board.sites, owner, partial=True),
            "reserves": PerSeat(Record(reserve), king),
            "countries": ByName(board.countries, Record(country)),
            "projection": Record({"scores": PerSeat(Number()), "sheets": SHEETS}),
            "discard": cards,
            "open": Places(2, Choice(board.kinds, nullable=True)),
            "hands": PerSeat(Record({"size": Number(high=3), "known": hand})),
            "pile": Number(high=sum(board.kind_cards)),
            "last_round": Flag(),
            "interim_done": Flag(),
            "phase": Choice(PHASES),
            "actors": SeatSet(),
            "turn": Record(turn),
            "viewer": Viewer(),
            "hand": hand,
            "unseen": cards,
        }
    )


def duel(kinds: tuple[str, ...], hand: Field, cards: Field) -> Record:
    """What Das Duell adds."""
    return Record(
        {
            "king": Constant(KING_COLOUR),
            "king_cards": hand,
            "king_moved": Flag(),
            "king_first": Flag(),
            "kept": PerSeat(cards),
            "influence": ByName(kinds, Seat(NOBODY)),
            "privileges": PerSeat(Bag(PRIVILEGES, 1)),
            "paid": hand,
        }
    )
