"""Worked examples of the rules: what is asked, and the positions that answer it."""

from functools import cache
from typing import Final

from msgspec import Raw, json

from abbatia.core.examples import Example, Moment, examples
from abbatia.games import load
from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import AnyEndpoint, Call, Endpoint, JsonResponse
from abbatia.server.http.schemas import (
    ExampleBoard,
    ExampleLine,
    ExampleMoment,
    ExampleRefusal,
    ExampleText,
)
from abbatia.server.http.titles import cached, known_title
from abbatia.server.live.viewer_feed import said
from abbatia.server.ws.model import Said


async def list_examples(call: Call[None, None]) -> JsonResponse[list[ExampleText]]:
    title, language = known_title(call.path("title")), call.path("language")
    return cached([text_of(example, language) for example in examples(title.name).values()])


async def get_example(call: Call[None, None]) -> JsonResponse[ExampleBoard]:
    title = known_title(call.path("title"))
    if call.path("example") not in examples(title.name):
        raise Denied("unknown")
    return cached(board_of(title.name, call.path("example")))


def text_of(example: Example, language: str) -> ExampleText:
    return ExampleText(
        example.name,
        example.rules,
        example.question[language],
        example.answer[language],
        example.caption[language],
        example.asked_first,
        len(example.steps),
    )


@cache
def board_of(name: str, example_name: str) -> ExampleBoard:
    """An example played by the newest rules, which are those that people read."""
    title, example = load(name), examples(name)[example_name]
    moments = example.moments(title)
    return ExampleBoard(
        example.name,
        example.names,
        example.viewer,
        example.look,
        [moment_of(example, moment) for moment in moments],
        [
            ExampleRefusal(seat, said(title.describe(action)), said(refusal.reason), refusal.rule)
            for seat, action, refusal in example.refusals(title, moments[-1].state)
        ],
    )


def moment_of(example: Example, moment: Moment) -> ExampleMoment:
    """A position as the viewer of its example sees it."""
    state = moment.state
    messages = [example.message(event) for event in moment.events]
    events = [said(message) for message in messages if message is not None]
    told = [
        place
        for place, event in enumerate(events)
        if example.tell is None or event.key.rsplit(".", 1)[1] in example.tell
    ]
    lines = [
        ExampleLine(
            seat, Said(line["label"]["key"], dict(line["label"]["args"])), line["points"], line["rule"]
        )
        for seat, line in moment.lines
    ]
    seats = [seat for seat in state.to_act() if seat >= 0]
    return ExampleMoment(Raw(json.encode(state.observe(example.viewer))), seats, events, told, lines)


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/titles/{title}/examples/{language}", list_examples, "A title's worked examples"),
    Endpoint("GET", "/api/titles/{title}/examples/{example}/board", get_example, "A worked example, played"),
]
