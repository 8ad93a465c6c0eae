"""The table of predicates: what an encoding has, lacks, adds and constrains otherwise."""

from dataclasses import asdict
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.verification.recorded import TASKS, in_other_words, tasks
from handrail.app.app import App
from handrail.bench.verification.predicates import PredicateCounts, compare_predicates
from handrail.language.similarity import TRIGRAMS
from handrail.language.specification import Specification

SPECS = [rules for task in TASKS for rules in (task["spec"], task["wrong_spec"]) if rules]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> App:
    return tasks(tmp_path_factory.mktemp("tasks"))[0].app


def compared(app: App, gold: list[str], encoded: list[str]) -> PredicateCounts:
    first, second = Specification.parse(gold, app), Specification.parse(encoded, app)
    return compare_predicates(first, second, datetime(2026, 3, 10, 9), TRIGRAMS, 0.7)  # noqa: DTZ001


def counts(app: App, gold: list[str], encoded: list[str]) -> tuple[int, int, int, int, int]:
    found = compared(app, gold, encoded)
    return found.equal, found.missing, found.critical_missing, found.superfluous, found.constraint_mismatch


RESERVE = ["Table(day = Tomorrow, people = 4) -> Reserve", "Reserve -> Done"]


def test_other_names_and_other_spellings_are_no_difference(app: App) -> None:
    respelled = ["Table(people >= 4, people <= 4.0, day = 2026-03-11) -> Get", "Get -> Done"]
    assert counts(app, RESERVE, respelled) == (1, 0, 0, 0, 0)
    assert compared(app, RESERVE, respelled).faultless == 1


def test_another_constraint_is_a_mismatch_of_one_predicate(app: App) -> None:
    assert counts(app, RESERVE, ["Table(day = Tomorrow, people >= 4) -> Reserve", "Reserve -> Done"]) == (0, 0, 0, 0, 1)


def test_a_predicate_that_nothing_requires_is_missing_and_critical(app: App) -> None:
    gold = ["Table(people = 4) -> Reserve", 'Reserve & Inbox(sender = "Ann") -> Done']
    assert counts(app, gold, ["Table(people = 4) -> Reserve", "Reserve -> Done"]) == (1, 1, 1, 0, 0)


def test_a_predicate_that_is_implied_elsewhere_is_missing_and_not_critical(app: App) -> None:
    gold = ["Table(people = 4) -> Reserve", "Reserve & Table(people > 3) -> Done"]
    assert counts(app, gold, ["Table(people = 4) -> Reserve", "Reserve -> Done"]) == (1, 1, 0, 0, 0)


def test_a_missing_alternative_is_not_critical(app: App) -> None:
    gold = ["Table(people = 4) -> Get", 'Inbox(sender = "Ann") -> Get', "Get -> Done"]
    assert counts(app, gold, ["Table(people = 4) -> Get", "Get -> Done"]) == (1, 1, 0, 0, 0)


def test_a_way_around_a_predicate_makes_its_absence_from_there_superfluous_only(app: App) -> None:
    around = [*RESERVE, 'Inbox(sender = "Ann") -> Done']
    assert counts(app, RESERVE, around) == (1, 0, 0, 1, 0)


def test_a_predicate_required_one_objective_later_is_neither_missing_nor_superfluous(app: App) -> None:
    assert counts(app, RESERVE, ["Table(day = Tomorrow, people = 4) -> Done"]) == (1, 0, 0, 0, 0)


def test_a_variable_of_the_rule_stands_for_any_value(app: App) -> None:
    gold = ["Message(to = ?who) & Inbox(sender = ?who) -> Done"]
    assert counts(app, gold, ["Message(to = ?x) & Inbox(sender = ?x) -> Done"]) == (2, 0, 0, 0, 0)
    assert counts(app, gold, ['Message(to = "Ann") & Inbox(sender = ?x) & Message(to = ?x) -> Done']) == (2, 0, 0, 1, 0)


@settings(max_examples=150)  # each one is several proofs
@given(st.sampled_from(SPECS), st.sampled_from(SPECS))
@pytest.mark.slow
def test_the_counts_add_up_and_rules_are_faultless_beside_themselves(
    app: App, gold: list[str], encoded: list[str]
) -> None:
    found = compared(app, gold, encoded)
    assert found.gold == found.equal + found.constraint_mismatch + found.missing
    assert found.encoded == found.equal + found.constraint_mismatch + found.superfluous
    assert found.critical_missing <= found.missing
    back = compared(app, encoded, gold)
    assert (back.missing, back.superfluous, back.equal) == (found.superfluous, found.missing, found.equal)
    assert compared(app, gold, in_other_words(gold)).faultless == 1


def test_counts_are_summed_field_by_field(app: App) -> None:
    predicate_counts, other = compared(app, RESERVE, RESERVE), compared(app, RESERVE, ['Inbox(sender = "Ann") -> Done'])
    first, second, both = asdict(predicate_counts), asdict(other), asdict(predicate_counts.plus(other))
    assert both == {name: first[name] + second[name] for name in both}
    assert both["encodings"] == 2
