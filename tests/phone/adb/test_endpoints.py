"""The server itself: several phones, waiting, and its end."""

import asyncio
import socket

import pytest

from handrail.device.adb_protocol.stream import Listener, SocketStream
from handrail.phone.adb import AdbServer, Handset
from handrail.phone.adb.adbd import MalformedPacket, checksum, pack, unpack_header
from phone.adb.served import PATIENCE_S, new_handset


async def asked(port: int, request: str, *further: str) -> bytes:
    """What the server sends until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for text in (request, *further):
        writer.write(f"{len(text):04x}{text}".encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
    writer.close()
    return answer


def three_phones() -> list[Handset]:
    return [new_handset(serial) for serial in ("127.0.0.1:7777", "127.0.0.1:77", "phone-3")]


def test_several_phones_stand_behind_one_server() -> None:
    async def check() -> None:
        async with AdbServer(three_phones()) as server:
            devices = await asked(server.port, "host:devices")
            assert devices.decode().split() == [
                "OKAY0039127.0.0.1:7777", "device", "127.0.0.1:77", "device", "phone-3", "device",
            ]  # fmt: skip
            assert (await asked(server.port, "host:transport-any")).endswith(b"more than one device/emulator")
            for serial in ("127.0.0.1:7777", "127.0.0.1:77", "phone-3"):
                assert await asked(server.port, f"host-serial:{serial}:get-serialno") == (
                    b"OKAY" + f"{len(serial):04x}{serial}".encode()
                )
                answer = await asked(server.port, f"host:transport:{serial}", "shell:getprop ro.serialno")
                assert answer == f"OKAYOKAY{serial}\n".encode()
            answer = await asked(server.port, "host:transport-id:3", "exec:getprop ro.serialno")
            assert answer == b"OKAYOKAYphone-3\n"

    asyncio.run(check())


def test_a_client_waits_for_a_phone_that_comes_later() -> None:
    async def check() -> None:
        async with AdbServer() as server:
            assert (await asked(server.port, "host:transport-any")).endswith(b"no devices/emulators found")
            waiting = asyncio.create_task(asked(server.port, "host-serial:late:wait-for-any-device"))
            await asyncio.sleep(0)
            server.attach(new_handset("late"))
            assert await waiting == b"OKAYOKAY"
            leaving = asyncio.create_task(asked(server.port, "host-serial:late:wait-for-any-disconnect"))
            await asyncio.sleep(0)
            server.detach("late")
            assert await leaving == b"OKAYOKAY"

    asyncio.run(check())


def test_a_forwarded_port_leads_into_the_phone_and_closes_with_the_server() -> None:
    async def check() -> int:
        handset = new_handset()
        handset.uiautomator_port = 9008
        async with AdbServer([handset]) as server:
            answer = await asked(server.port, f"host-serial:{handset.serial}:forward:tcp:0;tcp:9008")
            port = int(answer[-(len(answer) - 12) :])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /ping HTTP/1.1\r\nConnection: close\r\n\r\n")
            assert (await asyncio.wait_for(reader.read(), PATIENCE_S)).endswith(b"\r\n\r\npong")
            writer.close()
            again = await asked(server.port, f"host:forward:norebind:tcp:{port};tcp:1")
            assert b"cannot rebind" in again
            assert b"FAIL" in await asked(server.port, "host:forward:localabstract:x;tcp:1")
            assert b"not found" in await asked(server.port, "host:killforward:tcp:1")
        return port

    port = asyncio.run(check())
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)


def test_stopping_ends_what_is_still_open() -> None:
    async def check() -> None:
        server = AdbServer([new_handset()])
        await server.start()
        tracking = await asyncio.open_connection("127.0.0.1", server.port)
        tracking[1].write(b"0012host:track-devices")
        logging = await asyncio.open_connection("127.0.0.1", server.port)
        logging[1].write(b"0012host:transport-any000cshell:logcat")
        for reader, _ in (tracking, logging):
            await reader.readuntil(b"OKAY")
        await server.stop()
        for reader, writer in (tracking, logging):
            await asyncio.wait_for(reader.read(), PATIENCE_S)
            writer.close()

    asyncio.run(check())


@pytest.mark.slow
def test_two_hundred_phones_live_in_one_process() -> None:
    async def check() -> None:
        async with AdbServer([new_handset(f"phone-{number}") for number in range(200)]) as server:
            answers = await asyncio.gather(
                *(
                    asked(server.port, f"host:transport:phone-{number}", "shell:getprop ro.serialno; input tap 5 5")
                    for number in range(200)
                )
            )
        assert answers == [f"OKAYOKAYphone-{number}\n".encode() for number in range(200)]

    asyncio.run(check())


def test_a_packet_is_read_as_it_was_written() -> None:
    from handrail.phone.adb.adbd import HEADER, Command, Header

    packet = pack(Command.WRTE, 1, 2, b"\xff\xff")
    assert unpack_header(packet[: HEADER.size]) == Header(Command.WRTE, 1, 2, 2, checksum(b"\xff\xff"))
    unknown = HEADER.pack(1, 0, 0, 0, 0, 1 ^ 0xFFFFFFFF)
    with pytest.raises(MalformedPacket, match="no command"):
        unpack_header(unknown)


def test_a_port_that_stops_lets_go_of_a_connection_that_nobody_reads_from() -> None:
    async def flood(stream: SocketStream) -> None:
        await stream.write(bytes(64_000_000))

    async def check(client: socket.socket) -> None:
        async with Listener(flood) as listener:
            client.connect(("127.0.0.1", listener.port))
            await asyncio.to_thread(client.recv, 1)  # it has begun

    with socket.socket() as client:
        client.settimeout(PATIENCE_S)
        asyncio.run(check(client))
        while client.recv(65_536):  # what is under way already; then the end
            pass
