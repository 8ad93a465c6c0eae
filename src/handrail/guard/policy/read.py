"""A policy from YAML: every fault at once, each with its place and what would be right.

A file says what it wants otherwise than the default policy: what it leaves out is taken from there, and what cannot be
meant is refused. Several documents in one file, separated by `---`, are the terms of several people, and the strictest
of them counts. Source: docs/policy.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import ValidationError

from handrail.app.binding import At
from handrail.app.faults import ShapeFault, told
from handrail.app.model_yaml import ModelText, Trail, read_model_yaml
from handrail.error import UnreadableInput
from handrail.guard.decision import Condition, Reversibility
from handrail.guard.detector import Severity
from handrail.guard.policy.action_pattern import CRITERIA, ActionPattern
from handrail.guard.policy.criterion import Criterion
from handrail.guard.policy.document import PersonRuleDocument, PolicyDocument, fields_at
from handrail.guard.policy.name_pattern import name_patterns
from handrail.guard.policy.policies import (
    AppPolicy,
    FindingPolicy,
    Limits,
    PersonRule,
    Policy,
    PolicyDecision,
    PolicySet,
    condition_rule,
    read_outcome,
)
from handrail.language.diagnostic import Diagnostic, did_you_mean, excerpt, show_diagnostic, source_lines
from handrail.language.normal_form import normal_form
from handrail.language.rule import Span
from handrail.strict_json import read_text

LARGEST_POLICY = 256 * 1024
MOST_DOCUMENTS = 16

OWN_RULES = frozenset(
    (
        *("again", "apps", "insistences", "monitor", "no-binding", "no-model", "policy", "refusals", "seconds"),
        *("hard", "soft", "steps", "undecided", "unknown-kind", "unread", "unrequested"),
        *(condition_rule(condition) for condition in Condition),
    )
)
"""Names of reasons that Handrail gives itself."""


Fault: TypeAlias = Callable[[Trail, str, str], None]

Values: TypeAlias = Mapping[str, Any]

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "conditions": tuple(condition.value for condition in Condition),
    "unrequested": ("reversible", "irreversible"),
    "refusals": ("ask_after", "also_when_blocked"),
    "findings": ("critical", "high", "medium", "low", "note"),
    "apps": ("allowed", "refused", "then"),
    "unknown_effect": ("no_model", "no_binding"),
    "failures": ("open_up_to",),
    "limits": ("steps", "seconds", "insistences", "then"),
}
"""Sections in which each field is needed, from the file or from the default."""

_SINGLE = ("irreversible_again", "unread_values")


class PolicyError(UnreadableInput):
    """A policy that cannot be used, with everything that is wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic], source: str, name: str) -> None:
        self.diagnostics = tuple(
            sorted(diagnostics, key=lambda diagnostic: (diagnostic.span.line, diagnostic.span.column, diagnostic.found))
        )
        self.name = name
        lines = source_lines(source)
        self.shown = tuple(show_diagnostic(diagnostic, lines, name) for diagnostic in self.diagnostics)
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
    return PolicySet(tuple(policy for policy in policy if policy is not None))


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


def build_policy(document: PolicyDocument, base: PolicyDocument | None, fault: Fault) -> Policy | None:
    """The terms that a file means, over those of `base`; None where parts are missing.

    Of no use if `fault` was told of anything.
    """
    whole = _over(document, base)
    _check_people(document, fault)
    _check_classes(document, fault)
    _check_categories(document, fault)
    missing: list[tuple[str, ...]] = [(name,) for name in (*_SINGLE, "needs_a_person") if name not in whole]
    missing += [(section,) for section in SECTIONS if not whole.get(section)]
    missing += [
        (section, field)
        for section, fields in SECTIONS.items()
        for field in fields
        if whole.get(section) and field not in whole[section]
    ]
    if missing:
        for trail in missing:
            fault(trail, f"`{'.'.join(trail)}` is missing", "a policy that extends nothing says everything itself")
        return None
    findings = _findings(whole["findings"])
    _check_findings(findings, fault)
    return Policy(
        name=document.name,
        people=tuple(_person(name, rule) for name, rule in sorted(whole["needs_a_person"].items())),
        conditions={condition: read_outcome(whole["conditions"][condition.value]) for condition in Condition},
        reversibility=_classes(whole.get("reversibility", {})),
        unrequested_reversible=read_outcome(whole["unrequested"]["reversible"]),
        unrequested_irreversible=read_outcome(whole["unrequested"]["irreversible"]),
        irreversible_again=read_outcome(whole["irreversible_again"]),
        asks_after=_number(whole["refusals"]["ask_after"]),
        asks_when_blocked=whole["refusals"]["also_when_blocked"],
        findings=findings,
        apps=AppPolicy(
            name_patterns(whole["apps"]["allowed"], exact=True),
            name_patterns(whole["apps"]["refused"]),
            read_outcome(whole["apps"]["then"]),
        ),
        no_model=read_outcome(whole["unknown_effect"]["no_model"]),
        no_binding=read_outcome(whole["unknown_effect"]["no_binding"]),
        unread=read_outcome(whole["unread_values"]),
        fails_open_up_to=_class(whole["failures"]["open_up_to"]),
        limits=Limits(
            _number(whole["limits"]["steps"]),
            _number(whole["limits"]["seconds"]),
            _number(whole["limits"]["insistences"]),
            read_outcome(whole["limits"]["then"]),
        ),
    )


