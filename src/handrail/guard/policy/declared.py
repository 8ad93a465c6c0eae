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
class Declarations:
    """What some apps declare together."""

    sayings: tuple[Saying, ...]
    states: Mapping[str, frozenset[str]]
    packages: frozenset[str]

    @property
    def commitments(self) -> frozenset[str]:
        """What their actions commit."""
        return frozenset(name for saying in self.sayings for name in saying.commits)

    @property
    def bindings(self) -> frozenset[str]:
        """How their bindings are called."""
        return frozenset(saying.name for saying in self.sayings if saying.name)

    def variables(self, states: Iterable[NamePattern]) -> frozenset[str]:
        """The variables of the states that are meant, of all if none is named."""
        wanted = tuple(states)
        return frozenset(
            variable
            for state, variables in self.states.items()
            if not wanted or any(pattern.matches(state) for pattern in wanted)
            for variable in variables
        )


def declared_by(apps: Iterable[App]) -> Declarations:
    """What some apps declare."""
    members = tuple(apps)
    return Declarations(
        tuple(
            saying
            for app in members
            for saying in (
                *(_of_binding(binding, frozenset(app.states)) for binding in app.screens.bindings),
                *(_of_trigger(app.package, trigger, frozenset(app.states)) for trigger in app.triggers),
            )
        ),
        {name: frozenset(state.variables) for app in members for name, state in app.states.items()},
        frozenset(app.package for app in members if app.package),
    )


def _of_binding(binding: Binding, states: frozenset[str]) -> Saying:
    said = [Change(t.state, frozenset(v.variable for v in t.values), t.deletes) for t in binding.pre]
    details = {assigned.variable for assigned in binding.object} or {
        name for change in said for name in change.variables
    }
    return Saying(
        binding.package,
        binding.kinds,
        binding.name,
        binding.commits,
        binding.kind,
        binding.kind is Kind.UNKNOWN or "to" in NEEDED_DETAILS[binding.kind] or bool(details & RECIPIENTS),
        states,
        binding.irreversible,
        tuple(said) if binding.anticipates is None else None,
    )


def _of_trigger(package: str, trigger: Trigger, states: frozenset[str]) -> Saying:
    commits = frozenset(() if trigger.commits is None else (trigger.commits,))
    return Saying(package, frozenset({trigger.on}), "", commits, trigger.kind, True, states, trigger.irreversible)
