"""Web Push without a body: the browser wakes its service worker, which says that it is one's turn."""

import base64
import time
from typing import Final
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from abbatia.storage.accounts import AccountStore

HALF_A_DAY: Final = 43_200


class Vapid:
    """The server's own key pair, by which push services know it (RFC 8292)."""

    def __init__(self, key: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._key: Final = key
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public: Final = base64.urlsafe_b64encode(point).rstrip(b"=").decode()
        self.contact: Final = contact

    def headers(self, endpoint: str) -> dict[str, str]:
        """The headers that let a push service accept a wake-up for this endpoint."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + HALF_A_DAY,
            "sub": self.contact,
        }
        token = jwt.encode(claims, self._key, algorithm="ES256")
        return {"TTL": "86400", "Urgency": "normal", "Authorization": f"vapid t={token}, k={self.public}"}


async def open_vapid(store: AccountStore, contact: str) -> Vapid:
    """The key pair that all processes share, made when there is none yet."""
    fresh = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
    stored = await store.setting("vapid key", fresh)
    return Vapid(ec.derive_private_key(int.from_bytes(stored, "big"), ec.SECP256R1()), contact)
