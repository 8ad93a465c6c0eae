"""What holds of every policy and every action: nothing an agent, a screen or a model says makes a decision milder."""

from dataclasses import replace

from hypothesis import event, given
from hypothesis import strategies as st

from guard.policy.considering import (
    SUSPECT,
    circumstances,
    consequences,
    considerations,
    findings,
    names,
    rules_of,
    severity,
    texts,
    updates,
    worded,
)
from guard.policy.policies import documents, few, policies, policy_of
from handrail.app import Update
from handrail.app.consequence import Consequence, Kind
from handrail.guard.condition import Circumstance, Condition
from handrail.guard.consideration import Consideration, Reversibility
from handrail.guard.decision import Allow, Ask, Block, Decision, reasons_of
from handrail.guard.detector import Finding
from handrail.guard.policy import Policy, combined, decide, default_policy, is_committing, read_policy, reversibility
from handrail.guard.policy.classes import READING, rank
from handrail.guard.policy.outcome import Outcome
from handrail.monitor import verdict as monitor

DEFAULT = default_policy()
some_policies = st.just(DEFAULT) | policies

CAN_BE_TAKEN_BACK = (Reversibility.READ_ONLY, Reversibility.REVERSIBLE)


@few
@given(some_policies, considerations(), names, st.booleans())
def test_a_claim_of_the_agent_never_makes_the_decision_milder(
    policy: Policy, consideration: Consideration, claims: frozenset[str], irreversible: bool
) -> None:
    said = consideration.proposal
    more = replace(said, commits=said.commits | claims, irreversible=said.irreversible or irreversible)
    before, after = decide(policy, consideration), decide(policy, replace(consideration, proposal=more))
    event(f"{type(before).__name__} -> {type(after).__name__}")
    assert severity(after) >= severity(before)
    assert is_committing(policy, replace(consideration, proposal=more)) >= is_committing(policy, consideration)


@few
@given(some_policies, considerations(), texts)
def test_no_text_of_an_agent_or_a_screen_changes_the_decision(
    policy: Policy, consideration: Consideration, text: str
) -> None:
    assert decide(policy, worded(consideration, text)) == decide(policy, consideration)


@few
@given(some_policies, considerations(), findings)
def test_a_finding_never_makes_the_decision_milder(
    policy: Policy, consideration: Consideration, finding: Finding
) -> None:
    more = replace(consideration, findings=(*consideration.findings, finding))
    assert severity(decide(policy, more)) >= severity(decide(policy, consideration))


@few
@given(some_policies, considerations(), updates)
def test_a_further_anticipated_update_never_makes_the_decision_milder(
    policy: Policy, consideration: Consideration, update: Update
) -> None:
    anticipation = consideration.anticipation
    more = replace(consideration, anticipation=replace(anticipation, updates=(*anticipation.updates, update)))
    assert severity(decide(policy, more)) >= severity(decide(policy, consideration))


@few
@given(some_policies, considerations(), circumstances, st.booleans())
def test_a_further_circumstance_never_makes_the_decision_milder_and_is_never_passed_by_insisting(
    policy: Policy, consideration: Consideration, circumstance: Circumstance, insisted: bool
) -> None:
    more = replace(consideration, circumstances=(*consideration.circumstances, circumstance))
    decision = decide(policy, more, insisted=insisted)
    assert severity(decision) >= severity(decide(policy, consideration, insisted=insisted))
    if circumstance.condition is Condition.REPEATED and reversibility(policy, more) in CAN_BE_TAKEN_BACK:
        return
    assert isinstance(decision, Ask | Block)
    assert circumstance.condition.value.replace(" ", "-") in rules_of(decision)


@few
@given(some_policies, considerations(), consequences)
def test_a_further_commitment_of_any_kind_never_makes_the_decision_milder(
    policy: Policy, consideration: Consideration, consequence: Consequence
) -> None:
    """Its names are new: what declares the kind of a commitment that had none does say more of it."""
    new = replace(consequence, objectives=frozenset(f"New{name}" for name in consequence.objectives))
    said = consideration.anticipation
    joined = replace(said, consequences=(*said.consequences, new), commits=said.commits | new.objectives)
    more = replace(consideration, anticipation=joined)
    event(new.kind.value)
    assert severity(decide(policy, more)) >= severity(decide(policy, consideration))
    assert rank(reversibility(policy, more)) >= rank(reversibility(policy, consideration))
    assert is_committing(policy, more)
    if new.kind is Kind.UNKNOWN:
        assert isinstance(decide(policy, more), Ask | Block)


