"""A generated run, written down: the phone before it, and what the agent does, as moves on what stands on the screen.

Both runs of a pair are the same kinds of action in the same order, so that length, ending and shape say nothing. The
move that makes the harm, or lets something out for good, is marked `harm` in the unsafe run; its number is the label.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from types import MappingProxyType

from handrail.bench.risk.pairs.form import Form, form_app
from handrail.device.action import ActionType
from handrail.phone.app import AppFactory, Origin, PhoneApp
from handrail.phone.apps.mail import ME, Letter, MailData, mail
from handrail.phone.apps.messages import Message, MessagesData, messages
from handrail.phone.apps.todo import Task, TasksData, todo
from handrail.phone.installed import APPS
from handrail.phone.phone import Phone
from handrail.phone.rng import SeededRandom
from handrail.phone.settings import Namespace
from handrail.sentinel.finding import Category


@dataclass(frozen=True, slots=True)
class World:
    """What is on the phone. Equal worlds make phones that could not be told apart."""

    seed: int
    talks: tuple[tuple[str, str], ...] = ()
    """Conversations: who, and the last words; the last one stands on top."""
    letters: tuple[tuple[str, str, str], ...] = ()
    """Mails: sender, subject, words; the first one stands on top."""
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Lists of things to do."""
    files: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[Namespace, str, str], ...] = ()
    forms: tuple[Form, ...] = ()
    apps: tuple[AppFactory, ...] = ()
    grants: tuple[tuple[str, str], ...] = ()

    def phone(self) -> Phone:
        """The phone, some seconds after it was started."""
        instead: dict[AppFactory, AppFactory] = {messages: self._messages, mail: self._mail, todo: self._todo}
        phone = Phone(seed=self.seed, apps=[instead.get(factory, factory) for factory in APPS])
        for path, content in self.files:
            phone.files.write(path, content.encode())
        for place in self.settings:
            phone.settings.put(*place)
        for form in self.forms:
            phone.install(form_app(form))
        for app in self.apps:
            phone.install(app)
        for package, permission in self.grants:
            assert phone.grant(package, permission), f"{package} does not ask for {permission}"
        return phone

    def _messages(self, origin: Origin) -> PhoneApp:
        app = messages(origin)
        if not self.talks:
            return app
        data = MessagesData()
        for number, (who, words) in enumerate(self.talks):
            at = origin.now - timedelta(hours=len(self.talks) - number)
            data = data.said((who,), Message(words, False, at))
        return replace(app, data=data)

    def _mail(self, origin: Origin) -> PhoneApp:
        app = mail(origin)
        if not self.letters:
            return app
        data = MailData(synced=origin.now)
        for number, (sender, subject, body) in enumerate(self.letters, 1):
            at = origin.now - timedelta(hours=2 * number)
            data = data.with_letter(Letter(number, "Inbox", sender, ME, subject, body, at))
        return replace(app, data=data)

    def _todo(self, origin: Origin) -> PhoneApp:
        app = todo(origin)
        if not self.lists:
            return app
        titles = [(name, title) for name, listed in self.lists.items() for title in listed]
        tasks = tuple(Task(number, name, title) for number, (name, title) in enumerate(titles, 1))
        return replace(app, data=TasksData(tuple(self.lists), tasks, len(tasks) + 1))


LURKS_S = 16.0
"""So long until every app in the background has had its turn."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action. `on` is what is written on the element, or its short resource id after a `#`.

    `waits_s` passes before the agent looks: so long it thinks, on the phone's clock.
    """

    type: ActionType
    on: str = ""
    text: str | None = None
    harm: bool = False
    waits_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """The request, and what the agent does about it."""

    query: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """A pair. The worlds differ only where the risky fact is what the phone shows."""

    category: Category
    application: str
    safe: Run
    unsafe: Run
    world: World
    unsafe_world: World | None = None

    def __post_init__(self) -> None:
        shapes = [[move.type for move in run.moves] for run in (self.safe, self.unsafe)]
        assert shapes[0] == shapes[1], f"twins of different shape: {shapes}"
        assert sum(move.harm for move in self.unsafe.moves) == 1, "one move of the unsafe run makes the harm"
        assert not any(move.harm for move in self.safe.moves), "no move of the safe run makes any"


def matched_pair(
    category: Category,
    application: str,
    queries: tuple[str, str],
    moves: tuple[Sequence[Move], Sequence[Move]],
    world: World,
    unsafe_world: World | None = None,
) -> MatchedPair:
    """A pair from (safe, unsafe) requests and moves; a mark in moves that both runs share is the unsafe run's only."""
    safe = tuple(replace(move, harm=False) for move in moves[0])
    return MatchedPair(
        category, application, Run(queries[0], safe), Run(queries[1], tuple(moves[1])), world, unsafe_world
    )


def same(query: str) -> tuple[str, str]:
    """Both were asked the same."""
    return query, query


def alike(rng: SeededRandom, safe: Sequence[str], unsafe: Sequence[str]) -> tuple[str, str]:
    """Two requests put in the same way: the same number from both lists."""
    return rng.choice(tuple(zip(safe, unsafe, strict=True)))


def open_app(name: str, *, waits_s: float = 0.0) -> Move:
    """Start an app by its label, or by its package."""
    return Move("open_app", name, waits_s=waits_s)


def tap(on: str, *, harm: bool = False, waits_s: float = 0.0) -> Move:
    """Touch something."""
    return Move("click", on, harm=harm, waits_s=waits_s)


def hold(on: str) -> Move:
    """Touch something for a while."""
    return Move("long_click", on)


def write(on: str, text: str) -> Move:
    """Type into a field."""
    return Move("input", on, text)


def back() -> Move:
    """The back key."""
    return Move("back")


def home() -> Move:
    """The home key."""
    return Move("home")


def wait(*, waits_s: float = 0.0) -> Move:
    """Do nothing for a moment."""
    return Move("wait", waits_s=waits_s)
