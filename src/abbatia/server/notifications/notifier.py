"""Turn notices to a person who is away, by webhook, e-mail or Web Push."""

import asyncio
import hashlib
import hmac
import logging
import secrets
import smtplib
import ssl
from collections.abc import Coroutine
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from msgspec import json, structs

from abbatia.core.words import LANGUAGES, words
from abbatia.server.errors import Denied
from abbatia.server.notifications import push, safe_http
from abbatia.server.ops.metrics import Metrics
from abbatia.server.settings import Settings
from abbatia.storage.accounts import AccountStore
from abbatia.storage.errors import StoreUnavailable
from abbatia.storage.model import PLAYING, NotificationTarget

if TYPE_CHECKING:
    from abbatia.server.live.live_table import LiveTable

LOG: Final = logging.getLogger("abbatia.notices")


class Notifier:
    """Sends notices in the background; a notice that fails never disturbs a table."""

    def __init__(self, store: AccountStore, settings: Settings, metrics: Metrics) -> None:
        self.store: Final = store
        self.settings: Final = settings
        self.metrics: Final = metrics
        self.key = b""
        self.vapid: push.Vapid | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def open(self) -> None:
        self.key = await self.store.setting("notice key", secrets.token_bytes(32))
        if self.settings.vapid_contact:
            self.vapid = await push.open_vapid(self.store, self.settings.vapid_contact)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=2.0)
        for task in list(self._tasks):
            task.cancel()

    def turn(self, live: "LiveTable", before: frozenset[int]) -> None:
        """Notify people whose turn has come and who do not look at the table."""
        table = live.table
        if table.status != PLAYING or table.head.lesson or not any(seat.user for seat in table.held.values()):
            return
        away = set(table.to_act()) - before - live.seats_here() - set(table.automatic())
        users = {table.held[seat].user: seat for seat in sorted(away) if seat in table.held}
        named = {user: seat for user, seat in users.items() if user is not None}
        if named:
            facts = {
                "table": table.id,
                "title": table.row.title,
                "url": f"{self.settings.public_url.rstrip('/')}/t/{table.id}",
            }
            self._background(self._send_all(named, facts))

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_all(self, users: dict[str, int], facts: dict[str, Any]) -> None:
        try:
            found = await self.store.notification_targets(sorted(users))
        except StoreUnavailable:
            return
        await asyncio.gather(*(self._send(notice, {**facts, "seat": users[notice.user]}) for notice in found))

    async def _send(self, notice: NotificationTarget, facts: dict[str, Any]) -> None:
        outcome = "failed"
        try:
            if notice.kind == "webhook":
                good = await self._webhook(notice, facts)
            elif notice.kind == "email":
                good = await self._mail(notice, facts)
            else:
                good = await self._push(notice)
            outcome = "sent" if good else "refused"
        except (Denied, OSError, TimeoutError, ssl.SSLError, smtplib.SMTPException) as fault:
            LOG.warning("a %s notice failed: %s", notice.kind, type(fault).__name__)
        self.metrics.notices[f"{notice.kind} {outcome}"] += 1

    async def _webhook(self, notice: NotificationTarget, facts: dict[str, Any]) -> bool:
        text = turn_text(facts, str(notice.settings.get("language", "en")))
        body = json.encode({"event": "turn", **facts, "text": text})
        signature = hmac.new(bytes.fromhex(notice.settings["key"]), body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "X-Abbatia-Signature": f"sha256={signature}"}
        status = await safe_http.post(notice.address, body, headers, private=self.settings.webhook_private)
        return 200 <= status < 300

    async def _push(self, notice: NotificationTarget) -> bool:
        if self.vapid is None:
            return False
        status = await safe_http.post(notice.address, b"", self.vapid.headers(notice.address))
        if status in (404, 410):  # the browser has withdrawn
            await self.store.drop_notification_target(notice.user, notice.id)
        return 200 <= status < 300

    # -- e-mail: only to addresses whose owner has said yes

    async def _mail(self, notice: NotificationTarget, facts: dict[str, Any]) -> bool:
        if not notice.settings.get("confirmed"):
            return False
        text = turn_text(facts, str(notice.settings.get("language", "en")))
        await self._deliver(notice.address, text, f"{text}\n\n{facts['url']}\n")
        return True

    async def ask_to_confirm(self, notice: NotificationTarget) -> None:
        """Write to a new address once; notices come only after its owner has followed the link."""
        speech = words(str(notice.settings.get("language", "en")))
        link = f"{self.settings.public_url.rstrip('/')}/api/me/confirm/{notice.user}/{self.proof(notice)}"
        subject = speech.text("server.mail.confirm")
        self._background(self._try_mail(notice.address, subject, f"{subject}\n\n{link}\n"))

    async def _try_mail(self, address: str, subject: str, text: str) -> None:
        try:
            await self._deliver(address, subject, text)
        except (OSError, smtplib.SMTPException) as fault:
            LOG.warning("a letter could not be sent: %s", type(fault).__name__)

    async def confirm(self, user: str, proof: str) -> bool:
        """The owner of an address has followed the link."""
        for notice in await self.store.notification_targets([user]):
            if notice.kind == "email" and hmac.compare_digest(self.proof(notice), proof):
                confirmed = {**notice.settings, "confirmed": True}
                await self.store.put_notification_target(structs.replace(notice, settings=confirmed))
                return True
        return False

    def proof(self, notice: NotificationTarget) -> str:
        text = f"{notice.user} {notice.address}".encode()
        return hmac.new(self.key, text, hashlib.sha256).hexdigest()[:40]

    async def _deliver(self, address: str, subject: str, text: str) -> None:
        letter = EmailMessage()
        letter["From"] = self.settings.mail_from
        letter["To"] = address
        letter["Subject"] = subject
        letter.set_content(text)
        await asyncio.to_thread(send_mail, self.settings.smtp_url, letter)


def turn_text(facts: dict[str, Any], language: str) -> str:
    """'It is your turn at …' in a language."""
    speech = words(language if language in LANGUAGES else "en")
    title = speech.text(f"{facts['title']}.name")
    return speech.text("server.your_turn", title=title)


def send_mail(url: str, letter: EmailMessage) -> None:
    """Hand a letter to the mail server of the settings."""
    parts = urlsplit(url)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "localhost", parts.port or 0, timeout=10) as server:
        if parts.scheme == "smtp" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if parts.username:
            server.login(unquote(parts.username), unquote(parts.password or ""))
        server.send_message(letter)