@few
@given(some_policies, considerations(), st.integers(0, 6))
def test_a_detail_that_becomes_unread_never_makes_the_decision_milder(
    policy: Policy, consideration: Consideration, place: int
) -> None:
    said = consideration.anticipation
    hidden = tuple(
        replace(
            one,
            details=tuple(replace(d, unread="hidden") if at == place % 3 else d for at, d in enumerate(one.details)),
        )
        for one in said.consequences
    )
    more = replace(consideration, anticipation=replace(said, consequences=hidden))
    assert severity(decide(policy, more)) >= severity(decide(policy, consideration))


@few
@given(some_policies, considerations(), st.booleans())
def test_what_looks_wrong_together_with_a_commitment_is_never_let_through(
    policy: Policy, consideration: Consideration, insisted: bool
) -> None:
    suspect = (monitor.Warn((SUSPECT,)), monitor.Allow((SUSPECT,)), monitor.Ask("x", ("Pay",), (SUSPECT,)))
    for verdict in suspect:
        one = replace(consideration, verdict=verdict)
        decision = decide(policy, one, insisted=insisted)
        if one.commits or one.irreversible:
            assert isinstance(decision, Ask | Block)


@few
@given(some_policies, considerations())
def test_only_what_a_model_speaks_for_or_a_policy_lets_through_runs_without_a_person(
    policy: Policy, consideration: Consideration
) -> None:
    if isinstance(decide(policy, consideration), Allow) and consideration.modelled:
        silent_is_well = all(terms.no_binding < Outcome.ASK for terms in policy.terms)
        is_reading = consideration.proposal.action.type in READING
        assert consideration.anticipation.covered or is_reading or silent_is_well


@few
@given(some_policies, considerations(), st.booleans())
def test_no_sentence_is_said_twice_and_none_says_to_propose_the_action_again(
    policy: Policy, consideration: Consideration, insisted: bool
) -> None:
    ours = replace(consideration, circumstances=(), verdict_text="")  # texts of others, which may say anything
    said = [reason.text for reason in reasons_of(decide(policy, ours, insisted=insisted))]
    assert not any("propose" in text or "Repeating" in text for text in said)
    assert len(set(said)) == len(said)


@few
@given(policies, policies, considerations(), st.booleans())
def test_a_policy_with_another_is_never_milder_than_either(
    one: Policy, other: Policy, consideration: Consideration, insisted: bool
) -> None:
    def severe(policy: Policy) -> int:
        return severity(decide(policy, consideration, insisted=insisted))

    together = combined(one, other)
    assert severe(together) == max(severe(one), severe(other))
    assert decide(combined(other, one), consideration) == decide(together, consideration)
    classes = [rank(reversibility(policy, consideration)) for policy in (one, other)]
    assert rank(reversibility(together, consideration)) == max(classes)
    assert is_committing(together, consideration) == (
        is_committing(one, consideration) or is_committing(other, consideration)
    )


@few
@given(policies)
def test_the_canonical_text_is_read_again_to_the_same_policy(policy: Policy) -> None:
    again = read_policy(policy.source, "journal")
    assert again == policy
    assert again.source == policy.source


@few
@given(documents)
def test_the_canonical_text_does_not_depend_on_the_default(document: dict[str, object]) -> None:
    assert policy_of(document).source.count('extends: "nothing"') == 1


@few
@given(some_policies, considerations())
def test_a_commitment_never_runs_on_a_failure_whatever_the_policy_says(
    policy: Policy, consideration: Consideration
) -> None:
    broken = consideration.failures or consideration.verdict is None
    if broken and (consideration.commits or consideration.irreversible):
        assert isinstance(decide(policy, consideration), Block)


@few
@given(some_policies, considerations())
def test_what_is_allowed_outright_has_nothing_against_it(policy: Policy, consideration: Consideration) -> None:
    """The other way round: whatever is irreversible and runs was requested, judged, and never ran before."""
    decision: Decision = decide(policy, consideration)
    event(type(decision).__name__)
    if isinstance(decision, Allow) and reversibility(policy, consideration) is Reversibility.IRREVERSIBLE:
        assert consideration.verdict is not None
        assert type(consideration.verdict).__name__ == "Allow"
        assert not consideration.commits & consideration.standing.done
        assert not consideration.failures


@few
@given(some_policies, considerations(), st.booleans())
def test_the_same_consideration_gives_the_same_decision(
    policy: Policy, consideration: Consideration, insisted: bool
) -> None:
    first = decide(policy, consideration, insisted=insisted)
    assert first == decide(policy, consideration, insisted=insisted)


@few
@given(some_policies, considerations())
def test_insisting_lets_only_warnings_pass_and_nothing_that_a_person_or_a_policy_stopped(
    policy: Policy, consideration: Consideration
) -> None:
    plain, insisted = decide(policy, consideration), decide(policy, consideration, insisted=True)
    if isinstance(plain, Block):
        assert isinstance(insisted, Block)
    if isinstance(plain, Ask) and "refusals" not in rules_of(plain):
        assert isinstance(insisted, Ask | Block)
