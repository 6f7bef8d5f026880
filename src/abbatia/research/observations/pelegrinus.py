"""The observation of Pelegrinus."""

from collections.abc import Mapping

from abbatia.core.contract import OptionValue
from abbatia.games.pelegrinus.position import (
    ABBEYS,
    CHANGES,
    CHARACTERS,
    COMMANDERIES,
    PHASES,
    POPES,
    RELIC_VALUES,
    START_SLOTS,
    TURNS,
    Board,
    Pelegrinus,
)
from abbatia.research.containers import Bag, ByName, Listed, Maybe, PerSeat, Places, Record, Rows
from abbatia.research.schema import (
    NOBODY,
    SEATS,
    Choice,
    Constant,
    Field,
    Flag,
    LeftOut,
    Number,
    OwnSeat,
    Seat,
    SeatSet,
    Viewer,
)

HIGHEST = 10  # a stack of all characters of a seat


def description(title: Pelegrinus, seats: int, options: Mapping[str, OptionValue]) -> Record:
    """For one board, seat count and set of options."""
    board = title.board
    return Record(
        {
            "title": Constant(title.name),
            "seats": Constant(seats),
            "turn": Number(high=TURNS),
            "turns": Constant(TURNS),
            "phase": Choice(PHASES),
            "to_act": SeatSet(),
            "options": Constant(dict(options)),
            "regions": Listed({name: region(board, number) for number, name in enumerate(board.regions)}),
            "cities": Listed({name: city(board, number, seats) for number, name in enumerate(board.cities)}),
            "sites": Listed({name: site(board, number) for number, name in enumerate(board.sites)}),
            "track": Listed(track()),
            "pope_order": Places(seats, Seat(), fewer=True),
            "players": PerSeat(player(seats)),
            "standing": Rows(
                {"seat": SEATS, "character": CHARACTERS}, Record({"city": Choice(board.cities)}), partial=True
            ),
            "choice": Maybe(choice(board)),
            "seat": Viewer(),
            "programme": Maybe(programme(board)),
        }
    )


def region(board: Board, number: int) -> Record:
    """One region; what never changes of it is no column."""
    return Record(
        {
            "id": Constant(board.regions[number]),
            "opens": Constant(board.opens[number]),
            "open": Flag(),
            "complete": Flag(),
            "closed": Flag(),
            "abbeys": Number(high=board.most_abbeys[number]),
            "most_abbeys": Constant(board.most_abbeys[number]),
        }
    )


def city(board: Board, number: int, seats: int) -> Record:
    """One city."""
    limit = board.limits[seats][number]
    return Record(
        {
            "id": Constant(board.cities[number]),
            "region": Constant(board.regions[board.region_of[number]]),
            "limit": Constant(limit),
            "room": Number(high=limit),
            "commanderies": PerSeat(Number(high=limit)),
            "abbey": Seat(NOBODY),
        }
    )


def site(board: Board, number: int) -> Record:
    """One site of pilgrimage."""
    ends = [board.cities[end] for end in board.ends[number]]
    return Record({"id": Constant(board.sites[number]), "cities": Constant(ends), "active": Flag()})


def track() -> dict[str, Field]:
    """The spaces of the pope track: the start slots, then one for each turn."""
    spaces: dict[str, Field] = {}
    for slot in range(1, START_SLOTS + 1):
        spaces[f"slot_{slot}"] = space(slot, None)
    for turn in range(1, TURNS + 1):
        spaces[f"turn_{turn}"] = space(None, turn)
    return spaces


def space(slot: int | None, turn: int | None) -> Record:
    """One space of the pope track, and whose token lies on it."""
    return Record({"slot": Constant(slot), "turn": Constant(turn), "seat": Seat(NOBODY), "face_up": Flag()})


def player(seats: int) -> Record:
    """What lies before a player, and the score if the game ended now."""
    return Record(
        {
            "seat": OwnSeat(),
            "commanderies_left": Number(high=COMMANDERIES),
            "abbeys_left": Number(high=ABBEYS),
            "popes_left": Number(high=POPES),
            "relics": Bag(RELIC_VALUES),
            "keeper_held_by": Seat(NOBODY),
            "sealed": Flag(),
            "score": Number(),
            "lines": LeftOut("the lines that explain the points; the points are in the array"),
            "rank": Number(1, seats),
        }
    )


def choice(board: Board) -> Record:
    """A choice that a resolution waits for."""
    won = {"seat": Seat(), "height": Number(high=HIGHEST), "claimed": Flag()}
    return Record(
        {
            "seat": Seat(),
            "cities": Bag(board.cities, 1),
            "due": Rows({"city": board.cities}, Record(won), partial=True),
        }
    )


def programme(board: Board) -> Record:
    """A seat's own orders."""
    return Record(
        {
            "orders": ByName(CHARACTERS, Choice(board.places, nullable=True)),
            "in_hand": Choice(CHARACTERS, nullable=True),
            "changes_left": Number(high=CHANGES),
            "sealed": Flag(),
        }
    )
