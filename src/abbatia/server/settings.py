"""What an operator can set, by flags and by environment variables `ABBATIA_…`."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Final, NamedTuple, get_args, get_type_hints
from urllib.parse import urlsplit

from msgspec import Meta, Struct, ValidationError, convert, field, structs

from abbatia.core.words import Message
from abbatia.errors import AbbatiaError

PREFIX: Final = "ABBATIA_"


class BadSettings(AbbatiaError):
    """Raised for a setting that cannot be: says which and why in one sentence."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(f"{key} {args}")


def spare_cores() -> int:
    """How many bots may think beside the server on this machine: one at least, four at most."""
    return min(max((os.cpu_count() or 2) - 1, 1), 4)


class Settings(Struct, frozen=True, kw_only=True):
    """All settings: each with its type, its default, its meaning, and the limits of numbers.

    A flag wins over the environment, the environment over the default.
    """

    host: Annotated[str, Meta(description="the address to listen at")] = "127.0.0.1"
    port: Annotated[
        int, Meta(description="the port to listen at; 0: any free one", extra={"limits": (0, 65_535)})
    ] = 8000
    store: Annotated[
        str, Meta(description="where tables are kept: a SQLite file, postgresql://… or memory:")
    ] = "abbatia.sqlite"
    workers: Annotated[
        int,
        Meta(
            description="server processes behind the port; several need PostgreSQL", extra={"limits": (1, 64)}
        ),
    ] = 1
    public_url: Annotated[
        str, Meta(description="as players reach it, for links in notices and for cookies over https")
    ] = ""
    origins: Annotated[
        str, Meta(description="further origins that may connect, with commas between them")
    ] = ""
    bot_workers: Annotated[
        int,
        Meta(description="bots that think at once, each in a process of its own", extra={"limits": (1, 64)}),
    ] = field(default_factory=spare_cores)
    bot_seconds: Annotated[
        float,
        Meta(
            description="seconds that a bot may think before a weaker one answers",
            extra={"limits": (0.1, 600)},
        ),
    ] = 30.0
    message_rate: Annotated[
        float,
        Meta(
            description="websocket messages a second and connection, in the long run",
            extra={"limits": (1, 1e9)},
        ),
    ] = 50.0
    request_rate: Annotated[
        float,
        Meta(
            description="REST requests that change something, a second and address, in the long run",
            extra={"limits": (1, 1e9)},
        ),
    ] = 20.0
    read_rate: Annotated[
        float,
        Meta(
            description="other REST requests a second and address, in the long run",
            extra={"limits": (1, 1e9)},
        ),
    ] = 100.0
    max_sockets: Annotated[
        int, Meta(description="websockets that one address may have open", extra={"limits": (1, 1e9)})
    ] = 100
    login_rate: Annotated[
        float,
        Meta(
            description="attempts to log in, a second and address, in the long run",
            extra={"limits": (0.001, 1e9)},
        ),
    ] = 0.1
    tables_per_hour: Annotated[
        int, Meta(description="tables that one account or address may create", extra={"limits": (1, 1e9)})
    ] = 60
    bots_per_hour: Annotated[
        int,
        Meta(
            description="seats of new tables that one account or address may give to bots",
            extra={"limits": (1, 1e9)},
        ),
    ] = 200
    imports_per_hour: Annotated[
        int, Meta(description="records that one account or address may import", extra={"limits": (1, 1e9)})
    ] = 60
    chat_per_hour: Annotated[
        int,
        Meta(description="lines of chat that one account or address may write", extra={"limits": (1, 1e9)}),
    ] = 600
    letters_per_hour: Annotated[
        int,
        Meta(
            description="e-mail addresses that one account or address may have confirmed",
            extra={"limits": (1, 1e9)},
        ),
    ] = 5
    max_tables: Annotated[
        int, Meta(description="tables kept in memory at most", extra={"limits": (1, 10_000_000)})
    ] = 20_000
    idle_seconds: Annotated[
        float,
        Meta(
            description="seconds after which a table that nobody watches leaves the memory",
            extra={"limits": (0, 1e9)},
        ),
    ] = 60.0
    compress: Annotated[bool, Meta(description="compress websocket messages: less traffic, more work")] = (
        False
    )
    log_json: Annotated[bool, Meta(description="write the log as JSON, one object a line")] = False
    log_level: Annotated[str, Meta(description="debug, info, warning or error")] = "info"
    metrics: Annotated[bool, Meta(description="answer /metrics")] = True
    metrics_folder: Annotated[
        str, Meta(description="where several processes behind one port share their metrics; set by --workers")
    ] = ""
    smtp_url: Annotated[str, Meta(description="smtp://user:password@host:587 for e-mail notices")] = ""
    mail_from: Annotated[str, Meta(description="the sender of e-mail notices")] = ""
    vapid_contact: Annotated[str, Meta(description="mailto:… of the operator; turns Web Push on")] = ""
    webhook_private: Annotated[
        bool, Meta(description="let webhooks reach private addresses (for tests and closed networks)")
    ] = False

    @property
    def is_secure(self) -> bool:
        return self.public_url.startswith("https:")

    @property
    def allowed_origins(self) -> frozenset[str]:
        listed = [origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip()]
        if self.public_url:
            parts = urlsplit(self.public_url)
            listed.append(f"{parts.scheme}://{parts.netloc}")
        return frozenset(listed)

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """What the Host header may be where a public address is set."""
        return frozenset(urlsplit(origin).netloc.lower() for origin in self.allowed_origins)


