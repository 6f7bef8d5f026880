"""Tokens: the secrets that open seats, and the names of new tables.

A request may carry an `Idempotency-Key`. What it makes is then derived from that key instead of chance, so
the same request sent again, because its answer got lost, finds what the first one made and gives it again.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Final

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
"""32 letters, so that each takes five bits; those that look alike are left out."""
ID_LENGTH: Final = 12
MIN_KEY, MAX_KEY = 16, 100
"""Lengths of an idempotency key: a short one could be somebody else's, too."""


def hashed(token: str) -> bytes:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).digest()


class TokenSource:
    """The tokens and ids of one request; `label` distinguishes those of one request."""

    def __init__(self, secret: bytes, request: bytes | None = None) -> None:
        self._secret: Final = secret
        self._request: Final = request

    def token(self, label: str) -> tuple[str, bytes]:
        """A token, and what is stored of it."""
        text = urlsafe_b64encode(self._bytes(f"token {label}")[:24]).decode()
        return text, hashed(text)

    def table_id(self) -> str:
        """The id of a new table, which is also its link: nobody can guess it."""
        drawn = self._bytes("table")
        return "".join(LETTERS[byte % 32] for byte in drawn[:ID_LENGTH])

    def _bytes(self, label: str) -> bytes:
        if self._request is None:
            return secrets.token_bytes(32)
        return hmac.digest(self._secret, self._request + label.encode(), "sha256")
