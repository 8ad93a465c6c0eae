"""What the author of a policy may not have meant: names that nothing has, rules that can never hold, empty entries.

A policy with such findings can be used; each of them says that it does less than it seems to. With the models of the
apps that it is for, names are looked up in them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from handrail.app import App
from handrail.app.model_yaml import ModelText, Trail
from handrail.guard.policy.action_pattern import ActionPattern, Actions
from handrail.guard.policy.change_pattern import ChangePattern
from handrail.guard.policy.criterion import Named
from handrail.guard.policy.declared import Declarations, declared_by
from handrail.guard.policy.document import PolicyDocument
from handrail.guard.policy.name_pattern import NamePattern, name_patterns
from handrail.guard.policy.read import default_document, documents_in, span_at
from handrail.language.diagnostic import Diagnostic, Level, did_you_mean, excerpt

_WITHOUT_EFFECT = frozenset({"wait", "finish"})


@dataclass(frozen=True, slots=True)
class _Remark:
    trail: Trail
    code: str
    found: str
    help: str


def review_policy(text: str, name: str = "policy", apps: Iterable[App] = ()) -> tuple[Diagnostic, ...]:
    """The findings about a policy that `read_policy` accepts, in the order of its lines."""
    members = tuple(apps)
    declared = declared_by(members) if members else None
    found = [
        Diagnostic(remark.code, span_at(remark.trail, read), remark.found, remark.help, Level.WARNING)
        for read in documents_in(text, name)
        for remark in _remarks(read, PolicyDocument.model_validate(read.value), declared)
    ]
    return tuple(sorted(found, key=lambda diagnostic: (diagnostic.span.line, diagnostic.span.column, diagnostic.found)))


def _remarks(read: ModelText, document: PolicyDocument, declared: Declarations | None) -> Iterator[_Remark]:
    yield from _empty(read.value)
    yield from _needless(document)
    for trail, values in _cases(document):
        pattern = ActionPattern.read(values)
        if _never_commits(pattern):
            help = "waiting and finishing commit and change nothing; name other `actions`, or none"
            yield _Remark(trail, "never", "a case that can never hold", help)
        elif declared is not None:
            unknown = list(_unknown_names(trail, pattern, declared))
            yield from unknown
            if not unknown and trail[0] == "needs_a_person" and not pattern.could_hold(declared):
                help = "no single action of theirs is all that the case gives"
                yield _Remark(trail, "never", "a case that can never hold in these apps", help)
    if declared is not None and document.apps is not None:
        for field in ("allowed", "refused"):
            patterns = name_patterns(getattr(document.apps, field) or (), exact=True)
            yield from _unknown(("apps", field), patterns, declared.packages, "the package")


def _empty(value: Any, trail: Trail = ()) -> Iterator[_Remark]:
    """Names with nothing behind them, wherever they stand."""
    if not isinstance(value, Mapping):
        return
    for name, inner in value.items():
        here = (*trail, name)
        if inner is not None:
            yield from _empty(inner, here)
            continue
        is_rule = trail == ("needs_a_person",)
        help = "write `off` to take the default's rule away, or leave the line out" if is_rule else "leave the line out"
        yield _Remark(here, "empty", f"`{excerpt(str(name))}` is left empty, and so says nothing", help)


def _needless(document: PolicyDocument) -> Iterator[_Remark]:
    """Rules that are switched off and were never on."""
    default = (default_document().needs_a_person or {}) if document.extends == "default" else {}
    for name, rule in (document.needs_a_person or {}).items():
        if rule is None and name not in default:
            help = did_you_mean(name, tuple(default), "the rules are")
            yield _Remark(("needs_a_person", name), "off", f"there is no rule `{excerpt(name)}` to switch off", help)


def _cases(document: PolicyDocument) -> Iterator[tuple[Trail, Mapping[str, Any]]]:
    for name, rule in (document.needs_a_person or {}).items():
        for number, pattern in enumerate(rule.when if rule is not None else ()):
            yield ("needs_a_person", name, "when", number), pattern.model_dump()
    classes = document.reversibility.model_dump(by_alias=True) if document.reversibility else {}
    for named, patterns in classes.items():
        for number, values in enumerate(patterns):
            yield ("reversibility", named, number), values


def _never_commits(pattern: ActionPattern) -> bool:
    actions = pattern.given(Actions)
    about = any(criterion.needs_an_effect for criterion in pattern.criteria)
    return about and actions is not None and set(actions.types) <= _WITHOUT_EFFECT


def _unknown_names(trail: Trail, pattern: ActionPattern, declared: Declarations) -> Iterator[_Remark]:
    yield from _unknown_of(trail, pattern, declared)
    for number, change in enumerate(pattern.changes):
        yield from _unknown_of((*trail, "changes", number), change, declared)


def _unknown_of(trail: Trail, pattern: ActionPattern | ChangePattern, declared: Declarations) -> Iterator[_Remark]:
    for criterion in pattern.criteria:
        known = criterion.known(declared, pattern) if isinstance(criterion, Named) else None
        if isinstance(criterion, Named) and known is not None:
            yield from _unknown((*trail, criterion.name), criterion.patterns, known, criterion.what)


def _unknown(trail: Trail, patterns: Iterable[NamePattern], known: Iterable[str], what: str) -> Iterator[_Remark]:
    names = sorted(known)
    for number, pattern in enumerate(patterns):
        text = pattern.source
        if text != "*" and not any(pattern.matches(name) for name in names):
            help = did_you_mean(text, names, "they have")
            yield _Remark((*trail, number), "unknown-name", f"none of these apps has {what} `{excerpt(text)}`", help)