_CAME_LATER: Mapping[str, Mapping[str, str]] = {"conditions": {Condition.MODEL_DRIFT.value: "ask"}}
"""What a complete policy does not say that was written before there was such a field, as one in an old journal."""


def _came_later(document: PolicyDocument) -> dict[str, Any]:
    """Of the sections that a document has."""
    has = _values(document)
    return {section: dict(fields) for section, fields in _CAME_LATER.items() if has.get(section)}


def _over(document: PolicyDocument, base: PolicyDocument | None) -> dict[str, Any]:
    """The file's values over those that it extends: sections by field, rules and classes by name."""
    whole = _values(base) if base is not None else _came_later(document)
    for section, values in _values(document).items():
        below = whole.get(section)
        if isinstance(values, dict) and isinstance(below, dict):
            whole[section] = {**below, **values}
            if section == "findings":
                whole[section]["categories"] = {**below.get("categories", {}), **values.get("categories", {})}
        else:
            whole[section] = values
    rules = {**((base and base.needs_a_person) or {}), **(document.needs_a_person or {})}
    if document.needs_a_person is not None or base is not None:
        whole["needs_a_person"] = {name: rule for name, rule in rules.items() if rule is not None}
    return whole


def _values(document: PolicyDocument) -> dict[str, Any]:
    values = document.model_dump(by_alias=True, exclude_unset=True, exclude_none=True, exclude={"needs_a_person"})
    if "categories" in values.get("findings", {}):
        named = values["findings"]["categories"]
        values["findings"]["categories"] = {normal_form(name): own for name, own in named.items()}
    return values


def _person(name: str, document: PersonRuleDocument) -> PersonRule:
    patterns = tuple(ActionPattern.read(case_document.model_dump()) for case_document in document.when)
    return PersonRule(name, " ".join(document.why.split()), patterns, read_outcome(document.then))


def _classes(values: Values) -> tuple[tuple[Reversibility, tuple[ActionPattern, ...]], ...]:
    found = (
        (named, tuple(ActionPattern.read(case) for case in values.get(named.value, ()))) for named in Reversibility
    )
    return tuple((named, patterns) for named, patterns in found if patterns)


def _findings(values: Values) -> FindingPolicy:
    by_severity = _severities(values)
    categories = {
        name: {**by_severity, **_severities(own)} for name, own in sorted(values.get("categories", {}).items())
    }
    return FindingPolicy(by_severity, categories)


def _severities(values: Values) -> dict[Severity, PolicyDecision]:
    return {
        severity: read_outcome(values[severity.name.lower()])
        for severity in Severity
        if severity.name.lower() in values
    }


def _number(raw: int | str) -> int | None:
    return raw if isinstance(raw, int) else None


def _class(word: str) -> Reversibility | None:
    return None if word == "nothing" else Reversibility(word)


def _check_people(document: PolicyDocument, fault: Fault) -> None:
    for name, rule in (document.needs_a_person or {}).items():
        if name in OWN_RULES:
            fault(("needs_a_person", name), f"the name `{excerpt(name)}` is taken", "Handrail's own reasons have it")
        for number, pattern in enumerate(rule.when if rule is not None else ()):
            trail: Trail = ("needs_a_person", name, "when", number)
            read = ActionPattern.read(pattern.model_dump())
            if not read.criteria:
                fault(trail, "a case that is about every action", f"say which: by {_either(CRITERIA)}")
            for place, change in enumerate(read.changes):
                wrong = change.why_not()
                if wrong is not None:
                    fault((*trail, "changes", place), *wrong)


def _check_classes(document: PolicyDocument, fault: Fault) -> None:
    classes = document.reversibility.model_dump(by_alias=True) if document.reversibility else {}
    for named, patterns in classes.items():
        for number, pattern in enumerate(patterns):
            if not any(pattern.values()):
                help = f"say which actions: by {_either([criterion for criterion in CRITERIA if criterion.classifies])}"
                fault(("reversibility", named, number), "a class for every action", help)


def _either(criteria: Sequence[type[Criterion]]) -> str:
    names = [f"`{criterion.name}`" for criterion in criteria]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _check_categories(document: PolicyDocument, fault: Fault) -> None:
    seen: set[str] = set()
    for name in (document.findings and document.findings.categories) or ():
        if normal_form(name) in seen:
            where: Trail = ("findings", "categories", name)
            fault(where, f"the category `{excerpt(name)}` stands twice", "capitals do not count")
        seen.add(normal_form(name))


def _check_findings(findings: FindingPolicy, fault: Fault) -> None:
    """A worse finding that leads to less is a slip, and whoever words findings could use it."""
    for category, outcomes in (("", findings.by_severity), *findings.by_category.items()):
        ordered = [outcomes[severity] for severity in sorted(Severity)]
        if ordered != sorted(ordered):
            where: Trail = ("findings", "categories", category) if category else ("findings",)
            of = f" in `{excerpt(category)}`" if category else ""
            fault(
                where, f"a finding that is worse leads to less{of}", "from `note` to `critical` it only gets stricter"
            )
