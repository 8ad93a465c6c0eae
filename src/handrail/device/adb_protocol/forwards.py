"""`adb forward`: ports of this computer whose connections become streams of the phone."""

from collections.abc import Callable
from dataclasses import dataclass

from handrail.device.adb_protocol.request import RequestFailure, block
from handrail.device.adb_protocol.stream import Listener, Serve, SocketStream


class Forwards:
    """The forwarded ports of one ADB server, by their local address as in `tcp:6000`."""

    def __init__(self) -> None:
        self._forwards: dict[str, _Forward] = {}

    async def add(self, serial: str, request: str, dispatch: Callable[[str], Serve | None]) -> bytes:
        """Open a port as `[norebind:]tcp:6000;tcp:9008` asks; the number in a block where the port was left open."""
        norebind = request.startswith("norebind:")
        local, _, remote = request.removeprefix("norebind:").partition(";")
        kind, _, number = local.partition(":")
        if kind != "tcp" or not (number.isdecimal() and len(number) <= 5 and int(number) <= 65535):
            raise RequestFailure(f"cannot listen on '{local}': this server forwards tcp:PORT")
        if local in self._forwards:
            if norebind:
                raise RequestFailure(f"cannot rebind existing socket '{local}'")
            await self.remove(local)

        async def pipe(stream: SocketStream) -> None:
            serve = dispatch(remote)
            if serve is not None:
                await serve(stream)

        listener = Listener(pipe)
        try:
            port = await listener.start(int(number))
        except OSError as error:
            raise RequestFailure(f"cannot bind listener: {error.strerror or error}") from None
        self._forwards[f"tcp:{port}"] = _Forward(serial, remote, listener)
        return block(str(port)) if int(number) == 0 else b""

    async def remove(self, local: str) -> None:
        """Close one forwarded port."""
        forward = self._forwards.pop(local, None)
        if forward is None:
            raise RequestFailure(f"listener '{local}' not found")
        await forward.listener.stop()

    async def remove_all(self, serial: str | None) -> None:
        """Close the forwarded ports of one phone, or all."""
        for local in [local for local, forward in self._forwards.items() if serial in (None, forward.serial)]:
            await self.remove(local)

    def listing(self) -> str:
        """One line for each: serial, local, remote."""
        return "".join(f"{forward.serial} {local} {forward.remote}\n" for local, forward in self._forwards.items())


@dataclass(frozen=True, slots=True)
class _Forward:
    serial: str
    remote: str
    listener: Listener
