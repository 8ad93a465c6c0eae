"""A Python app that takes part: its triggers say what an event is about to do, and a server's verdict lets it run.

    with connect(clock.app(), "127.0.0.1:8771") as link:
        link.intercept(Event("click", "Save"), save_the_alarm, post=window.after_idle)

Nothing here waits for the network but a thread of its own, unless the app asks to wait (`gate`, `handle`). Without a
server, and without an agent in control, events run as if there were nothing. Source: docs/app-protocol.md.
"""

import logging
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from types import TracebackType
from typing import Final, Self, assert_never

from handrail.app.app import App
from handrail.app.cooperation import Cooperation, Ran, Result, Withheld
from handrail.app.link.dialogue import Control, Dialogue, Effect, Hold, Run, Say, Withhold
from handrail.app.link.held import Held, Post, Posted, Waited, in_a_thread, nothing
from handrail.app.link.socket_line import LineLost, SocketLine
from handrail.app.link.wire import PROTOCOL, define_message, propose_message, updates_on_the_wire
from handrail.app.trigger import Anticipation, Event
from handrail.app.update import RefusedUpdate, Update
from handrail.error import Misuse

WELCOME_SECONDS: Final = 10.0
FIRST_PAUSE_SECONDS: Final = 0.5
LONGEST_PAUSE_SECONDS: Final = 30.0
_LOG: Final = logging.getLogger("handrail.app.link")
_ONLY_PUBLISHED: Final = (
    "the server speaks only the published VeriSafe protocol, whose verdicts name no event; nothing is guarded, and the "
    "app is its user's"
)
_NOBODY: Final = (
    "nobody answers at %s:%d (%s), so nobody guards %s: its events run unverified, also an agent's, until a server is "
    "there; is `handrail serve --verisafe PORT` running?"
)


