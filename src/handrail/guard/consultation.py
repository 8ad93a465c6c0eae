"""Putting one action before a person: what was shown is what may run, once."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from secrets import token_bytes
from uuid import uuid4

from handrail.device.screen import Screen
from handrail.guard.approval import Ledger, ask, digest_of
from handrail.guard.approval.question import Answer, Approved, Approver, Question, Unanswered
from handrail.guard.case import Case
from handrail.guard.consideration import Consideration, ScreenNote
from handrail.guard.decision import reasons_of
from handrail.guard.device_access import DeviceAccess, told
from handrail.guard.journal.entry import Answered, Asked, Entry
from handrail.guard.verification import note_screen
from handrail.language.specification import Specification


@dataclass(slots=True)
class Consultation:
    """One session's way to a person. `seconds` is how long a question stands; `write` puts an entry on the disk."""

    approver: Approver
    device: DeviceAccess
    clock: Callable[[], datetime]
    seconds: float
    instruction: str
    write: Callable[[Entry], None]
    _ledger: Ledger = field(default_factory=Ledger)
    _key: bytes = field(default_factory=lambda: token_bytes(32), repr=False)

    def digest(self, one: Consideration, screen: ScreenNote) -> str:
        """What an approval is bound to. Under a key of this session: a typed code could else be found by trying all."""
        plain = digest_of(one.proposal.action, screen.digest, one.anticipation.updates, one.commits)
        return hmac.new(self._key, plain.encode(), "sha256").hexdigest()

    async def hold(self, case: Case, screen: Screen, specification: Specification) -> Answer:
        """Ask, and make sure that the action which would run is the one that was shown. Raises what `write` raises."""
        question = await self._question(case, screen, specification)
        step = question.step
        self.write(Asked(step, question.asked_at, question.identifier, case.digest, question.expires_at))
        answer = await ask(self.approver, question, clock=self.clock)
        self.write(Answered(step, self.clock(), question.identifier, answer))
        return await self._good_for(answer, question, case.consideration) if isinstance(answer, Approved) else answer

    async def _question(self, case: Case, screen: Screen, specification: Specification) -> Question:
        one, now = case.consideration, self.clock()
        return Question(
            uuid4().hex,
            case.digest,
            one.step,
            self.instruction,
            one.proposal.action,
            one.package,
            one.anticipation.updates,
            tuple(sorted(one.commits)),
            reasons_of(case.proposed),
            now,
            now + timedelta(seconds=self.seconds),
            specification.show(),
            await self.device.picture(screen),
        )

    async def _good_for(self, answer: Approved, question: Question, one: Consideration) -> Approved | Unanswered:
        try:
            screen = await self.device.observe()
        except Exception as error:
            return Unanswered(f"the approval is void: the phone does not show its screen any more: {told(error)}")
        note = note_screen(screen)
        if note.digest != one.screen.digest:
            return Unanswered("the approval is void: the screen has changed since it was shown")
        digest = self.digest(one, note)
        self._ledger, used = self._ledger.use(question, answer, digest=digest, step=one.step, now=self.clock())
        return used
