"""`abbatia check-store STORE`: does every stored game still replay as it was played?"""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from abbatia.cli.console import UsageError, out, plain_table, print_json, talk
from abbatia.core.words import Message, Words
from abbatia.games import load

if TYPE_CHECKING:
    from abbatia.storage.audit import Finding


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("check-store", help=speech.text("storage.about_check"))
    def check_store(
        place: str = typer.Argument(metavar="STORE", help=speech.text("storage.help.store")),
        write: Path | None = typer.Option(None, "--write", help=speech.text("storage.help.write")),
        against: Path | None = typer.Option(None, "--against", help=speech.text("storage.help.against")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        known = fingerprints(against, speech) if against else None
        found = look_through(place, speech)
        rows = differences(found, known)
        if write:
            save(write, found, speech)
        if as_json:
            print_json(summary(found, rows, speech))
        else:
            tell(found, rows, speech)
        raise typer.Exit(1 if rows else 0)


def look_through(place: str, speech: Words) -> "list[Finding]":
    """Replay all tables of a store, which may be in use meanwhile. Raises UsageError."""
    try:
        from abbatia.storage.audit import examine_all
        from abbatia.storage.errors import StoreOpenError, StoreUnavailable
        from abbatia.storage.urls import open_store
    except ImportError:
        raise UsageError(speech.text("storage.no_driver", extra="server")) from None

    async def run() -> "list[Finding]":
        async with open_store(place, read_only=True) as store:
            return [finding async for finding in examine_all(store.journal, load)]

    try:
        return asyncio.run(run())
    except StoreOpenError as busy:
        raise UsageError(speech.say(busy.message)) from None
    except StoreUnavailable as down:
        raise UsageError(speech.text("storage.cannot_open", place=place, why=str(down))) from None


Row = tuple[str, str, int | None, Message]
"""Title, table, entry, what differs."""


def differences(found: "list[Finding]", known: dict[str, str] | None) -> list[Row]:
    rows: list[Row] = []
    for finding in found:
        where = (finding.table.title, finding.table.id)
        if finding.difference is not None:
            rows.append((*where, finding.difference.entry, finding.difference.message))
        elif known is not None and known.get(finding.table.id) != finding.fingerprint:
            key = "position" if finding.table.id in known else "missing"
            rows.append((*where, None, Message(f"storage.difference.{key}")))
    there = {finding.table.id for finding in found}
    gone = [name for name in known or {} if name not in there]
    return rows + [("", name, None, Message("storage.difference.gone")) for name in gone]


def tell(found: "list[Finding]", rows: list[Row], speech: Words) -> None:
    if rows:
        names = ("title", "table", "entry", "difference")
        table = plain_table(*(speech.text(f"storage.column.{name}") for name in names))
        table.columns[-1].justify = "left"
        for title, name, entry, message in rows:
            table.add_row(title, name, "" if entry is None else str(entry), Text(speech.say(message)))
        out().print(table)
    actions = sum(finding.actions for finding in found)
    said = speech.text("storage.checked", tables=len(found), actions=actions, differences=len(rows))
    out().print(said, markup=False)
    earlier = sum(finding.is_of_earlier_version for finding in found)
    if earlier:
        out().print(speech.text("storage.earlier_versions", n=earlier), markup=False)


def summary(found: "list[Finding]", rows: list[Row], speech: Words) -> dict[str, Any]:
    return {
        "tables": len(found),
        "actions": sum(finding.actions for finding in found),
        "earlier_versions": sum(finding.is_of_earlier_version for finding in found),
        "differences": [
            {"title": title, "table": name, "entry": entry, "difference": speech.say(message)}
            for title, name, entry, message in rows
        ],
    }


def save(file: Path, found: "list[Finding]", speech: Words) -> None:
    data = {"fingerprints": {finding.table.id: finding.fingerprint for finding in found}}
    try:
        file.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise UsageError(
            speech.text("storage.cannot_write", file=str(file), why=error.strerror or "")
        ) from None
    talk().print(speech.text("storage.written", file=str(file)), markup=False)


def fingerprints(file: Path, speech: Words) -> dict[str, str]:
    """What `--write` wrote. Raises UsageError."""
    try:
        known = json.loads(file.read_text("utf-8"))["fingerprints"]
    except OSError as error:
        raise UsageError(speech.text("cli.cannot_read", file=str(file), why=error.strerror or "")) from None
    except (ValueError, KeyError, TypeError):
        known = None
    if not isinstance(known, dict):
        raise UsageError(speech.text("storage.bad_fingerprints", file=str(file)))
    return known
