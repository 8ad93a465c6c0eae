"""The console of an emulator, by `adb emu`."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handrail.phone.adb import Console
from phone.adb.served import PATIENCE_S, Adb, adb_binary, new_handset, serving


@contextmanager
def emulated(home: Path) -> Iterator[tuple[Adb, asyncio.Event, Console]]:
    """A phone whose serial number names the port of its console."""
    handset = new_handset("emulator-1")
    told = asyncio.Event()
    console = Console(handset, told.set)
    with serving(handset) as served:
        served.run(console.start())
        (home / ".emulator_console_auth_token").write_text("")
        try:
            yield Adb(adb_binary(), served.server_port, home, f"emulator-{console.port}"), told, console
        finally:
            served.run(console.stop())


def test_a_console_saves_and_loads_sends_messages_and_ends_the_phone(tmp_path: Path) -> None:
    with emulated(tmp_path) as (adb, told, console):
        phone = console._handset.phone
        adb("emu", "avd", "snapshot", "save", "clean")
        before = phone.snapshot()
        adb("emu", "sms", "send", "5551234", "Your", "code", "is", "493817")
        assert phone.notifications[0].text == "Your code is 493817"
        adb("emu", "power", "capacity", "7")
        assert console._handset.battery.level == 7
        adb("emu", "avd", "snapshot", "load", "clean")
        assert phone.snapshot() == before
        assert "KO" in adb.run("emu", "geo", "fix", "1", "2").stdout.decode()
        assert console._handset.gaps == ("console geo fix 1 2",)
        adb("emu", "kill")
        assert told.is_set()


def test_it_speaks_with_whoever_opens_it(tmp_path: Path) -> None:
    async def ask() -> str:
        console = Console(new_handset(), lambda: None)
        async with console:
            reader, writer = await asyncio.open_connection("127.0.0.1", console.port)
            writer.write(b"ping\r\nhelp\r\navd name\r\nnonsense\r\n\r\nquit\r\n")
            answered = await asyncio.wait_for(reader.read(), PATIENCE_S)
            writer.close()
            return answered.decode()

    said = asyncio.run(ask())
    assert "I am alive!\r\nOK\r\n" in said
    assert "handrail_phone\r\nOK\r\n" in said
    assert said.count("KO: ") == 1
