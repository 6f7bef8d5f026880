"""The REST interface keeps what its OpenAPI document promises, whatever it is sent."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from abbatia.core.chance import Rng
from abbatia.server.app import ENDPOINTS, create_app
from abbatia.server.http.endpoint import openapi
from abbatia.server.process import config_for
from abbatia.server.settings import Settings
from abbatia.storage.memory import MemoryStore
from tests.server.running_server import running_server
from tests.server.ws_client import client, play_out, tokens_of

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]


@contextmanager
def listening() -> Iterator[str]:
    """A server in a thread, for a test tool that is not asynchronous."""
    server = create_app(
        MemoryStore(),
        Settings(request_rate=1e6, read_rate=1e6, login_rate=1e6, tables_per_hour=10**6, bots_per_hour=10**6),
    )
    listener = socket.create_server(("127.0.0.1", 0))
    runner = uvicorn.Server(config_for(server, server.settings))
    thread = threading.Thread(target=lambda: asyncio.run(runner._serve([listener])))
    thread.start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    try:
        yield url
    finally:
        runner.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with listening() as url:
        yield url


schema = schemathesis.openapi.from_dict(openapi(ENDPOINTS))


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_endpoint_keeps_its_promise(case: "schemathesis.Case[Any]", address: str) -> None:
    case.call_and_validate(base_url=address, checks=CHECKS)


async def test_answers_about_a_real_table_and_record_match_the_document() -> None:
    async with running_server() as here, client(here) as anne:
        seated = await here.create("cardinal", ["me", "me", "me"], public=True)
        table = seated["table"]["id"]
        await anne.come(table, tokens_of(seated))
        await play_out(anne, Rng(2))
        document = schemathesis.openapi.from_dict((await here.http.get("/api/openapi.json")).json())
        for path, real in {
            "/api/tables/{table}": f"/api/tables/{table}",
            "/api/tables/{table}/actions": f"/api/tables/{table}/actions",
            "/api/tables": "/api/tables?state=over",
            "/api/records": "/api/records",
            "/api/records/{record}/replay": f"/api/records/{table}/replay?viewer=0",
            "/api/records/{record}/frames": f"/api/records/{table}/frames?viewer=0",
            "/api/records/{record}/course": f"/api/records/{table}/course",
            "/api/records/{record}/verify": f"/api/records/{table}/verify",
            "/api/titles": "/api/titles",
        }.items():
            answer: httpx.Response = await here.http.get(real)
            assert answer.status_code == 200
            document[path]["GET"].validate_response(answer)


async def test_pages_that_are_not_there_say_so_as_json() -> None:
    async with running_server() as here:
        assert (await here.get("/api/nothing", 404))["code"] == "unknown"
        wrong = await here.http.request("PATCH", "/api/tables")
        assert wrong.status_code == 405
        assert set(wrong.headers["allow"].split(", ")) >= {"GET", "POST"}
