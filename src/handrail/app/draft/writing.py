"""A draft as a file that people read: short entries on a line, long ones on several, as models are written by hand."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from handrail.app.consequence import Kind
from handrail.app.draft.drafted import (
    DraftBinding,
    DraftHarmless,
    DraftObserver,
    DraftOnScreen,
    DraftState,
    DraftUpdate,
    DraftVariable,
    ModelDraft,
)
from handrail.language.value import Type

WIDEST = 120
_PLAIN = re.compile(r"[A-Za-z/.][^\n\t]*")
_NOT_PLAIN = re.compile(r": |:$| #|^(?:true|false|null|~)$|\s$")
_NOT_IN_FLOW = re.compile(r"[,\[\]{}]")

Entry: TypeAlias = "str | bool | Mapping[str, Entry] | Sequence[Entry]"
"""What stands in a file: a text, a flag, names with entries, or a list of entries."""


def written(draft: ModelDraft, heading: Iterable[str] = ()) -> str:
    """The file of a draft; `heading` are the lines of comment at its top."""
    lines = [*(f"# {line}".rstrip() for line in heading), "format: handrail.model/1"]
    lines += [f"app: {_scalar(draft.app)}", f"package: {draft.package}"]
    if draft.numbers:
        lines.append(f"numbers: {_scalar(draft.numbers)}")
    if draft.units:
        lines.append(f"units: [{', '.join(_scalar(unit, flow=True) for unit in draft.units)}]")
    lines.append("states:" if draft.states else "states: {}")
    for state in draft.states:
        lines += [f"  {_scalar(state.name)}:", *_block(_state(state), 4)]
    sections: tuple[tuple[str, list[tuple[Entry, str]]], ...] = (
        ("bindings", [(_binding(binding), binding.why) for binding in draft.bindings]),
        ("harmless", [(_harmless(harmless), "") for harmless in draft.harmless]),
        ("observers", [(_observer(observer), "") for observer in draft.observers]),
    )
    for name, entries in sections:
        if entries:
            lines += ["", f"{name}:"]
        for entry, why in entries:
            if why:
                lines.append(f"  # {why}")
            lines += _item(entry, 2)
    return "\n".join(lines) + "\n"


# the entries


def _state(state: DraftState) -> dict[str, Entry]:
    entry: dict[str, Entry] = {"description": state.description}
    if state.lasts_while is not None:
        entry["lasts_while"] = _on_screen(state.lasts_while)
    return {**entry, "variables": [_variable(variable) for variable in state.variables]}


def _variable(variable: DraftVariable) -> dict[str, Entry]:
    entry: dict[str, Entry] = {"name": variable.name, "type": Type(variable.type).value}
    if variable.key:
        entry["is_key"] = True
    if variable.description:
        entry["description"] = variable.description
    return entry


def _binding(binding: DraftBinding) -> dict[str, Entry]:
    entry: dict[str, Entry] = {"name": binding.name, "on": binding.on, "at": binding.at}
    if binding.label:
        entry["label"] = binding.label
    if binding.row:
        entry["row"] = binding.row
    if binding.on_screen is not None:
        entry["on_screen"] = _on_screen(binding.on_screen)
    if binding.commits:
        entry["commits"] = binding.commits
        if binding.kind is not Kind.UNKNOWN:
            entry["kind"] = binding.kind.value
        if binding.irreversible:
            entry["irreversible"] = True
        if binding.object:
            entry["object"] = dict(binding.object)
    for name, updates in (("pre", binding.pre), ("post", binding.post)):
        if updates:
            entry[name] = [_update(update) for update in updates]
    return entry


def _update(update: DraftUpdate) -> dict[str, Entry]:
    entry: dict[str, Entry] = {"state": update.state}
    entry |= {name: said for name in ("each", "when", "complete") if (said := getattr(update, name))}
    if update.values:
        entry["delete" if update.deletes else "set"] = dict(update.values)
    return entry


def _on_screen(screen: DraftOnScreen) -> dict[str, Entry]:
    entry: dict[str, Entry] = {}
    if screen.activity:
        entry["activity"] = screen.activity
    for name, selectors in (("has", screen.has), ("lacks", screen.lacks)):
        if selectors:
            entry[name] = selectors[0] if len(selectors) == 1 else list(selectors)
    return entry


def _harmless(harmless: DraftHarmless) -> Entry:
    entry: dict[str, Entry] = {}
    if harmless.on != ("click",):
        entry["on"] = harmless.on[0] if len(harmless.on) == 1 else list(harmless.on)
    entry["at"] = harmless.at
    if harmless.on_screen is not None:
        entry["on_screen"] = _on_screen(harmless.on_screen)
    entry["why"] = harmless.why
    return entry


def _observer(observer: DraftObserver) -> dict[str, Entry]:
    return {
        "name": observer.name,
        "on_screen": _on_screen(observer.on_screen),
        "post": [_update(update) for update in observer.post],
    }


# the lines


def _item(entry: Entry, indent: int) -> list[str]:
    """An entry of a list: on one line if it is small, else with its names below each other."""
    flow = f"{' ' * indent}- {_flow(entry)}"
    if not isinstance(entry, Mapping) or (len(flow) <= WIDEST and not _is_large(entry)):
        return [flow]
    first, *rest = _block(entry, indent + 2)
    return [f"{' ' * indent}- {first.lstrip()}", *rest]


def _block(entry: Mapping[str, Entry], indent: int) -> list[str]:
    return [line for name, value in entry.items() for line in _named(name, value, indent)]


def _named(name: str, value: Entry, indent: int) -> Iterator[str]:
    lead = f"{' ' * indent}{_scalar(name)}:"
    if isinstance(value, Mapping):
        flow = f"{lead} {_flow(value)}"
        if len(flow) <= WIDEST:
            yield flow
        else:
            yield lead
            yield from _block(value, indent + 2)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        flow = f"{lead} {_flow(value)}"
        if len(flow) <= WIDEST and not any(isinstance(inner, Mapping) for inner in value):
            yield flow
        else:
            yield lead
            for entry in value:
                yield from _item(entry, indent + 2)
    else:
        yield f"{lead} {_scalar(value)}"


def _is_large(entry: Mapping[str, Entry]) -> bool:
    """Whether it holds what is not easily read on one line."""
    lists = (value for value in entry.values() if isinstance(value, Sequence) and not isinstance(value, str))
    return any(isinstance(value, Mapping) for values in lists for value in values)


def _flow(entry: Entry) -> str:
    if isinstance(entry, Mapping):
        inner = ", ".join(f"{_scalar(name, flow=True)}: {_flow(inner)}" for name, inner in entry.items())
        return f"{{{inner}}}"
    if isinstance(entry, Sequence) and not isinstance(entry, str):
        return f"[{', '.join(map(_flow, entry))}]"
    return _scalar(entry, flow=True)


def _scalar(value: str | bool, *, flow: bool = False) -> str:
    """A text as YAML has it: plain where that is read as the same text, else in quotation marks."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if _PLAIN.fullmatch(value) and not _NOT_PLAIN.search(value) and not (flow and _NOT_IN_FLOW.search(value)):
        return value
    if value.isprintable():
        doubled = value.replace("'", "''")
        return f"'{doubled}'"
    escaped = "".join(
        _ESCAPES.get(entry) or (entry if entry.isprintable() else f"\\U{ord(entry):08x}") for entry in value
    )
    return f'"{escaped}"'


_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