@dataclass(slots=True)
class Link:
    """One app and its way to a server. It connects again by itself, and starts each time without an agent in control.

    `on_control` is called with whether an agent is in control and with its task, so that the app can show it.
    """

    app: App
    host: str
    port: int
    token: str = ""
    on_control: Callable[[bool, str], object] = lambda _, __: None
    seconds: Callable[[], float] = time.monotonic
    cooperation: Cooperation = field(init=False)
    _dialogue: Dialogue[Held] = field(init=False)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _line: SocketLine | None = None
    _closing: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None
    _running: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        package = self.app.package or self.app.name
        token = {"token": self.token} if self.token else {}
        hello = {"type": "hello", "protocol": PROTOCOL, "app": package, "name": self.app.name, "sdk": "python", **token}
        keys = {state.name: state.keys for state in self.app.states.values()}
        self._dialogue = Dialogue(hello, define_message(self.app), keys, prefix=token_hex(4))
        self.cooperation = Cooperation(self.app, self.gate, became=self._became, reports=self._report)

    @property
    def in_control(self) -> bool:
        """Whether an agent is in control."""
        return self._dialogue.session is not None

    def start(self) -> Self:
        """Connect, and stay connected, on a thread of its own."""
        if self._thread is not None:
            raise Misuse("the link is started already")
        self._thread = threading.Thread(target=self._keep_connected, name="handrail link", daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Disconnect. The app is its user's alone."""
        self._closing.set()
        with self._lock:
            line = self._line
        if line is not None:
            line.wake()
        if self._thread is not None:
            self._thread.join()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def intercept(
        self,
        event: Event,
        handler: Callable[[], object],
        *,
        post: Post = in_a_thread,
        restore: Callable[[], object] = nothing,
        apply: Callable[[], object] = nothing,
    ) -> None:
        """Run the handler if and when it may; comes back at once.

        Without an agent in control it runs here and now. Else `post` has it called later, after `apply`; `restore`
        is called now: it puts back what the event has changed by itself, as a check box that was toggled.
        """
        said = self.app.anticipate(event)
        self._begin(event, said, Posted(handler, post, self._told, restore, apply))

    def handle(self, event: Event, handler: Callable[[], Result]) -> Ran[Result] | Withheld:
        """Wait for the verdict, and run the handler here if it may run. For apps that can wait."""
        return self.cooperation.handle(event, handler)

    def gate(self, event: Event, anticipation: Anticipation) -> bool | str:
        """Whoever drives the app, as `Cooperation` asks it. Waits for the verdict; a text says why not."""
        waited = Waited()
        self._begin(event, anticipation, waited)
        waited.decided.wait()
        if waited.id is not None:
            self._running[id(event)] = waited.id
        return waited.may_run or waited.feedback

    def update_state(self, *updates: Update) -> tuple[RefusedUpdate, ...]:
        """Report what has changed; returns the updates that do not fit the declaration, which are not reported."""
        return self.cooperation.update_state(*updates)

    def release(self, why: str = "") -> None:
        """The person takes the app back, and nothing that waits runs: the kill switch."""
        self._do(lambda: self._dialogue.release(why))

    def _begin(self, event: Event, said: Anticipation, held: Held) -> None:
        self._do(lambda: self._dialogue.event(propose_message(event, said), held))

    def _told(self, id: str, ran: bool | None) -> None:
        self._do(lambda: self._dialogue.ran(id, ran))

    def _became(self, event: Event, ran: bool | None) -> None:
        proposed = self._running.pop(id(event), None)
        if proposed is not None:
            self._told(proposed, ran)

    def _report(self, updates: tuple[Update, ...]) -> None:
        self._do(lambda: self._dialogue.report(updates_on_the_wire(updates)))

    def _do(self, what: Callable[[], list[Effect[Held]]]) -> None:
        """One thing at a time before the dialogue, and what follows in its order."""
        with self._lock:
            self._dialogue.now = self.seconds()
            effects = what()
            for effect in effects:
                if isinstance(effect, Say) and self._line is not None:
                    self._line.send(effect.document)
            if self._line is not None:
                self._line.wake()  # something may be due earlier now
        for effect in effects:
            if threading.current_thread() is self._thread:
                self._perform_contained(effect)
            else:
                self._perform(effect)

    def _perform_contained(self, effect: Effect[Held]) -> None:
        """On the thread of the link, which no mistake of the app may end."""
        try:
            self._perform(effect)
        except Exception:
            _LOG.exception("what the app was told to do failed")

    def _perform(self, effect: Effect[Held]) -> None:
        match effect:
            case Say():
                pass
            case Hold(held):
                held.hold()
            case Run(held, id):
                held.run(id)
            case Withhold(held, feedback):
                held.withhold(feedback)
            case Control(on, task):
                self.on_control(on, task)
            case _:
                assert_never(effect)

    def _keep_connected(self) -> None:
        pause, has_warned = FIRST_PAUSE_SECONDS, False
        while not self._closing.is_set():
            try:
                line = SocketLine(socket.create_connection((self.host, self.port), timeout=WELCOME_SECONDS))
            except OSError as error:
                if not has_warned:
                    _LOG.warning(_NOBODY, self.host, self.port, error, self.app.name)
                has_warned = True
            else:
                has_warned = False
                if self._serve(line):
                    pause = FIRST_PAUSE_SECONDS
            self._closing.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    def _serve(self, line: SocketLine) -> bool:
        """One connection until it ends; whether the server had welcomed the app."""
        with self._lock:
            self._line = line
        welcomed_until = self.seconds() + WELCOME_SECONDS
        self._do(self._dialogue.connected)
        try:
            while not self._closing.is_set():
                with self._lock:
                    due = self._dialogue.due()
                if not self._dialogue.is_welcome:
                    due = min(due or welcomed_until, welcomed_until)
                for message in line.wait(None if due is None else max(0.0, due - self.seconds())):
                    self._hear(message)
                self._do(lambda: self._dialogue.passed(self.seconds()))
                if not self._dialogue.is_welcome and self.seconds() >= welcomed_until:
                    raise LineLost("the server does not speak the app protocol")
        except LineLost as lost:
            _LOG.info("%s:%d: %s", self.host, self.port, lost)
        finally:
            was_welcome = self._dialogue.is_welcome
            with self._lock:
                self._line = None
            self._do(self._dialogue.lost)
            line.close()
        return was_welcome

    def _hear(self, message: bytes) -> None:
        if b'"Agent_Control"' in message or b'"Action_Verified"' in message:
            _LOG.warning(_ONLY_PUBLISHED)
        self._do(lambda: self._dialogue.receive(message))


def connect(
    app: App, address: str, *, token: str = "", on_control: Callable[[bool, str], object] = lambda _, __: None
) -> Link:
    """An app's way to the server at `host:port`, for a `with` block or for `start`. Raises `Misuse`."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65_536:
        raise Misuse(f"`{address}` is no address; write it as in 127.0.0.1:8771")
    return Link(app, host.strip("[]"), int(port), token, on_control)
