"""A policy from YAML: every fault at once, each with its place and what would be right.

A file says what it wants otherwise than the default policy. Several documents in one file, separated by `---`, are the
terms of several people, and the strictest of them counts. Source: docs/policy.md.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from handrail.app.binding import At
from handrail.app.faults import ShapeFault, told
from handrail.app.model_yaml import ModelText, Trail, read_model_yaml
from handrail.error import UnreadableInput
from handrail.guard.policy.build import build_policy
from handrail.guard.policy.document import PolicyDocument, fields_at
from handrail.guard.policy.policies import Policy, PolicySet
from handrail.language.diagnostic import Diagnostic, did_you_mean, excerpt, show_diagnostic, source_lines
from handrail.language.rule import Span
from handrail.strict_json import read_text

LARGEST_POLICY = 256 * 1024
MOST_DOCUMENTS = 16


class PolicyError(UnreadableInput):
    """A policy that cannot be used, with everything that is wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic], source: str, name: str) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=lambda one: (one.span.line, one.span.column, one.found)))
        self.name = name
        lines = source_lines(source)
        self.shown = tuple(show_diagnostic(one, lines, name) for one in self.diagnostics)
        super().__init__("\n".join(self.shown))


@cache
def default_policy() -> PolicySet:
    """What Handrail does when nobody says otherwise."""
    return read_policy(default_policy_text(), "the default policy")


def default_policy_text() -> str:
    """The default policy as people read it."""
    return files("handrail.guard.policy").joinpath("default.yaml").read_text("utf-8")


def load_policy(path: Path) -> PolicySet:
    """The policy in a file. Raises `UnreadableInput`, `PolicyError` among them."""
    return read_policy(policy_text(path), str(path))


def policy_text(path: Path) -> str:
    """What stands in a file. Raises `UnreadableInput`."""
    return read_text(path, LARGEST_POLICY)


def read_policy(text: str, name: str = "policy") -> PolicySet:
    """The policy in a text; `name` is what messages call it. Raises `PolicyError` with every fault."""
    faults: list[Diagnostic] = []
    policy = [_policy(document, faults) for document in documents_in(text, name)]
    if faults:
        raise PolicyError(faults[:50], text, name)
    return PolicySet(tuple(one for one in policy if one is not None))


def documents_in(text: str, name: str) -> list[ModelText]:
    """The documents of a file, each at the lines where it stands."""
    lines = source_lines(text)
    starts = [0, *(number + 1 for number, line in enumerate(lines) if line.rstrip() == "---"), len(lines) + 1]
    found: list[ModelText] = []
    for start, end in pairwise(starts):
        body = lines[start : end - 1]
        if any(line.strip() and not line.lstrip().startswith("#") for line in body):
            found.append(read_model_yaml("\n" * start + "\n".join(body), name))
    if not found:
        raise UnreadableInput(f"{name}:1:1: the file is empty; a policy starts with `format: handrail.policy/1`")
    if len(found) > MOST_DOCUMENTS:
        raise UnreadableInput(f"{name}: {len(found)} documents; at most {MOST_DOCUMENTS} policies are combined")
    return found


def _policy(read: ModelText, faults: list[Diagnostic]) -> Policy | None:
    try:
        document = PolicyDocument.model_validate(read.value)
    except ValidationError as error:
        faults += [_shape_fault(fault, read) for fault in told(error)]
        return None
    wrong: list[Diagnostic] = []

    def fault(trail: Trail, found: str, help: str) -> None:
        wrong.append(Diagnostic("policy", span_at(trail, read), found, help))

    base = None
    if document.extends == "default":
        base = default_document()
    policy = build_policy(document, base, fault)
    faults += wrong
    return policy if not wrong else None


@cache
def default_document() -> PolicyDocument:
    """The default policy as a file says it."""
    return PolicyDocument.model_validate(read_model_yaml(default_policy_text(), "the default policy").value)


def _shape_fault(fault: ShapeFault, read: ModelText) -> Diagnostic:
    trail = _as_written(fault.trail, read.value)
    last = excerpt(str(trail[-1])) if trail else "the document"
    if fault.kind == "extra_forbidden":
        help = did_you_mean(str(trail[-1]), fields_at(trail[:-1]), "the fields are")
        return Diagnostic("unknown-field", _span(read.name(trail), trail), f"unknown field `{last}`", help)
    if fault.kind == "missing":
        help = "write `format: handrail.policy/1`" if last == "format" else "write it here"
        return Diagnostic("missing-field", _span(read.name(trail[:-1]), trail[:-1]), f"`{last}` is missing", help)
    said = f"{fault.said[:1].lower()}{fault.said[1:]}".replace("jSON object", "mapping of names to values")
    found, _, help = said.removeprefix("input ").partition("; ")
    return Diagnostic("wrong-value", _span(read.place(trail), ()), f"`{last}` {found}", help)


def span_at(trail: Trail, read: ModelText) -> Span:
    """Where a document says something: its name, or else its value."""
    written = _as_written(trail, read.value)
    if trail[-1:] == written[-1:] and written in read.names:
        return _span(read.name(written), written)
    return _span(read.place(written), ())


def _span(at: At, trail: Trail) -> Span:
    return Span(at.line, at.column, len(str(trail[-1])) if trail and isinstance(trail[-1], str) else 1)


def _as_written(trail: Trail, value: Any) -> Trail:
    """The way to a value without the numbers that a single value has in our list of one."""
    written: list[str | int] = []
    for part in trail:
        if part == "[key]":
            break
        if isinstance(part, int) and not isinstance(value, list):
            continue
        written.append(part)
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            value = None
    return tuple(written)
