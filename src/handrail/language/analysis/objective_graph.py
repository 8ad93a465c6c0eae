"""Who needs whom: rules in an order in which nothing comes before what it requires, and requirements of requirements.

The checker has refused cycles, so every objective has a place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from handrail.language.rule import Done, Head, Objective, ObjectivePredicate, Rule


def needs(rule: Rule) -> frozenset[str]:
    """The objectives that the rule names, with `still` or without."""
    return frozenset(predicate.name for predicate in rule.body if isinstance(predicate, ObjectivePredicate))


def prerequisites_first(rules: Sequence[Rule]) -> tuple[int, ...]:
    """The places of the rules, each after all rules for the objectives it needs. Linear in the text."""
    waits_for: dict[Head, set[str]] = {}
    of_head: dict[Head, list[int]] = {}
    waiting: dict[str, list[Head]] = {}
    for place, rule in enumerate(rules):
        of_head.setdefault(rule.head, []).append(place)
        waits_for.setdefault(rule.head, set()).update(needs(rule))
    for head, names in waits_for.items():
        for name in names:
            waiting.setdefault(name, []).append(head)
    ready = [head for head, names in waits_for.items() if not names]
    order: list[int] = []
    while ready:
        head = ready.pop()
        order.extend(of_head[head])
        if isinstance(head, Objective):
            for other in waiting.get(head.name, ()):
                waits_for[other].discard(head.name)
                if not waits_for[other]:
                    ready.append(other)
    return tuple(order)


def ever_needed(rules: Sequence[Rule]) -> Mapping[str, frozenset[str]]:
    """For each objective, all that some way to it goes through. Quadratic for a long chain."""
    return _requirements(rules, lambda ways: frozenset().union(*ways))


def always_needed(rules: Sequence[Rule]) -> Mapping[str, frozenset[str]]:
    """For each objective, what was surely achieved before it: common to all its rules."""
    return _requirements(rules, lambda ways: frozenset.intersection(*ways))


def leading_to_done(rules: Sequence[Rule]) -> frozenset[str]:
    """The objectives on some way to `Done`. Linear in the text."""
    of_head: dict[Head, set[str]] = {}
    for rule in rules:
        of_head.setdefault(rule.head, set()).update(needs(rule))
    found: set[str] = set()
    waiting: list[Head] = [Done()]
    while waiting:
        names = of_head.get(waiting.pop(), set()) - found
        found |= names
        waiting.extend(Objective(name) for name in names)
    return frozenset(found)


def with_requirements(names: Iterable[str], requirements: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The objectives and what they require in turn."""
    names = frozenset(names)
    return names.union(*(requirements[name] for name in names))


def _requirements(
    rules: Sequence[Rule], together: Callable[[Sequence[frozenset[str]]], frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    ways: dict[str, list[frozenset[str]]] = {}
    requirements: dict[str, frozenset[str]] = {}
    for place in prerequisites_first(rules):
        rule = rules[place]
        if isinstance(rule.head, Objective):
            of_head = ways.setdefault(rule.head.name, [])
            of_head.append(with_requirements(needs(rule), requirements))
            requirements[rule.head.name] = together(of_head)
    return requirements
