"""For runs without people: whatever needs a person does not run."""

from handrail.guard.approval.question import Question, Unanswered


async def nobody(question: Question) -> Unanswered:  # noqa: ARG001 - an approver, who is asked and has nothing to say
    """No answer to any question, at once."""
    return Unanswered("nobody is there to ask in this run")
