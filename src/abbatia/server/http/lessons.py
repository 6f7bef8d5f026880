"""Lessons: what there is to learn, a table to learn it at, and how far an account is.

The table of a lesson is one like any other, with the position of the lesson and the learner at one
seat. Its journal is all that is kept of it.
"""

from functools import cache
from typing import Any, Final

from msgspec import convert, structs, to_builtins

from abbatia.bots import LEVELS
from abbatia.games import TITLES
from abbatia.school.lesson import Lesson
from abbatia.school.registry import lessons, script
from abbatia.school.walk import Script
from abbatia.server.errors import Denied
from abbatia.server.http.accounts import current
from abbatia.server.http.endpoint import AnyCall, AnyEndpoint, Call, Endpoint, JsonResponse
from abbatia.server.http.names import name_for
from abbatia.server.http.schemas import (
    BeginLesson,
    LessonInfo,
    LessonProgress,
    LessonsProgress,
    LessonStep,
    LessonText,
    Seated,
    SeatWish,
)
from abbatia.server.http.tables import seated, seating, start_if_gathering
from abbatia.server.http.titles import cached
from abbatia.server.live.table_meta import TableMeta, meta_to
from abbatia.server.live.viewer_feed import said
from abbatia.storage.errors import Conflict
from abbatia.storage.model import OPEN, SeatHolder, TableRow, User

MOST_KEPT: Final = 200
"""Lessons whose progress an account keeps."""


def known_lesson(call: AnyCall) -> Script:
    """The lesson of an address. Raises Denied."""
    found = script(f"{call.path('title')}/{call.path('lesson')}")
    if found is None:
        raise Denied("unknown")
    return found


def info_of(lesson: Lesson, language: str) -> LessonInfo:
    words = lesson.entries(language)
    name, about = words[lesson.name.key], words[lesson.about.key]
    return LessonInfo(lesson.path, lesson.title, name, about, lesson.minutes, lesson.rules)


@cache
def text_of(lesson: Lesson, language: str) -> LessonText:
    """All that a client shows of a lesson."""
    steps = [
        LessonStep(
            said(step.say),
            step.point,
            step.rules,
            step.is_task,
            None if step.hint is None else said(step.hint),
        )
        for step in lesson.steps
    ]
    words = lesson.entries(language)
    paths = [other.path for other in lessons(lesson.title)]
    following = paths[paths.index(lesson.path) + 1 :]
    return LessonText(
        info_of(lesson, language), words[lesson.learnt.key], steps, words, following[0] if following else None
    )


async def list_lessons(call: Call[None, None]) -> JsonResponse[list[LessonInfo]]:
    """All lessons, those of each title in their order."""
    language = call.path("language")
    return cached([info_of(lesson, language) for title in TITLES for lesson in lessons(title)])


async def get_lesson(call: Call[None, None]) -> JsonResponse[LessonText]:
    return cached(text_of(known_lesson(call).lesson, call.path("language")))


async def begin_lesson(call: Call[BeginLesson, None]) -> Seated:
    """A table for a lesson, with this browser at the learner's seat; sent again it gives the same table."""
    course = known_lesson(call)
    lesson, tables = course.lesson, call.server.tables
    user, account = await call.server.accounts.account_of(call.request.cookies)
    name = account or await name_for(call.server.store.accounts, call.body.name or "", user)
    source = await call.tokens()
    wishes = [
        SeatWish("me" if seat == lesson.learner else "bot", bot=lesson.others or LEVELS[0])
        for seat in range(lesson.seats)
    ]
    table = source.table_id()
    chairs, tokens, holders = seating(wishes, name, source, tables.mark_of(table, call.address))
    chairs = [structs.replace(chair, guest=chair.kind == "person" and account is None) for chair in chairs]
    host, host_hash = source.token("host")
    if await call.server.store.journal.table(table) is None:  # a repeated request costs nothing
        await call.spend("lessons")
    head = TableMeta(
        chairs=tuple(chairs),
        stand_in=LEVELS[1],
        host=host_hash.hex(),
        host_user=user,
        creator=tables.quotas.client_key(user, call.address),
        lesson=lesson.path,
    )
    row = TableRow(
        id=table,
        title=lesson.title,
        version=lesson.version,
        seats=lesson.seats,
        created=tables.now(),
        options=dict(lesson.options),
        secret=lesson.secret,
        public=False,
        touched=tables.now(),
        head=meta_to(head),
    )
    try:
        live = await tables.create(row, tuple(SeatHolder(table, seat, key, user) for seat, key in holders))
    except Conflict:
        live = await tables.find(table)
        if not live.table.is_host(host):
            raise
    if live.table.status == OPEN:
        await start_if_gathering(live, course.opening.log)
    return seated(live, [held.token for held in tokens], host)


# -- progress


def progress_of(user: User) -> dict[str, LessonProgress]:
    """What an account has begun, by lesson."""
    kept: list[dict[str, Any]] = user.settings.get("lessons", [])
    return {found["lesson"]: convert(found, LessonProgress) for found in kept}


def together(before: LessonProgress | None, news: LessonProgress) -> LessonProgress:
    """What is done stays done; the newer table counts."""
    if before is None:
        return news
    return LessonProgress(news.lesson, before.done or news.done, news.table or before.table)


async def my_lessons(call: Call[None, None]) -> LessonsProgress:
    return LessonsProgress(list(progress_of(await current(call)).values()))


async def keep_lessons(call: Call[LessonsProgress, None]) -> LessonsProgress:
    """Add what this browser knows to what the account knows; answered by both together."""
    user = await current(call)
    found = progress_of(user)
    for news in call.body.lessons:
        if script(news.lesson) is not None:
            known = together(found.pop(news.lesson, None), news)
            found[news.lesson] = known
    kept = list(found.values())[-MOST_KEPT:]
    settings = {**user.settings, "lessons": to_builtins(kept)}
    await call.server.store.accounts.change_user(structs.replace(user, settings=settings))
    return LessonsProgress(kept)


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("GET", "/api/lessons/{language}", list_lessons, "All lessons"),
    Endpoint("GET", "/api/lessons/{title}/{lesson}/{language}", get_lesson, "A lesson with its texts"),
    Endpoint(
        "POST", "/api/lessons/{title}/{lesson}", begin_lesson, "Begin a lesson", status=201, repeats=True
    ),
    Endpoint("GET", "/api/me/lessons", my_lessons, "How far this account is"),
    Endpoint("PUT", "/api/me/lessons", keep_lessons, "Keep how far one is"),
]
