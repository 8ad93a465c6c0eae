"""Whatever the specification: what a warning claims is not refuted by any tables that chance finds."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from hypothesis import event, given, settings
from hypothesis import strategies as st

from handrail.language.analysis import warnings
from handrail.language.rule import Objective
from language.analysis.apps import CLOCK, random_tables, specification_or_skip, texts
from language.analysis.naive import Naive

SLOW = settings(max_examples=max(30, settings().max_examples // 20))


@SLOW
@given(texts(), st.integers(0, 2**32))
def test_no_run_refutes_a_warning(text: str, seed: int) -> None:
    specification = specification_or_skip(text)
    report = warnings(specification)
    by_line = {rule.span.line: rule for rule in specification.rules}
    impossible = [by_line[d.span.line] for d in report.diagnostics if d.code == "never-holds"]
    subsumed = [
        (by_line[d.span.line], by_line[int(d.found.rsplit("line ", 1)[1])])
        for d in report.diagnostics
        if d.code in ("implied-rule", "identical-rules")
    ]
    spans = {d.span for d in report.diagnostics if d.code == "always-holds"}
    needless = [
        (replace(rule, body=tuple(other for other in rule.body if other is not predicate)), rule)
        for rule in specification.rules
        for predicate in rule.body
        if predicate.span in spans
    ]
    for diagnostic in report.diagnostics:
        event(diagnostic.code)
    random = Random(seed)
    judge = Naive(specification, CLOCK)
    objectives = sorted({rule.head.name for rule in specification.rules if isinstance(rule.head, Objective)})
    for _ in range(20):
        achieved: set[str] = set()
        for _ in range(8):
            tables, now = random_tables(random), CLOCK + timedelta(hours=random.choice((0, 3, 10)))
            assert not any(judge.satisfied(rule, tables, achieved, now) for rule in impossible)
            for rule, weaker in (*subsumed, *needless):
                if judge.satisfied(rule, tables, achieved, now):
                    assert judge.satisfied(weaker, tables, achieved, now)
            achieved |= {name for name in objectives if judge.supports(Objective(name), tables, achieved, now)}
