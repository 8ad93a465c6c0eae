"""An ADB server in front of an ADB server: clients change `ANDROID_ADB_SERVER_PORT`, and nothing else.

What reads goes through as it is. What acts on the phone waits for the guard and goes through, or comes back with the
reason in the way that the client can show: stderr and an exit status, the `FAIL` of a service that is not opened, an
error of a remote call. A client that is slow or talks nonsense holds nobody up.
"""

import asyncio
from dataclasses import dataclass, field

from handrail.device.adb_protocol.forwards import Forwards
from handrail.device.adb_protocol.http import BadRequest, HttpRequest, http_response, read_http
from handrail.device.adb_protocol.request import (
    DeviceRequest,
    HostRequest,
    RequestFailure,
    ServiceRequest,
    block,
    fail,
    parse_request,
    read_request,
)
from handrail.device.adb_protocol.shell_packet import PacketId, packet
from handrail.device.adb_protocol.stream import Listener, Serve, SocketStream, Stream, StreamClosed
from handrail.error import HandrailError
from handrail.integrations.adb.guarded_phone import GuardedPhone
from handrail.integrations.adb.pushing import Pinned, gate_sync
from handrail.integrations.adb.remote_call import PATH, RemoteCall, call_meaning, read_call
from handrail.integrations.adb.script import HELPER_FILE, USUAL_HELPER_PORT, AsksHandrail, StartsHelper, Steps, plan
from handrail.integrations.adb.upstream import Ahead, CommandResult, Upstream, answered, read_block
from handrail.integrations.meaning import Acts, NotUnderstood, Reads

_FEATURES = frozenset(("shell_v2", "cmd"))
"""What the proxy knows the protocols of. Clients are told of these only, so they speak nothing else."""
_NOT_DONE = 126
"""What a shell ends with where it was not allowed to run a command."""
_TRANSPORT_ID = 1
_PART = 64 * 1024
_QUESTIONS = ("version", "devices", "devices-l", "track-devices", "track-devices-l", "host-features")
_ABOUT_PHONE = ("get-state", "get-serialno", "get-devpath")


