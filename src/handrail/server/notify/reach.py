"""Where notifications may be sent: over TLS, or to this computer itself; and for browsers' services, the public net."""

import asyncio
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from handrail.error import Misuse
from handrail.server.people.binding import is_loopback

LONGEST_ADDRESS = 2_000


def demand_address(address: str) -> None:
    """Raise `Misuse` for what is no `https` address; plain `http` only to this computer."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or len(address) > LONGEST_ADDRESS or parts.username is not None:
        raise Misuse(f"{address[:80]!r} is no address; name one as https://example.com/path")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise Misuse(f"{address[:80]!r}: what is not on this computer itself is spoken to by https")


async def is_public(address: str) -> bool:
    """Whether all that the host's name stands for is in the public net: a browser's service for push is.

    Who subscribes says where to send, and must not make the server speak to what only the server can reach.
    """
    host = urlsplit(address).hostname or ""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(found) and all(ip_address(address[4][0]).is_global for address in found)
