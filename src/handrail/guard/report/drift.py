"""What many journals say of the models of apps: what of each was met, what came as it says, and what speaks against it.

A model is in doubt where a session ended with something that speaks against it, or where an action that was carried out
again and again never did what its binding says. Journals from before such things were written tell only what ran.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from handrail.app.drift import Drift
from handrail.guard.doubts import Agreement, AppFit
from handrail.guard.journal.entry import Considered, Entry, Opened, Ran, Saw

OFTEN = 3
"""So often an action must have been carried out, each time without effect, for that to speak against its binding."""


@dataclass(slots=True)
class BindingUse:
    """In how many sessions a binding's element was there, how often it was used, and how what came agreed."""

    there: int = 0
    used: int = 0
    came: Counter[Agreement] = field(default_factory=Counter)

    @property
    def never_works(self) -> bool:
        """Whether nothing ever came of it, and that was seen often."""
        return self.came[Agreement.AS_BEFORE] >= OFTEN and not self.came[Agreement.CONFIRMED]


@dataclass(frozen=True, slots=True)
class FoundSign:
    """One sign, in which journal, and whether it still stood when the session ended."""

    journal: str
    drift: Drift
    stood: bool


@dataclass(slots=True)
class AppSummary:
    """One app over many journals. `versions` counts the sessions that met each, `observers` those that saw its page."""

    package: str
    name: str = ""
    journals: int = 0
    versions: Counter[str] = field(default_factory=Counter)
    bindings: dict[str, BindingUse] = field(default_factory=dict)
    observers: Counter[str] = field(default_factory=Counter)
    found: list[FoundSign] = field(default_factory=list)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the model is in doubt, each once; empty where it is not."""
        stood = [found.drift.text for found in self.found if found.stood]
        idle = [
            f'"{name}" was done {use.came[Agreement.AS_BEFORE]} times, and what it was to change was as before'
            for name, use in self.bindings.items()
            if use.never_works
        ]
        return tuple(dict.fromkeys((*stood, *idle)))

    def use(self, binding: str) -> BindingUse:
        """The counts of a binding."""
        return self.bindings.setdefault(binding, BindingUse())


def summarize(journals: Iterable[tuple[str, Iterable[Entry]]]) -> tuple[AppSummary, ...]:
    """The apps of some journals, each journal with its name, by package. Reads every entry once."""
    apps: dict[str, AppSummary] = {}
    for name, entries in journals:
        session = _Session(name, apps)
        for entry in entries:
            session.tell(entry)
        session.end()
    return tuple(apps[package] for package in sorted(apps))


@dataclass(slots=True)
class _Session:
    name: str
    apps: dict[str, AppSummary]
    _met: set[str] = field(default_factory=set)
    _called: Mapping[str, str] = field(default_factory=dict)
    _found: dict[Drift, None] = field(default_factory=dict)
    _open: tuple[Drift, ...] = ()
    _considered: Considered | None = None
    _ran: Considered | None = None

    def tell(self, entry: Entry) -> None:
        match entry:
            case Opened():
                self._called = {app.package: app.name for app in entry.apps}
                self._saw(entry.fits, entry.drift)
            case Considered():
                self._considered = entry
            case Ran(outcome="executed"):
                self._ran = self._considered
                for use in self._uses(self._ran):
                    use.used += 1
            case Saw():
                self._saw(entry.fits, entry.drift)
                ran, self._ran = self._ran, None
                if entry.agreement is not None:
                    for use in self._uses(ran):
                        use.came[entry.agreement] += 1
            case _:
                pass

    def end(self) -> None:
        for drift in self._found:
            self._app(drift.package).found.append(FoundSign(self.name, drift, drift in self._open))

    def _saw(self, fits: tuple[AppFit, ...], drift: tuple[Drift, ...]) -> None:
        for fit in fits:
            app = self._app(fit.package)
            app.versions.update([fit.version] if fit.version else [])
            app.observers.update(fit.observers)
            for element in fit.elements:
                app.use(element).there += 1
        self._open = drift
        self._found.update(dict.fromkeys(drift))

    def _uses(self, considered: Considered | None) -> list[BindingUse]:
        if considered is None or not considered.decision_input.modelled:
            return []
        decision_input = considered.decision_input
        return [self._app(decision_input.package).use(name) for name in decision_input.anticipation.bindings]

    def _app(self, package: str) -> AppSummary:
        app = self.apps.setdefault(package, AppSummary(package))
        app.name = self._called.get(package) or app.name or package
        if package not in self._met:
            self._met.add(package)
            app.journals += 1
        return app
