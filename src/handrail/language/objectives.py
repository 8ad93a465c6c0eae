"""Which objectives a specification establishes and requires, and whether they wait for each other in a circle."""

from collections.abc import Iterator, Sequence

from handrail.language.rule import Objective, ObjectivePredicate, Rule, Span


def established(rules: Sequence[Rule]) -> frozenset[str]:
    """The objectives that some rule has as its head."""
    return frozenset(rule.head.name for rule in rules if isinstance(rule.head, Objective))


def required(rules: Sequence[Rule]) -> Iterator[ObjectivePredicate]:
    """Every objective predicate of every body, in the order of the text."""
    for rule in rules:
        for predicate in rule.body:
            if isinstance(predicate, ObjectivePredicate):
                yield predicate


def cycles(rules: Sequence[Rule]) -> Iterator[tuple[tuple[str, ...], Span]]:
    """One path for each knot of objectives that need each other, closed: `A`, `B`, `A`; linear in the rules.

    A depth-first walk with its own stack, since a chain of objectives may be longer than Python's.
    """
    needs: dict[str, dict[str, Span]] = {}
    for rule in rules:
        if isinstance(rule.head, Objective):
            of_head = needs.setdefault(rule.head.name, {})
            for predicate in rule.body:
                if isinstance(predicate, ObjectivePredicate):
                    of_head.setdefault(predicate.name, predicate.span)
    finished: set[str] = set()
    told: set[str] = set()
    for start in needs:
        if start in finished:
            continue
        path = [start]
        place = {start: 0}
        pending = [iter(needs[start].items())]
        while path:
            for name, span in pending[-1]:
                if name in place:
                    knot = path[place[name] :]
                    # A name that was told is on an earlier circle, so this one belongs to the same knot. Only the ends
                    # are looked at: the whole path at each closing edge would cost the square of a tangled knot.
                    if name not in told and knot[-1] not in told:
                        told.update(knot)
                        yield (*knot, name), span
                elif name in needs and name not in finished:
                    place[name] = len(path)
                    path.append(name)
                    pending.append(iter(needs[name].items()))
                    break
            else:
                done = path.pop()
                pending.pop()
                del place[done]
                finished.add(done)
