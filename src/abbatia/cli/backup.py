"""`abbatia backup FILE` and `abbatia restore FILE`: a whole copy of a store, and back."""

from pathlib import Path

import typer

from abbatia.cli.console import UsageError, talk
from abbatia.core.words import Words


def add(app: typer.Typer, speech: Words) -> None:
    @app.command("backup", help=speech.text("storage.about_backup"))
    def backup(
        file: Path = typer.Argument(metavar="FILE", help=speech.text("storage.help.backup")),
        store: str = typer.Option(None, "--store", help=speech.text("storage.help.sqlite")),
    ) -> None:
        place = find_store(store, speech)
        from abbatia.storage.backup import back_up
        from abbatia.storage.errors import StoreOpenError

        try:
            back_up(place, file)
        except StoreOpenError as bad:
            raise UsageError(speech.say(bad.message)) from None
        talk().print(speech.text("storage.backed_up", store=place, file=str(file)), markup=False)

    @app.command("restore", help=speech.text("storage.about_restore"))
    def restore(
        file: Path = typer.Argument(metavar="FILE", help=speech.text("storage.help.restore")),
        store: str = typer.Option(None, "--store", help=speech.text("storage.help.sqlite")),
    ) -> None:
        place = find_store(store, speech)
        from abbatia.storage.backup import restore as put_back
        from abbatia.storage.errors import StoreOpenError

        try:
            kept = put_back(file, place)
        except StoreOpenError as bad:
            raise UsageError(speech.say(bad.message)) from None
        talk().print(speech.text("storage.restored", store=place, file=str(file)), markup=False)
        if kept is not None:
            talk().print(speech.text("storage.kept", file=str(kept)), markup=False)


def find_store(given: str | None, speech: Words) -> str:
    """The store of the flag, else of the server's settings. Raises UsageError."""
    try:
        from abbatia.server.settings import BadSettings, read_settings
    except ImportError:
        raise UsageError(speech.text("storage.no_driver", extra="server")) from None
    try:
        return read_settings({"store": given}).store
    except BadSettings as bad:
        raise UsageError(speech.say(bad.message)) from None
