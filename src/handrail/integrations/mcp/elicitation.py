"""Asks the person who sits before the client, by the protocol's elicitation; where that is not offered, another way.

The request goes from this server to the client's user and not to its model, and the answer comes back on the same
request. That the client shows it to a person rests on the client.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from fastmcp.server.context import Context
from fastmcp.server.dependencies import get_context
from fastmcp.server.elicitation import AcceptedElicitation, DeclinedElicitation

from handrail.error import Misuse
from handrail.guard.approval.question import Answer, Approved, Approver, Question, Rejected, Unanswered
from handrail.guard.approval.shown import CardWriter, ShownQuestion, shown

BY = "the user of the client"
_LONGEST_NOTE = 300


@dataclass
class Choice:
    """What a person chooses; without a choice nothing runs."""

    answer: Literal["no", "yes"]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Elicitation:
    """An approver that asks through the call that is being served; `otherwise` is asked where the client cannot."""

    otherwise: Approver

    async def __call__(self, question: Question, /) -> Answer:
        """The person's answer. Only a chosen `yes` approves, and only this question."""
        context = get_context()
        if not can_ask(context):
            return await self.otherwise(question)
        said = await asked(context, card_text(shown(question)))
        match said:
            case Choice("yes"):
                return Approved(question.digest, BY, question.identifier)
            case Choice(note=note):
                return Rejected(BY, note[:_LONGEST_NOTE])
            case None:
                return Unanswered("the client's user dismissed the question")


async def asked(context: Context, message: str) -> Choice | None:
    """A person's choice; None where the question was dismissed."""
    said = await context.elicit(message, Choice)
    match said:
        case AcceptedElicitation(data=Choice() as choice):
            return choice
        case DeclinedElicitation():
            return Choice("no")
        case _:
            return None


async def confirm(instruction: str, explained: str) -> None:
    """Have the person confirm a task that the agent begins, where the client can ask. Raises `Misuse` on a no."""
    context = get_context()
    if not can_ask(context):
        return
    write = CardWriter()
    asks = f"Handrail: the agent wants to begin this task in your name: {write.in_quotes(instruction)}"
    said = await asked(context, f"{asks}\nIt will be held to this:\n{explained}\nIs that what you asked for?")
    if said is None or said.answer != "yes":
        note = f": {said.note[:_LONGEST_NOTE]}" if said is not None and said.note else ""
        raise Misuse(f"The user did not confirm the task{note}. Ask the user what is wanted, and begin with that.")


def can_ask(context: Context) -> bool:
    """Whether the client says that it asks its user by a form, and can be sent a question now."""
    session = context.session
    asks = session.client_capabilities.elicitation if session.client_capabilities is not None else None
    return session.can_send_request and asks is not None and (asks.form is not None or asks.url is None)


def card_text(question: ShownQuestion) -> str:
    """A question as plain lines: what it does first, what the agent says last and marked."""
    return "\n".join(
        (
            f"Handrail: the agent wants to {question.title}",
            *_listed("Know this first", question.first),
            *_listed("You asked for", (question.instruction,)),
            *_listed("By this", (question.wants,) if question.does_in_short else ()),
            *_listed("In", (question.where,)),
            *_listed("This does, whatever the agent says", _does(question)),
            *_listed("What would change", _changes(question)),
            *_listed("Why you are asked", question.reasons),
            *_listed("The agent says (nobody has verified it)", question.agent_says),
            "Yes lets exactly this run, once.",
        )
    )


def _listed(heading: str, lines: Iterable[str]) -> list[str]:
    said = [f"  {line}" for line in lines if line]
    return [f"{heading}:", *said] if said else []


def _does(question: ShownQuestion) -> Iterable[str]:
    if not question.does:
        yield question.does_nothing
    for consequence in question.does:
        yield f"{consequence.what} ({consequence.kind}{', cannot be taken back' if consequence.irreversible else ''})"
        for detail in consequence.details:
            yield f"  {detail.name}: {detail.value}"


def _changes(question: ShownQuestion) -> Iterable[str]:
    for change in question.changes:
        values = ", ".join(f"{name}: {value}" for name, value in change.values)
        yield f"{change.what}{' (goes away)' if change.goes else ''}{f': {values}' if values else ''}"
