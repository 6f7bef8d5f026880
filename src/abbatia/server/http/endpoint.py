"""Endpoint: one request of the REST interface, typed by its handler; routes and OpenAPI are made from them.

A handler is `async def get(call: Call[Body, Query]) -> Out`. Its annotations are the schema: they say how a
request is read, and what the OpenAPI document says; mypy checks the handler against them.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from abbatia import __version__
from abbatia.core.observation import AnyObservation
from abbatia.core.words import LANGUAGE_PATTERN
from abbatia.server.errors import Denied, Fault
from abbatia.server.http.schemas import Problem
from abbatia.server.ops.guard import address_key
from abbatia.server.tokens import MAX_KEY, MIN_KEY, TokenSource
from abbatia.storage.errors import StoreUnavailable

if TYPE_CHECKING:
    from abbatia.server.app import Server

LOG: Final = logging.getLogger("abbatia.rest")
MOST_BODY: Final = 1_000_000
MOST_RECORD: Final = 4_000_000
BODY_SECONDS: Final = 30.0
"""Time that a client has for the body of a request."""
PATTERNS: Final = {
    "table": "^[a-z0-9]{6,32}$",
    "record": "^[a-z0-9]{6,32}$",
    "title": "^[a-z_]{1,40}$",
    "lesson": "^[a-z][a-z0-9-]{1,39}$",
    "language": LANGUAGE_PATTERN,
    "seat": "^[0-8]$",
    "user": "^[a-z0-9]{1,40}$",
    "proof": "^[a-f0-9]{40}$",
}
SCHEMAS: Final = "#/components/schemas/"
UNSAFE: Final = frozenset({"POST", "PUT", "DELETE", "PATCH"})
Some = TypeVar("Some")
Body = TypeVar("Body")  # a struct of schemas.py, bytes for plain text, None for no body
Query = TypeVar("Query")  # a struct of schemas.py, None where nothing may stand behind the question mark
Out = TypeVar("Out")  # what the answer holds: str for plain text, else what msgspec encodes as JSON


class Call(Generic[Body, Query]):
    """One request: the client, and what it sent."""

    def __init__(self, server: "Server", request: Request, body: Body, query: Query) -> None:
        self.server: Final = server
        self.request: Final = request
        self.body: Final = body
        self.query: Final = query

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])

    async def user(self) -> str | None:
        """The account whose session cookie came along."""
        return await self.server.accounts.user_of(self.request.cookies)

    @property
    def address(self) -> str:
        return address_of(self.request)

    async def spend(self, kind: str, amount: int = 1) -> None:
        """Use up some of the hourly quota of whoever asks. Raises Denied."""
        tables = self.server.tables
        await tables.quotas.spend(kind, await self.user(), self.address, tables.now(), amount)

    async def tokens(self) -> TokenSource:
        """Where the tokens of this request come from. Raises Denied for an idempotency key that cannot be."""
        key = self.request.headers.get("idempotency-key")
        if key is None:
            return self.server.tables.token_source()
        if not MIN_KEY <= len(key) <= MAX_KEY:
            raise Denied("bad_message", detail="Idempotency-Key")
        facts = [key, self.request.url.path, await self.user(), self.body]
        return self.server.tables.token_source(hashlib.sha256(msgspec.json.encode(facts)).digest())


def address_of(request: Request) -> str:
    """The client, as limits count clients."""
    return address_key(request.client.host) if request.client else "?"


AnyCall = Call[Any, Any]


class JsonResponse(Response, Generic[Out]):
    """An answer that holds an `Out`, for handlers that set headers or cookies, too."""

    media_type = "application/json"


def json_response(answer: Out, status: int = 200) -> JsonResponse[Out]:
    return JsonResponse(msgspec.json.encode(answer), status)


class Endpoint(Generic[Body, Query, Out]):
    """One request that the server answers. What it takes and gives is read off its handler's annotations."""

    def __init__(
        self,
        method: str,
        path: str,
        do: Callable[[Call[Body, Query]], Awaitable[Out]],
        about: str,
        *,
        status: int = 200,
        cost: float = 1.0,
        repeats: bool = False,
    ) -> None:
        self.method: Final = method
        self.path: Final = path
        self.do: Final = do
        self.about: Final = about
        self.status: Final = status
        self.repeats: Final = repeats  # takes an Idempotency-Key
        self.cost: Final = cost  # how many plain requests it counts for
        hints = get_type_hints(do)
        gives = hints.pop("return")
        (call,) = hints.values()
        self.body, self.query = (None if kind is NoneType else kind for kind in get_args(call))
        self.is_text: Final = gives in (str, PlainTextResponse)
        self.gives: Final = get_args(gives)[0] if get_origin(gives) is JsonResponse else gives


AnyEndpoint = Endpoint[Any, Any, Any]


def routes(endpoints: Sequence[AnyEndpoint], server: "Server") -> list[Route]:
    """Starlette's routes for them, one a path."""
    by_path: dict[str, dict[str, AnyEndpoint]] = {}
    for endpoint in endpoints:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [
        Route(path, answer_with(methods, server), methods=list(methods)) for path, methods in by_path.items()
    ]


def answer_with(
    methods: dict[str, AnyEndpoint], server: "Server"
) -> Callable[[Request], Awaitable[Response]]:
    """The function that answers requests for one path."""

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        try:
            response = await carry_out(methods[method], server, request)
        except Denied as no:
            server.metrics.refusals[no.code] += 1
            response = problem(no)
        except StoreUnavailable:
            server.metrics.refusals["unavailable"] += 1
            response = problem(Denied("unavailable"))
        except Exception:
            LOG.exception("%s %s failed", request.method, request.url.path)
            response = problem(Fault(), 500)
        server.metrics.requests[str(response.status_code)] += 1
        return response

    return answer


