"""A review says everything about a specification before it is used, and never raises."""

import pytest
from hypothesis import given, settings

from handrail.language import Level, diagnose
from handrail.language.specification import NOT_ASKED, REFUSED, review
from language.rule_strategies import APP, spoilt_texts


def test_a_right_specification_comes_with_its_warnings() -> None:
    reviewed = review("True -> Done", APP)
    assert reviewed.specification is not None
    assert (reviewed.errors, reviewed.source) == ((), "True -> Done")
    assert {warning.level for warning in reviewed.warnings} == {Level.WARNING}
    assert reviewed.engine not in (NOT_ASKED, REFUSED)


def test_what_was_not_asked_for_is_not_looked_for() -> None:
    reviewed = review("True -> Done", APP, analysis=False)
    assert reviewed.specification is not None
    assert (reviewed.errors, reviewed.warnings, reviewed.engine) == ((), (), NOT_ASKED)


@pytest.mark.parametrize(("analysis", "engine"), [(True, REFUSED), (False, NOT_ASKED)])
def test_a_refused_specification_comes_with_all_its_errors_and_no_warnings(analysis: bool, engine: str) -> None:
    text = "Alarm(lable = 1) -> A\nB => Done"
    reviewed = review(text, APP, analysis=analysis)
    assert (reviewed.specification, reviewed.warnings, reviewed.engine) == (None, (), engine)
    assert reviewed.errors == diagnose(text, APP)
    assert len(reviewed.errors) == 2


@given(spoilt_texts())
@settings(max_examples=settings().max_examples // 10)
def test_a_review_has_errors_or_a_specification(text: str) -> None:
    reviewed = review(text, APP, analysis=False)
    assert (reviewed.specification is None) is bool(reviewed.errors)
    assert reviewed.errors == diagnose(text, APP)
