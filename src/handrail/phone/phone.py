"""A simulated Android phone: pure state that takes touches and shows screens, without I/O or a real clock.

The same seed and the same calls give the same screens, files and traces. A snapshot is exact and cheap.
What belongs to one part (files, settings, packages, tasks) lives there; this class is the door and the order in
which the parts act: first what was asked, then a moment of the phone's own time.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

from handrail.app import Anticipation, Event
from handrail.device import key_code
from handrail.device.element import Path
from handrail.device.lease import PhoneLease
from handrail.device.screen import Screen
from handrail.device.trace import SystemTrace
from handrail.error import Misuse
from handrail.phone import installing, pages, rotation, snapshot, tasks, touch, windows
from handrail.phone.app import AppFactory, Page, PhoneApp, Shared
from handrail.phone.background import pass_time
from handrail.phone.clock import STARTED
from handrail.phone.context import Glance
from handrail.phone.files import FileSystem
from handrail.phone.first_boot import APPS, SYSTEM_APPS, boot
from handrail.phone.network import Network
from handrail.phone.package import Manifest, Package
from handrail.phone.settings import SystemSettings
from handrail.phone.snapshot import Snapshot, TraceMark
from handrail.phone.system import LAUNCHER, System
from handrail.phone.values import Clip, Contact, Foreground, LoggedEvent, Notification, Process
from handrail.phone.windows import HEIGHT_PIXELS, WIDTH_PIXELS, Window

__all__ = ["HEIGHT_PIXELS", "WIDTH_PIXELS", "Phone"]

ACTION_MS = 700
"""How long a touch and what follows it takes on the phone's clock, unless it is told otherwise."""


