"""Lessons over real websockets: wrong tries change nothing, others play their lines, undo and resume work."""

from typing import Any

import pytest

from abbatia.games import TITLES, load
from abbatia.school.registry import lessons, script
from abbatia.school.rehearsal import rehearse
from abbatia.storage.audit import Replay
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import Json, RunningServer, running_server
from tests.server.ws_client import Client, client, tokens_of

FIRST = "cardinal/first-abbey"
LESSONS = [lesson.path for title in TITLES for lesson in lessons(title)]


async def begin(here: RunningServer, path: str = FIRST) -> Json:
    answer = await here.http.post(f"/api/lessons/{path}", json={"name": "Anne"})
    assert answer.status_code == 201, answer.text
    seated: Json = answer.json()
    return seated


def is_at(step: int) -> Any:
    """A step or sync in which the learner is to act in this task."""

    def fits(message: Json) -> bool:
        view = message.get("view")
        return bool(view and view.get("lesson") and view["lesson"]["step"] == step and view["legal"])

    return fits


async def play_key(anne: Client, path: str) -> None:
    """Play the key line of a lesson to its end, as the lesson shows it."""
    course = script(path)
    assert course is not None
    learner = course.lesson.learner
    tasks = len(course.lesson.steps)
    while anne.views[learner]["lesson"]["step"] < tasks:
        view = anne.views[learner]
        key = view["lesson"]["key"]
        if key is None or learner not in view["to_act"]:
            await anne.until(lambda message: "view" in message)
            continue
        assert (await anne.play(learner, key))["type"] == "done"


@pytest.mark.parametrize("path", LESSONS)
async def test_the_key_line_leads_through_a_table(path: str) -> None:
    course = script(path)
    assert course is not None
    *_, (match, walk) = rehearse(course)
    if course.lesson.others:
        assert walk.is_done
        return  # bots play for themselves there
    async with running_server() as here, client(here) as anne:
        seated = await begin(here, path)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await play_key(anne, path)
        live = here.server.tables.live_tables[table]
        assert live.table.match is not None
        for seat in range(-1, course.lesson.seats):  # seats that act at once may do so in any order (law 6)
            here_played = [action for who, action in live.table.match.log if who == seat]
            rehearsed = [action for who, action in match.log if who == seat]
            assert here_played[: len(rehearsed)] == rehearsed[: len(here_played)]
        assert seated["table"]["lesson"] == path


async def test_a_wrong_try_is_answered_and_changes_nothing() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await begin(here)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        before = len(await store.entries(table))
        allowed = await anne.play(0, "pay italy")
        assert (allowed["type"], allowed["code"]) == ("refused", "lesson")
        assert allowed["why"]["key"] == "lesson.1.wrong.0"
        illegal = await anne.play(0, "pay england")
        assert (illegal["code"], illegal["rule"]) == ("illegal", "4.1")
        assert illegal["lesson"]["key"] == "lesson.1.wrong.3"
        assert len(await store.entries(table)) == before
        assert (await anne.play(0, "pay france"))["type"] == "done"


async def test_reasons_have_the_sentence_of_the_lesson() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await begin(here)
        await anne.come(seated["table"]["id"], tokens_of(seated))
        answer = await anne.ask(
            "why", table=seated["table"]["id"], seat=0, actions=["pay england", "pay france"]
        )
        reason, none = answer["reasons"]
        assert reason["lesson"]["key"] == "lesson.1.wrong.3"
        assert none is None


async def test_a_batch_ends_with_its_task() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await begin(here)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        done = await anne.ask(
            "play", table=table, seat=0, nth=0, actions=["pay france", "abbey saint_denis", "draw pile"]
        )
        assert (done["type"], done["played"]) == ("done", 1)