@dataclass
class PhoneGate:
    """What stands between the clients and one phone."""

    phone: GuardedPhone
    pinned: Pinned = field(default_factory=dict)
    _forwards: Forwards = field(default_factory=Forwards)
    _helper_ports: set[int] = field(default_factory=lambda: {USUAL_HELPER_PORT})
    _ahead: Ahead = field(init=False)

    def __post_init__(self) -> None:
        self._ahead = Ahead(self.phone.upstream)

    @property
    def upstream(self) -> Upstream:
        """The server behind."""
        return self.phone.upstream

    async def talk(self, client: SocketStream) -> None:
        """Requests until one of them makes the connection its own, or has been answered."""
        try:
            await self._answer(client)
        except (RequestFailure, HandrailError) as failure:
            await client.write(fail(str(failure)))

    async def close(self) -> None:
        """Close the forwarded ports, and what is kept open."""
        await self._forwards.remove_all(None)
        await self._ahead.close()

    async def _answer(self, client: SocketStream) -> None:
        chosen = False
        while True:
            text = await read_request(client)
            by_number = "transport-id:" in text
            known = await self.upstream.transport_ids() if by_number else {self.upstream.serial: _TRANSPORT_ID}
            match parse_request(text, known):
                case ServiceRequest(service) if chosen:
                    await self.open(service, client)
                    return
                case ServiceRequest(service):
                    raise RequestFailure(f"no phone was chosen before {service[:40]!r}")
                case HostRequest(name):
                    await self._host(name, text, client)
                    return
                case DeviceRequest(serial, name) if not name.startswith("wait-for-"):
                    if serial not in (None, self.upstream.serial):
                        raise RequestFailure(
                            f"only the phone '{self.upstream.serial}' is guarded; no other one is touched"
                        )
                    if name not in ("transport", "tport"):
                        await self._device(name, client)
                        return
                    chosen = True
                    await client.write(b"OKAY" + (_TRANSPORT_ID.to_bytes(8, "little") if name == "tport" else b""))
                case DeviceRequest():
                    await self._through(text, client)
                    return

    async def _host(self, name: str, text: str, client: SocketStream) -> None:
        match name:
            case "kill":  # of the server behind; this one stays as well
                await client.write(b"OKAY")
            case "list-forward":
                await client.write(b"OKAY" + block(self._forwards.listing()))
            case "killforward-all":
                await self._forwards.remove_all(None)
                await client.write(b"OKAYOKAY")
            case _ if name in _QUESTIONS:
                await self._through(text, client)
            case _:
                raise RequestFailure(f"Handrail does not let host:{name[:40]} through; ask the ADB server behind it")

    async def _device(self, name: str, client: SocketStream) -> None:
        """Questions about the phone, and its forwarded ports, opened here: behind, nobody would judge what comes."""
        serial = self.upstream.serial
        verb, _, rest = name.partition(":")
        match verb:
            case "features":
                stream = await self.upstream.ask(f"host-serial:{serial}:features")
                known = (await read_block(stream)).split(",")
                stream.abort()
                await client.write(b"OKAY" + block(",".join(feature for feature in known if feature in _FEATURES)))
            case "forward":
                if not self._is_helper(rest.rpartition(";")[2]):
                    raise RequestFailure(_NOT_OPENED.format(rest[:60]))
                await client.write(b"OKAYOKAY" + await self._forwards.add(serial, rest, self._forwarded))
            case "killforward":
                await self._forwards.remove(rest)
                await client.write(b"OKAYOKAY")
            case "killforward-all":
                await self._forwards.remove_all(serial)
                await client.write(b"OKAYOKAY")
            case "list-forward":
                await client.write(b"OKAY" + block(self._forwards.listing()))
            case _ if name in _ABOUT_PHONE:
                await self._through(f"host-serial:{serial}:{name}", client)
            case _:
                raise RequestFailure(f"Handrail does not let {name[:40]!r} through")

    async def _through(self, text: str, client: SocketStream) -> None:
        """A question to the server behind, with whatever it says."""
        behind = await self.upstream.connect()
        try:
            await behind.write(block(text))
            await _joined(client, behind)
        finally:
            behind.abort()

    # Services of the phone

    async def open(self, service: str, client: SocketStream) -> None:
        """A stream of the phone. Raises `RequestFailure` where it is not opened."""
        kind, _, rest = service.partition(":")
        kind, *options = kind.split(",")
        match kind:
            case "shell" | "exec":
                await self._shell(service, rest, client, packets=kind == "shell" and "v2" in options)
            case "sync":
                await self._sync(client)
            case "tcp":
                if not self._is_helper(service):
                    raise RequestFailure(_NOT_OPENED.format(service[:60]))
                behind = await self.upstream.open(service)
                await client.write(b"OKAY")
                await self._remote_calls(behind, client)
            case "reverse" if rest == "list-forward":
                await self._plainly(service, client)
            case "framebuffer" | "track-jdwp" if not rest:
                await self._plainly(service, client)
            case _:
                raise RequestFailure(_NOT_OPENED.format(service[:60]))

    async def _plainly(self, service: str, client: SocketStream) -> None:
        behind = await self._ahead.open(service)
        try:
            await client.write(b"OKAY")
            await _joined(client, behind)
        finally:
            behind.abort()
            self._ahead.make()

    async def _shell(self, service: str, line: str, client: SocketStream, *, packets: bool) -> None:
        planned = plan(line)
        match planned:
            case Reads():
                await self._plainly(service, client)
                return
            case StartsHelper(port):
                await self._demand_helper()
                self._helper_ports.add(port)
                await self._plainly(service, client)
                return
        try:
            ended = await self._ended(planned)
        except HandrailError as error:
            ended = CommandResult(b"", f"handrail: {error}\n".encode(), _NOT_DONE)
        await _tell(ended, client, packets=packets)

    async def _ended(self, planned: Steps | AsksHandrail | NotUnderstood) -> CommandResult:
        match planned:
            case Steps():
                return await self.phone.run(planned)
            case AsksHandrail():
                return await self.phone.answer(planned)
            case NotUnderstood():
                return CommandResult(b"", f"handrail: {planned.told()}\n".encode(), _NOT_DONE)

    async def _demand_helper(self) -> None:
        """The file that is started is the one that is pinned. Raises `RequestFailure`."""
        ended = await self.upstream.run(f"sha256sum {HELPER_FILE}")
        found = ended.stdout.decode("utf-8", "replace").partition(" ")[0]
        if found not in self.pinned.get(HELPER_FILE, ()):
            raise RequestFailure(
                f"Blocked. {HELPER_FILE} is not the server of the uiautomator2 that is installed beside Handrail; "
                "install the version that the client uses, or name its server with --uiautomator2 FILE."
            )

    async def _sync(self, client: SocketStream) -> None:
        phone = await self.upstream.open("sync:")
        try:
            await client.write(b"OKAY")
            answers = asyncio.ensure_future(_copied(phone, client))
            try:
                await gate_sync(client, phone, self.pinned)
            finally:
                answers.cancel()
                await asyncio.gather(answers, return_exceptions=True)
        finally:
            phone.abort()

    # uiautomator2's server

    def _is_helper(self, service: str) -> bool:
        kind, _, number = service.partition(":")
        return kind == "tcp" and number.isdecimal() and int(number) in self._helper_ports

    def _forwarded(self, service: str) -> Serve | None:
        """What serves a forwarded port: uiautomator2's, with every call judged; no other one."""
        if not self._is_helper(service):
            return None

        async def serve(client: Stream) -> None:
            try:
                behind = await self.upstream.open(service)
            except RequestFailure as failure:
                raise StreamClosed(str(failure)) from None
            await self._remote_calls(behind, client)

        return serve

    async def _remote_calls(self, behind: SocketStream, client: Stream) -> None:
        try:
            await self._remote_call(behind, client)
        finally:
            behind.abort()

    async def _remote_call(self, behind: SocketStream, client: Stream) -> None:
        """One request; whoever has another one connects again."""
        try:
            request = await read_http(client)
        except BadRequest as problem:
            await client.write(http_response("400 Bad Request", str(problem).encode(), "text/plain"))
            return
        match request:
            case HttpRequest("GET", "/ping"):
                await client.write(await answered(behind, _PING))
            case HttpRequest("POST", path, body) if path == PATH:
                await client.write(await self._called(behind, body))
            case HttpRequest(method, path):
                said = f"handrail: {method[:10]} {path[:60]} is not guarded, so it is not sent on"
                await client.write(http_response("403 Forbidden", said.encode(), "text/plain"))

    async def _called(self, behind: SocketStream, body: bytes) -> bytes:
        call = read_call(body)
        if not isinstance(call, RemoteCall):
            return _in_http(call)
        match call_meaning(call):
            case Reads():
                return await answered(behind, _posted(call.body))
            case NotUnderstood() as unknown:
                return _in_http(call.refusal(f"handrail: {unknown.told()}"))
            case Acts(act):
                try:
                    return await self.phone.act(act, lambda: answered(behind, _posted(call.body)))
                except HandrailError as error:
                    return _in_http(call.refusal(f"handrail: {error}"))


