"""What every way of asking a person promises."""

import asyncio
from datetime import UTC, datetime

from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Rejected, Unanswered
from handrail.testing.samples import sample_question

_LONGEST_WAIT_SECONDS = 0.2
_LONGEST_GOODBYE_SECONDS = 30.0
_SECONDS = 300.0


class ApproverContract:
    """Give an `approver`, new for each test. It may wait for a person who does not come."""

    def approver(self) -> Approver:
        """An approver that nobody has been asked by yet."""
        raise NotImplementedError

    def test_an_answer_is_one_and_a_yes_is_a_yes_to_this(self) -> None:
        """What was shown is what is approved: the digest of the question, and no other question's identifier."""
        for number in range(2):
            question = sample_question(f"q{number}", datetime.now(UTC), _SECONDS)
            answer = asyncio.run(_answer(self.approver(), f"q{number}"))
            assert answer is None or isinstance(answer, Approved | Rejected | Edited | Unanswered), answer
            if isinstance(answer, Approved):
                assert answer.digest == question.digest
                assert answer.question in ("", question.identifier)
                assert answer.by, "an approval says by whom"
            if isinstance(answer, Unanswered):
                assert answer.reason, "who does not answer says why"

    def test_a_question_that_is_given_up_is_given_up(self) -> None:
        """The guard stops waiting when the question expires, and asks the next one."""

        async def run() -> None:
            approver = self.approver()
            asked = asyncio.create_task(_answer(approver, "q1"))
            await asyncio.sleep(0)
            asked.cancel()
            done, _ = await asyncio.wait([asked], timeout=_LONGEST_GOODBYE_SECONDS)
            assert done, "a cancelled question goes on"
            await _answer(approver, "q2")

        asyncio.run(run())


async def _answer(approver: Approver, identifier: str) -> Answer | None:
    """The answer; None where it waits for a person."""
    try:
        async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
            return await approver(sample_question(identifier, datetime.now(UTC), _SECONDS))
    except TimeoutError:
        return None
