"""What an agent is told: the roadmap before it acts, and why an action was withheld or blocked.

Deterministic and short, however long the specification: the nearest things are said and the others counted, and no
sentence is said twice. Whatever stood on the screen appears in quotes and bounded, since it may have been written to be
read as an instruction. Source: VeriSafe Agent, section 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from handrail.app.update import RefusedUpdate
from handrail.language.declaration import States
from handrail.language.rule import Done, Now, ObjectivePredicate, RelativeDay, Rule, RuleVariable
from handrail.language.similarity import Similarity
from handrail.language.verbalize import Verbalizer, in_words, printable, quoted, spaced
from handrail.monitor.progress import Progress, RuleProgress
from handrail.monitor.verdict import (
    Allow,
    Ask,
    Block,
    ChangedElsewhere,
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
LONGEST_SENTENCE = 800
MOST_ALTERNATIVES = 4
MOST_MILESTONES = 12
MOST_VIOLATIONS = 6
MOST_ROWS = 2

_HOW_TO_INSIST = "If it is right all the same, propose exactly this action again."


@dataclass(frozen=True, slots=True)
class Feedback:
    """Feedback about one app, in the words of its developer."""

    words: Verbalizer

    @staticmethod
    def about(states: States, similarity: Similarity | None = None) -> "Feedback":
        """Feedback that calls these states by their descriptions; `similarity` decides `~=`, where it is known."""
        return Feedback(Verbalizer(states, similarity))

    def roadmap(self, progress: Progress) -> str:
        """The rules in words, with what is done, what is next and what it lacks; of many those that lack least."""
        if not progress.rules:
            return "Nothing is asked for; the task may end at any time."
        numbered = list(enumerate(progress.rules, 1))
        if len(numbered) > MOST_MILESTONES:
            numbered = sorted(sorted(numbered, key=_distance)[:MOST_MILESTONES])
        lines = [f"{number}. {_cut(self._milestone(milestone))}" for number, milestone in numbered]
        heading = "The task may end now." if progress.complete else "What the task needs:"
        return "\n".join((heading, *lines, *_counted(progress, {number for number, _ in numbered})))

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
                return f"Waiting for the user: {printable(reason, LONGEST_REASON)}."
            case _:
                assert_never(verdict)

    def observation(self, observation: Observation) -> str:
        """What the agent hears of the app's answer; nothing if it is as wanted."""
        if not observation.suspects:
            return ""
        return f"Not yet as wanted. {self.soft(observation.suspects)}"

    def soft(self, suspects: Sequence[SuspectUpdate]) -> str:
        """Which values look wrong, and what is wanted instead."""
        return _sentences([self._suspect(suspect) for suspect in suspects])

    def hard(self, block: Block) -> str:
        """What has to be true before the action may run; what both levels find wrong is said once."""
        said = {
            miss.constraint
            for violation in block.violations
            if isinstance(violation, UnmetHead)
            for way in _nearest(violation)
            for unmet in way.predicates
            for miss in unmet.misses
        }
        return _sentences(
            [
                self._violation(violation)
                for violation in block.violations
                if not (
                    isinstance(violation, SuspectUpdate)
                    and said.issuperset(miss.constraint for miss in violation.misses)
                )
            ]
        )

    def _milestone(self, progress: RuleProgress) -> str:
        title = self.words.head(progress.rule.head)
        title = title[0].upper() + title[1:]
        if progress.achieved:
            return f"[done] {title}"
        needs = self.words.body(progress.rule)
        if progress.satisfied:
            return f"[{'may end' if isinstance(progress.rule.head, Done) else 'ready'}] {title}: {needs}."
        lacking = "; ".join(self._unmet_predicate(unmet, progress.rule) for unmet in progress.lacking)
        waits = any(isinstance(unmet.predicate, ObjectivePredicate) for unmet in progress.lacking)
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
                return f"It could not be verified: {quoted(reason, LONGEST_REASON)}."
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
        ways = list(dict.fromkeys(_cut(self._unmet_rule(rule)) for rule in _nearest(unmet)))
        if len(ways) == 1:
            return f"{what}: {ways[0]}."
        listed = " ".join(f"({number}) {way}." for number, way in enumerate(ways, 1))
        more = max(0, len(unmet.alternatives) - MOST_ALTERNATIVES)
        return f"{what}; one of these is needed: {listed}{f' There are {more:,} more.' if more else ''}"

    def _unmet_rule(self, unmet: UnmetRule) -> str:
        elsewhere = (self._changed_elsewhere(changed_elsewhere, unmet.rule) for changed_elsewhere in unmet.elsewhere)
        return "; ".join(
            (*(self._unmet_predicate(predicate, unmet.rule) for predicate in unmet.predicates), *elsewhere)
        )

    def _changed_elsewhere(self, changed_elsewhere: ChangedElsewhere, rule: Rule) -> str:
        """`in the list of alarms, "Gym" is what this would save, and the rule speaks of …`"""
        keys = self.words.states[changed_elsewhere.state].keys if changed_elsewhere.state in self.words.states else ()
        rows = [", ".join(in_words(row.get(key)) for key in keys) for row in changed_elsewhere.rows[:MOST_ROWS]]
        more = len(changed_elsewhere.rows) - len(rows)
        shown = " and ".join((*rows, *([f"{more:,} more"] if more else ())))
        wanted = " or ".join(self.words.predicate(predicate, rule) for predicate in changed_elsewhere.predicates)
        verb = "delete" if changed_elsewhere.deleted else "save"
        be = "is" if len(changed_elsewhere.rows) == 1 else "are"
        return (
            f"in {self.words.state(changed_elsewhere.state)}, {shown} {be} what this would {verb}, and "
            f"the rule speaks of {wanted}"
        )

    def _unmet_predicate(self, unmet: UnmetPredicate, rule: Rule) -> str:
        predicate = unmet.predicate
        if isinstance(predicate, ObjectivePredicate):
            missing = "not done, or no longer as it was wanted" if predicate.still else "not done yet"
            return f"{quoted(spaced(predicate.name))} is {missing}"
        wanted = self.words.predicate(predicate, rule)
        if predicate.once:
            return f"{wanted}, and that was not so yet"
        if not predicate.constraints:
            return f"{wanted}, and that is not so"
        if predicate.count.number != 1 or predicate.holds_on_nothing:
            return f"{wanted}, and there {'is' if unmet.rows == 1 else 'are'} {unmet.rows:,}"
        if not unmet.misses:
            joins = any(
                isinstance(term, RuleVariable) for constraint in predicate.constraints for term in constraint.terms
            )
            return f"{wanted}, and {'no entry fits the other requirements' if joins else 'none is known'}"
        return f"in {self.words.state(predicate.state)}, {self._misses(predicate.state, unmet.misses, rule)}"


