"""Putting one action before a person: what was shown is what may run, once, and a no is not asked again."""

import hmac
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from secrets import token_bytes
from typing import NamedTuple
from uuid import uuid4

from handrail.device.action import Action
from handrail.device.screen import Screen
from handrail.guard.approval import Ledger, ask, digest_of
from handrail.guard.approval.digest import picture_digest
from handrail.guard.approval.question import AgentSaid, Answer, Approved, Approver, Question, Rejected, Unanswered
from handrail.guard.decision import DecisionInput, ScreenNote, reasons_of
from handrail.guard.device_access import DeviceAccess, told
from handrail.guard.journal.entry import Answered, Asked, Entry
from handrail.guard.screen_digest import note_screen
from handrail.guard.step import PendingAction
from handrail.language.specification import Specification

MOST_WITHOUT_A_YES = 12
"""So many questions in a row that got no yes, and a session asks nobody any more: the next yes would be a tired one."""


class _No(NamedTuple):
    """A rejection that stands for the rest of the session."""

    answer: Rejected
    at: datetime


@dataclass(slots=True)
class ApprovalFlow:
    """One session's way to a person. `seconds` is how long a question stands; `write` puts an entry on the disk.

    `lapsed` says why what was judged is not so any more now that the answer came; a person may have taken long.
    """

    approver: Approver
    device: DeviceAccess
    clock: Callable[[], datetime]
    seconds: float
    instruction: str
    write: Callable[[Entry], None]
    lapsed: Callable[[], Awaitable[str]] | None = None
    _ledger: Ledger = field(default_factory=Ledger)
    _key: bytes = field(default_factory=lambda: token_bytes(32), repr=False)
    _rejected: dict[str, _No] = field(default_factory=dict)
    _unanswered: Counter[str] = field(default_factory=Counter)
    _without_a_yes: int = 0
    _rules: str = ""

    def digest(self, decision_input: DecisionInput, screen: ScreenNote) -> str:
        """What an approval is bound to. Under a key of this session: a typed code could else be found by trying all."""
        said = decision_input.anticipation
        return self._keyed(
            digest_of(
                decision_input.proposal.action,
                screen.digest,
                said.updates,
                decision_input.commits,
                consequences=said.consequences,
                circumstances=decision_input.circumstances,
                unread=said.unread,
            )
        )

    async def hold(self, pending: PendingAction, screen: Screen, specification: Specification) -> Answer:
        """Ask, and make sure that the action which would run is the one that was shown. Raises what `write` raises.

        Not asked is what was rejected before under the same rules, and, after too many questions without a yes,
        anything.
        """
        if specification.show() != self._rules:  # whoever changed the rules decides anew
            self._rules = specification.show()
            self._rejected.clear()
            self._without_a_yes = 0
        what = self._keyed(_what_would_happen(pending.decision_input))
        before = self._rejected.get(what)
        if before is not None:
            said = f"said at {before.at:%H:%M:%S} of exactly this, rejected before and not asked again"
            return Rejected(before.answer.by, f"{said}{f': {before.answer.note}' if before.answer.note else ''}")
        if self._without_a_yes >= MOST_WITHOUT_A_YES:
            return Unanswered(
                f"{MOST_WITHOUT_A_YES} questions in a row got no yes, so nobody is asked any more in this session; "
                "do without, finish as infeasible, or start another one"
            )
        question = await self._question(pending, screen, specification, self._unanswered[what])
        if isinstance(question, Unanswered):
            return question
        self.write(Asked(question.step, question.asked_at, question.identifier, pending.digest, question.expires_at))
        answer = await ask(
            self.approver,
            question,
            clock=self.clock,
            settle=lambda given: self._settled(given, question, pending.decision_input),
        )
        self._remember(what, answer)
        return answer

    def _remember(self, what: str, answer: Answer) -> None:
        match answer:
            case Rejected():
                self._rejected[what] = _No(answer, self.clock())
                self._without_a_yes += 1
            case Unanswered():
                self._unanswered[what] += 1
                self._without_a_yes += 1
            case _:
                self._without_a_yes = 0

    async def _question(
        self, pending: PendingAction, screen: Screen, specification: Specification, unanswered: int
    ) -> Question | Unanswered:
        """The question with a picture of the very screen that was judged, to which its digest is bound too."""
        decision_input, said = pending.decision_input, pending.decision_input.anticipation
        picture = await self.device.picture(screen)
        if picture is not None:
            moved = await self._why_not_on(decision_input.screen)
            if moved:
                return Unanswered(f"the question could not be put: {moved}")
        now = self.clock()
        return Question(
            uuid4().hex,
            self._with_picture(pending.digest, picture),
            decision_input.step,
            self.instruction,
            decision_input.proposal.action,
            decision_input.package,
            said.updates,
            tuple(sorted(said.commits)),
            reasons_of(pending.proposed),
            now,
            now + timedelta(seconds=self.seconds),
            specification.show(),
            picture,
            said.consequences,
            decision_input.circumstances,
            said.unread,
            AgentSaid(
                tuple(sorted(decision_input.proposal.commits - said.commits)),
                decision_input.proposal.thought,
                decision_input.proposal.irreversible,
            ),
            unanswered,
            decision_input.called,
        )

    async def _settled(self, given: Answer, question: Question, decision_input: DecisionInput) -> Answer:
        """What an answer counts for: it is on record, and a yes is good for what is about to run."""
        self.write(Answered(question.step, self.clock(), question.identifier, given))
        return await self._good_for(given, question, decision_input) if isinstance(given, Approved) else given

    async def _good_for(
        self, answer: Approved, question: Question, decision_input: DecisionInput
    ) -> Approved | Unanswered:
        moved = await self._why_not_on(decision_input.screen) or (
            await self.lapsed() if self.lapsed is not None else ""
        )
        if moved:
            return Unanswered(f"the approval is void: {moved}")
        digest = self._with_picture(self.digest(decision_input, decision_input.screen), question.picture)
        self._ledger, used = self._ledger.use(
            question, answer, digest=digest, step=decision_input.step, now=self.clock()
        )
        return used

    async def _why_not_on(self, judged: ScreenNote) -> str:
        """Why the screen that was judged is not the one that is there now; empty where it is."""
        try:
            note = note_screen(await self.device.observe(), key=self.device.key)
        except Exception as error:
            return f"the phone does not show its screen any more: {told(error)}"
        return "" if note.digest == judged.digest else "the screen has changed since it was shown"

    def _with_picture(self, digest: str, picture: bytes | None) -> str:
        return self._keyed(f"{digest} {picture_digest(picture)}")

    def _keyed(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(), "sha256").hex()


def _what_would_happen(decision_input: DecisionInput) -> str:
    """What a no was given to, however it is proposed again: by another button, in other words, at another time.

    Where it is known to the last detail what is done to what, that; else this action on this very screen.
    """
    said = decision_input.anticipation
    known = bool(said.consequences) and all(consequence.is_known for consequence in said.consequences)
    action = (
        replace(decision_input.proposal.action, target=None)
        if decision_input.proposal.action.element
        else decision_input.proposal.action
    )
    return digest_of(
        Action("wait") if known else action,
        decision_input.package if known else decision_input.screen.digest,
        said.updates,
        said.commits,
        consequences=said.consequences,
        circumstances=decision_input.circumstances,
        unread=said.unread,
    )
