"""Ids for packed numbers: the cards of hands and bags, the countries and sites of masks."""

from mypy_extensions import i64

from abbatia.core.contract import OptionValue
from abbatia.games.cardinal.fields import OPTIONS, Position
from abbatia.games.cardinal.tables import Tables, keep


def hand_ids(tables: Tables, hand: int) -> list[str]:
    """The cards of a hand, in the order of the board's kinds; to be read, not changed."""
    known = tables.hand_ids.get(hand)
    if known is None:
        kinds = enumerate(tables.board.kinds)
        known = [name for kind, name in kinds for _ in range(hand >> 2 * kind & 3)]
        tables.hand_ids[hand] = known
    return known


def bag_ids(tables: Tables, bag: i64) -> dict[str, int]:
    """How many cards of each kind a bag holds."""
    found: dict[str, int] = {}
    for name in tables.board.kinds:
        found[name] = bag & 15
        bag >>= 4
    return found


def country_ids(tables: Tables, mask: i64) -> list[str]:
    """The countries of a mask."""
    found: list[str] = []
    if mask:
        for name in tables.board.countries:
            if mask & 1:
                found.append(name)
            mask >>= 1
    return found


def card_id(tables: Tables, kind: i64) -> str | None:
    """The id of a kind of card; None for no card (-1)."""
    return tables.board.kinds[kind] if kind >= 0 else None


def site_ids(tables: Tables, mask: int) -> list[str]:
    """The sites of a mask; to be read, not changed."""
    known = tables.site_ids.get(mask)
    if known is None:
        found = [name for site, name in enumerate(tables.board.sites) if mask >> site & 1]
        known = keep(tables.site_ids, mask, found)
    return known


def options_of(state: Position) -> dict[str, OptionValue]:
    """The options this game is played with."""
    return {name: state.rules >> bit & 1 == 1 for bit, name in enumerate(OPTIONS)}