class Phone:
    """A phone. Raises `Misuse` for calls that cannot be meant; no touch and no key ever raises.

    `apps` are those a person installed, in place of the usual ones; the system's own are always there.
    `churn` is whether the phone also does things by itself; `action_ms` is how long a touch and what follows it take
    on the phone's clock.
    """

    def __init__(
        self,
        *,
        seed: int = 0,
        apps: Sequence[AppFactory] | None = None,
        started: datetime = STARTED,
        churn: bool = True,
        action_ms: int = ACTION_MS,
    ) -> None:
        if started.tzinfo is None:
            raise Misuse("`started` has no time zone; write datetime(2026, 3, 2, 9, 0, tzinfo=UTC)")
        self._system = system = System(seed, started)
        self._churn = churn
        self._action_ms = action_ms
        self.lease = PhoneLease()
        self._shown: tuple[int, tuple[Window, ...], Screen] | None = None
        boot(system)
        for factory in (*SYSTEM_APPS, *(APPS if apps is None else apps)):
            installing.install(system, factory)
        system.stack = tasks.start(system.stack, tasks.OpenPage(LAUNCHER, system.apps[LAUNCHER].home()))
        system.start_process("com.android.systemui")
        system.start_process(LAUNCHER)
        system.next_churn_ms = 5_000
        system.events.clear()

    # What it shows

    @property
    def generation(self) -> int:
        """A number that grows with every change of anything visible."""
        return self._system.generation

    def screen(self) -> Screen:
        """The windows in front, bottom to top; the last one takes touches first. Cached per generation."""
        return self._look()[2]

    @property
    def rotation(self) -> rotation.Rotation:
        """How the screen is turned, in quarters of a turn to the left: what the settings say, upright at home."""
        return rotation.rotation(self._system)

    @property
    def active_window(self) -> int:
        """The place in `screen().windows` of the one that keys go to: a dialog, the shade, else the app itself."""
        return windows.active(self._system, self._look()[1])

    @property
    def foreground(self) -> Foreground:
        """(package, activity); the activity is the full class name, `com.example.clock.MainActivity`."""
        return windows.foreground(self._system)

    @property
    def task_stack(self) -> tuple[Foreground, ...]:
        """What stands on top of each task, front first."""
        return tuple(windows.foreground_of(self._system, task.pages) for task in reversed(self._system.stack.tasks))

    @property
    def keyboard_shown(self) -> bool:
        """Whether a text field takes typing and the keyboard is up."""
        found = touch.focused(self._system)
        return found is not None and found[1].keyboard

    @property
    def toast(self) -> str | None:
        """The short message shown now, if any."""
        return self._system.toast[0] or None

    # What a person does

    def tap(self, x_pixels: int, y_pixels: int) -> None:
        """Touch the screen; beside everything that takes touches nothing happens."""
        touch.press(self._system, self._look()[1], x_pixels, y_pixels, "click")
        self._after()

    def long_press(self, x_pixels: int, y_pixels: int) -> None:
        """Touch the screen for a while; a view that does not know long touches takes it as a short one."""
        touch.press(self._system, self._look()[1], x_pixels, y_pixels, "long_click")
        self._after()

    def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: int = 300) -> None:
        """Move a finger; hardly moved it is a touch, or a long one from half a second on."""
        if max(abs(x2 - x1), abs(y2 - y1)) < touch.TOUCH_SLOP_PIXELS:
            long = duration_ms >= touch.LONG_PRESS_MS
            touch.press(self._system, self._look()[1], x1, y1, "long_click" if long else "click")
        else:
            touch.swipe(self._system, self._look()[1], x1, y1, x2, y2)
        self._after()

    def pinch(self, x_pixels: int, y_pixels: int, percent: int) -> None:
        """Move two fingers around a point, until they are so many percent as far apart as in the beginning."""
        touch.pinch(self._system, self._look()[1], x_pixels, y_pixels, percent)
        self._after()

    def type_text(self, text: str) -> bool:
        """Type into the focused field, a new line being the enter key; False if there is none."""
        found = touch.focused(self._system) is not None
        for number, part in enumerate(text.split("\n")):
            if number:
                touch.enter(self._system, self._look()[1])
            focused = touch.focused(self._system)
            if focused is not None and part:
                touch.put_text(self._system, *focused, touch.text_of(focused[1]) + part)
        self._after()
        return found

    def set_text(self, path: Path, text: str) -> bool:
        """Replace the text of the field at a place of `screen()` (first number: window); False if it is no field."""
        done = touch.set_text(self._system, self._look()[1], path, text)
        self._after()
        return done

    def type_into(self, path: Path, text: str) -> bool:
        """Touch a field unless it has the focus, and replace its text; False if it did not take the focus."""
        done = touch.type_into(self._system, self._look()[1], path, text)
        self._after()
        return done

    def clear_text(self) -> bool:
        """Empty the focused field; False if there is none."""
        focused = touch.focused(self._system)
        if focused is not None:
            touch.put_text(self._system, *focused, "")
        self._after()
        return focused is not None

    def key(self, code: int) -> None:
        """One of Android's key codes: back, home, enter, delete, recent apps and a few more; others do nothing."""
        match code:
            case key_code.BACK | key_code.ESCAPE:
                touch.back(self._system)
            case key_code.HOME:
                pages.home(self._system)
            case key_code.TAB:
                touch.tab(self._system, self._look()[1])
            case key_code.ENTER | key_code.NUMPAD_ENTER:
                touch.enter(self._system, self._look()[1])
            case key_code.DELETE:
                touch.delete(self._system)
            case key_code.NOTIFICATION:
                pages.open_panel(self._system)
            case key_code.APP_SWITCH:
                pages.open_recents(self._system)
            case key_code.PASTE:
                self.paste()
            case _ if (typed := key_code.typed_by(code)) == " " or typed.isalnum():
                self.type_text(typed)
            case _:
                pass
        self._after()

    def back(self) -> None:
        """The back key."""
        self.key(key_code.BACK)

    def home(self) -> None:
        """The home key."""
        self.key(key_code.HOME)

    # What a shell does

    def launch(self, package: str, activity: str | None = None) -> bool:
        """Bring an app to the front; False if there is no such package, activity, or it is disabled."""
        done = pages.launch(self._system, package, activity)
        self._after()
        return done

    def open(self, package: str, page: Page) -> bool:
        """Show one page of an app in its own task, as a link or a shell does; False if it is not there or disabled."""
        done = pages.launch(self._system, package, None) and pages.open_page(self._system, package, page)
        self._after()
        return done

    def start_process(self, package: str) -> bool:
        """Start an app without showing it, as for a service of it; False if there is none or it is disabled."""
        found = self._system.packages.get(package)
        if found is None or not found.enabled:
            return False
        self._system.start_process(package)
        return True

    def stop(self, package: str) -> None:
        """Force-stop: its windows, processes and connections go."""
        if package in self._system.packages:
            installing.end(self._system, package)

    def open_notifications(self) -> None:
        """Pull the notification shade down."""
        self.key(key_code.NOTIFICATION)

    def install(self, app: AppFactory | PhoneApp | Manifest) -> Package:
        """Install or update; a bare manifest gets an app with an empty screen. Raises `Misuse` for a system app."""
        return installing.install(self._system, app)

    def uninstall(self, package: str) -> bool:
        """Remove an app with its data; False if there is none or it is part of the system."""
        return installing.uninstall(self._system, package)

    def enable(self, package: str, enabled: bool = True) -> bool:
        """Switch an app on or off; False if there is none."""
        return installing.enable(self._system, package, enabled)

    def clear_data(self, package: str) -> bool:
        """Make an app forget everything; False if there is none."""
        return installing.clear_data(self._system, package)

    def grant(self, package: str, permission: str) -> bool:
        """Give a permission; False if the package is not there or never declared it."""
        return self._system.grant(package, permission)

    def revoke(self, package: str, permission: str) -> bool:
        """Take a permission away; False if the package is not there or never declared it."""
        return self._system.revoke(package, permission)

    @property
    def packages(self) -> Mapping[str, Package]:
        """What is installed, by name."""
        return MappingProxyType(self._system.packages)

    @property
    def files(self) -> FileSystem:
        """The files; what is changed here is not in the log, and is in the trace."""
        return self._system.files

    @property
    def settings(self) -> "SystemSettings":
        """The settings."""
        return self._system.settings

    @property
    def network(self) -> Network:
        """Connections and traffic."""
        return self._system.network

    @property
    def processes(self) -> tuple[Process, ...]:
        """What runs."""
        return self._system.processes

    @property
    def notifications(self) -> tuple[Notification, ...]:
        """What the notification shade holds, newest first."""
        return self._system.notifications

    def show_toast(self, text: str) -> None:
        """Show a short message over the screen, as the shell."""
        self._system.show_toast("com.android.shell", text)

    def notify(self, package: str, title: str, text: str, *, heads_up: bool = False) -> Notification:
        """Put a notification into the shade, in the name of a package."""
        return self._system.notify(package, title, text, heads_up=heads_up)

    def receive_message(self, sender: str, text: str) -> bool:
        """Let a message come from outside; False if no app on the phone takes messages."""
        system = self._system
        for name, app in system.apps.items():
            if app.hears is not None and system.packages[name].enabled:
                app.hears(touch.behind(system, name), sender, text)
                return True
        return False

    def dismiss_notification(self, number: int) -> bool:
        """Take a notification away; False if it is not there."""
        return self._system.dismiss(number)

    @property
    def clipboard(self) -> Clip:
        """What lies on the clipboard, and who put it there."""
        return self._system.clipboard

    def copy(self, text: str, package: str | None = None) -> None:
        """Put text on the clipboard."""
        self._system.copy(text, package)

    def share(self, text: str) -> None:
        """Ask the person with which app a text is to be shared."""
        pages.share(self._system, Shared(text))
        self._after()

    def paste(self) -> bool:
        """Type the clipboard's text into the focused field; False if there is none."""
        return self.type_text(self._system.clipboard.text)

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The people in the contacts provider, by name."""
        return self._system.contacts

    # Time

    @property
    def now(self) -> datetime:
        """The date and time that the phone shows."""
        return self._system.clock.now

    @property
    def uptime_ms(self) -> int:
        """Milliseconds since the phone was started."""
        return self._system.clock.elapsed_ms

    def advance(self, seconds: float) -> None:
        """Let time pass: alarms ring, apps work in the background. Raises `Misuse` if it would run backwards."""
        if seconds < 0:
            raise Misuse(f"a phone's clock does not run backwards: {seconds} s; restore a snapshot instead")
        pass_time(self._system, round(seconds * 1000), churns=self._churn)

    # Ground truth

    def snapshot(self) -> Snapshot:
        """The phone as it is now; costs some microseconds."""
        return snapshot.take(self._system)

    def restore(self, taken: Snapshot) -> None:
        """Be exactly what a snapshot says, this phone's or another's."""
        snapshot.put_back(self._system, taken)
        self._shown = None

    def mark(self) -> TraceMark:
        """This moment, for `trace_since`."""
        return snapshot.mark(self._system)

    def trace_since(self, mark: TraceMark) -> SystemTrace:
        """What the system did since then, observed in full."""
        return snapshot.difference(mark, snapshot.mark(self._system))

    @property
    def log(self) -> tuple[LoggedEvent, ...]:
        """Every event that changed the phone since it was started, oldest first."""
        return tuple(self._system.events)

    def note(self, what: str, detail: str) -> None:
        """Add an event of the shell's own to the log; nothing else changes."""
        self._system.record(what, "", detail, visible=False)

    def anticipate(self, kind: str, x_pixels: int, y_pixels: int) -> Anticipation | None:
        """What a cooperating app says that a touch there is about to change; None if the app does not cooperate."""
        found = touch.hit_test(self._look()[1], x_pixels, y_pixels)
        if found is None or found[1] is None:
            return None
        window, placed = found[0], found[1]
        opened = tasks.page_at(self._system.stack, window.slot)
        declares = self._system.apps[window.package].declares
        if kind == "long_click" and placed.view.on_long_click is None:
            kind = "click"  # as on Android, a view without a long click takes it for a click
        handler = placed.view.on_long_click if kind == "long_click" else placed.view.on_click
        if opened is None or declares is None or handler is None:
            return None
        argument = None if placed.view.argument is None else str(placed.view.argument)
        app = declares(Glance(self._system, window.package), opened.page)
        return app.anticipate(Event(kind, handler.__name__, argument))

    def _look(self) -> tuple[int, tuple[Window, ...], Screen]:
        generation = self._system.generation
        if self._shown is None or self._shown[0] != generation:
            shown = windows.windows(self._system)
            self._shown = generation, shown, windows.screen_of(self._system, shown)
        return self._shown

    def _after(self) -> None:
        pass_time(self._system, self._action_ms, churns=self._churn)
