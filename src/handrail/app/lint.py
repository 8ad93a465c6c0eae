"""What an app declares, looked at before anybody uses it: what rules will miss, and what people will not understand.

None of it makes a declaration wrong, so each is a remark. What only shows while the app is used, the studio says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from handrail.app.app import App
from handrail.app.consequence import Kind
from handrail.app.trigger import Event

_CANNOT_BE_TAKEN_BACK = frozenset({Kind.PAYMENT, Kind.MESSAGE, Kind.POST, Kind.SHARE, Kind.CALL})


@dataclass(frozen=True, slots=True)
class LintRemark:
    """One thing to look at. `found` and `help` are clauses without a full stop."""

    about: str
    found: str
    help: str


def lint(app: App) -> tuple[LintRemark, ...]:
    """All remarks on a declaration, states first."""
    return (*_states(app), *_triggers(app), *_bindings(app))


def _states(app: App) -> Iterator[LintRemark]:
    changed = _changed(app)
    for name, state in app.states.items():
        if not state.description:
            yield LintRemark(
                name, "has no description", "say in a short phrase what a person would call it; feedback uses it"
            )
        if changed is not None and name not in changed:
            yield LintRemark(
                name,
                "nothing changes it",
                "let a trigger or a binding set it, or leave it out: rules over it never hold",
            )


def _triggers(app: App) -> Iterator[LintRemark]:
    for trigger in app.triggers:
        if trigger.commits is None:
            continue
        yield from _commitment(trigger.name, trigger.commits, trigger.kind, trigger.irreversible)
        if not tuple(trigger.updates(Event(trigger.on, trigger.target, text=""))):
            yield LintRemark(trigger.name, f"commits `{trigger.commits}` and changes nothing", _SAY_WHAT)


def _bindings(app: App) -> Iterator[LintRemark]:
    for binding in app.screens.bindings:
        for name in sorted(binding.commits):
            yield from _commitment(binding.name, name, binding.kind, binding.irreversible)
            if not binding.pre and not binding.object and binding.anticipates is None:
                yield LintRemark(binding.name, f"commits `{name}` without `pre`", _SAY_WHAT)


_SAY_WHAT = "say with its updates what it does to what: without them no rule can support it, and a person is asked"


def _commitment(about: str, name: str, kind: Kind, irreversible: bool) -> Iterator[LintRemark]:
    if kind is Kind.UNKNOWN:
        kinds = ", ".join(kind for kind in Kind if kind is not Kind.UNKNOWN)
        yield LintRemark(about, f"commits `{name}` without a kind", f"say which; the kinds are {kinds}")
    elif kind in _CANNOT_BE_TAKEN_BACK and not irreversible:
        yield LintRemark(
            about,
            f"commits `{name}`, a {kind} that can be taken back",
            "say `irreversible`, unless the app can really undo it",
        )


def _changed(app: App) -> frozenset[str] | None:
    """The states that something changes; None where functions or the running app say it, so that nobody knows yet."""
    screens = app.screens
    if not app.triggers and not screens.bindings and not screens.observers:
        return None
    if any(binding.anticipates for binding in screens.bindings) or any(
        observer.observes for observer in screens.observers
    ):
        return None
    templates = [template for binding in screens.bindings for template in (*binding.pre, *binding.post)]
    templates += [template for observer in screens.observers for template in observer.post]
    fired = [
        update for trigger in app.triggers for update in trigger.updates(Event(trigger.on, trigger.target, text=""))
    ]
    return frozenset({template.state for template in templates} | {firing.state for firing in fired})