LEVELS: Final = ("debug", "info", "warning", "error")


class Setting(NamedTuple):
    """One setting as documentation shows it; numbers have limits."""

    name: str
    variable: str  # of the environment
    kind: type
    default: Any
    limits: tuple[float, float] | None
    meaning: str


def all_settings() -> list[Setting]:
    """The settings as a table, from the fields of Settings."""
    hints = get_type_hints(Settings, include_extras=True)
    defaults = Settings()
    found = []
    for name in Settings.__struct_fields__:
        kind, meta = get_args(hints[name])
        limits = (meta.extra or {}).get("limits")
        default = getattr(defaults, name)
        found.append(Setting(name, PREFIX + name.upper(), kind, default, limits, meta.description))
    return found


def read_settings(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None
) -> Settings:
    """The settings from flags (those that are not None) and the environment. Raises BadSettings."""
    found: dict[str, Any] = {}
    places: dict[str, str] = {}
    names = [setting.name for setting in structs.fields(Settings)]
    for name in names:
        variable = PREFIX + name.upper()
        value = (os.environ if environment is None else environment).get(variable)
        if value:
            found[name], places[name] = value, variable
    for name, value in (given or {}).items():
        if value is not None:
            found[name], places[name] = value, "--" + name.replace("_", "-")
    for name in found:
        try:
            convert({name: found[name]}, Settings, strict=False)
        except ValidationError:
            raise BadSettings("server.bad_setting", setting=places[name], value=str(found[name])) from None
    settings = convert(found, Settings, strict=False)
    _check(settings, places)
    return settings


def _check(settings: Settings, places: Mapping[str, str]) -> None:
    for name, _, _, _, limits, _ in all_settings():
        value = getattr(settings, name)
        if limits is not None and not limits[0] <= value <= limits[1]:
            where, (low, high) = places.get(name, name), limits
            raise BadSettings("server.setting_limits", setting=where, value=value, low=low, high=high)
    if settings.log_level not in LEVELS:
        where = places.get("log_level", "log_level")
        raise BadSettings("server.bad_setting", setting=where, value=settings.log_level)
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        where = places.get("public_url", "public_url")
        raise BadSettings("server.bad_setting", setting=where, value=settings.public_url)
    if settings.workers > 1 and not settings.store.startswith("postgres"):
        raise BadSettings("server.one_process")
