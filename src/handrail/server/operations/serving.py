"""A server that is told to end, by SIGTERM or Ctrl-C, and ends when what it was asked is answered."""

import socket

import uvicorn
from starlette.types import ASGIApp

from handrail.server.operations.drain import Drain
from handrail.server.people.binding import NetworkBinding

ENDS_WITHIN_SECONDS = 30


class DrainingServer(uvicorn.Server):
    """Tells the application that it ends before it stops to listen."""

    def __init__(self, config: uvicorn.Config, drain: Drain) -> None:
        super().__init__(config)
        self._drain = drain

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let go of who waits, answer who asked, and end."""
        self._drain.begin()
        await super().shutdown(sockets)


def server_of(
    made: ASGIApp,
    drain: Drain,
    binding: NetworkBinding,
    *,
    certificate: str | None = None,
    key: str | None = None,
    ends_within_seconds: int = ENDS_WITHIN_SECONDS,
) -> DrainingServer:
    """The server of an application. What a proxy says of whoever asks is believed of the proxies of the binding."""
    config = uvicorn.Config(
        made,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(binding.proxies),
        forwarded_allow_ips=list(binding.proxies),
        ssl_certfile=certificate,
        ssl_keyfile=key,
        timeout_graceful_shutdown=ends_within_seconds,
    )
    return DrainingServer(config, drain)
