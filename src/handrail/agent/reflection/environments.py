"""Reflection as an environment to the phone."""

from handrail.agent.feedback_parser import DOUBTED
from handrail.agent.passthrough import Outcome, Passthrough
from handrail.agent.reflection.judge import Judge, Wrong
from handrail.device.action import Action
from handrail.device.device import Device
from handrail.guard.decision import INFEASIBLE, Proposal, Reason, Source, Warn, said_about


class PreActionReflection(Passthrough):
    """Judges the proposed action. What looks wrong is withheld; proposed again at once, it goes through."""

    def __init__(self, device: Device, judge: Judge) -> None:
        super().__init__(device)
        self._judge = judge
        self._withheld: Action | None = None

    async def act(self, proposed: Proposal) -> Outcome:
        """Ask the judge first, unless the agent insists."""
        withheld, self._withheld = self._withheld, None
        if proposed.action.text != INFEASIBLE and proposed.action != withheld:
            judgement = await self._judge.before(self.screen, proposed.action)
            if isinstance(judgement, Wrong):
                self._withheld = proposed.action
                return self._told(_warned(judgement))
        return await super().act(proposed)


class PostActionReflection(Passthrough):
    """Judges what an action led to. It has run by then: the agent is told, and can only try to put it right."""

    def __init__(self, device: Device, judge: Judge) -> None:
        super().__init__(device)
        self._judge = judge
        self._doubted_finish = False

    async def act(self, proposed: Proposal) -> Outcome:
        """Carry it out, then ask the judge. A `finish` is judged by the screen as it is, and doubted once."""
        before, action = self.screen, proposed.action
        if action.type == "finish":
            if not self._doubted_finish and action.text != INFEASIBLE:
                judgement = await self._judge.after(before, action, before)
                if isinstance(judgement, Wrong):
                    self._doubted_finish = True
                    return self._told(_warned(judgement))
            return await super().act(proposed)
        outcome = await super().act(proposed)
        if not outcome.executed:
            return outcome
        judgement = await self._judge.after(before, action, self.screen)
        if isinstance(judgement, Wrong):
            return self._told(Outcome(outcome.decision, executed=True, feedback=f"{DOUBTED} {judgement.reason}"))
        return outcome


def _warned(judgement: Wrong) -> Outcome:
    decision = Warn((Reason(Source.DETECTOR, "reflection", judgement.reason),))
    return Outcome(decision, executed=False, feedback=said_about(decision))
