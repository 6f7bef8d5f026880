"""Names: what is kept of them, and which are refused with a sentence."""

import pytest

from abbatia.core.words import LANGUAGES, words
from abbatia.server.errors import Denied
from abbatia.server.http.names import clean_name
from tests.server.running_server import running_server

ANNE = {"name": "Anne", "password": "correct horse"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anne", "Anne"),
        ("  Anne  Marie ", "Anne Marie"),
        ("Élise", "Élise"),
        ("Ｂｏｂ", "Bob"),  # full-width letters
        ("Иван", "Иван"),
        ("山田 たろう", "山田 たろう"),
        ("O’Brien 2", "O’Brien 2"),
        ("abbé 🙂", "abbé 🙂"),
    ],
)
def test_a_name_is_kept_in_one_form(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("   ", "name_empty"),
        ("\u200b", "name_signs"),  # a space of no width
        ("Bob\n", "name_signs"),
        ("Bob\u2028", "name_signs"),
        ("An\u00adne", "name_signs"),
        ("\u202eenna", "name_signs"),  # written from right to left
        ("a|b", "name_signs"),
        ("Z̷̧̢͎a", "name_signs"),
        ("Аnnе", "name_alphabets"),  # the first letter and the last are Cyrillic
        ("сосо", "name_alphabets"),  # all of them are, and all look Latin
        ("x" * 25, "name_long"),
        ("ﷺ" * 10, "name_long"),  # one character that becomes eighteen
    ],
)
def test_a_name_that_could_deceive_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Denied) as denied:
        clean_name(text)
    assert denied.value.why.key == f"server.{reason}"
    for language in LANGUAGES:
        assert "server." not in words(language).text(denied.value.why.key, **denied.value.why.args)


async def test_every_door_cleans_names() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", {"name": "Bob\n", "password": "correct horse"}, 400)
        await here.post("/api/accounts", ANNE, 201)
        await here.post("/api/accounts", {"name": "  anne ", "password": "correct horse"}, 409)
        await here.post("/api/session", method="DELETE")
        seats = [{"kind": "me", "name": "Bob\n"}, {"kind": "open"}, {"kind": "open"}]
        refused = await here.post("/api/tables", {"title": "cardinal", "seats": seats}, 400)
        assert refused["why"]["key"] == "server.name_signs"
        table = (await here.create("cardinal", ["open", "me", "open"]))["table"]["id"]
        for name, status in (("Bob\n", 400), (" ", 400), ("Anne", 409), ("  Bob ", 200)):
            answer = await here.post(f"/api/tables/{table}/join", {"name": name}, status)
        assert answer["table"]["seats"][0]["name"] == "Bob"
        token = answer["tokens"][0]["token"]
        path = f"/api/tables/{table}/seats/0"
        await here.post(path, {"token": token, "name": "B\tob"}, 400)
        await here.post(path, {"token": token, "name": "ANNE"}, 409)


async def test_an_account_bears_its_name_and_guests_are_marked() -> None:
    async with running_server() as here:
        await here.post("/api/accounts", ANNE, 201)
        seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}]
        wish = {"title": "cardinal", "seats": seats, "seating": "as_seated"}
        made = await here.post("/api/tables", wish, 201)
        await here.post("/api/session", method="DELETE")
        joined = await here.post(f"/api/tables/{made['table']['id']}/join", {"name": "Bert"})
        assert [seat["guest"] for seat in joined["table"]["seats"]] == [False, True, False]