async def carry_out(endpoint: AnyEndpoint, server: "Server", request: Request) -> Response:
    """Check a request, do it, and write the answer."""
    if endpoint.method in UNSAFE:
        server.check_origin(request.headers, request.url.scheme)
    limits = server.limits if endpoint.method in UNSAFE else server.reads
    if not limits.take(address_of(request), endpoint.cost):
        raise Denied("too_fast")
    for name, value in request.path_params.items():
        if not re.fullmatch(PATTERNS[name], str(value)):
            raise Denied("unknown")
    check_parameters(request, endpoint)
    query = read(dict(request.query_params), endpoint.query) if endpoint.query else None
    body = await read_body(endpoint, request) if endpoint.body else None
    answer = await endpoint.do(Call(server, request, body, query))
    if isinstance(answer, Response):
        return answer
    if endpoint.is_text:
        return PlainTextResponse(answer, endpoint.status)
    return json_response(answer, endpoint.status)


def check_parameters(request: Request, endpoint: AnyEndpoint) -> None:
    """Nothing behind the question mark is ignored. Raises Denied."""
    known = [field.name for field in msgspec.structs.fields(endpoint.query)] if endpoint.query else []
    for name in request.query_params:
        if name not in known:
            key = "server.unknown_parameter" if known else "server.no_parameters"
            raise Denied("bad_message", key, name=name[:40], known=known)


def read(given: dict[str, str], kind: type[Some]) -> Some:
    """A query as its struct. Raises Denied."""
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as bad:
        raise Denied("bad_message", detail=str(bad)[:200]) from None


async def read_body(endpoint: AnyEndpoint, request: Request) -> Any:
    """The body as the endpoint wants it, never more of it than allowed. Raises Denied."""
    most = MOST_RECORD if endpoint.body is bytes else MOST_BODY
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise Denied("too_big", limit=most)
                parts.append(part)
    except ClientDisconnect:
        raise Denied("bad_message", detail="cut off") from None
    except TimeoutError:
        raise Denied("too_slow") from None
    source = b"".join(parts)
    if endpoint.body is bytes:
        return source
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Denied("bad_message", "server.not_json")
    try:
        return msgspec.json.decode(source, type=endpoint.body)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as bad:
        raise Denied("bad_message", detail=str(bad)[:200]) from None


def problem(no: Denied, status: int | None = None) -> Response:
    """A no, as JSON."""
    return json_response(Problem(no.code, no.why), no.status if status is None else status)


# -- OpenAPI


def openapi(endpoints: Sequence[AnyEndpoint]) -> dict[str, Any]:
    """The OpenAPI document of these endpoints."""
    kinds = [Problem]
    for endpoint in endpoints:
        kinds += [
            kind
            for kind in (endpoint.body, None if endpoint.is_text else endpoint.gives)
            if kind is not None and kind is not bytes
        ]
    schemas, components = msgspec.json.schema_components(
        list(dict.fromkeys([*kinds, AnyObservation])), ref_template=SCHEMAS + "{name}"
    )
    found = dict(zip(dict.fromkeys(kinds), schemas, strict=False))
    describe_observations(components)
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation(endpoint, found)
    about = {"title": "Abbatia", "version": __version__, "description": "Lobby, records and accounts."}
    return {"openapi": "3.1.0", "info": about, "paths": paths, "components": {"schemas": components}}


def describe_observations(components: dict[str, Any]) -> None:
    """Say what an observation is where a message carries it encoded (`Raw`), under its plain name."""
    for name in [name for name in components if name.startswith("Observation_")]:
        components["Observation"] = {**components.pop(name), "title": "Observation"}
    for schema in components.values():
        if "observation" in schema.get("properties", {}):
            schema["properties"]["observation"] = {"$ref": f"{SCHEMAS}Observation"}


def operation(endpoint: AnyEndpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    """One endpoint in the words of OpenAPI."""
    good: dict[str, Any] = {"description": "Done."}
    if endpoint.is_text:
        good["content"] = {"text/plain": {"schema": {"type": "string"}}}
    else:
        good["content"] = {"application/json": {"schema": schemas[endpoint.gives]}}
    bad = {"description": "Not done.", "content": {"application/json": {"schema": schemas[Problem]}}}
    found: dict[str, Any] = {
        "summary": endpoint.about,
        "operationId": endpoint.do.__name__,
        "parameters": parameters(endpoint),
        "responses": {str(endpoint.status): good, "default": bad},
    }
    if endpoint.body is bytes:
        found["requestBody"] = {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}
    elif endpoint.body is not None:
        content = {"application/json": {"schema": schemas[endpoint.body]}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def parameters(endpoint: AnyEndpoint) -> list[dict[str, Any]]:
    """What stands in the path and behind the question mark."""
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "pattern": PATTERNS[name]},
        }
        for name in re.findall(r"\{(\w+)\}", endpoint.path)
    ]
    if endpoint.repeats:
        schema: dict[str, Any] = {"type": "string", "minLength": MIN_KEY, "maxLength": MAX_KEY}
        found.append({"name": "Idempotency-Key", "in": "header", "required": False, "schema": schema})
    if endpoint.query is not None:
        for field in msgspec.structs.fields(endpoint.query):
            schema = msgspec.json.schema(field.type)
            if "anyOf" in schema:  # a missing parameter is the null
                schema = next(choice for choice in schema["anyOf"] if choice.get("type") != "null")
            found.append({"name": field.name, "in": "query", "required": False, "schema": schema})
    return found
