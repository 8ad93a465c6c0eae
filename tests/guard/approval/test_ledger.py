"""One approval lets one action run, once."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from guard.approval.asked import ACTION, NOW, SCREEN, question, transfer
from handrail.guard.approval import Approved, Ledger, Unanswered, digest_of

ASKED = question()
YES = Approved(ASKED.digest, "Ann", "q1")


def test_an_approval_is_used_once() -> None:
    ledger, answer = Ledger().use(ASKED, YES, digest=ASKED.digest, step=7, now=NOW)
    assert answer == YES
    again, refused = ledger.use(ASKED, YES, digest=ASKED.digest, step=7, now=NOW)
    assert again == ledger
    assert isinstance(refused, Unanswered)
    assert "used before" in refused.reason


def test_82_000_approved_is_not_820_000() -> None:
    larger = digest_of(ACTION, SCREEN, (transfer(Decimal(820_000)),), ("Transfer",))
    _, answer = Ledger().use(ASKED, YES, digest=larger, step=7, now=NOW)
    assert answer == Unanswered("the approval is for another action than the one that is about to run")


def test_an_approval_is_for_its_step_and_its_question_and_expires() -> None:
    for changed in (
        Ledger().use(ASKED, YES, digest=ASKED.digest, step=8, now=NOW),
        Ledger().use(replace(ASKED, identifier="q2"), YES, digest=ASKED.digest, step=7, now=NOW),
        Ledger().use(ASKED, replace(YES, digest="0" * 64), digest=ASKED.digest, step=7, now=NOW),
        Ledger().use(ASKED, YES, digest=ASKED.digest, step=7, now=NOW + timedelta(seconds=300)),
    ):
        assert changed.ledger == Ledger()
        assert isinstance(changed.answer, Unanswered)


small = st.integers(0, 2)


class Desk(RuleBasedStateMachine):
    """Whatever is tried in whatever order, no question lets more than one action run, and none but its own."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.ran: list[tuple[str, str, int]] = []

    @rule(asked=small, of=small, amount=small, shown=small, step=small, at=small, minutes=st.integers(0, 6))
    def try_to_use(self, asked: int, of: int, amount: int, shown: int, step: int, at: int, minutes: int) -> None:
        asked_for = question(f"q{asked}", updates=(transfer(shown),), step=step)
        given_for = question(f"q{of}", updates=(transfer(amount),))
        digest = digest_of(ACTION, SCREEN, (transfer(amount),), ("Transfer",))
        yes = Approved(given_for.digest, "Ann", given_for.identifier)
        now = NOW + timedelta(minutes=minutes)
        self.ledger, answer = self.ledger.use(asked_for, yes, digest=digest, step=at, now=now)
        if isinstance(answer, Approved):
            assert (asked, shown, step) == (of, amount, at)
            assert minutes < 5
            self.ran.append((asked_for.identifier, digest, step))

    @invariant()
    def no_question_is_used_twice(self) -> None:
        used = [identifier for identifier, _, _ in self.ran]
        assert len(used) == len(set(used))
        assert self.ledger.used == set(used)

    @precondition(lambda self: not self.ran)
    @rule()
    def an_unused_approval_works(self) -> None:
        asked_for = question("q0", updates=(transfer(0),))
        yes = Approved(asked_for.digest, "Ann", "q0")
        assert self.ledger.use(asked_for, yes, digest=asked_for.digest, step=7, now=NOW).answer == yes


TestDesk = Desk.TestCase


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_no_amount_but_the_one_that_was_shown_runs(shown: int, executed: int) -> None:
    asked_for = question(updates=(transfer(shown),))
    digest = digest_of(ACTION, SCREEN, (transfer(executed),), ("Transfer",))
    answer = Ledger().use(asked_for, Approved(asked_for.digest, "Ann"), digest=digest, step=7, now=NOW).answer
    assert isinstance(answer, Approved) == (shown == executed)
