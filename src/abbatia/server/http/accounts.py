"""Accounts by choice: a name and a password, a session cookie, and where to send turn notices."""

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from msgspec import UnsetType, structs
from starlette.responses import Response
from zxcvbn import zxcvbn

from abbatia.server.errors import Denied
from abbatia.server.http.endpoint import AnyCall, AnyEndpoint, Call, Endpoint, JsonResponse, json_response
from abbatia.server.http.names import clean_name
from abbatia.server.http.records import record_info
from abbatia.server.http.schemas import (
    Credentials,
    HeldSeat,
    HeldSeats,
    Hidden,
    Hide,
    Me,
    MyRecord,
    MyRecords,
    MySeat,
    MySeats,
    Notices,
)
from abbatia.server.live.match_state import Transition
from abbatia.server.live.table_info import info_of
from abbatia.server.live.table_meta import meta_from
from abbatia.server.live.table_state import TableState
from abbatia.server.notifications.safe_http import checked_address, public_place
from abbatia.server.tokens import hashed
from abbatia.server.ws.model import TableInfo
from abbatia.storage.accounts import AccountStore
from abbatia.storage.errors import Conflict
from abbatia.storage.journal import JournalStore
from abbatia.storage.model import CLOSED, OPEN, OVER, PLAYING, NotificationTarget, Session, TableRow, User

if TYPE_CHECKING:
    from abbatia.server.app import Server

MOST_RECORDS: Final = 50
COOKIE: Final = "abbatia_session"
LASTS: Final = 90 * 86_400
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
MIN_GUESSES: Final = 1_000_000
"""A password that is found with fewer guesses is refused: the log-in limits allow 9,000 a day."""
MAX_JUDGED: Final = 60
"""Characters of a password that are judged: the time for that grows with their square."""
NOBODY: Final = HASHER.hash(secrets.token_urlsafe())  # an unknown name takes as long as a wrong password

MOST_HIDDEN: Final = 500
"""The most tables that an account may hide from its list; beyond that the oldest come back."""


class Accounts:
    """Log-in, sessions and settings of accounts."""

    def __init__(self, store: AccountStore, *, is_secure: bool) -> None:
        self.store: Final = store
        self.is_secure: Final = is_secure

    async def user_of(self, cookies: Mapping[str, str]) -> str | None:
        """The id of the account whose session this is."""
        key = self.key_of(cookies)
        session = await self.store.session(key, now()) if key is not None else None
        return session.user if session is not None else None

    def key_of(self, cookies: Mapping[str, str]) -> bytes | None:
        """What the store knows a session by."""
        token = cookies.get(COOKIE)
        return None if not token or len(token) > 100 else session_key(token)

    async def account_of(self, cookies: Mapping[str, str]) -> tuple[str | None, str | None]:
        """The account's id and name."""
        user = await self.user_of(cookies)
        found = await self.store.user(user) if user is not None else None
        return (found.id, found.name) if found is not None else (None, None)

    async def register(self, name: str, password: str) -> User:
        """A new account. Raises Denied for a name or a password that cannot be."""
        name = clean_name(name)
        await asyncio.to_thread(check_password, password, name)
        hashed = await asyncio.to_thread(HASHER.hash, password)
        user = User(secrets.token_hex(8), name, now(), hashed)
        try:
            await self.store.add_user(user)
        except Conflict:
            raise Denied("taken", "server.name_taken") from None
        return user

    async def log_in(self, name: str, password: str) -> User:
        """The account with this name and password. Raises Denied, the same whatever is wrong."""
        user = await self.store.account(account_name(name))
        stored = user.password if user is not None and user.password is not None else NOBODY
        is_right = await asyncio.to_thread(is_password, stored, password)
        if user is None or not is_right:
            raise Denied("forbidden", "server.wrong_password")
        return user

    async def begin_session(self, user: User, response: Response) -> None:
        """Give the browser a cookie that scripts cannot read and other sites cannot send."""
        token = secrets.token_urlsafe(32)
        at = now()
        await self.store.add_session(Session(session_key(token), user.id, at, at + LASTS * 1000))
        response.set_cookie(
            COOKIE, token, max_age=LASTS, path="/", secure=self.is_secure, httponly=True, samesite="lax"
        )

    async def end_session(self, cookies: Mapping[str, str], response: Response) -> None:
        key = self.key_of(cookies)
        if key is not None:
            await self.store.drop_session(key)
        response.delete_cookie(COOKIE, path="/", secure=self.is_secure, httponly=True, samesite="lax")


def now() -> int:
    return time.time_ns() // 1_000_000


