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
        "contradicted": [one.name for one in evidence.contradicted],
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
            {"action": one.kind, "element": one.element, "where": list(one.where)} for one in evidence.uncovered
        ],
    }


def _value_as_json(one: ValueEvidence) -> dict[str, Any]:
    return {
        "state": one.state,
        "variable": one.variable or None,
        "confirmed": one.confirmed,
        "contradicted": one.contradicted,
        "not_seen": one.not_seen,
        "examples": [_example_as_json(example) for example in one.examples],
    }


def _observer_as_json(one: ObserverEvidence) -> dict[str, Any]:
    return {
        "name": one.name,
        "line": one.place.line,
        "screens": one.screens,
        "values": one.values,
        "unread": one.unread,
        "agreed": one.agreed,
        "contradicted": one.contradicted,
        "examples": [_example_as_json(example) for example in one.examples],
    }


def _example_as_json(one: Contradiction) -> dict[str, str]:
    return {"where": one.where, "said": one.said, "shown": one.shown}


def print_evidence(evidence: ModelEvidence, name: str, console: Console) -> None:
    """The tables, what was contradicted and where, and what the walks have not tried."""
    fired = [one for one in evidence.bindings if one.fired]
    if fired:
        console.print(_binding_table(fired))
    observed = [one for one in evidence.observers if one.screens]
    if observed:
        console.print(_observer_table(observed))
    for binding in evidence.bindings:
        for value in binding.values:
            for example in value.examples:
                _against(console, name, binding.place, f"{binding.name}: {example}")
    for observer in evidence.observers:
        for example in observer.examples:
            _against(console, name, observer.place, f"{observer.name}: {example}")
    _remark(console, "never set off", [one.name for one in evidence.bindings if not one.fired])
    _remark(console, "never shown", [one.name for one in evidence.observers if not one.screens])
    acts = [f"{one.kind} {one.element.rsplit('/', 1)[-1]}".strip() for one in evidence.uncovered]
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


def _counts(one: BindingEvidence | ValueEvidence) -> tuple[str | Text, ...]:
    contradicted = Text(str(one.contradicted), style="red") if one.contradicted else "0"
    return str(one.confirmed), contradicted, str(one.not_seen)


def _observer_table(observers: list[ObserverEvidence]) -> Table:
    table = figure_table("observer", "screens", "values", "unread", "agreed", "contradicted")
    for one in observers:
        contradicted = Text(str(one.contradicted), style="red") if one.contradicted else "0"
        table.add_row(one.name, str(one.screens), str(one.values), str(one.unread), str(one.agreed), contradicted)
    return table


def _against(console: Console, name: str, at: At, said: str) -> None:
    place = f"{name}:{at.line}:{at.column}" if at.line else name
    console.print(Text(f"{place}: {said}", style="red"), soft_wrap=True)


def _remark(console: Console, said: str, names: list[str]) -> None:
    if names:
        console.print(Text(f"{said}: {', '.join(names)}", style="dim"), soft_wrap=True)
