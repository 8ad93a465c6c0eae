"""The console of an emulator: lines on a port of this computer, which `adb -s emulator-PORT emu ...` opens.

What a command changes, it changes on the phone; what this phone has not (a position, a modem that rings) is `KO`.
"""

from __future__ import annotations

from collections.abc import Callable

from handrail.device.adb_protocol.stream import Listener, SocketStream
from handrail.phone.adb.battery import Battery
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.shell.command import whole_number

_LONGEST_LINE = 64 * 1024
_BANNER = b"Android Console: type 'help' for a list of commands\r\nOK\r\n"
_COMMANDS = "help ping avd sms power event kill quit"


class Console(Listener):
    """The console of one phone. `kill` is called when a client asks for its end."""

    def __init__(self, handset: Handset, kill: Callable[[], None]) -> None:
        super().__init__(self._talk)
        self._handset = handset
        self._kill = kill

    async def _talk(self, stream: SocketStream) -> None:
        await stream.write(_BANNER)
        waiting = b""
        while (part := await stream.read(4096)) and len(waiting) < _LONGEST_LINE:
            *lines, waiting = (waiting + part).split(b"\n")
            for line in lines:
                words = line.decode("utf-8", "replace").split()
                if words[:1] in (["quit"], ["exit"]):
                    return
                if words:
                    await stream.write(self._answer(words).replace("\n", "\r\n").encode())
                if words[:1] == ["kill"]:
                    self._kill()
                    return

    def _answer(self, words: list[str]) -> str:
        match words:
            case ["auth", *_]:
                return "OK\n"
            case ["help", *_]:
                return f"Android console commands:\n    {_COMMANDS}\nOK\n"
            case ["ping"]:
                return "I am alive!\nOK\n"
            case ["kill"]:
                return "OK: killing emulator, bye bye\n"
            case ["avd", *rest]:
                return self._avd(rest)
            case ["sms", "send", number, *text] if text:
                done = self._handset.phone.receive_message(number, " ".join(text))
                return "OK\n" if done else "KO: no app takes messages\n"
            case ["power", *rest]:
                return self._power(rest)
            case ["event", "text", *text]:
                self._handset.input_injector.type_text(" ".join(text))
                return "OK\n"
        self._handset.record_gap(f"console {' '.join(words)}")
        return f"KO: {words[0]} is not known to the simulated phone\n"

    def _avd(self, words: list[str]) -> str:
        snapshots, phone = self._handset.snapshots, self._handset.phone
        match words:
            case ["name"]:
                return f"{self._handset.identity.product}\nOK\n"
            case ["status"]:
                return "virtual device is running\nOK\n"
            case ["snapshot", "list"]:
                return "".join(f"{name}\n" for name in sorted(snapshots)) + "OK\n"
            case ["snapshot", "save", name]:
                snapshots[name] = phone.snapshot()
                return "OK\n"
            case ["snapshot", "load", name] if name in snapshots:
                phone.restore(snapshots[name])
                return "OK\n"
            case ["snapshot", ("delete" | "del"), name] if name in snapshots:
                del snapshots[name]
                return "OK\n"
            case ["snapshot", ("load" | "delete" | "del"), name]:
                return f"KO: there is no snapshot `{name}`\n"
        self._handset.record_gap(f"console avd {' '.join(words)}")
        return "KO: bad sub-command\n"

    def _power(self, words: list[str]) -> str:
        now = self._handset.battery
        changed: Battery | None = None
        match words:
            case ["display"]:
                return now.told() + "OK\n"
            case ["capacity", percent]:
                changed = now.with_value("level", whole_number(percent))
            case ["ac", ("on" | "off") as state]:
                changed = now.with_value("ac", int(state == "on"))
            case ["status", state] if state in _STATES:
                changed = now.with_value("status", _STATES.index(state) + 1)
            case ["present", ("true" | "false") as state]:
                changed = now.with_value("present", int(state == "true"))
        if changed is None:
            self._handset.record_gap(f"console power {' '.join(words)}")
            return "KO: bad sub-command\n"
        self._handset.battery = changed
        return "OK\n"


_STATES = ("unknown", "charging", "discharging", "not-charging", "full")
