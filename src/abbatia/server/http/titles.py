"""What can be played: titles with their options, vocabularies, rules and words."""

from functools import cache
from typing import Final

from abbatia.bots import LEVELS
from abbatia.core.contract import BadSetup, Title
from abbatia.core.rules import rules
from abbatia.core.words import LANGUAGES, words
from abbatia.games import TITLES, load
from abbatia.games.own import other_components
from abbatia.server.errors import Denied, denied_for
from abbatia.server.http.endpoint import AnyEndpoint, Call, Endpoint, JsonResponse, Out, json_response
from abbatia.server.http.schemas import Actions, OptionInfo, RuleText, TitleInfo, Titles
from abbatia.server.live.viewer_feed import said

SOON: Final = {"Cache-Control": "public, max-age=60"}


def find_title(name: str) -> Title:
    """A title by its name. Raises Denied."""
    try:
        return load(name)
    except BadSetup as bad:
        raise denied_for("bad_setup", bad.message) from None


def known_title(name: str) -> Title:
    """A title by its name in an address. Raises Denied."""
    if name not in TITLES:
        raise Denied("unknown")
    return load(name)


def title_info(title: Title) -> TitleInfo:
    options = [
        OptionInfo(
            option.name,
            list(option.values),
            option.default,
            list(option.excludes),
            list(option.seats),
            option.rule,
        )
        for option in title.options
    ]
    return TitleInfo(title.name, title.version, list(title.seats), options)


def actions_of(title: Title) -> Actions:
    """The vocabulary in notation and in words; and the names on a board that is not the one of new tables."""
    texts = list(title.vocabulary)
    names: dict[str, dict[str, str]] = {}
    if other_components(title) is not None:
        names = {language: title.names(language) for language in LANGUAGES}
    return Actions(texts, [said(title.describe(action)) for action in range(len(texts))], names)


def cached(answer: Out) -> JsonResponse[Out]:
    """An answer that a browser may keep for a minute."""
    response = json_response(answer)
    response.headers.update(SOON)
    return response


@cache
def all_titles() -> Titles:
    return Titles([title_info(load(name)) for name in TITLES], list(LEVELS))


async def list_titles(_: Call[None, None]) -> JsonResponse[Titles]:
    return cached(all_titles())


async def title_actions(call: Call[None, None]) -> JsonResponse[Actions]:
    return cached(actions_of(known_title(call.path("title"))))


async def title_rules(call: Call[None, None]) -> JsonResponse[list[RuleText]]:
    title = known_title(call.path("title"))
    book = rules(title.name, call.path("language"))
    return cached([RuleText(rule.number, rule.chapter, rule.text) for rule in book.values()])


async def all_words(call: Call[None, None]) -> JsonResponse[dict[str, str]]:
    return cached(dict(words(call.path("language")).entries))


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/titles", list_titles, "Titles, their options, and the bots"),
    Endpoint("GET", "/api/titles/{title}/actions", title_actions, "A title's vocabulary"),
    Endpoint("GET", "/api/titles/{title}/rules/{language}", title_rules, "A title's numbered rules"),
    Endpoint("GET", "/api/words/{language}", all_words, "The catalogue of words"),
]
