"""Calls to addresses that users gave: only to public ones, pinned, never followed elsewhere."""

import asyncio
import ipaddress
import socket
import ssl
from typing import Final
from urllib.parse import SplitResult, urlsplit

from abbatia.server.problems import Denied

SECONDS: Final = 8.0
PORTS: Final = {"http": 80, "https": 443}
MOST_ANSWER: Final = 4_096


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
        found = await loop.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Denied("not_possible", "server.unknown_host") from None
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
        if address in ipaddress.ip_network("64:ff9b::/96"):
            return ipaddress.ip_address(int(address) & 0xFFFFFFFF).is_global
    return address.is_global and not address.is_multicast


async def post(url: str, body: bytes, headers: dict[str, str], *, private: bool = False) -> int:
    """POST to an address that a user gave; the status of the answer. Raises Denied, OSError, TimeoutError."""
    parts = checked_address(url)
    place = await public_place(parts, private=private)
    return await asyncio.wait_for(_exchange(parts, place, body, headers), SECONDS)


async def _exchange(parts: SplitResult, place: str, body: bytes, headers: dict[str, str]) -> int:
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    name = parts.hostname if secure else None
    port = parts.port or PORTS[parts.scheme]
    reader, writer = await asyncio.open_connection(place, port, ssl=secure, server_hostname=name)
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [f"POST {target} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
        lines += [f"{key}: {value}" for key, value in headers.items()]
        lines += [f"Content-Length: {len(body)}", "", ""]
        writer.write("\r\n".join(lines).encode("ascii") + body)
        await writer.drain()
        status = (await reader.read(MOST_ANSWER)).split(b" ", 2)
        return int(status[1]) if len(status) > 1 and status[1].isdigit() else 0
    finally:
        writer.close()
