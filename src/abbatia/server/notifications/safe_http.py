"""Calls to addresses that users gave: only to public ones, pinned, never followed elsewhere."""

import asyncio
import ipaddress
import socket
import ssl
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

import httpx

from abbatia.server.errors import Denied

SECONDS: Final = 8.0
PORTS: Final = {"http": 80, "https": 443}
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
DEPRECATED: Final = tuple(
    map(
        ipaddress.ip_network,
        ("::/96", "::ffff:0:0:0/96", "fec0::/10", "3ffe::/16", "5f00::/16"),
    )
)
"""IPv6 forms that no public server has: IPv4 inside IPv6, site-local, the test networks of old."""


def checked_address(url: str) -> SplitResult:
    """The parts of an http(s) address without login. Raises Denied."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Denied("not_possible", "server.bad_address") from None
    usual = parts.scheme in PORTS and parts.hostname and not parts.username and not parts.password
    if not usual or port == 0 or any(ord(letter) <= 32 or ord(letter) > 126 for letter in url):
        raise Denied("not_possible", "server.bad_address")
    return parts


async def public_place(parts: SplitResult, *, private: bool = False) -> str:
    """The numeric address of a host, all of whose addresses must be public. Raises Denied."""
    port = parts.port or PORTS[parts.scheme]
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(SECONDS):
            found = await loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):  # TimeoutError is an OSError
        raise Denied("not_possible", "server.private_host") from None  # does not say which names exist
    places = [str(place[4][0]) for place in found]
    if not places or not (private or all(is_public(place) for place in places)):
        raise Denied("not_possible", "server.private_host")
    return places[0]


def is_public(place: str) -> bool:
    """Whether a numeric address is one of the open internet; also when written as IPv6 around IPv4."""
    address = ipaddress.ip_address(place.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if inner:
            return inner.is_global and not inner.is_multicast
        if address in NAT64:
            return ipaddress.ip_address(int(address) & 0xFFFFFFFF).is_global
        if any(address in network for network in DEPRECATED):
            return False
    return address.is_global and not address.is_multicast


class PinnedTransport(httpx.AsyncHTTPTransport):
    """HTTP over a connection to the very address that was checked: its name is not resolved again."""

    def __init__(self, *, private: bool) -> None:
        super().__init__(verify=tls_context(), trust_env=False)
        self._private: Final = private

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        place = await public_place(checked_address(str(request.url)), private=self._private)
        # The certificate must be that of the name; the header "Host" has been made from the name already.
        request.extensions = {**request.extensions, "sni_hostname": request.url.raw_host.decode("ascii")}
        request.url = request.url.copy_with(host=place)
        return await super().handle_async_request(request)


@cache
def tls_context() -> ssl.SSLContext:
    """How certificates are checked: against those that this machine trusts."""
    return ssl.create_default_context()


async def post(url: str, body: bytes, headers: dict[str, str], *, private: bool = False) -> int:
    """POST to an address that a user gave; the status of the answer, of which nothing more is read.

    Raises Denied, OSError, TimeoutError.
    """
    checked_address(url)
    client = httpx.AsyncClient(
        transport=PinnedTransport(private=private),
        headers={"User-Agent": "Abbatia", "Connection": "close"},
        follow_redirects=False,
        trust_env=False,  # no proxy: it would look up the name itself (beside a transport httpx asks none)
        timeout=None,  # one limit for the whole call
    )
    try:
        async with (
            asyncio.timeout(SECONDS),
            client,
            client.stream("POST", url, content=body, headers=headers) as answer,
        ):
            return answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL) as fault:
        raise OSError(str(fault)) from fault
