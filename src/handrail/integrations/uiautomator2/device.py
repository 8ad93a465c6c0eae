"""`uiautomator2.Device`, guarded where it reaches for the phone: its server's calls, and adb's.

It is the whole device with its selectors, xpath, watchers and the rest; they all end in `jsonrpc_call` or in the
guarded `adb_device`. A plain device makes the calls that may be made. Read in uiautomator2 3.7.1.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import adbutils
import uiautomator2
from uiautomator2.exceptions import AdbShellError

from handrail.device.open_device import open_device
from handrail.device.screen import focus_of
from handrail.integrations.adb.remote_call import RemoteCall, call_meaning, in_whole_pixels
from handrail.integrations.client.closed import ClosedByDefault
from handrail.integrations.client.gesture import double_tap, point, typed
from handrail.integrations.client.guarded_calls import ClientCalls
from handrail.integrations.client.own_thread import GuardThread
from handrail.integrations.client.task import Task, open_guard
from handrail.integrations.meaning import Meaning, NotUnderstood
from handrail.integrations.tools.typed_text import standing_in_field
from handrail.integrations.uiautomator2.adb_device import GuardedAdbDevice
from handrail.integrations.uiautomator2.not_executed import NotExecuted

AGENT = "uiautomator2"

KNOWN = """
    adb_device app_auto_grant_permissions app_clear app_current app_info app_install app_list app_list_running app_start
    app_stop app_stop_all app_uninstall app_uninstall_all app_wait clear_text clear_toast clear_traversed_text click
    click_post_delay clipboard current_ime debug device_info double_click drag dump_hierarchy exists freeze_rotation
    hide_keyboard image implicitly_wait info is_input_ime_installed jsonrpc jsonrpc_call keyevent last_toast
    last_traversed_text long_click long_press make_toast open_notification open_quick_settings open_url orientation
    pos_rel2abs press pull push reset_uiautomator screen_off screen_on screenrecord screenshot send_action send_keys
    serial session set_clipboard set_fastinput_ime set_input_ime set_orientation settings shell show_float_window
    show_touch_trace sleep start_uiautomator stop_uiautomator swipe swipe_ext swipe_points toast touch unlock
    wait_activity wait_fastinput_ime wait_timeout watch_context watcher window_size wlan_ip xpath
    close finish
"""
"""What was read, and what is ours. All but the methods below does what it does through `jsonrpc_call` and adb."""

_NAMED = NotUnderstood("a call is given names, and it is not known what they are to it")
_SESSION = NotUnderstood("it makes a device of its own; start the app with `app_start`, and use this one")


class GuardedDevice(ClosedByDefault, uiautomator2.Device, known=KNOWN, refusal=NotExecuted):
    """The device; `handrail` is the task that it is used for."""

    def __init__(self, plain: uiautomator2.Device, thread: GuardThread) -> None:
        self._plain, self.handrail = plain, thread
        super().__init__(GuardedAdbDevice(plain.adb_device, thread))

    def finish(self, *, infeasible: bool = False) -> None:
        """End the task, verified, or as one that cannot be done. Raises `NotExecuted` while something is missing."""
        self.handrail.finish(infeasible=infeasible)

    def close(self) -> None:
        """End the session, and leave the phone to others."""
        self.handrail.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def jsonrpc_call(self, method: str, params: Any = None, timeout: float = 10) -> Any:
        """A call of the server on the phone, if it may be made."""
        if params and not isinstance(params, list | tuple):
            return self.handrail.perform(_NAMED, lambda: None)
        call = RemoteCall(None, method, in_whole_pixels(method, list(params or ())))
        return self.handrail.perform(
            call_meaning(call), lambda: self._plain.jsonrpc_call(method, call.parameters if params else params, timeout)
        )

    def shell(self, cmdargs: Any, timeout: float = 60) -> Any:
        """One command of the phone's shell, if it may be made."""
        try:
            return super().shell(cmdargs, timeout)
        except AdbShellError as error:
            refused = error.args[0] if error.args else None
            raise refused if isinstance(refused, NotExecuted) else error from None

    def double_click(self, x: float, y: float, duration: float = 0.1) -> None:  # noqa: ARG002  # uiautomator2's own
        """Two touches by the guard's own device, which looks in between whether they still go to the same."""
        self.handrail.by_the_guard(double_tap(point(*self.pos_rel2abs(x, y))))

    def send_keys(self, text: str, clear: bool = False) -> None:  # uiautomator2's own
        """Type into the field with the focus, after what stands there unless it is cleared."""
        self._type(typed(text, adds=not clear), lambda standing: text if clear else standing + text)

    def clear_text(self) -> None:
        """Empty the field with the focus."""
        self._type(typed("", adds=False), lambda _: "")

    def session(self, *_given: Any, **_named: Any) -> Any:
        """Refused."""
        return self.handrail.perform(_SESSION, lambda: None)

    def app_install(self, data: str) -> None:
        """Refused."""
        self.adb_device.install(data)

    def start_uiautomator(self) -> None:
        """Start the server on the phone, where it does not run."""
        self._plain.start_uiautomator()

    def stop_uiautomator(self, wait: bool = True) -> None:  # uiautomator2's own
        """End the server on the phone."""
        self._plain.stop_uiautomator(wait)

    def _type(self, meaning: Meaning, text_after: Callable[[str], str]) -> None:
        """By the server's own way of setting a text: the keyboard of uiautomator2 would be an app that is put on."""
        self.handrail.perform(meaning, lambda: self._set_focused(text_after))

    def _set_focused(self, text_after: Callable[[str], str]) -> None:
        screen = self.handrail.guard.screen
        path = focus_of(screen)
        field = screen.at(path) if path is not None else None
        assert field is not None  # the guard lets nobody type where no field has the focus
        named = {"className": field.class_name} | ({"resourceId": field.resource_id} if field.resource_id else {})
        self._plain(focused=True, **named).set_text(text_after(standing_in_field(screen)), timeout=0)


def open_guarded(serial: str, task: Task) -> GuardedDevice:
    """The device with a guard that is open; closed again where something fails."""
    plain = uiautomator2.connect(adbutils.AdbClient().device(serial))
    device = open_device(f"adb:{serial}")
    thread = GuardThread()
    try:
        guard = thread.wait(open_guard(device, AGENT, **task))
        thread.open(ClientCalls(guard, NotExecuted))
        return GuardedDevice(plain, thread)
    except BaseException:
        thread.close()
        raise
