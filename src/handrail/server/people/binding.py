"""Where a server may listen: on this computer always, further only for people it knows, over lines nobody reads."""

from dataclasses import dataclass
from ipaddress import ip_address, ip_network

from handrail.error import Misuse

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class NetworkBinding:
    """The address to listen on, the proxies whose word is taken, and whether browsers use TLS alone."""

    host: str
    proxies: tuple[str, ...]
    secure: bool


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def bind(host: str, *, has_users: bool, has_certificate: bool, proxies: tuple[str, ...]) -> NetworkBinding:
    """Whether it may listen there. Raises `Misuse`, with what is missing.

    `proxies` are the addresses of reverse proxies, which end TLS and say who asked: addresses or networks, never all.
    """
    for proxy in proxies:
        _demand_some(proxy)
    try:
        ip_address(host)
    except ValueError:
        raise Misuse(
            f"--listen takes an address, as 0.0.0.0 for all that this computer has; {host[:80]!r} is none"
        ) from None
    if not is_loopback(host):
        if not has_users:
            raise Misuse(
                f"{host} can be reached from other computers, and nobody is registered: "
                "`handrail serve users add NAME --role admin` makes the first user"
            )
        if not (has_certificate or proxies):
            raise Misuse(
                f"{host} can be reached from other computers, and whoever is between could read the keys: "
                "give --tls-certificate and --tls-key, or --behind-proxy ADDRESS where a proxy has them"
            )
    return NetworkBinding(host, proxies, has_certificate or bool(proxies))


def _demand_some(proxy: str) -> None:
    try:
        network = ip_network(proxy, strict=False)
    except ValueError:
        raise Misuse(f"--behind-proxy takes an address or a network, as 10.0.0.0/24; {proxy[:80]!r} is none") from None
    if network.prefixlen == 0:
        raise Misuse("--behind-proxy takes the proxy's own address; with all of them anybody could say who they are")
