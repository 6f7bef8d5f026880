"""One person, one seat: a second seat at a public table is refused, or everybody sees that it is shared.

An account is one person. Guests are distinguished by their address where that says something: on the open
internet, not within one house or behind a proxy that hides it. Several seats taken at creation are a hot
seat.
"""

import hmac
import ipaddress
from typing import Final

from abbatia.server.errors import Denied
from abbatia.server.live.table_state import TableState

MARK: Final = 16
"""Letters of the mark that is kept of an address."""


def mark_of(secret: bytes, table: str, address: str) -> str:
    """A keyed hash of a guest's address for one table: it shows neither the address nor other tables."""
    try:
        place = ipaddress.ip_network(address)
    except ValueError:  # a test client, or a socket of the file system
        return ""
    if not place.network_address.is_global:
        return ""
    return hmac.digest(secret, f"address {table} {address}".encode(), "sha256").hex()[:MARK]


def check_one_seat(table: TableState, user: str | None, mark: str) -> None:
    """Raises Denied for somebody who has a seat of this public table already."""
    if not table.row.public:
        return
    if table.seats_of_user(user):
        raise Denied("taken", "server.one_seat")
    for chair in table.head.chairs:
        is_guest_here = chair.kind == "person" and mark != "" and chair.mark == mark
        if is_guest_here and (user is None or chair.guest):
            raise Denied("taken", "server.one_guest")