async def test_an_undo_goes_back_behind_what_the_others_did_and_not_beyond_the_beginning() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await begin(here)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        assert anne.views[0]["undo"] == "none"
        for action in ("pay france", "abbey saint_denis", "draw open 2"):
            await anne.play(0, action)
        await anne.until(is_at(5))
        after = anne.views[0]["observation"]
        assert anne.views[0]["undo"] == "free"
        await anne.ask("undo", table=table, seat=0, nth=anne.views[0]["nth"])
        assert anne.views[0]["lesson"]["step"] == 3
        await anne.play(0, "draw open 2")
        await anne.until(is_at(5))
        assert anne.views[0]["observation"] == after
        for _ in range(3):
            await anne.ask("undo", table=table, seat=0, nth=anne.views[0]["nth"])
        assert anne.views[0]["undo"] == "none"
        refused = await anne.ask("undo", table=table, seat=0, nth=anne.views[0]["nth"])
        assert refused["why"]["key"] == "core.nothing_to_undo"


async def test_a_lesson_goes_on_at_another_process() -> None:
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await begin(here)
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await anne.play(0, "pay france")
        before = anne.views[0]
    async with running_server(store) as here, client(here) as anne:
        await anne.come(seated["table"]["id"], tokens_of(seated))
        assert anne.views[0] == before


async def test_a_lesson_replays_from_the_store_without_a_difference() -> None:
    """What chance does in a lesson stands in the lesson, not in the seed."""
    store = MemoryStore()
    async with running_server(store) as here, client(here) as anne:
        seated = await begin(here)
        await anne.come(seated["table"]["id"], tokens_of(seated))
        await play_key(anne, FIRST)
        assert seated["table"]["commitment"] == ""
    row = await store.table(seated["table"]["id"])
    assert row is not None
    replay = Replay(row, load)
    for entry in await store.entries(row.id):
        replay.take(entry)
    replay.finish()


async def test_a_lesson_stands_in_no_list() -> None:
    async with running_server() as here:
        await here.http.post("/api/accounts", json={"name": "Anne", "password": "saint-denis 1140"})
        seated = await begin(here)
        assert seated["table"]["seats"][0]["name"] == "Anne"
        assert (await here.get("/api/tables?state=playing"))["tables"] == []
        assert (await here.get("/api/me/seats"))["seats"] == []


async def test_progress_is_kept_and_added_to() -> None:
    async with running_server() as here:
        assert (await here.http.get("/api/me/lessons")).status_code == 403
        await here.http.post("/api/accounts", json={"name": "Anne", "password": "saint-denis 1140"})
        assert (await here.get("/api/me/lessons"))["lessons"] == []
        seated = await begin(here)
        table = seated["table"]["id"]
        done = {"lesson": FIRST, "done": True, "table": None}
        begun = {"lesson": FIRST, "done": False, "table": table}
        unknown = {"lesson": "cardinal/none", "done": True, "table": None}
        for news in (done, begun):
            answer = await here.http.put("/api/me/lessons", json={"lessons": [news, unknown]})
            assert answer.status_code == 200
        expected = [{"lesson": FIRST, "done": True, "table": table}]
        assert answer.json()["lessons"] == (await here.get("/api/me/lessons"))["lessons"] == expected


async def test_lessons_are_told_in_every_language() -> None:
    async with running_server() as here:
        for language in ("en", "fr", "de"):
            found = await here.get(f"/api/lessons/{language}")
            assert [lesson["lesson"] for lesson in found] == LESSONS
            text = await here.get(f"/api/lessons/{FIRST}/{language}")
            assert text["info"] == next(lesson for lesson in found if lesson["lesson"] == FIRST)
            assert all(step["say"]["key"] in text["words"] for step in text["steps"])
            assert text["next"] == (
                LESSONS[1] if len(LESSONS) > 1 and LESSONS[1].startswith("cardinal") else None
            )


async def test_the_same_request_gives_the_same_table() -> None:
    async with running_server() as here:
        answers = [
            await here.http.post(
                f"/api/lessons/{FIRST}", json={"name": "Anne"}, headers={"Idempotency-Key": "k" * 32}
            )
            for _ in range(2)
        ]
        assert answers[0].json()["tokens"] == answers[1].json()["tokens"]
