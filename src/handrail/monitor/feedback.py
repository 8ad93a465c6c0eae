"""What an agent is told: the roadmap before it acts, and why an action was withheld or blocked.

Deterministic and short. Whatever stood on the screen appears in quotes and bounded, since it may have been written to
be read as an instruction. Source: VeriSafe Agent, section 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from handrail.app.update import RefusedUpdate
from handrail.language.declaration import States
from handrail.language.rule import Done, Now, ObjectivePredicate, RelativeDay, Rule, RuleVariable
from handrail.language.words import Words, in_words, printable, quoted, spaced
from handrail.monitor.progress import Progress, RuleProgress
from handrail.monitor.verdict import (
    Allow,
    Ask,
    Block,
    Miss,
    Observation,
    SuspectUpdate,
    Undecided,
    UnmetHead,
    UnmetPredicate,
    UnmetRule,
    Verdict,
    Violation,
    Warn,
)

LONGEST_REASON = 300
MOST_ALTERNATIVES = 4

_HOW_TO_INSIST = "If it is right all the same, propose exactly this action again."


@dataclass(frozen=True, slots=True)
class Feedback:
    """Feedback about one app, in the words of its developer."""

    words: Words

    @staticmethod
    def about(states: States) -> "Feedback":
        """Feedback that calls these states by their descriptions."""
        return Feedback(Words(states))

    def roadmap(self, progress: Progress) -> str:
        """Every rule in words, with what is done, what is next and what it still lacks."""
        if not progress.rules:
            return "Nothing is asked for; the task may end at any time."
        lines = [f"{number}. {self._milestone(one)}" for number, one in enumerate(progress.rules, 1)]
        heading = "The task may end now." if progress.complete else "What the task needs:"
        return "\n".join((heading, *lines))

    def verdict(self, verdict: Verdict) -> str:
        """What the agent hears of a verdict; nothing if the action simply runs."""
        match verdict:
            case Allow():
                return ""
            case Warn(violations):
                return f"Not executed. {self.soft(violations)} {_HOW_TO_INSIST}"
            case Block():
                return f"Blocked. {self.hard(verdict)} Repeating the action does not help."
            case Ask(reason):
                return f"Waiting for the user: {reason}."
            case _:
                assert_never(verdict)

    def observation(self, observation: Observation) -> str:
        """What the agent hears of the app's answer; nothing if it is as wanted."""
        if not observation.suspects:
            return ""
        return f"Not yet as wanted. {self.soft(observation.suspects)}"

    def soft(self, suspects: Sequence[SuspectUpdate]) -> str:
        """Which values look wrong, and what is wanted instead."""
        return " ".join(self._suspect(one) for one in suspects)

    def hard(self, block: Block) -> str:
        """What has to be true before the action may run; what both levels find wrong is said once."""
        said = {
            miss.constraint
            for violation in block.violations
            if isinstance(violation, UnmetHead)
            for way in violation.alternatives[:MOST_ALTERNATIVES]
            for unmet in way.predicates
            for miss in unmet.misses
        }
        return " ".join(
            self._violation(violation)
            for violation in block.violations
            if not (
                isinstance(violation, SuspectUpdate) and said.issuperset(miss.constraint for miss in violation.misses)
            )
        )

    def _milestone(self, one: RuleProgress) -> str:
        title = self.words.head(one.rule.head)
        title = title[0].upper() + title[1:]
        if one.achieved:
            return f"[done] {title}"
        needs = self.words.body(one.rule)
        if one.satisfied:
            return f"[{'may end' if isinstance(one.rule.head, Done) else 'ready'}] {title}: {needs}."
        lacking = "; ".join(self._unmet_predicate(unmet, one.rule) for unmet in one.lacking)
        waits = any(isinstance(unmet.predicate, ObjectivePredicate) for unmet in one.lacking)
        return f"[{'later' if waits else 'next'}] {title}: {needs}. Missing: {lacking}."

    def _violation(self, violation: Violation) -> str:
        match violation:
            case SuspectUpdate():
                return self._suspect(violation)
            case RefusedUpdate(reason=reason):
                return f"An update does not fit the app: {printable(reason, LONGEST_REASON)}."
            case UnmetHead():
                return self._unmet_head(violation)
            case Undecided(reason):
                return f"It could not be verified: {printable(reason, LONGEST_REASON)}."
            case _:
                assert_never(violation)

    def _suspect(self, suspect: SuspectUpdate) -> str:
        state = suspect.predicate.state
        return f"In {self.words.state(state)}: {self._misses(state, suspect.misses, suspect.rule)}."

    def _misses(self, state: str, misses: Sequence[Miss], rule: Rule) -> str:
        return "; ".join(
            f"{self.words.wish(state, miss.constraint, rule)}{self._worked_out(miss)} but is {in_words(miss.found)}"
            for miss in misses
        )

    def _worked_out(self, miss: Miss) -> str:
        """The values of `Today` and `Now`, which the constraint itself does not show."""
        relative = [
            in_words(value)
            for term, value in zip(miss.constraint.terms, miss.wanted, strict=False)
            if isinstance(term, RelativeDay | Now)
        ]
        return f" ({', '.join(relative)})" if relative else ""

    def _unmet_head(self, unmet: UnmetHead) -> str:
        done = isinstance(unmet.head, Done)
        what = "The task is not complete" if done else f"{quoted(self.words.head(unmet.head))} is not ready"
        ways = [self._unmet_rule(rule) for rule in unmet.alternatives[:MOST_ALTERNATIVES]]
        if len(ways) == 1:
            return f"{what}: {ways[0]}."
        listed = " ".join(f"({number}) {way}." for number, way in enumerate(ways, 1))
        more = len(unmet.alternatives) - len(ways)
        return f"{what}; one of these is needed: {listed}{f' There are {more} more.' if more else ''}"

    def _unmet_rule(self, unmet: UnmetRule) -> str:
        return "; ".join(self._unmet_predicate(one, unmet.rule) for one in unmet.predicates)

    def _unmet_predicate(self, unmet: UnmetPredicate, rule: Rule) -> str:
        predicate = unmet.predicate
        if isinstance(predicate, ObjectivePredicate):
            missing = "not done, or no longer as it was wanted" if predicate.still else "not done yet"
            return f"{quoted(spaced(predicate.name))} is {missing}"
        wanted = self.words.predicate(predicate, rule)
        if not predicate.constraints:
            return f"{wanted}, and that is not so"
        if predicate.count.number != 1 or predicate.holds_on_nothing:
            return f"{wanted}, and there {'is' if unmet.rows == 1 else 'are'} {unmet.rows:,}"
        if not unmet.misses:
            joins = any(isinstance(term, RuleVariable) for one in predicate.constraints for term in one.terms)
            return f"{wanted}, and {'no entry fits the other requirements' if joins else 'there is none'}"
        return f"in {self.words.state(predicate.state)}, {self._misses(predicate.state, unmet.misses, rule)}"
