"""The command line: `abbatia`. One module a command, each thin."""

import sys

import typer

from abbatia import __version__
from abbatia.cli import (
    arena,
    backup,
    board,
    check_store,
    learn,
    lesson,
    play,
    replay,
    rules,
    saved,
    serve,
    simulate,
    titles,
    verify,
)
from abbatia.cli.console import UsageError, chosen_language, complain
from abbatia.core.contract import IS_COMPILED, BadSetup
from abbatia.core.record import BadRecord
from abbatia.core.words import LANGUAGES, Words, words


def build(speech: Words) -> typer.Typer:
    """The whole command line in one language."""
    app = typer.Typer(
        name="abbatia",
        help=speech.text("cli.about"),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )

    def show_version(wanted: bool) -> None:
        if wanted:
            rules_are = speech.text("cli.compiled" if IS_COMPILED else "cli.interpreted")
            typer.echo(f"abbatia {__version__} ({rules_are})")
            raise typer.Exit

    @app.callback()
    def begin(
        language: str = typer.Option(
            "", "--language", help=speech.text("cli.help.language"), metavar="|".join(LANGUAGES)
        ),
        version: bool = typer.Option(
            False, "--version", is_eager=True, callback=show_version, help=speech.text("cli.help.version")
        ),
    ) -> None:
        """Declared for the help; `main` has read both before."""

    for room in (
        titles,
        rules,
        play,
        saved,
        board,
        learn,
        lesson,
        replay,
        verify,
        simulate,
        arena,
        serve,
        check_store,
        backup,
    ):
        room.add(app, speech)
    return app


def main(arguments: list[str] | None = None) -> None:
    """Run a command; whatever is wrong with its input is said in one sentence, with exit code 2."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        language, others = chosen_language(given)
        speech = words(language)
    except UsageError as error:
        sys.exit(complain(words("en"), error))
    try:
        code = build(speech)(args=others, standalone_mode=False)
    except UsageError as error:
        code = complain(speech, error)
    except (BadSetup, BadRecord) as bad:
        code = complain(speech, UsageError(speech.say(bad.message)))
    except typer.Abort:
        code = 130
    except typer.TyperException as bad:
        code = complain(speech, UsageError(sentence(bad), speech.text("cli.hint.help")))
    sys.exit(code if isinstance(code, int) else 0)


def sentence(bad: typer.TyperException) -> str:
    """What the option parser has to say, as one line."""
    said = getattr(bad, "format_message", lambda: str(bad))()
    return " ".join(said.split())
