"""Web Push without a body: the browser wakes its service worker, which says that it is one's turn."""

import base64
import time
from typing import Final
from urllib.parse import urlsplit

from msgspec import json

from abbatia.server.settings import BadSettings
from abbatia.storage.store import Store

HALF_A_DAY: Final = 43_200


class Vapid:
    """The server's own key pair, by which push services know it (RFC 8292)."""

    def __init__(self, key: object, public: bytes, contact: str) -> None:
        self._key = key
        self.public: Final = text_of(public)
        self.contact: Final = contact

    def headers(self, endpoint: str) -> dict[str, str]:
        """The headers that let a push service accept a wake-up for this endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + HALF_A_DAY,
            "sub": self.contact,
        }
        head = text_of(json.encode({"typ": "JWT", "alg": "ES256"}))
        signed = f"{head}.{text_of(json.encode(claims))}"
        token = f"{signed}.{text_of(self._sign(signed.encode()))}"
        return {"TTL": "86400", "Urgency": "normal", "Authorization": f"vapid t={token}, k={self.public}"}

    def _sign(self, text: bytes) -> bytes:
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        assert isinstance(self._key, ec.EllipticCurvePrivateKey)
        r, s = utils.decode_dss_signature(self._key.sign(text, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


async def open_vapid(store: Store, contact: str) -> Vapid:
    """The key pair that all processes share, made when there is none yet. Raises BadSettings."""
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        raise BadSettings("server.push_needs_cryptography") from None
    fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    stored = await store.setting("vapid key", fresh)
    key = ec.derive_private_key(int.from_bytes(stored, "big"), ec.SECP256R1())
    public = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return Vapid(key, public, contact)


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