def _distance(numbered: tuple[int, RuleProgress]) -> tuple[bool, int]:
    """What was achieved comes last, and before that what lacks most."""
    progress = numbered[1]
    return progress.achieved, len(progress.lacking)


def _counted(progress: Progress, shown: set[int]) -> tuple[str, ...]:
    rest = [rule for number, rule in enumerate(progress.rules, 1) if number not in shown]
    if not rest:
        return ()
    done = sum(rule_progress.achieved for rule_progress in rest)
    others = [f"{number:,} {what}" for number, what in ((done, "done"), (len(rest) - done, "that lack more")) if number]
    return (f"And {' and '.join(others)}.",)


def _nearest(unmet: UnmetHead) -> Sequence[UnmetRule]:
    """The ways that lack least."""
    return sorted(unmet.alternatives, key=lambda way: len(way.predicates) + len(way.elsewhere))[:MOST_ALTERNATIVES]


def _sentences(sentences: Sequence[str]) -> str:
    each_once = tuple(dict.fromkeys(map(_cut, sentences)))
    more = len(each_once) - MOST_VIOLATIONS
    return " ".join((*each_once[:MOST_VIOLATIONS], *([f"And {more:,} more of this kind."] if more > 0 else ())))


def _cut(text: str) -> str:
    """The text, or so much of it as is bounded; what stands in quotes stays in quotes."""
    if len(text) <= LONGEST_SENTENCE:
        return text
    shown = text[: LONGEST_SENTENCE - 2].rstrip()
    return f'{shown}…"' if shown.count('"') % 2 else f"{shown}…"
