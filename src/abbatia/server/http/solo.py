"""How a solo game ended: its score beside those of our levels, and beside the account's own record."""

from typing import Final

from msgspec import structs

from abbatia.bots.solo_scores import published, standings, verdict
from abbatia.core.contract import OptionValue
from abbatia.games import load
from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import AnyEndpoint, Call, Endpoint
from abbatia.server.http.paging import page_of_tables
from abbatia.server.http.records import finished
from abbatia.server.http.schemas import LevelShare, Solo
from abbatia.server.live.table_meta import TableMeta, meta_from, meta_to
from abbatia.server.live.viewer_feed import said
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import OVER, TableRow

PAGE: Final = 100
MOST_PAGES: Final = 20
"""Pages of an account's finished games that are looked through for its record."""


async def solo_result(call: Call[None, None]) -> Solo:
    """The score of a solo game, the shares of our levels' games that it beats, the record it had to beat."""
    table = await finished(call)
    result = table.match.result() if table.match is not None else None
    if table.row.seats != 1 or result is None or table.match is None:
        raise Denied("unknown", "server.no_solo")
    score, options = result.scores[0], table.match.options
    found = standings(table.title, options, score)
    sentence = verdict(found)
    user = await call.user()
    is_mine = user is not None and any(held.user == user for held in table.held.values())
    counts = is_mine and is_own_game(table.head) and table.row.components is None
    before = None
    if counts and user is not None:
        before = await best_before(
            call.server.store.journal, user, structs.replace(table.row, head=meta_to(table.head)), options
        )
    return Solo(
        score=score,
        levels=[LevelShare(level, percent) for level, percent in found],
        verdict=None if sentence is None else said(sentence),
        published=str(published(table.row.title).get("date", "")) if found else "",
        counts=counts,
        before=before,
    )


def is_own_game(head: TableMeta) -> bool:
    """Whether one person played it from the first action to the last."""
    chair = head.chairs[0]
    return (
        head.origin is None
        and not head.lesson
        and chair.kind == "person"
        and not chair.resigned
        and not head.take_backs
    )


async def best_before(
    journal: JournalStore, user: str, game: TableRow, options: dict[str, OptionValue]
) -> int | None:
    """The account's best score with the same options in games that ended before this one."""
    title = load(game.title)
    ended = meta_from(game.head).ended
    best: int | None = None
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        rows, cursor = await page_of_tables(journal, PAGE, cursor, status=OVER, user=user, title=game.title)
        for row in rows:
            head = meta_from(row.head)
            is_alike = row.seats == 1 and row.components is None and title.setup(1, row.options) == options
            if is_alike and row.id != game.id and is_own_game(head) and head.scores and head.ended <= ended:
                best = head.scores[0] if best is None else max(best, head.scores[0])
        if cursor is None:
            break
    return best


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/records/{record}/solo", solo_result, "How a solo game compares", cost=5),
]