_NOT_OPENED = (
    "Blocked. Handrail does not open '{}': what goes over it is not understood. "
    "shell, exec, sync and the server of uiautomator2 are."
)
_PING = b"GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def _posted(body: bytes) -> bytes:
    head = f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _in_http(body: bytes) -> bytes:
    return http_response("200 OK", body, "application/json")


async def _tell(ended: CommandResult, client: SocketStream, *, packets: bool) -> None:
    """In packets as it is. Without them only a service that does not open says that something was not done."""
    if packets:
        said = [packet(PacketId.STDOUT, ended.stdout)] if ended.stdout else []
        said += [packet(PacketId.STDERR, ended.stderr)] if ended.stderr else []
        await client.write(b"OKAY" + b"".join(said) + packet(PacketId.EXIT, bytes([ended.status & 0xFF])))
    elif ended.status == _NOT_DONE:
        raise RequestFailure(ended.stderr.decode().strip())
    else:
        await client.write(b"OKAY" + ended.stdout + ended.stderr)


async def _joined(client: SocketStream, behind: SocketStream) -> None:
    """Both directions, until the phone has said all, or the client is gone."""
    sent = asyncio.ensure_future(_copied(client, behind, then_end=True))
    try:
        await _copied(behind, client)
    finally:
        sent.cancel()
        await asyncio.gather(sent, return_exceptions=True)


async def _copied(source: SocketStream, target: SocketStream, *, then_end: bool = False) -> None:
    while part := await source.read(_PART):
        await target.write(part)
    if then_end:
        target.end()


def guarded_server(gate: PhoneGate) -> Listener:
    """The port that clients talk to."""
    return Listener(gate.talk)