def account_name(text: str) -> str:
    """The name of an account, however it was typed."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def session_key(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def check_password(password: str, name: str) -> None:
    """Refuse a password that is among the first that anybody would try. Raises Denied."""
    judged = zxcvbn(password[:MAX_JUDGED], user_inputs=[name, "abbatia"])
    if judged["guesses"] < MIN_GUESSES:
        raise Denied("bad_message", "server.common_password")


def is_password(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except (Argon2Error, InvalidHashError):
        return False


# -- endpoints


def check_rate(call: AnyCall) -> None:
    if not call.server.logins.take(call.address):
        raise Denied("too_fast")


async def logged_in(call: AnyCall, user: User, status: int) -> JsonResponse[Me]:
    response = json_response(await me_of(call.server, user), status)
    await call.server.accounts.begin_session(user, response)
    return response


async def register(call: Call[Credentials, None]) -> JsonResponse[Me]:
    wish = call.body
    check_rate(call)
    return await logged_in(call, await call.server.accounts.register(wish.name, wish.password), 201)


async def log_in(call: Call[Credentials, None]) -> JsonResponse[Me]:
    wish = call.body
    check_rate(call)
    if not call.server.account_logins.take(account_name(wish.name).casefold()):
        raise Denied("too_fast")
    return await logged_in(call, await call.server.accounts.log_in(wish.name, wish.password), 200)


async def log_out(call: Call[None, None]) -> JsonResponse[Me]:
    response = json_response(Me(None))
    await call.server.accounts.end_session(call.request.cookies, response)
    key = call.server.accounts.key_of(call.request.cookies)
    if key is not None:
        call.server.close_session(key)
    return response


async def me_of(server: "Server", user: User | None) -> Me:
    """What an account may know of itself."""
    vapid = server.tables.notices.vapid
    key = vapid.public if vapid is not None else None
    can_mail = bool(server.settings.smtp_url)
    if user is None:
        return Me(None, vapid_key=key, can_mail=can_mail)
    found = {notice.kind: notice for notice in await server.store.accounts.notification_targets([user.id])}
    webhook, mail = found.get("webhook"), found.get("email")
    return Me(
        user.name,
        webhook=webhook.address if webhook else None,
        webhook_key=webhook.settings["key"] if webhook else None,
        email=mail.address if mail else None,
        email_confirmed=bool(mail and mail.settings.get("confirmed")),
        push="push" in found,
        vapid_key=key,
        can_mail=can_mail,
    )


async def current(call: AnyCall) -> User:
    """The account that asks. Raises Denied."""
    user = await call.user()
    found = await call.server.store.accounts.user(user) if user is not None else None
    if found is None:
        raise Denied("forbidden", "server.log_in_first")
    return found


async def get_me(call: Call[None, None]) -> Me:
    user = await call.user()
    return await me_of(call.server, await call.server.store.accounts.user(user) if user is not None else None)


async def put_notices(call: Call[Notices, None]) -> Me:
    """Where this account wants its turn notices."""
    wish = call.body
    user = await current(call)
    settings = call.server.settings
    for address in (wish.webhook, wish.push):
        if isinstance(address, str):
            await public_place(checked_address(address), private=settings.webhook_private)
    if isinstance(wish.email, str) and (not settings.smtp_url or not is_mail_address(wish.email)):
        key = "server.bad_mail" if settings.smtp_url else "server.no_mail"
        raise Denied("not_possible", key)
    old = {notice.kind: notice for notice in await call.server.store.accounts.notification_targets([user.id])}
    for kind, address in (("webhook", wish.webhook), ("email", wish.email), ("push", wish.push)):
        if not isinstance(address, UnsetType):
            await put_notification_target(call, user, old.get(kind), kind, address, wish.language)
    return await me_of(call.server, user)


async def put_notification_target(
    call: AnyCall, user: User, old: NotificationTarget | None, kind: str, address: str | None, language: str
) -> None:
    """Keep, change or forget one of them."""
    server = call.server
    if old is not None and old.address == address:
        return
    if kind == "email" and address is not None:
        await call.spend("letters")
        await server.tables.quotas.letter_to(address, server.tables.now())
    if old is not None:
        await server.store.accounts.drop_notification_target(user.id, old.id)
    if address is None:
        return
    facts: dict[str, object] = {"language": language}
    if kind == "webhook":
        facts["key"] = secrets.token_hex(16)
    notice = NotificationTarget(secrets.token_hex(8), user.id, kind, address, facts)
    await server.store.accounts.put_notification_target(notice)
    if kind == "email":
        await server.tables.notices.ask_to_confirm(notice)


def is_mail_address(text: str) -> bool:
    name, at, host = text.rpartition("@")
    plain = all(33 <= ord(letter) <= 126 and letter not in '<>(),;:"[]\\' for letter in text)
    return bool(name and at and "." in host and plain)


async def confirm_mail(call: Call[None, None]) -> str:
    """The link in the letter."""
    if not await call.server.tables.notices.confirm(call.path("user"), call.path("proof")):
        raise Denied("unknown")
    return "OK\n"


async def my_seats(call: Call[None, None]) -> MySeats:
    """All seats of this account at tables that are not over; those that wait for it first."""
    return await seats_of(call.server, await current(call))


async def seats_of(server: "Server", user: User) -> MySeats:
    found: list[MySeat] = []
    hidden = hidden_of(user)
    for status in (PLAYING, OPEN):
        for row in await server.store.journal.tables(status=status, user=user.id, limit=50):
            if row.id in hidden or row.head.get("lesson"):
                continue
            seats = [held.seat for held in await server.store.journal.seats(row.id) if held.user == user.id]
            info = await table_info(server, row)
            found += [MySeat(info, seat) for seat in seats]
    return MySeats(sorted(found, key=lambda mine: mine.seat not in mine.table.to_act))


def hidden_of(user: User) -> list[str]:
    """The tables that an account has left out of its list, the oldest first."""
    return list(user.settings.get("hidden", []))


async def hide_table(call: Call[Hide, None]) -> Hidden:
    """Leave a table out of one's list, or show it again."""
    wish = call.body
    user = await current(call)
    hidden = [table for table in hidden_of(user) if table != wish.table]
    if wish.hidden:
        hidden = [*hidden, wish.table][-MOST_HIDDEN:]
    await call.server.store.accounts.change_user(
        structs.replace(user, settings={**user.settings, "hidden": hidden})
    )
    return Hidden(hidden)


