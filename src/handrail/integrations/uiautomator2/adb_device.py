"""`adbutils.AdbDevice`, guarded where it reaches for the phone: its shell, its files, its sockets.

Everything that adbutils does to a phone goes through these few ways. A line of the shell is read and judged; a file is
never put on the phone, and no connection is handed out on which anything could be said. Read in adbutils 2.12.0.
"""

from collections.abc import Sequence
from typing import Any

from adbutils import AdbDevice, Sync

from handrail.integrations.client.closed import ClosedByDefault
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.shell_line import read_line
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.uiautomator2.not_executed import NotExecuted

KNOWN = """
    adb_output app_clear app_current app_info app_start app_stop battery brightness_mode brightness_value click
    create_connection download_apk drag dump_hierarchy forward forward_list forward_port forward_remove
    forward_remove_all framebuffer get_devpath get_features get_serialno get_state getprop info install install_remote
    is_recording is_screen_on keyevent list_packages logcat open_browser open_shell open_transport package_info prop
    push reboot remove reverse reverse_list reverse_remove reverse_remove_all rmtree root rotation screenshot send_keys
    serial shell shell2 start_recording stop_recording swipe switch_airplane switch_screen switch_wifi sync tcpip
    uninstall volume_down volume_mute volume_up window_size wlan_ip
"""
"""What was read. All but the methods below does what it does through `shell`, `sync` and `open_transport`."""

_QUESTIONS = frozenset(("get-state", "get-serialno", "get-devpath", "features"))
_READING_FILES = frozenset(("STAT", "LIST", "RECV"))
_RAW = NotUnderstood("a connection to the phone could say anything on it")
_BESIDE = NotUnderstood("it goes to the phone beside this connection")
_INSTALLS = NotUnderstood("it may take an app away and start another one beside; have the app put on before the task")
_FILE = NotUnderstood("no action stands for a file that is put on the phone")


class GuardedSync(Sync):
    """Reads files from the phone, and puts none on it."""

    def __init__(self, plain: AdbDevice, thread: GuardThread) -> None:
        super().__init__(plain)
        self._thread = thread

    def _prepare_sync(self, path: str, cmd: str) -> Any:
        prepare = super()._prepare_sync
        return self._thread.perform(Reads() if cmd in _READING_FILES else _FILE, lambda: prepare(path, cmd))


class GuardedAdbDevice(ClosedByDefault, AdbDevice, known=KNOWN, refusal=NotExecuted):
    """The phone by its shell; `plain` is what makes the calls that may be made."""

    def __init__(self, plain: AdbDevice, thread: GuardThread) -> None:
        super().__init__(plain._client, plain.serial)  # noqa: SLF001  # of which it asks the forwarded ports
        self._plain, self._thread = plain, thread

    @property
    def sync(self) -> Sync:
        """The phone's files."""
        return GuardedSync(self._plain, self._thread)

    def open_transport(self, command: str | None = None, *given: Any, **named: Any) -> Any:
        """Answers questions about the connection, and hands none out."""
        meaning = Reads() if command in _QUESTIONS else _RAW
        return self._thread.perform(meaning, lambda: self._plain.open_transport(command, *given, **named))

    def open_shell(self, cmdargs: str | Sequence[str]) -> Any:
        """What one command says, as it says it."""
        return self._said(self._plain.open_shell, cmdargs)

    def shell(self, cmdargs: str | Sequence[str], *given: Any, **named: Any) -> Any:
        """One command."""
        return self._said(self._plain.shell, cmdargs, *given, **named)

    def shell2(self, cmdargs: str | Sequence[str], *given: Any, **named: Any) -> Any:
        """One command, with how it ended."""
        return self._said(self._plain.shell2, cmdargs, *given, **named)

    def dump_hierarchy(self) -> Any:
        """The tree of the screen, by a file of its own."""
        return self._plain.dump_hierarchy()

    def install(self, *_given: Any, **_named: Any) -> None:
        """Refused."""
        self._thread.perform(_INSTALLS, lambda: None)

    def adb_output(self, *_given: Any, **_named: Any) -> None:
        """Refused: the adb program asks nobody."""
        self._thread.perform(_BESIDE, lambda: None)

    def start_recording(self, *_given: Any, **_named: Any) -> None:
        """Refused: a program of its own does it."""
        self._thread.perform(_BESIDE, lambda: None)

    def _said(self, make: Any, cmdargs: str | Sequence[str], *given: Any, **named: Any) -> Any:
        line = read_line(cmdargs)
        return self._thread.perform(line.meaning, lambda: make(line.line, *given, **named))
