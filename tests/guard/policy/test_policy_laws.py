"""What holds of every policy and every action: nothing an agent, a screen or a model says makes a decision milder."""

from dataclasses import replace

from hypothesis import event, given
from hypothesis import strategies as st

from guard.policy.considering import (
    SUSPECT,
    circumstances,
    claiming,
    consequences,
    decision_inputs,
    findings,
    names,
    retold,
    rules_of,
    severity,
    texts,
    updates,
    worded,
)
from guard.policy.policies import documents, few, policies, policy_of
from handrail.app import Update
from handrail.app.consequence import Consequence, Kind
from handrail.guard.decision import (
    Allow,
    Ask,
    Block,
    Circumstance,
    Condition,
    Decision,
    DecisionInput,
    Reversibility,
    rank,
    reasons_of,
)
from handrail.guard.detector import Finding
from handrail.guard.policy import PolicySet, combined, decide, default_policy, is_committing, read_policy, reversibility
from handrail.guard.policy.classes import READING
from handrail.guard.policy.policies import PolicyDecision
from handrail.monitor import verdict as monitor

DEFAULT = default_policy()
some_policies = st.just(DEFAULT) | policies

CAN_BE_TAKEN_BACK = (Reversibility.READ_ONLY, Reversibility.REVERSIBLE)


@few
@given(some_policies, decision_inputs(), names, st.booleans())
def test_a_claim_of_the_agent_never_makes_the_decision_milder(
    policy: PolicySet, decision_input: DecisionInput, claims: frozenset[str], irreversible: bool
) -> None:
    more = claiming(decision_input, claims, irreversible)
    before, after = decide(policy, decision_input), decide(policy, more)
    event(f"{type(before).__name__} -> {type(after).__name__}")
    assert severity(after) >= severity(before)
    assert is_committing(policy, more) >= is_committing(policy, decision_input)


@few
@given(some_policies, decision_inputs(), texts)
def test_no_text_of_an_agent_or_a_screen_changes_the_decision(
    policy: PolicySet, decision_input: DecisionInput, text: str
) -> None:
    assert decide(policy, worded(decision_input, text)) == decide(policy, decision_input)
    retold_decision, before = decide(policy, retold(decision_input, text)), decide(policy, decision_input)
    assert type(retold_decision) is type(before)
    assert set(rules_of(retold_decision)) == set(rules_of(before))


@few
@given(some_policies, decision_inputs(), findings)
def test_a_finding_never_makes_the_decision_milder(
    policy: PolicySet, decision_input: DecisionInput, finding: Finding
) -> None:
    more = replace(decision_input, findings=(*decision_input.findings, finding))
    assert severity(decide(policy, more)) >= severity(decide(policy, decision_input))


@few
@given(some_policies, decision_inputs(), updates)
def test_a_further_anticipated_update_never_makes_the_decision_milder(
    policy: PolicySet, decision_input: DecisionInput, update: Update
) -> None:
    anticipation = decision_input.anticipation
    more = replace(decision_input, anticipation=replace(anticipation, updates=(*anticipation.updates, update)))
    assert severity(decide(policy, more)) >= severity(decide(policy, decision_input))


@few
@given(some_policies, decision_inputs(), circumstances, st.booleans())
def test_a_further_circumstance_never_makes_the_decision_milder_and_is_never_passed_by_insisting(
    policy: PolicySet, decision_input: DecisionInput, circumstance: Circumstance, insisted: bool
) -> None:
    more = replace(decision_input, circumstances=(*decision_input.circumstances, circumstance))
    decision = decide(policy, more, insisted=insisted)
    assert severity(decision) >= severity(decide(policy, decision_input, insisted=insisted))
    if circumstance.condition is Condition.REPEATED and reversibility(policy, more) in CAN_BE_TAKEN_BACK:
        return
    assert isinstance(decision, Ask | Block)
    assert circumstance.condition.value.replace(" ", "-") in rules_of(decision)


@few
@given(some_policies, decision_inputs(), consequences)
def test_a_further_commitment_of_any_kind_never_makes_the_decision_milder(
    policy: PolicySet, decision_input: DecisionInput, consequence: Consequence
) -> None:
    """Its names are new: what declares the kind of a commitment that had none does say more of it."""
    new = replace(consequence, objectives=frozenset(f"New{name}" for name in consequence.objectives))
    said = decision_input.anticipation
    joined = replace(said, consequences=(*said.consequences, new), commits=said.commits | new.objectives)
    more = replace(decision_input, anticipation=joined)
    event(new.kind.value)
    assert severity(decide(policy, more)) >= severity(decide(policy, decision_input))
    assert rank(reversibility(policy, more)) >= rank(reversibility(policy, decision_input))
    assert is_committing(policy, more)
    if new.kind is Kind.UNKNOWN:
        assert isinstance(decide(policy, more), Ask | Block)


@few
@given(some_policies, decision_inputs(), st.integers(0, 6))
def test_a_detail_that_becomes_unread_never_makes_the_decision_milder(
    policy: PolicySet, decision_input: DecisionInput, place: int
) -> None:
    said = decision_input.anticipation
    hidden = tuple(
        replace(
            consequence,
            details=tuple(
                replace(d, unread="hidden") if at == place % 3 else d for at, d in enumerate(consequence.details)
            ),
        )
        for consequence in said.consequences
    )
    more = replace(decision_input, anticipation=replace(said, consequences=hidden))
    assert severity(decide(policy, more)) >= severity(decide(policy, decision_input))


