"""The checker of frames notices what it is there for: every kind of leak, made by hand, is found."""

import hashlib
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from abbatia.core.chance import Rng
from abbatia.storage.memory import MemoryStore
from abbatia.storage.model import JournalEntry, SeatHolder, TableRow
from tests.server.crash_test import ClientLog, Json, PlayedTable, ReconnectingPlayer
from tests.server.frame_checker import check_frames
from tests.server.running_server import running_server
from tests.server.ws_client import client, play_out, tokens_of

Game = tuple[PlayedTable, TableRow, list[JournalEntry], dict[int | None, list[str]]]


@pytest.fixture(scope="module")
async def game(anyio_backend: str) -> Game:
    """Some moves at a table, with all frames that each seat and a spectator got."""
    store = MemoryStore()
    async with running_server(store) as here:
        seated = await here.create("cardinal", ["me", "me", "me"])
        played = PlayedTable("cardinal", [[0], [1], [2], []], 0, {})
        played.id = seated["table"]["id"]
        played.tokens = tokens_of(seated)
        played.host = seated["host"]
        async with client(here) as one, client(here) as other, client(here) as watcher:
            await one.come(played.id, played.tokens[:1])
            await other.come(played.id, played.tokens[1:])
            await watcher.come(played.id)
            rng = Rng(3)
            for _ in range(25):
                player = one if one.acting() else other
                before = len(player.frames)
                if not player.acting():
                    await player.read()
                    continue
                await play_out(player, rng, 1)
                assert len(player.frames) > before
                await bring_up_to_date([one, other, watcher], player)
        frames: dict[int | None, list[str]] = {0: one.frames, None: watcher.frames}
        for seat in (1, 2):
            frames[seat] = [text for text in other.frames if json.loads(text).get("viewer", seat) == seat]
    table = await store.table(played.id)
    assert table is not None
    return played, table, await store.entries(played.id), frames


async def bring_up_to_date(all_clients: list[Any], player: Any) -> None:
    """Let everybody read the newest step, so that who acts next knows it."""
    acting = next(iter(player.views.values()))["to_act"]
    for other in all_clients:
        while next(iter(other.views.values()))["to_act"] != acting:
            await other.read()


def check(game: Game, change: Callable[[int | None, Json], None] | None = None) -> int:
    """Hold the frames against the rules, after something was done to each."""
    played, table, journal, frames = game
    played.players = []
    for own in played.clients:
        viewer = own[0] if own else None
        player = ReconnectingPlayer(ClientLog(), [1], played.id, [played.tokens[seat] for seat in own], 0)
        for text in frames[viewer]:
            frame = json.loads(text)
            if change is not None:
                change(viewer, frame)
            player.frames.append(zlib.compress(json.dumps(frame, separators=(",", ":")).encode()))
        played.players.append(player)
    held = [
        SeatHolder(played.id, seat, hashlib.sha256(token.encode()).digest())
        for seat, token in enumerate(played.tokens)
    ]
    return check_frames(played, table, journal, held)


def test_what_the_server_sends_is_allowed(game: Game) -> None:
    assert check(game) > 60


def step_of(frame: Json) -> Json | None:
    found: Json | None = frame.get("view") if frame["type"] in ("step", "sync") else None
    return found


def another_hand(viewer: int | None, frame: Json) -> None:
    """A card more in the known part of somebody's hand."""
    if frame["type"] == "sync" and frame["view"]:
        frame["view"]["observation"]["public"]["players"][1 if viewer == 0 else 0]["known"].append("france")


def another_hand_told_as_a_change(viewer: int | None, frame: Json) -> None:
    other = 1 if viewer == 0 else 0
    if frame["type"] == "step":
        frame["changes"].append([["public", "players", other, "known"], 0, 0, ["france"]])


def a_change_that_another_covers(_: int | None, frame: Json) -> None:
    """Who reads the frame knows it, even if it is not to be seen in the end."""
    if frame["type"] == "step" and frame["changes"]:
        frame["changes"].insert(0, [frame["changes"][0][0], "a secret"])


def a_name_that_a_change_covers(_: int | None, frame: Json) -> None:
    if frame["type"] == "step" and frame["changes"]:
        frame["view"]["observation"][frame["changes"][0][0][0]] = "a secret"


def another_field(_: int | None, frame: Json) -> None:
    frame["debug"] = 1


def a_field_in_the_view(_: int | None, frame: Json) -> None:
    if view := step_of(frame):
        view["observation"]["seed"] = 1


def others_actions(viewer: int | None, frame: Json) -> None:
    """The text of what another seat did."""
    for entry in frame.get("log", []):
        if entry["seat"] not in (viewer, -1):
            entry["text"] = "pay france"


def others_choices(viewer: int | None, frame: Json) -> None:
    if (view := step_of(frame)) and viewer not in view["to_act"]:
        view["legal"] = ["draw pile"]


def too_early(_: int | None, frame: Json) -> None:
    """A happening of which the view does not know yet."""
    if frame["type"] == "step":
        frame["log"] = []


def other_eyes(viewer: int | None, frame: Json) -> None:
    if frame["type"] in ("step", "sync"):
        frame["viewer"] = 1 if viewer == 0 else 0


@pytest.mark.parametrize(
    "change",
    [
        another_hand,
        another_hand_told_as_a_change,
        a_change_that_another_covers,
        a_name_that_a_change_covers,
        another_field,
        a_field_in_the_view,
        others_actions,
        others_choices,
        too_early,
        other_eyes,
    ],
)
def test_a_leak_is_found(game: Game, change: Callable[[int | None, Json], None]) -> None:
    with pytest.raises(AssertionError):
        check(game, change)


def test_tokens_and_the_seed_are_found(game: Game) -> None:
    played, table = game[:2]
    for secret in (played.tokens[1], played.host, table.secret.hex()):

        def tell(_: int | None, frame: Json, secret: str = secret) -> None:
            if frame["type"] == "sync":
                frame["table"]["seats"][0]["name"] = secret

        with pytest.raises(AssertionError):
            check(game, tell)
