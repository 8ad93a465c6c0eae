"""What the models of some apps speak of: names that a policy can use, and what each of their sources could set off."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from handrail.app import App
from handrail.app.binding import Binding
from handrail.app.consequence import NEEDED_DETAILS, Kind
from handrail.app.trigger import Trigger
from handrail.guard.policy.commitment import RECIPIENTS
from handrail.guard.policy.name_pattern import NamePattern


@dataclass(frozen=True, slots=True)
class Change:
    """An update that a source announces: of a state, with these variables."""

    state: str
    variables: frozenset[str]
    deletes: bool


@dataclass(frozen=True, slots=True)
class Saying:
    """A binding or a trigger of an app with these `states`. `changes` is None where it computes its updates."""

    package: str
    actions: frozenset[str]
    name: str
    commits: frozenset[str]
    kind: Kind
    goes_to_people: bool
    states: frozenset[str]
    irreversible: bool = False
    changes: tuple[Change, ...] | None = None


@dataclass(frozen=True, slots=True)
class Declared:
    """What some apps declare together."""

    sayings: tuple[Saying, ...]
    states: Mapping[str, frozenset[str]]
    packages: frozenset[str]

    @property
    def commitments(self) -> frozenset[str]:
        """What their actions commit."""
        return frozenset(name for one in self.sayings for name in one.commits)

    @property
    def bindings(self) -> frozenset[str]:
        """How their bindings are called."""
        return frozenset(one.name for one in self.sayings if one.name)

    def variables(self, states: Iterable[NamePattern]) -> frozenset[str]:
        """The variables of the states that are meant, of all if none is named."""
        wanted = tuple(states)
        return frozenset(
            variable
            for state, variables in self.states.items()
            if not wanted or any(one.matches(state) for one in wanted)
            for variable in variables
        )


def declared_by(apps: Iterable[App]) -> Declared:
    """What some apps declare."""
    members = tuple(apps)
    return Declared(
        tuple(
            saying
            for app in members
            for saying in (
                *(_of_binding(one, frozenset(app.states)) for one in app.screens.bindings),
                *(_of_trigger(app.package, one, frozenset(app.states)) for one in app.triggers),
            )
        ),
        {name: frozenset(state.variables) for app in members for name, state in app.states.items()},
        frozenset(app.package for app in members if app.package),
    )


def _of_binding(one: Binding, states: frozenset[str]) -> Saying:
    said = [Change(t.state, frozenset(v.variable for v in t.values), t.deletes) for t in one.pre]
    details = {assigned.variable for assigned in one.object} or {name for change in said for name in change.variables}
    return Saying(
        one.package,
        one.kinds,
        one.name,
        one.commits,
        one.kind,
        one.kind is Kind.UNKNOWN or "to" in NEEDED_DETAILS[one.kind] or bool(details & RECIPIENTS),
        states,
        one.irreversible,
        tuple(said) if one.anticipates is None else None,
    )


def _of_trigger(package: str, one: Trigger, states: frozenset[str]) -> Saying:
    commits = frozenset(() if one.commits is None else (one.commits,))
    return Saying(package, frozenset({one.on}), "", commits, one.kind, True, states, one.irreversible)
