"""What an operator can set, by flags and by environment variables `ABBATIA_…`."""

import os
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct, ValidationError, convert, field, structs

from abbatia.core.words import Message

PREFIX: Final = "ABBATIA_"


class BadSettings(Exception):
    """Raised for a setting that cannot be: says which and why in one sentence."""

    def __init__(self, key: str, **args: Any) -> None:
        self.message = Message(key, **args)
        super().__init__(f"{key} {args}")


def spare_cores() -> int:
    """How many bots may think beside the server on this machine: one at least, four at most."""
    return min(max((os.cpu_count() or 2) - 1, 1), 4)


class Settings(Struct, frozen=True, kw_only=True):
    """All settings; a flag wins over the environment, the environment over the default."""

    host: str = "127.0.0.1"
    port: int = 8000
    store: str = "abbatia.sqlite"
    workers: int = 1
    public_url: str = ""  # as players reach it, for links in notices and for cookies over https
    origins: str = ""  # further origins that may connect, with commas between them
    bot_workers: int = field(default_factory=spare_cores)  # think at once
    bot_seconds: float = 30.0  # how long one may think before a weaker one answers
    message_rate: float = 50.0  # websocket messages a second and connection, in the long run
    request_rate: float = 20.0  # REST requests that change something, a second and address, in the long run
    read_rate: float = 100.0  # other REST requests a second and address, in the long run
    max_sockets: int = 100  # websockets that one address may have open
    login_rate: float = 0.1  # attempts to log in a second and address, in the long run
    tables_per_hour: int = 60  # that one account, or one address without an account, may create
    bots_per_hour: int = 200  # seats of new tables that one may give to bots
    imports_per_hour: int = 60  # records that one may import
    chat_per_hour: int = 600  # lines of chat that one may write
    letters_per_hour: int = 5  # e-mail addresses that one may have confirmed
    max_tables: int = 20_000  # tables kept in memory at most
    idle_seconds: float = 60.0  # after which a table that nobody watches leaves the memory
    compress: bool = False  # compress websocket messages: less traffic, more work
    log_json: bool = False
    log_level: str = "info"
    metrics: bool = True
    metrics_folder: str = (
        ""  # where several processes behind one port share their statistics; set by --workers
    )
    smtp_url: str = ""  # smtp://user:password@host:587 for e-mail notices
    mail_from: str = ""
    vapid_contact: str = ""  # mailto:… of the operator; turns Web Push on
    webhook_private: bool = False  # let webhooks reach private addresses (for tests and closed networks)

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


LIMITS: Final[dict[str, tuple[float, float]]] = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "bot_workers": (1, 64),
    "bot_seconds": (0.1, 600),
    "message_rate": (1, 1e9),
    "request_rate": (1, 1e9),
    "read_rate": (1, 1e9),
    "max_sockets": (1, 1e9),
    "tables_per_hour": (1, 1e9),
    "bots_per_hour": (1, 1e9),
    "imports_per_hour": (1, 1e9),
    "chat_per_hour": (1, 1e9),
    "letters_per_hour": (1, 1e9),
    "login_rate": (0.001, 1e9),
    "max_tables": (1, 10_000_000),
    "idle_seconds": (0, 1e9),
}
LEVELS: Final = ("debug", "info", "warning", "error")


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
    for name, (low, high) in LIMITS.items():
        value = getattr(settings, name)
        if not low <= value <= high:
            where = places.get(name, name)
            raise BadSettings("server.setting_limits", setting=where, value=value, low=low, high=high)
    if settings.log_level not in LEVELS:
        where = places.get("log_level", "log_level")
        raise BadSettings("server.bad_setting", setting=where, value=settings.log_level)
    if settings.public_url and not settings.public_url.startswith(("http://", "https://")):
        where = places.get("public_url", "public_url")
        raise BadSettings("server.bad_setting", setting=where, value=settings.public_url)
    if settings.workers > 1 and not settings.store.startswith("postgres"):
        raise BadSettings("server.one_process")
