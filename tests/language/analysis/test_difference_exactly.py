"""On an app so small that every run can be tried, the verdict must be exactly right: no difference is overlooked."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from handrail.language.analysis import Difference, Equivalent, Tables, difference
from handrail.language.declaration import State, Variable
from handrail.language.rule import Done, Objective
from handrail.language.specification import Specification
from handrail.language.value import Type
from language.analysis.apps import CLOCK, app
from language.analysis.judges import assert_tells_apart
from language.analysis.naive import Naive

TINY = app(State.of("S", Variable("a", Type.BOOLEAN), Variable("b", Type.BOOLEAN)))
GOALS = ("A", "B", "C", "D")
CONDITIONS = ("S(a = true)", "S(a = false)", "S(b = true)", "S(a = true, b != true)", "S()[= 0]", "S(a = ?x, b = ?x)")


def _all_tables() -> Iterator[Tables]:
    yield {}
    for a, b in product((None, True, False), repeat=2):
        yield {"S": ({name: value for name, value in (("a", a), ("b", b)) if value is not None},)}


def _random_text(random: Random) -> str:
    lines: list[str] = []
    goals = GOALS[: random.randint(1, 4)]
    for place, head in enumerate((*random.sample(goals, len(goals)), "Done")):
        for _ in range(random.randint(1, 2)):
            known = [line.split("-> ")[1] for line in lines if not line.endswith(head)] if place else []
            parts = random.sample(sorted(set(known)), min(len(set(known)), random.randint(0, 2)))
            parts = [f"still {name}" if random.random() < 0.25 else name for name in parts]
            parts += random.sample(CONDITIONS, random.choice((0, 1, 1, 2)))
            lines.append(f"{' & '.join(parts) or 'True'} -> {head}")
    return "\n".join(lines)


def _differ(first: Specification, second: Specification) -> bool:
    """Every set of achieved objectives that a run can reach while both allow it, one allows it, or the other."""
    judges = Naive(first, CLOCK), Naive(second, CLOCK)
    heads = [{rule.head.name for rule in s.rules if isinstance(rule.head, Objective)} for s in (first, second)]
    tables = list(_all_tables())

    def allows(side: int, name: str, at: Tables, achieved: frozenset[str]) -> bool:
        return name not in heads[side] or judges[side].supports(Objective(name), at, set(achieved), CLOCK)

    waiting = [(frozenset[str](), True, True)]
    seen = set(waiting)
    while waiting:
        achieved, *alive = waiting.pop()
        for at in tables:
            ends = [alive[i] and judges[i].supports(Done(), at, set(achieved), CLOCK) for i in (0, 1)]
            if ends[0] != ends[1]:
                return True
            for name in sorted(heads[0] | heads[1]):
                left, other = (alive[i] and allows(i, name, at, achieved) for i in (0, 1))
                after = (achieved | {name}, left, other)
                if (left or other) and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return False


def _changed(text: str, random: Random) -> str:
    lines = text.split("\n")
    place = random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            random.shuffle(lines)
        case 1:
            lines.append(lines[place].replace("still ", ""))
        case 2:
            body, head = lines[place].split(" -> ")
            kept = [part for part in body.split(" & ") if random.random() < 0.7]
            lines[place] = f"{' & '.join(kept) or 'True'} -> {head}"
        case _:
            lines[place] = lines[place].replace("a = true", "a != false").replace("still ", "", 1)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_the_verdict_is_that_of_trying_everything(seed: int) -> None:
    random = Random(seed)
    text = _random_text(random)
    first = Specification.parse(text, TINY)
    second = Specification.parse(_changed(text, random) if seed % 3 else _random_text(random), TINY)
    found = difference(first, second, clock=CLOCK)
    if isinstance(found, Difference):
        assert_tells_apart(found, first, second, CLOCK)
    else:
        assert found == Equivalent()
        assert not _differ(first, second)
