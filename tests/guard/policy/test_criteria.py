"""Every field of a `when` is one declaration: it is read, it changes what matches, and it is shown and told."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from guard.policy.considering import BANK, claiming, consider, decision_inputs, retold, texts
from guard.policy.policies import CASE_FIELDS, CHANGE_FIELDS, cases, few
from handrail.app import Update
from handrail.app.consequence import Detail, Kind
from handrail.app.trigger import NOTHING_SAID
from handrail.guard.decision import DecisionInput, Proposal, Reversibility
from handrail.guard.policy import default_policy, read_policy, reversibility
from handrail.guard.policy.action_pattern import (
    CRITERIA,
    ActionCriterion,
    ActionPattern,
    Around,
    CommitmentName,
    OfCommitment,
    ProposedAction,
)
from handrail.guard.policy.change_pattern import CHANGE_CRITERIA, ChangeCriterion, ChangeDocument
from handrail.guard.policy.commitment import Commitment
from handrail.guard.policy.criterion import Criterion, declare
from handrail.guard.policy.declared import Change, Declarations, Saying
from handrail.guard.policy.document import CaseDocument, ClassCaseDocument, policy_schema
from handrail.guard.policy.summary import summary

ROOT = Path(__file__).parents[3]
PAID = (Update("Payment", set={"to": "Ann, Bob", "amount": 12}),)
GONE = (Update("Payment", delete={"to": "Ann"}),)
SAID = ("", "pay", "x" * 300)
"""What an agent or a screen may say."""
CLAIMS = ((frozenset({"SomethingElse"}), False), (frozenset[str](), True), (frozenset({"SomethingElse"}), True))
"""What an agent may claim to commit, and whether it claims that this cannot be taken back."""
TO_ONE, TO_TWO = ((Detail("to", people),) for people in ("Ann", "Ann, Bob"))


@dataclass(frozen=True)
class Example:
    """A value of a field, beside what else has to be given, an action that it is about, and one that it is not."""

    value: Any
    yes: DecisionInput
    no: DecisionInput
    told: str
    beside: Mapping[str, Any] | None = None


EXAMPLES: Mapping[str, Example] = {
    "kind": Example(
        ["payment"],
        consider(commits=("Pay",), kind_of=Kind.PAYMENT),
        consider(commits=("Pay",), kind_of=Kind.RECORD),
        "a payment",
    ),
    "commits": Example(["Pay*"], consider(commits=("PayNow",)), consider(commits=("Save",)), "Pay*"),
    "to_more_than": Example(
        1,
        consider(commits=("Send",), kind_of=Kind.MESSAGE, details=TO_TWO),
        consider(commits=("Send",), kind_of=Kind.MESSAGE, details=TO_ONE),
        "to more than 1 people",
    ),
    "changes": Example([{"state": ["Payment"]}], consider(updates=PAID), consider(), "changes Payment"),
    "bindings": Example(["pay"], consider(bindings=("pay",)), consider(bindings=("other",)), "by the binding pay"),
    "packages": Example([BANK], consider(), consider(package="com.example.shop"), f"in {BANK}"),
    "actions": Example(["input"], consider("input"), consider("click"), "by input"),
    "at_least": Example(
        "irreversible", consider(irreversible=True), consider(irreversible=False), "if it is irreversible"
    ),
}
CHANGE_EXAMPLES: Mapping[str, Example] = {
    "state": Example(["Payment"], consider(updates=PAID), consider(updates=(Update("Note", set={}),)), "Payment"),
    "variable": Example(["to"], consider(updates=PAID), consider(updates=(Update("Note", set={}),)), "with to"),
    "above": Example(
        10,
        consider(updates=PAID),
        consider(updates=(Update("Payment", set={"amount": 10}),)),
        "above 10",
        {"variable": ["amount"]},
    ),
    "more_than": Example(
        1,
        consider(updates=PAID),
        consider(updates=(Update("Payment", set={"to": "Ann"}),)),
        "of more than 1 people",
        {"variable": ["to"]},
    ),
    "deletes": Example(True, consider(updates=GONE), consider(updates=PAID), "deletes"),
}


def without_an_example(criteria: Iterable[type[Criterion]], examples: Mapping[str, Example], called: str) -> list[str]:
    return [
        f"`{criterion.name}` of {criterion.__name__} has no example: write in {called} a value of it, an "
        "action that it is about, "
        "one that it is not, and what the summary says of it"
        for criterion in criteria
        if criterion.name not in examples
    ]


def as_case(field: str, example: Example) -> dict[str, Any]:
    of_change = field in CHANGE_EXAMPLES
    given = {field: example.value, **(example.beside or {})}
    return {"changes": [given]} if of_change else given


def policy_of(case: Mapping[str, Any]) -> str:
    rule = {"why": "it matters", "when": [case]}
    return json.dumps({"format": "handrail.policy/1", "needs_a_person": {"ours": rule}})


def test_every_criterion_has_an_example() -> None:
    assert not without_an_example(CRITERIA, EXAMPLES, "EXAMPLES")
    assert not without_an_example(CHANGE_CRITERIA, CHANGE_EXAMPLES, "CHANGE_EXAMPLES")


def test_a_file_has_the_fields_that_are_declared_and_no_others() -> None:
    assert list(CaseDocument.model_fields) == [criterion.name for criterion in CRITERIA]
    assert list(ChangeDocument.model_fields) == [change_criterion.name for change_criterion in CHANGE_CRITERIA]
    assert list(ClassCaseDocument.model_fields) == [criterion.name for criterion in CRITERIA if criterion.classifies]
    described = policy_schema()["$defs"]
    for document, criteria in (("CaseDocument", CRITERIA), ("ChangeDocument", CHANGE_CRITERIA)):
        told = {name: field["description"] for name, field in described[document]["properties"].items()}
        assert told == {criterion.name: criterion.means for criterion in criteria}


@pytest.mark.parametrize(("field", "example"), [*EXAMPLES.items(), *CHANGE_EXAMPLES.items()])
def test_a_criterion_is_read_changes_what_matches_and_is_shown_and_told(field: str, example: Example) -> None:
    case = as_case(field, example)
    policy = read_policy(policy_of(case))
    (pattern,) = next(person.patterns for person in policy.policies[0].people if person.name == "ours")
    assert pattern == ActionPattern.read(CaseDocument.model_validate(case).model_dump())
    assert pattern.holds(example.yes, reversibility(default_policy(), example.yes)), f"`{field}` holds of nothing"
    assert not pattern.holds(example.no, reversibility(default_policy(), example.no)), (
        f"`{field}` is read and matched by nobody: write in its class when it does not hold"
    )
    assert f'"{field}": {json.dumps(example.value)}' in policy.source, f"write `show` of `{field}`"
    assert read_policy(policy.source) == policy
    told = next(line for line in summary(policy).splitlines() if line.startswith("- ours"))
    assert example.told in told, f"write `describe` of `{field}`"


@pytest.mark.parametrize(("field", "example"), [*EXAMPLES.items(), *CHANGE_EXAMPLES.items()])
@pytest.mark.parametrize("text", SAID)
def test_no_criterion_goes_by_what_an_agent_or_a_screen_says(field: str, example: Example, text: str) -> None:
    for decision_input, holds in ((example.yes, True), (example.no, False)):
        why = f"`{field}` lets whoever words the screen or the action decide; docs/policy.md says that nobody may"
        assert is_met(field, example, retold(decision_input, text)) is holds, why


@pytest.mark.parametrize(("field", "example"), [*EXAMPLES.items(), *CHANGE_EXAMPLES.items()])
@pytest.mark.parametrize("claim", CLAIMS)
def test_no_claim_of_an_agent_switches_a_criterion_off(
    field: str, example: Example, claim: tuple[frozenset[str], bool]
) -> None:
    why = f"`{field}` no longer holds where the agent claims more; what it claims may only make a decision stricter"
    assert is_met(field, example, claiming(example.yes, *claim)), why


def is_met(field: str, example: Example, decision_input: DecisionInput) -> bool:
    pattern = ActionPattern.read(CaseDocument.model_validate(as_case(field, example)).model_dump())
    return pattern.holds(decision_input, reversibility(default_policy(), decision_input))


@pytest.mark.parametrize(("field", "example"), [*EXAMPLES.items(), *CHANGE_EXAMPLES.items()])
def test_the_review_calls_no_case_impossible_that_holds(field: str, example: Example) -> None:
    """Whoever is told that a case can never hold deletes it."""
    pattern = ActionPattern.read(CaseDocument.model_validate(as_case(field, example)).model_dump())
    assert pattern.could_hold(announcing(example.yes)), (
        f"`{field}` holds of an action that a binding announces: write in its class that it `could_hold`, or `could_be`"
    )
    silent = replace(example.yes, anticipation=NOTHING_SAID, proposal=Proposal(example.yes.proposal.action))
    if any(criterion.needs_an_effect for criterion in pattern.criteria):
        assert not is_met(field, example, silent), (
            f"`{field}` holds of what commits and changes nothing: leave `needs_an_effect` out of its class"
        )


def announcing(decision_input: DecisionInput) -> Declarations:
    """What an app declares of which a binding announced just this action."""
    said = decision_input.anticipation
    changes = tuple(
        Change(
            str(update.state), frozenset(map(str, {**(update.set or {}), **(update.delete or {})})), bool(update.delete)
        )
        for update in said.updates
    )
    saying = Saying(
        decision_input.package,
        frozenset({decision_input.proposal.action.type}),
        said.bindings[0],
        said.commits,
        said.consequences[0].kind if said.consequences else Kind.UNKNOWN,
        goes_to_people=bool(said.commits),
        states=frozenset(change.state for change in changes),
        irreversible=said.irreversible,
        changes=changes,
    )
    return Declarations((saying,), {}, frozenset({decision_input.package}))


def test_every_criterion_is_tried_at_random_and_stands_on_the_page() -> None:
    page = (ROOT / "docs/policy.md").read_text("utf-8")
    rows = " ".join(line for line in page.splitlines() if line.startswith("| `"))
    for criterion in (*CRITERIA, *CHANGE_CRITERIA):
        assert f"`{criterion.name}" in rows, f"docs/policy.md: the table of a case's fields lacks `{criterion.name}`"
    assert set(CASE_FIELDS) == {criterion.name for criterion in CRITERIA}, (
        "tests/guard/policy/policies.py: `CASE_FIELDS`"
    )
    of_changes = {change_criterion.name for change_criterion in CHANGE_CRITERIA}
    assert set(CHANGE_FIELDS) == of_changes, "tests/guard/policy/policies.py: `CHANGE_FIELDS`"


@few
@given(cases, decision_inputs(), st.sampled_from(Reversibility))
def test_a_further_criterion_only_narrows(
    case: Mapping[str, Any], decision_input: DecisionInput, named: Reversibility
) -> None:
    values = CaseDocument.model_validate(case).model_dump()
    whole = ActionPattern.read(values)
    assert {field.name for field in whole.criteria} == {name for name in case if values[name] not in (None, [])}
    assert ActionPattern.read(whole.show()) == whole
    for left_out in whole.criteria:
        fewer = replace(whole, criteria=tuple(criterion for criterion in whole.criteria if criterion is not left_out))
        if whole.holds(decision_input, named):
            assert fewer.holds(decision_input, named)
        if fewer.criteria:
            assert fewer.describe() != whole.describe(), f"write `describe` of `{left_out.name}`"


@few
@given(cases, decision_inputs(), texts)
def test_each_criterion_alone_is_widened_by_claims_and_changed_by_no_text(
    case: Mapping[str, Any], decision_input: DecisionInput, text: str
) -> None:
    """One that a claim switches off, or a word, is a way out for whoever claims and words."""
    for criterion in ActionPattern.read(CaseDocument.model_validate(case).model_dump()).criteria:
        alone = ActionPattern((criterion,))

        def holds(said: DecisionInput, alone: ActionPattern = alone) -> bool:
            return alone.holds(said, reversibility(default_policy(), said))

        event(f"{criterion.name}: {holds(decision_input)}")
        for said in (text, *SAID):
            assert holds(retold(decision_input, said)) is holds(decision_input), f"`{criterion.name}` goes by a text"
        for claimed in (claiming(decision_input, *claim) for claim in CLAIMS):
            assert holds(claimed) >= holds(decision_input), f"a claim of the agent switches `{criterion.name}` off"


@few
@given(cases)
def test_every_value_stands_in_the_canonical_text(case: Mapping[str, Any]) -> None:
    (pattern,) = next(
        person.patterns for person in read_policy(policy_of(case)).policies[0].people if person.name == "ours"
    )
    shown = pattern.show()
    for name, value in CaseDocument.model_validate(case).model_dump(exclude_defaults=True).items():
        if name != "changes":
            assert shown[name] == value
            continue
        for change, given_change in zip(shown[name], value, strict=True):
            assert change == {
                field: inner for field, inner in given_change.items() if inner is not False and inner != []
            }


class Unmatched(ActionCriterion):
    """A field that somebody thought of, and did not finish."""

    name: ClassVar[str] = "weekday"
    written: ClassVar[Any] = str | None
    means: ClassVar[str] = "the day of the week"

    @classmethod
    def read(cls, _: str, /) -> "Unmatched":
        raise AssertionError

    def show(self) -> str:
        return "monday"

    def could_hold(self, _: Iterable[Saying], /) -> bool:
        return True

    def describe(self) -> str:
        return "on mondays"


class Untold(ChangeCriterion):
    """A field of a change without a name or words."""

    @classmethod
    def read(cls, _: Decimal, /) -> "Untold":
        raise AssertionError


def test_a_field_that_nobody_matches_cannot_be_declared() -> None:
    with pytest.raises(TypeError, match=r"the criterion `Unmatched` does not say `holds`; write it in its class"):
        declare(CommitmentName, Unmatched)  # type: ignore[type-abstract]
    with pytest.raises(TypeError, match=r"`Untold` does not say `name`, `written`, `means`, `describe`, `holds`"):
        declare(Untold)  # type: ignore[type-abstract]


class Weekday(Unmatched):
    """The same, and it matches."""

    def holds(self, action: ProposedAction) -> bool:
        return action.package == "com.example.monday"


def test_a_criterion_without_an_example_is_told_with_what_to_write() -> None:
    assert declare(Weekday) == (Weekday,)
    (told,) = without_an_example((Weekday,), EXAMPLES, "EXAMPLES")
    assert told.startswith("`weekday` of Weekday has no example: write in EXAMPLES a value of it")


def test_a_pattern_asks_its_criteria_in_their_groups() -> None:
    assert all(issubclass(criterion, ActionCriterion) for criterion in CRITERIA)
    assert any(issubclass(criterion, Around) for criterion in CRITERIA)
    assert any(issubclass(criterion, OfCommitment) for criterion in CRITERIA)
    everything = ActionPattern()
    assert everything.holds(consider(), Reversibility.READ_ONLY)
    assert everything.speaks_of(Commitment("Pay", Kind.PAYMENT))