@few
@given(some_policies, decision_inputs(), st.booleans())
def test_what_looks_wrong_together_with_a_commitment_is_never_let_through(
    policy: PolicySet, decision_input: DecisionInput, insisted: bool
) -> None:
    suspect = (monitor.Warn((SUSPECT,)), monitor.Allow((SUSPECT,)), monitor.Ask("x", ("Pay",), (SUSPECT,)))
    for verdict in suspect:
        judged_input = replace(decision_input, verdict=verdict)
        decision = decide(policy, judged_input, insisted=insisted)
        if judged_input.commits or judged_input.irreversible:
            assert isinstance(decision, Ask | Block)


@few
@given(some_policies, decision_inputs())
def test_only_what_a_model_speaks_for_or_a_policy_lets_through_runs_without_a_person(
    policy: PolicySet, decision_input: DecisionInput
) -> None:
    if isinstance(decide(policy, decision_input), Allow) and decision_input.modelled:
        silent_is_well = all(terms.no_binding < PolicyDecision.ASK for terms in policy.policies)
        is_reading = decision_input.proposal.action.type in READING
        assert decision_input.anticipation.covered or is_reading or silent_is_well


@few
@given(some_policies, decision_inputs(), st.booleans())
def test_no_sentence_is_said_twice_and_none_says_to_propose_the_action_again(
    policy: PolicySet, decision_input: DecisionInput, insisted: bool
) -> None:
    ours = replace(  # without the texts of others, which may say anything
        decision_input,
        circumstances=(),
        verdict_text="",
        failures=tuple(replace(failure, what=f"it broke ({n})") for n, failure in enumerate(decision_input.failures)),
        findings=tuple(
            replace(finding, message=f"It is odd ({n}).") for n, finding in enumerate(decision_input.findings)
        ),
    )
    said = [reason.text for reason in reasons_of(decide(policy, ours, insisted=insisted))]
    assert not any("propose" in text or "Repeating" in text for text in said)
    assert len(set(said)) == len(said)


@few
@given(policies, policies, decision_inputs(), st.booleans())
def test_a_policy_with_another_is_never_milder_than_either(
    policy_set: PolicySet, other: PolicySet, decision_input: DecisionInput, insisted: bool
) -> None:
    def severe(policy: PolicySet) -> int:
        return severity(decide(policy, decision_input, insisted=insisted))

    together = combined(policy_set, other)
    assert severe(together) == max(severe(policy_set), severe(other))
    assert decide(combined(other, policy_set), decision_input) == decide(together, decision_input)
    classes = [rank(reversibility(policy, decision_input)) for policy in (policy_set, other)]
    assert rank(reversibility(together, decision_input)) == max(classes)
    assert is_committing(together, decision_input) == (
        is_committing(policy_set, decision_input) or is_committing(other, decision_input)
    )


@few
@given(policies)
def test_the_canonical_text_is_read_again_to_the_same_policy(policy: PolicySet) -> None:
    again = read_policy(policy.source, "journal")
    assert again == policy
    assert again.source == policy.source


@few
@given(documents)
def test_the_canonical_text_does_not_depend_on_the_default(document: dict[str, object]) -> None:
    assert policy_of(document).source.count('extends: "nothing"') == 1


@few
@given(some_policies, decision_inputs())
def test_a_commitment_never_runs_on_a_failure_whatever_the_policy_says(
    policy: PolicySet, decision_input: DecisionInput
) -> None:
    broken = decision_input.failures or decision_input.verdict is None
    if broken and (decision_input.commits or decision_input.irreversible):
        assert isinstance(decide(policy, decision_input), Block)


@few
@given(some_policies, decision_inputs())
def test_what_is_allowed_outright_has_nothing_against_it(policy: PolicySet, decision_input: DecisionInput) -> None:
    """The other way round: whatever is irreversible and runs was requested, judged, and never ran before."""
    decision: Decision = decide(policy, decision_input)
    event(type(decision).__name__)
    if isinstance(decision, Allow) and reversibility(policy, decision_input) is Reversibility.IRREVERSIBLE:
        assert decision_input.verdict is not None
        assert type(decision_input.verdict).__name__ == "Allow"
        assert not decision_input.commits & decision_input.session_state.done
        assert not decision_input.failures


@few
@given(some_policies, decision_inputs(), st.booleans())
def test_the_same_decision_input_gives_the_same_decision(
    policy: PolicySet, decision_input: DecisionInput, insisted: bool
) -> None:
    first = decide(policy, decision_input, insisted=insisted)
    assert first == decide(policy, decision_input, insisted=insisted)


@few
@given(some_policies, decision_inputs())
def test_insisting_lets_only_warnings_pass_and_nothing_that_a_person_or_a_policy_stopped(
    policy: PolicySet, decision_input: DecisionInput
) -> None:
    plain, insisted = decide(policy, decision_input), decide(policy, decision_input, insisted=True)
    if isinstance(plain, Block):
        assert isinstance(insisted, Block)
    if isinstance(plain, Ask) and "refusals" not in rules_of(plain):
        assert isinstance(insisted, Ask | Block)
