"""A process that appends to a store and prints what was acknowledged: `append_process PLACE TABLE… [count]`.

Prints "ready", then for every acknowledged append "TABLE N MARK", for every conflict "! TABLE N". With a
count it stops after that many attempts on each table, otherwise it goes on until it is killed.
"""

import asyncio
import contextlib
import os
import sys

from abbatia.storage.errors import Conflict
from abbatia.storage.model import JournalEntry, TableRow, TableUpdate
from abbatia.storage.store import Store
from abbatia.storage.urls import open_store


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # one write: a kill cannot cut a line that a reader then believes


async def write(store: Store, table: str, count: int) -> None:
    """Append at the end of the journal; after a conflict look again where the end is."""
    mark = f"{os.getpid()}-{table}"
    n = len(await store.journal.entries(table))
    attempts = 0
    while attempts < count:
        attempts += 1
        entry = JournalEntry(n, attempts, "play", 0, ((0, n), (-1, n)), None, {"mark": f"{mark}-{attempts}"})
        try:
            await store.journal.append(table, entry, TableUpdate(due=n))
        except Conflict:
            say(f"! {table} {n}")
            n = len(await store.journal.entries(table))
        else:
            say(f"{table} {n} {mark}-{attempts}")
            n += 1


async def main(place: str, tables: list[str], count: int) -> None:
    async with open_store(place) as store:
        for table in tables:
            with contextlib.suppress(Conflict):  # another process made it
                await store.journal.create(TableRow(table, "cardinal", 1, 3, 0))
        say("ready")
        if sys.stdin.readline():  # all processes begin together
            await asyncio.gather(*(write(store, table, count) for table in tables))


if __name__ == "__main__":
    *names, last = sys.argv[2:]
    asyncio.run(main(sys.argv[1], names, int(last)))
