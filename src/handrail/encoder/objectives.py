"""Are the objectives of a draft what the app can commit, and do their rules speak of what that changes?

An app that declares its commitments says what an objective can be; of another one only the name can be looked at. What
merely looks (opening, searching, viewing) is committed by nothing: a rule for `Done` asks whether it was seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from handrail.app.consequence import DeclaredCommitment
from handrail.encoder.words import words_of_name
from handrail.language.diagnostic import Diagnostic, Level, did_you_mean
from handrail.language.operators import Operator
from handrail.language.printer import show_predicate, show_rule
from handrail.language.rule import (
    Count,
    Done,
    Objective,
    ObjectivePredicate,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
)

NONE_LEFT = Count(Operator.EQUAL, 0)
LOOKING = frozenset(
    (
        *("open", "launch", "go", "navigate", "visit", "access", "return", "view", "see", "browse", "explore", "read"),
        *("watch", "check", "search", "find", "look", "scroll", "sort", "filter"),
    )
)
_NOT_AFTER_CHECK = ("in", "out", "off")


def not_declared(rules: Sequence[Rule], declared: Sequence[DeclaredCommitment]) -> Iterator[Diagnostic]:
    """An error for each objective that the app does not commit; nothing where the app says of nothing that it does."""
    by_name = {one.name: one for one in declared}
    told: set[str] = set()
    for rule in rules if by_name else ():
        match rule.head:
            case Objective(name) if name not in by_name and name not in told:
                told.add(name)
                yield _not_declared(name, rule, rules, by_name)
            case Objective(name) if name in by_name:
                yield from _beside_what_changes(rule, by_name[name])


def only_looks(rules: Sequence[Rule], declared: Sequence[DeclaredCommitment]) -> Iterator[Diagnostic]:
    """A doubt for each objective that is called after looking at something, with the rules as they could be."""
    names = {one.name for one in declared}
    for name in dict.fromkeys(rule.head.name for rule in rules if isinstance(rule.head, Objective)):
        if name not in names and _looks(name):
            rule = next(one for one in rules if one.head == Objective(name))
            yield Diagnostic(
                "looks-only",
                rule.head_span,
                f"`{name}` is called after looking at something, which no action commits",
                f"an objective changes something that lasts; if this changes nothing: {_mended(name, rules)}",
                Level.WARNING,
            )


def _not_declared(
    name: str, rule: Rule, rules: Sequence[Rule], declared: Mapping[str, DeclaredCommitment]
) -> Diagnostic:
    spoken_of = frozenset(one.state for one in rule.body if isinstance(one, StatePredicate))
    changing = [one for one in declared.values() if one.changes is None or one.changes & spoken_of]
    if spoken_of and not changing:
        states = " and ".join(f"`{state}`" for state in sorted(spoken_of))
        return Diagnostic(
            "nothing-commits",
            rule.head_span,
            f"`{name}` can never be achieved: nothing that the app commits changes {states}",
            f"what is only opened, shown or chosen is no objective; write {_mended(name, rules)}",
        )
    likely = [one.name for one in changing or declared.values()]
    return Diagnostic(
        "not-committed",
        rule.head_span,
        f"the app commits no `{name}`",
        did_you_mean(name, likely, "call the objective as the app does; what it commits:"),
    )


def _beside_what_changes(rule: Rule, commitment: DeclaredCommitment) -> Iterator[Diagnostic]:
    """A rule that looks elsewhere holds for any commitment of that name, one that wants a row that goes for another."""
    asked = [one for one in rule.body if isinstance(one, StatePredicate) and not one.once]
    if commitment.changes and not any(one.state in commitment.changes for one in asked):
        states = ", ".join(f"`{state}`" for state in sorted(commitment.changes))
        yield Diagnostic(
            "beside-the-change",
            rule.head_span,
            f"`{commitment.name}` changes {states}, and its rule asks for nothing there",
            "say what the state must be that it changes",
        )
    removed = [one for one in asked if one.state in commitment.removes]
    if removed and not any(one.holds_on_nothing for one in removed) and len(removed) == len(asked):
        gone = replace(removed[0], count=NONE_LEFT)
        yield Diagnostic(
            "asks-for-what-goes",
            removed[0].span,
            f"`{commitment.name}` takes rows of `{removed[0].state}` away, and the rule asks for one to be there",
            f"what is deleted is there no more: `{show_predicate(gone)}`",
        )


def _looks(name: str) -> bool:
    words = words_of_name(name)
    if not words or (len(words) > 1 and words[1] in _NOT_AFTER_CHECK):
        return False
    return words[0] in LOOKING


def _mended(name: str, rules: Sequence[Rule]) -> str:
    """The rules without this objective: what it asked for was seen `once` where others needed it."""
    body = next(rule.body for rule in rules if rule.head == Objective(name))
    kept = [rule for rule in rules if rule.head != Objective(name)]
    ends = [replace(rule, body=_instead(rule, name, body)) for rule in kept if _needs(rule, name)]
    return " and ".join(f"`{show_rule(rule)}`" for rule in ends) or "it into a rule for `Done`"


def _needs(rule: Rule, name: str) -> bool:
    return any(isinstance(one, ObjectivePredicate) and one.name == name for one in rule.body)


def _instead(rule: Rule, name: str, body: Sequence[Predicate]) -> tuple[Predicate, ...]:
    alone = isinstance(rule.head, Done) and len(rule.body) == 1
    seen = body if alone else tuple(map(_once, body))
    parts = (seen if isinstance(one, ObjectivePredicate) and one.name == name else (one,) for one in rule.body)
    return tuple(dict.fromkeys(part for several in parts for part in several))


def _once(predicate: Predicate) -> Predicate:
    """Seen on the way; what is bound by a variable of the rule has to hold now."""
    if not isinstance(predicate, StatePredicate):
        return predicate
    free = any(isinstance(term, RuleVariable) for one in predicate.constraints for term in one.terms)
    return predicate if free else replace(predicate, once=True)
