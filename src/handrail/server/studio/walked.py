"""What an app said while its developer tapped through it, and what that leaves to be desired.

Pure: the studio tells it what happened, and shows what it says.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from handrail.app import App, Update
from handrail.app.consequence import Kind
from handrail.app.document import state_document
from handrail.app.link.wire import updates_on_the_wire
from handrail.app.lint import LintRemark
from handrail.server.app_port.declared import ProposedEvent


@dataclass(frozen=True, slots=True)
class Touched:
    """One event as it was proposed, and what was decided about it."""

    event: ProposedEvent
    decision: str
    reasons: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called in a trigger: the kind of event, and the target."""
        said = self.event.event
        return " ".join(word for word in (said.kind, said.target) if word)


@dataclass(slots=True)
class Walked:
    """A walk so far. `now` is what each row of a state is known to be, by its state and its keys."""

    app: App
    touched: list[Touched] = field(default_factory=list)
    now: dict[tuple[str, tuple[object, ...]], dict[str, object]] = field(default_factory=dict)
    _remarks: dict[LintRemark, None] = field(default_factory=dict)
    _changed: set[str] = field(default_factory=set)
    _expected: dict[tuple[str, tuple[object, ...]], tuple[str, dict[str, object]]] = field(default_factory=dict)

    def touch(self, touched: Touched) -> None:
        """An event was proposed and decided."""
        self.touched.append(touched)
        said = touched.event.anticipation
        for remark in _of_the_event(touched):
            self._remarks[remark] = None
        self._note_rows(touched.name, said.updates)
        self._expected.clear()  # what comes after another touch is that one's doing
        if touched.decision == "allow":
            for update in said.updates:
                if update.set is not None:
                    self._expected[self._row(update)] = (touched.name, dict(update.set))

    def report(self, rows: tuple[Update, ...]) -> tuple[Update, ...]:
        """All that the app says of itself now; what of it is otherwise than before."""
        told = {self._row(row): dict(row.set or {}) for row in rows}
        changed = tuple(row for row in rows if self.now.get(self._row(row)) != dict(row.set or {}))
        for update in changed:
            self._changed.add(update.state)
            self._hold_against(self._row(update), dict(update.set or {}))
        self.now = told
        return changed

    def remarks(self, *, at_the_end: bool = False) -> tuple[LintRemark, ...]:
        """What was noticed; what never happened is known only at the end."""
        return (*self._remarks, *(self._missing() if at_the_end else ()))

    def draft(self) -> dict[str, Any]:
        """The app as a JSON declaration: its states, and a trigger for each thing that was touched, as it was last."""
        triggers = {touched.name: _trigger(touched) for touched in self.touched if touched.event.anticipation.covered}
        return {
            "app": self.app.name,
            "package": self.app.package,
            "states": {name: state_document(state) for name, state in self.app.states.items()},
            "triggers": list(triggers.values()),
        }

    def _row(self, update: Update) -> tuple[str, tuple[object, ...]]:
        keys = self.app.states[update.state].keys
        values = update.set if update.set is not None else update.delete or {}
        return update.state, tuple(values.get(name) for name in keys)

    def _note_rows(self, about: str, updates: tuple[Update, ...]) -> None:
        seen: dict[str, Update] = {}
        for update in updates:
            self._changed.add(update.state)
            before = seen.setdefault(update.state, update)
            if not self.app.states[update.state].keys and before.set != update.set:
                found = f"two rows of `{update.state}`, which has no key, so that the second replaces the first"
                self._remarks[LintRemark(about, found, "mark the variable that tells its rows apart as a key")] = None

    def _hold_against(self, row: tuple[str, tuple[object, ...]], told: dict[str, object]) -> None:
        name, expected = self._expected.get(row, ("", {}))
        for variable, value in expected.items():
            if variable in told and told[variable] != value:
                found = f"was to make `{variable}` of `{row[0]}` {value!r}, and the app then reports {told[variable]!r}"
                self._remarks[LintRemark(name, found, "let `expect` say what the handler really does")] = None

    def _missing(self) -> Iterator[LintRemark]:
        for state in self.app.states:
            if state not in self._changed:
                yield LintRemark(state, "never changed on this walk", "report it, expect it, or leave it out")
        committed = {name for touched in self.touched for name in touched.event.anticipation.commits}
        for declared in self.app.declared:
            if declared.name not in committed:
                yield LintRemark(
                    declared.name, "was never committed on this walk", "touch what commits it, or leave it out"
                )


def _of_the_event(touched: Touched) -> Iterator[LintRemark]:
    said = touched.event.anticipation
    if not said.covered:
        yield LintRemark(
            touched.name, "nobody speaks for it", "guard it, or say that it is harmless; a person is asked until then"
        )
    if said.commits and not said.updates:
        yield LintRemark(
            touched.name,
            "commits without saying what changes",
            "let `expect` give the updates; no rule can support it else",
        )
    if said.commits and all(consequence.kind is Kind.UNKNOWN for consequence in said.consequences):
        yield LintRemark(
            touched.name, "commits without a kind", "say which, such as payment, message, deletion or record"
        )


def _trigger(touched: Touched) -> dict[str, Any]:
    said, event = touched.event.anticipation, touched.event.event
    kinds = sorted({consequence.kind for consequence in said.consequences} - {Kind.UNKNOWN})
    return {
        "on": event.kind,
        **({"target": event.target} if event.target else {}),
        "updates": updates_on_the_wire(said.updates),
        **({"commits": min(said.commits)} if said.commits else {}),
        **({"kind": str(kinds[0])} if kinds else {}),
        **({"irreversible": True} if said.irreversible else {}),
    }
