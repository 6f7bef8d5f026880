"""The number of the protocol: said in the docs, sent by the client, checked by the server."""

import json
import re
from pathlib import Path

import pytest

from abbatia.core.words import LANGUAGES, Message, words
from abbatia.server.ws.protocol import PROTOCOL
from tests.server.running_server import running_server
from tests.server.ws_client import client, tokens_of

ROOT = Path(__file__).parent.parent.parent


async def test_what_waits_for_a_client_goes_in_one_frame() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"])
        await anne.come(seated["table"]["id"], tokens_of(seated))
        seat = anne.table["to_act"][0]
        view = anne.views[seat]
        play = {"seat": seat, "nth": view["nth"], "actions": view["legal"][:1]}
        await anne.send("play", table=seated["table"]["id"], **play)
        lines = [json.loads(line) for line in str(await anne.socket.recv()).split("\n")]
        assert [line["type"] for line in lines].count("step") == 3
        assert lines[-1]["type"] == "done"


@pytest.mark.parametrize("given", [PROTOCOL - 1, PROTOCOL + 1, 0, -1])
async def test_another_protocol_is_refused_in_one_sentence(given: int) -> None:
    async with running_server() as here, client(here) as anne:
        refused = await anne.ask("hello", protocol=given)
        assert (refused["type"], refused["code"]) == ("refused", "other_protocol")
        for language in LANGUAGES:
            said = words(language).say(Message(refused["why"]["key"], **refused["why"]["args"]))
            assert str(given) in said
            assert str(PROTOCOL) in said
        assert (await anne.ask("hello", protocol=PROTOCOL))["type"] == "welcome"


def test_the_docs_and_the_client_say_the_same_number() -> None:
    docs = (ROOT / "docs" / "protocol.md").read_text("utf-8")
    assert set(re.findall(r'"protocol": (\d+)', docs)) == {str(PROTOCOL)}
    wire = (ROOT / "web" / "src" / "protocol" / "wire.ts").read_text("utf-8")
    assert f"export const PROTOCOL = {PROTOCOL};" in wire
