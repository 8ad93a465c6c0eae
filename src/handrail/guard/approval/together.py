"""Several approvers as one: whoever answers first, or two people who must agree."""

import asyncio
from collections.abc import Iterable

from handrail.guard.approval.asking import belonging
from handrail.guard.approval.question import Answer, Approved, Approver, Edited, Question, Rejected, Unanswered
from handrail.language.words import printable


def first_of(*approvers: Approver) -> Approver:
    """Ask all at once; the first answer counts and the others are not asked any longer.

    Without an answer from anybody it is `Unanswered`, with all the reasons. Of answers that arrive at the same moment
    a no comes before a yes.
    """

    async def approver(question: Question) -> Answer:
        waiting = {asyncio.ensure_future(_told(one, question)) for one in approvers}
        silent: list[str] = []
        try:
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                answers = [task.result() for task in done]
                said = [answer for answer in answers if not isinstance(answer, Unanswered)]
                if said:
                    return min(said, key=lambda answer: isinstance(answer, Approved))
                silent += sorted(answer.reason for answer in answers if isinstance(answer, Unanswered))
        finally:
            await _give_up(waiting)
        return Unanswered("; ".join(dict.fromkeys(silent)) or "nobody is there to ask")

    return approver


def both(first: Approver, second: Approver) -> Approver:
    """Ask two people at once; both must approve, and they must not be the same one.

    One no is a no. A changed specification counts if both changed it in the same way.
    """

    async def approver(question: Question) -> Answer:
        waiting = [asyncio.ensure_future(_told(one, question)) for one in (first, second)]
        try:
            one, other = await asyncio.gather(*waiting)
        finally:
            await _give_up(waiting)
        return _agreed(one, other)

    return approver


def _agreed(one: Answer, other: Answer) -> Answer:
    match one, other:
        case (Rejected(), _):
            return one
        case (_, Rejected()):
            return other
        case (Unanswered(), _):
            return one
        case (_, Unanswered()):
            return other
        case (Approved() | Edited(), Approved() | Edited()) if one.by == other.by:
            return Unanswered(f"two people have to agree, and both answers are from {one.by}")
        case (Approved(digest, by, number), Approved(same, and_by, _)) if digest == same:
            return Approved(digest, f"{by} and {and_by}", number)
        case (Edited(by, text), Edited(and_by, same)) if text == same:
            return Edited(f"{by} and {and_by}", text)
        case _:
            return Unanswered("two people have to agree, and they answered differently")


async def _told(approver: Approver, question: Question) -> Answer:
    """The answer of one; a channel that breaks is silent, so that the others can still be heard."""
    try:
        return belonging(await approver(question), question)
    except Exception as error:
        said = printable(str(error), 200) or type(error).__name__
        return Unanswered(f"a channel could not be asked: {said}")


async def _give_up(waiting: Iterable["asyncio.Future[Answer]"]) -> None:
    left = [task for task in waiting if not task.done()]
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)
