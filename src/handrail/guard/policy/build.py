"""Terms from the shape of a file: what it leaves out is taken from the default, and what cannot be meant is refused."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from handrail.app.consequence import Kind
from handrail.app.model_yaml import Trail
from handrail.guard.condition import Condition
from handrail.guard.decision_input import Reversibility
from handrail.guard.detector import Severity
from handrail.guard.policy.document import PersonRuleDocument, PolicyDocument
from handrail.guard.policy.name_pattern import NamePattern, name_pattern
from handrail.guard.policy.outcome import Outcome, read_outcome
from handrail.guard.policy.policies import (
    ActionPattern,
    AppPolicy,
    ChangePattern,
    FindingPolicy,
    Limits,
    PersonRule,
    Policy,
    condition_rule,
)
from handrail.language.diagnostic import excerpt
from handrail.language.normal_form import normal_form

Fault: TypeAlias = Callable[[Trail, str, str], None]
Values: TypeAlias = Mapping[str, Any]

OWN_RULES = frozenset(
    (
        *("again", "apps", "insistences", "monitor", "no-binding", "no-model", "policy", "refusals", "seconds"),
        *("hard", "soft", "steps", "undecided", "unknown-kind", "unread", "unrequested"),
        *(condition_rule(one) for one in Condition),
    )
)
"""Names of reasons that Handrail gives itself."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "conditions": tuple(one.value for one in Condition),
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
        conditions={one: read_outcome(whole["conditions"][one.value]) for one in Condition},
        reversibility=_classes(whole.get("reversibility", {})),
        unrequested_reversible=read_outcome(whole["unrequested"]["reversible"]),
        unrequested_irreversible=read_outcome(whole["unrequested"]["irreversible"]),
        irreversible_again=read_outcome(whole["irreversible_again"]),
        asks_after=_number(whole["refusals"]["ask_after"]),
        asks_when_blocked=whole["refusals"]["also_when_blocked"],
        findings=findings,
        apps=AppPolicy(
            _patterns(whole["apps"]["allowed"], exact=True),
            _patterns(whole["apps"]["refused"]),
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


def _over(document: PolicyDocument, base: PolicyDocument | None) -> dict[str, Any]:
    """The file's values over those that it extends: sections by field, rules and classes by name."""
    whole = _values(base) if base is not None else {}
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
    patterns = tuple(case_of(one.model_dump()) for one in document.when)
    return PersonRule(name, " ".join(document.why.split()), patterns, read_outcome(document.then))


def case_of(values: Values) -> ActionPattern:
    """A case from its fields."""
    return ActionPattern(
        _patterns(values.get("commits", ())),
        tuple(Kind(one) for one in values.get("kind", ())),
        values.get("to_more_than"),
        tuple(_change(one) for one in values.get("changes", ())),
        _patterns(values.get("bindings", ())),
        _patterns(values.get("packages", ())),
        tuple(values.get("actions", ())),
        Reversibility(values["at_least"]) if values.get("at_least") else None,
    )


def _change(values: Values) -> ChangePattern:
    return ChangePattern(
        _patterns(values["state"]),
        _patterns(values["variable"]),
        values["above"],
        values["more_than"],
        values["deletes"],
    )


def _classes(values: Values) -> tuple[tuple[Reversibility, tuple[ActionPattern, ...]], ...]:
    found = ((named, tuple(case_of(one) for one in values.get(named.value, ()))) for named in Reversibility)
    return tuple((named, patterns) for named, patterns in found if patterns)


def _findings(values: Values) -> FindingPolicy:
    by_severity = _severities(values)
    categories = {
        name: {**by_severity, **_severities(own)} for name, own in sorted(values.get("categories", {}).items())
    }
    return FindingPolicy(by_severity, categories)


def _severities(values: Values) -> dict[Severity, Outcome]:
    return {
        severity: read_outcome(values[severity.name.lower()])
        for severity in Severity
        if severity.name.lower() in values
    }


def _patterns(texts: Any, *, exact: bool = False) -> tuple[NamePattern, ...]:
    return tuple(name_pattern(text, exact=exact) for text in texts)


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
            if not pattern.model_dump(exclude_defaults=True):
                fault(trail, "a case that is about every action", f"say which: by {_CASE_FIELDS}")
            for place, change in enumerate(pattern.changes):
                here: Trail = (*trail, "changes", place)
                if change.above is not None and not change.variable:
                    fault(here, "`above` without a `variable`", "say which number: `variable: amount`")
                elif not change.state and not change.variable and not change.deletes:
                    fault(here, "a change of anything", "say of which `state` or `variable`, or `deletes: true`")


_CASE_FIELDS = "`kind`, `commits`, `to_more_than`, `changes`, `bindings`, `packages`, `actions` or `at_least`"


def _check_classes(document: PolicyDocument, fault: Fault) -> None:
    classes = document.reversibility.model_dump(by_alias=True) if document.reversibility else {}
    for named, patterns in classes.items():
        for number, pattern in enumerate(patterns):
            if not any(pattern.values()):
                help = "say which actions: by `kind`, `commits`, `bindings`, `packages` or `actions`"
                fault(("reversibility", named, number), "a class for every action", help)


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