async def table_info(server: "Server", row: TableRow) -> TableInfo:
    """A table as it is; where it cannot be opened, what its head says."""
    try:
        return (await server.tables.find(row.id)).info()
    except Denied:
        return info_of(row, meta_from(row.head))


async def bring_seats(call: Call[HeldSeats, None]) -> MySeats:
    """Seats that a guest took become the account's; what is not there or another's is left alone."""
    wish = call.body
    user = await current(call)
    for held in wish.seats:
        if await is_free(call.server.store.journal, held):
            await bring(call.server, held, user)
    return await seats_of(call.server, user)


async def is_free(journal: JournalStore, held: HeldSeat) -> bool:
    """Whether a token holds a seat of no account: asked of the store, so that few tables are opened."""
    key = hashed(held.token)
    seats = await journal.seats(held.table)
    return any(seat.user is None and secrets.compare_digest(seat.token, key) for seat in seats)


async def bring(server: "Server", held: HeldSeat, user: User) -> None:
    """Write down whose seat it is, unless the table cannot be opened or the seat was taken meanwhile."""
    try:
        live = await server.tables.find(held.table)
        await live.do(partial(hand_over, held.token, user.id))
    except Denied as no:
        if no.code == "unavailable":
            raise


def hand_over(token: str, user: str, table: TableState, now: int) -> Transition:
    seat = table.seat_of(token)
    if seat is None or table.held[seat].user is not None:
        raise Denied("not_seated")
    return table.hand_over(seat, user, now)


async def mine(journal: JournalStore, status: str, user: User) -> list[TableRow]:
    rows = await journal.tables(status=status, user=user.id, limit=MOST_RECORDS)
    return [row for row in rows if not row.head.get("lesson")]


async def my_records(call: Call[None, None]) -> MyRecords:
    """What this account has played, to the end or until it was abandoned, the newest first."""
    user = await current(call)
    found: list[MyRecord] = []
    rows = [row for status in (OVER, CLOSED) for row in await mine(call.server.store.journal, status, user)]
    for row in sorted(rows, key=lambda row: -row.touched)[:MOST_RECORDS]:
        seats = [held.seat for held in await call.server.store.journal.seats(row.id) if held.user == user.id]
        found += [MyRecord(record_info(row), seat) for seat in seats]
    return MyRecords(found)


ENDPOINTS: Final[list[AnyEndpoint]] = [
    Endpoint("POST", "/api/accounts", register, "Create an account", status=201),
    Endpoint("POST", "/api/session", log_in, "Log in"),
    Endpoint("DELETE", "/api/session", log_out, "Log out"),
    Endpoint("GET", "/api/me", get_me, "The account that is logged in"),
    Endpoint("PUT", "/api/me/notices", put_notices, "Where to send turn notices"),
    Endpoint("GET", "/api/me/seats", my_seats, "One's own seats"),
    Endpoint("POST", "/api/me/seats", bring_seats, "Keep a guest's seats"),
    Endpoint("POST", "/api/me/hidden", hide_table, "Hide a table from one's list"),
    Endpoint("GET", "/api/me/records", my_records, "One's own finished matches"),
    Endpoint("GET", "/api/me/confirm/{user}/{proof}", confirm_mail, "Confirm an e-mail address"),
]
