"""A client that plays a whole game at a server: it creates a table, takes a seat, and plays until it is over.

    abbatia serve                                           # in another terminal
    python websocket_client.py http://127.0.0.1:8000        # the address that the server prints

Needs what the server needs, which `./run` installs. The messages are explained in docs/protocol.md.
"""

import asyncio
import json
import random
import sys
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

import abbatia

PROTOCOL = 7
Json = dict[str, Any]


class Seat:
    """A seat at a table, and the newest view of it."""

    def __init__(self, socket: ClientConnection, table: str, token: str) -> None:
        self.socket = socket
        self.table = table
        self.token = token
        self.number = 0
        self.view: Json | None = None
        self.sent = 0

    async def say(self, kind: str, **content: Any) -> None:
        """Send a message with a number of its own; its answer repeats it as `re`."""
        self.sent += 1
        await self.socket.send(json.dumps({"type": kind, "re": self.sent, **content}))

    async def hear(self) -> None:
        """Take in one frame: `sync` and `step` bring a new view, a refusal is not expected."""
        for line in str(await self.socket.recv()).split("\n"):
            message = json.loads(line)
            if message["type"] == "refused":
                raise RuntimeError(f"refused: {message['code']}: {message['why']['key']}")
            if message["type"] in ("sync", "step"):
                self.number, self.view = message["viewer"], message["view"]

    async def play(self) -> list[int]:
        """Play until the match has a result; any legal action will do here. Gives the scores."""
        await self.say("hello", protocol=PROTOCOL)
        await self.say("subscribe", table=self.table, tokens=[self.token])
        answered = -1
        while True:
            view = self.view
            if view is not None and view["result"] is not None:
                return list(view["result"]["scores"])
            if view is not None and view["legal"] and view["nth"] != answered:
                answered = view["nth"]
                action = random.choice(view["legal"])
                await self.say("play", table=self.table, seat=self.number, nth=view["nth"], actions=[action])
            await self.hear()


async def main(server: str, title: str) -> None:
    """One game against two novices; then its record is fetched and checked."""
    seats = [{"kind": "me", "name": "Example"}, *[{"kind": "bot", "bot": "novice"}] * 2]
    async with httpx.AsyncClient(base_url=server, timeout=60) as http:
        made = await http.post("/api/tables", json={"title": title, "seats": seats})
        made.raise_for_status()
        created = made.json()
        table = created["table"]["id"]
        async with connect(server.replace("http", "ws", 1) + "/api/ws") as socket:
            scores = await Seat(socket, table, created["tokens"][0]["token"]).play()
        print(f"over: {scores}")
        record = abbatia.parse_record((await http.get(f"/api/records/{table}")).text)
        match = abbatia.verify(record)
        print(f"the record is true: {len(match.log)} actions, played by {', '.join(record.players)}")


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    try:
        asyncio.run(main(address.rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else "cardinal"))
    except httpx.ConnectError:
        sys.exit(f"No server answers at {address}; start one with: abbatia serve")
