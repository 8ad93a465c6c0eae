"""What left the phone and what came in: traffic by package and host, and the connections open now.

There is no network: hosts are names with made-up addresses, and apps say how many bytes they exchanged.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple, TypeAlias

from handrail.phone.values import Socket, Traffic

Totals: TypeAlias = Mapping[tuple[str, str, int], tuple[int, int]]
"""Bytes out and in since the phone started, by package, host and port."""

LINGERS_MS = 30_000


class NetworkState(NamedTuple):
    """All there is, for a snapshot."""

    totals: Totals
    traffic: tuple[Traffic, ...]
    sockets: tuple[Socket, ...]
    opened: int


class Network:
    """The phone's connections and its traffic log."""

    def __init__(self, now_ms: Callable[[], int], uid_of: Callable[[str], int]) -> None:
        self._now_ms, self._uid_of = now_ms, uid_of
        self._totals: dict[tuple[str, str, int], tuple[int, int]] = {}
        self._traffic: list[Traffic] = []
        self._sockets: tuple[Socket, ...] = ()
        self._opened = 0

    @property
    def traffic(self) -> tuple[Traffic, ...]:
        """Every exchange, oldest first."""
        return tuple(self._traffic)

    @property
    def totals(self) -> Totals:
        """A copy of the sums by package, host and port."""
        return dict(self._totals)

    def sockets(self) -> tuple[Socket, ...]:
        """The connections as `/proc/net/tcp` would list them now: used lately established, then closing."""
        now = self._now_ms()
        return tuple(
            socket if now - socket.opened_ms < LINGERS_MS // 2 else replace(socket, state="TIME_WAIT")
            for socket in self._sockets
            if now - socket.opened_ms < LINGERS_MS
        )

    def use(self, package: str, host: str, port: int, bytes_out: int, bytes_in: int) -> None:
        """A package exchanges bytes with a host, over a connection that stays for a while."""
        now = self._now_ms()
        sent, received = self._totals.get((package, host, port), (0, 0))
        self._totals[(package, host, port)] = sent + bytes_out, received + bytes_in
        self._traffic.append(Traffic(package, host, port, bytes_out, bytes_in, now))
        others = tuple(
            socket
            for socket in self._sockets
            if now - socket.opened_ms < LINGERS_MS
            and (socket.package, socket.host, socket.port) != (package, host, port)
        )
        self._opened += 1
        self._sockets = (*others, self._socket(package, host, port, now))

    def close_all(self, package: str) -> None:
        """The connections of a package go, its traffic stays on record."""
        self._sockets = tuple(socket for socket in self._sockets if socket.package != package)

    def state(self) -> NetworkState:
        """A copy of everything, for snapshots."""
        return NetworkState(self.totals, self.traffic, self._sockets, self._opened)

    def restore(self, state: NetworkState) -> None:
        """Be exactly what a copy says."""
        self._totals, self._traffic = dict(state.totals), list(state.traffic)
        self._sockets, self._opened = state.sockets, state.opened

    def _socket(self, package: str, host: str, port: int, now: int) -> Socket:
        local_port = 32_768 + (self._opened * 37) % 28_000
        return Socket(
            package,
            self._uid_of(package),
            host,
            address_of(host),
            port,
            local_port,
            "ESTABLISHED",
            20_000 + self._opened,
            now,
        )


def address_of(host: str) -> str:
    """The made-up IPv4 address of a host, always the same; from the range that is kept for documentation and tests."""
    digest = blake2b(host.encode(), digest_size=2).digest()
    return f"198.{18 + digest[0] % 2}.{digest[0]}.{max(1, digest[1])}"
