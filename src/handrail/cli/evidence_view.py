"""What recorded walks say of a model: tables for people, a document for programs."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from handrail.app.binding import At
from handrail.app.evidence import BindingEvidence, Contradiction, ModelEvidence, ObserverEvidence, ValueEvidence
from handrail.cli.figure_table import figure_table


def evidence_as_json(evidence: ModelEvidence) -> dict[str, Any]:
    """ModelEvidence for programs."""
    return {
        "walks": evidence.walks,
        "screens": evidence.screens,
        "acts": evidence.acts,
        "contradicted": [contradicted.name for contradicted in evidence.contradicted],
        "bindings": [
            {
                "name": binding.name,
                "line": binding.place.line,
                "commits": sorted(binding.commits),
                "fired": binding.fired,
                "objects_known": binding.objects,
                "values": [_value_as_json(value) for value in binding.values],
            }
            for binding in evidence.bindings
        ],
        "observers": [_observer_as_json(observer) for observer in evidence.observers],
        "uncovered": [
            {"action": uncovered.kind, "element": uncovered.element, "where": list(uncovered.where)}
            for uncovered in evidence.uncovered
        ],
    }


def _value_as_json(evidence: ValueEvidence) -> dict[str, Any]:
    return {
        "state": evidence.state,
        "variable": evidence.variable or None,
        "confirmed": evidence.confirmed,
        "contradicted": evidence.contradicted,
        "not_seen": evidence.not_seen,
        "examples": [_example_as_json(example) for example in evidence.examples],
    }


def _observer_as_json(evidence: ObserverEvidence) -> dict[str, Any]:
    return {
        "name": evidence.name,
        "line": evidence.place.line,
        "screens": evidence.screens,
        "values": evidence.values,
        "unread": evidence.unread,
        "agreed": evidence.agreed,
        "contradicted": evidence.contradicted,
        "examples": [_example_as_json(example) for example in evidence.examples],
    }


def _example_as_json(contradiction: Contradiction) -> dict[str, str]:
    return {"where": contradiction.where, "said": contradiction.said, "shown": contradiction.shown}


def print_evidence(evidence: ModelEvidence, name: str, console: Console) -> None:
    """The tables, what was contradicted and where, and what the walks have not tried."""
    fired = [binding for binding in evidence.bindings if binding.fired]
    if fired:
        console.print(_binding_table(fired))
    observed = [observer for observer in evidence.observers if observer.screens]
    if observed:
        console.print(_observer_table(observed))
    for binding in evidence.bindings:
        for value in binding.values:
            for example in value.examples:
                _against(console, name, binding.place, f"{binding.name}: {example}")
    for observer in evidence.observers:
        for example in observer.examples:
            _against(console, name, observer.place, f"{observer.name}: {example}")
    _remark(console, "never set off", [binding.name for binding in evidence.bindings if not binding.fired])
    _remark(console, "never shown", [observer.name for observer in evidence.observers if not observer.screens])
    acts = [f"{uncovered.kind} {uncovered.element.rsplit('/', 1)[-1]}".strip() for uncovered in evidence.uncovered]
    _remark(console, "done, and nothing in the model speaks of it", acts)
    wrong = len(evidence.contradicted)
    sign, style = ("✗", "red") if wrong else ("✓", "green")
    counts = {"walk": evidence.walks, "screen": evidence.screens, "action": evidence.acts}
    walked = ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in counts.items())
    console.print(Text(f"{sign} {name}: {walked}, {wrong} contradicted", style=style), soft_wrap=True)


def _binding_table(bindings: list[BindingEvidence]) -> Table:
    table = figure_table("binding", "fired", "confirmed", "contradicted", "not seen")
    for binding in bindings:
        table.add_row(binding.name, f"{binding.fired}", *_counts(binding))
        for value in binding.values:
            table.add_row(Text(f"  {value.name}", style="dim"), "", *_counts(value))
    return table


def _counts(evidence: BindingEvidence | ValueEvidence) -> tuple[str | Text, ...]:
    contradicted = Text(str(evidence.contradicted), style="red") if evidence.contradicted else "0"
    return str(evidence.confirmed), contradicted, str(evidence.not_seen)


def _observer_table(observers: list[ObserverEvidence]) -> Table:
    table = figure_table("observer", "screens", "values", "unread", "agreed", "contradicted")
    for observer in observers:
        contradicted = Text(str(observer.contradicted), style="red") if observer.contradicted else "0"
        table.add_row(
            observer.name,
            str(observer.screens),
            str(observer.values),
            str(observer.unread),
            str(observer.agreed),
            contradicted,
        )
    return table


def _against(console: Console, name: str, at: At, said: str) -> None:
    place = f"{name}:{at.line}:{at.column}" if at.line else name
    console.print(Text(f"{place}: {said}", style="red"), soft_wrap=True)


def _remark(console: Console, said: str, names: list[str]) -> None:
    if names:
        console.print(Text(f"{said}: {', '.join(names)}", style="dim"), soft_wrap=True)
