"""The objectives of one specification under the names of another. Drafts name the same thing `SetAlarm` and `Create`.

The rule, in this order, each pair taken once: the same name; equal rules, once the pairs found so far have one name;
then the pair whose rules look at the most of the same variables, by share, then the more alike name. Two objectives
whose rules have no variable in common stay apart. Ties go by the order of names, so that the same two specifications
always give the same pairs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from handrail.language.parser import parse_lines
from handrail.language.printer import show_constraint, show_predicate, show_rule
from handrail.language.rule import Head, Objective, ObjectivePredicate, Predicate, Rule, StatePredicate, established
from handrail.language.specification import Specification
from handrail.language.verbalize import spaced

Rules = tuple[Rule, ...]


def aligned(specification: Specification, pattern: Specification) -> Specification:
    """The specification with its objectives called as in the pattern; what has no partner keeps a name of its own."""
    return replace(specification, rules=_renamed(specification.rules, pairs(specification.rules, pattern.rules)))


def pairs(rules: Rules, pattern: Rules) -> Mapping[str, str]:
    """The name in the pattern for each objective of the rules; a name of its own, not used there, for the others."""
    own, others = sorted(established(rules)), sorted(established(pattern))
    found = {name: name for name in own if name in others}
    while True:
        found_more = _with_equal_rules(rules, pattern, found)
        if not found_more:
            break
        found |= found_more
    for name, partner in _by_variables(rules, pattern, found):
        if name not in found and partner not in found.values():
            found[name] = partner
    taken = {*found.values(), *others}
    for name in own:
        if name not in found:
            fresh = name
            while fresh in taken:
                fresh += "_"
            found[name] = fresh
            taken.add(fresh)
    return found


def same_rules(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether two texts are the same rules but for order, spelling and the names of objectives."""
    rules, other = parse_lines(first).rules, parse_lines(second).rules
    renamed = _renamed(rules, pairs(rules, other))
    return sorted(map(_canonical, renamed)) == sorted(map(_canonical, other))


def _canonical(rule: Rule) -> str:
    """A rule with its predicates and constraints in a fixed order."""
    body = (
        replace(predicate, constraints=tuple(sorted(predicate.constraints, key=show_constraint)))
        if isinstance(predicate, StatePredicate)
        else predicate
        for predicate in rule.body
    )
    return show_rule(replace(rule, body=tuple(sorted(body, key=show_predicate))))


def _with_equal_rules(rules: Rules, pattern: Rules, found: Mapping[str, str]) -> dict[str, str]:
    """One more pair, if there is one whose bodies are equal once what is found has one name."""
    renamed = _renamed(rules, found)
    for name in sorted(established(rules) - found.keys()):
        bodies = _bodies(renamed, name)
        for partner in sorted(established(pattern) - set(found.values())):
            if bodies == _bodies(pattern, partner):
                return {name: partner}
    return {}


def _bodies(rules: Rules, name: str) -> list[str]:
    anonymous = Objective("_")
    return sorted(_canonical(replace(rule, head=anonymous)) for rule in rules if rule.head == Objective(name))


def _by_variables(rules: Rules, pattern: Rules, found: Mapping[str, str]) -> list[tuple[str, str]]:
    scored = []
    for name in sorted(established(rules) - found.keys()):
        for partner in sorted(established(pattern) - set(found.values())):
            first, other = _looked_at(rules, name), _looked_at(pattern, partner)
            if first & other:
                share = len(first & other) / len(first | other)
                likeness = SequenceMatcher(None, spaced(name), spaced(partner), autojunk=False).ratio()
                scored.append((-share, -likeness, name, partner))
    return [(name, partner) for _, _, name, partner in sorted(scored)]


def _looked_at(rules: Rules, name: str) -> frozenset[tuple[str, str]]:
    return frozenset(
        (predicate.state, constraint.variable)
        for rule in rules
        if rule.head == Objective(name)
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
        for constraint in predicate.constraints
    )


def _renamed(rules: Rules, names: Mapping[str, str]) -> Rules:
    return tuple(
        replace(rule, head=_head(rule.head, names), body=tuple(_predicate(predicate, names) for predicate in rule.body))
        for rule in rules
    )


def _head(head: Head, names: Mapping[str, str]) -> Head:
    return Objective(names.get(head.name, head.name)) if isinstance(head, Objective) else head


def _predicate(predicate: Predicate, names: Mapping[str, str]) -> Predicate:
    if isinstance(predicate, ObjectivePredicate):
        return replace(predicate, name=names.get(predicate.name, predicate.name))
    return predicate
