"""`abbatia board`: files of one's own boards and cards: a copy to begin with, a check, the schema."""

from pathlib import Path

import typer

from abbatia.cli.console import UsageError, out, print_json, read_json
from abbatia.core.contract import Title
from abbatia.core.reading import ComponentFile
from abbatia.core.words import Words
from abbatia.games import TITLES, load


def add(app: typer.Typer, speech: Words) -> None:
    board = typer.Typer(help=speech.text("cli.help.own_board"), no_args_is_help=True, rich_markup_mode=None)
    app.add_typer(board, name="board")

    @board.command("template", help=speech.text("cli.help.board_template"))
    def template(
        title: str = typer.Argument(help=speech.text("cli.help.title")),
        file: Path | None = typer.Argument(None, help=speech.text("cli.help.board_to")),
    ) -> None:
        text = copy_of(load(title))
        if file is None:
            print(text, end="")
            return
        write_new(file, text, speech)
        out().print(speech.text("cli.board.written", file=str(file), title=title), markup=False)

    @board.command("check", help=speech.text("cli.help.board_check"))
    def check(
        file: Path = typer.Argument(help=speech.text("cli.help.board")),
        title: str = typer.Option("", "--title", help=speech.text("cli.help.board_title")),
        as_json: bool = typer.Option(False, "--json", help=speech.text("cli.help.json")),
    ) -> None:
        data = read_json(file, speech)
        name = load(title).name if title else meant(data)
        found = [speech.say(bad.message) for bad in file_of(load(name)).faults(data)]
        if as_json:
            print_json({"title": name, "faults": found})
        elif found:
            for fault in found:
                out().print(fault, markup=False)
            count = speech.text("cli.board.faults", file=str(file), title=name, n=len(found))
            out().print(count, style="bold", markup=False)
        else:
            out().print(speech.text("cli.board.fine", file=str(file), title=name), markup=False)
        if found:
            raise typer.Exit(1)

    @board.command("schema", help=speech.text("cli.help.board_schema"))
    def schema(title: str = typer.Argument(help=speech.text("cli.help.title"))) -> None:
        print_json(file_of(load(title)).schema())


def file_of(title: Title) -> ComponentFile:
    """What a title's file may hold. Raises BadSetup when it takes none."""
    if title.component_file is None:
        title.with_components({})  # refuses with the reason
    assert title.component_file is not None
    return title.component_file


def copy_of(title: Title) -> str:
    """Our own file, with a first line that tells an editor where the schema is."""
    text = file_of(title).ours.read_text("utf-8")
    indent = text[2 : text.index('"')]
    return f'{{\n{indent}"$schema": "{title.name}.schema.json",\n{text[2:]}'


def meant(data: dict[str, object]) -> str:
    """The title whose fields a file has most of."""
    return max(TITLES, key=lambda name: len(data.keys() & file_of(load(name)).form.needed.keys()))


def write_new(file: Path, text: str, speech: Words) -> None:
    """Write a file that is not there yet. Raises UsageError."""
    try:
        with file.open("x", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise UsageError(speech.text("cli.board.exists", file=str(file))) from None
    except OSError as error:
        raise UsageError(speech.text("cli.cannot_write", file=str(file), why=error.strerror or "")) from None
