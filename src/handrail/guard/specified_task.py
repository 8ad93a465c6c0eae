"""One action before the rules of a task: the monitor's verdict, and which of its commitments are steps on the way.

`judging` is what a session, a resumed one and a replay share; here is what a session knows besides.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from handrail.app import Anticipation, Update
from handrail.app.consequence import Consequence, DeclaredCommitment
from handrail.app.update import Assignment
from handrail.guard.certainty import goes_against, rules_for, said_of_row
from handrail.guard.counting import brings_nearer, brings_number_nearer
from handrail.guard.decision import Proposal
from handrail.guard.facts import Facts
from handrail.guard.judging import is_short_of_a_count, judge, on_the_way, takes_one_of_several
from handrail.language.rule import Objective, Rule, StatePredicate
from handrail.monitor import Allow, Block, Monitor, Verdict, Warn
from handrail.monitor.verdict import UnmetHead, UnmetRule


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict; `steps` is what is only a step of what was asked for, which achieves nothing by itself, and `towards`
    are the rules that want more of the same to go than one action takes.
    """

    verdict: Verdict | None
    steps: frozenset[str] = frozenset()
    towards: tuple[UnmetRule, ...] = ()


@dataclass(frozen=True, slots=True)
class SpecifiedTask:
    """The rules of a task in their monitor, what is known, the specification's names for what apps commit, and when the
    task began. `of_pages` are the states of what stands on a page, and `declared` is what apps can commit, by the
    specification's names.
    """

    monitor: Monitor
    facts: Facts
    objectives: Mapping[str, str]
    of_pages: Collection[str]
    began: date
    declared: Collection[DeclaredCommitment] = ()

    def judge(self, proposal: Proposal, anticipation: Anticipation, now: datetime) -> Judged:
        """What the rules say of an action; after `Allow` and `Ask` the monitor waits for what became of it."""
        anticipation = replace(anticipation, updates=self.facts.news(self.judged(anticipation)))
        steps = on_the_way(
            self.monitor,
            anticipation,
            self.objectives,
            self._goes_beyond,
            lambda rule, state: self._is_about(rule, state) and self._is_its_time(rule, now),
        )
        towards = tuple[UnmetRule, ...]()
        verdict = self._judge_but(proposal, anticipation, steps, now)
        if isinstance(verdict, Block):
            towards = takes_one_of_several(
                verdict.violations,
                anticipation,
                self.monitor,
                lambda update, predicate: brings_nearer(update, predicate, self.facts, self.began),
            )
            if towards or is_short_of_a_count(verdict.violations, anticipation):
                unmet = {violation.head for violation in verdict.violations if isinstance(violation, UnmetHead)}
                steps |= {
                    commit for commit in anticipation.commits if Objective(self.objectives.get(commit, commit)) in unmet
                }
                verdict = self._judge_but(proposal, anticipation, steps, now)
        if steps and isinstance(verdict, Warn) and is_short_of_a_count(verdict.violations, anticipation):
            again = self._judge_but(proposal, anticipation, steps, now)  # what looks wrong is the number on its way
            verdict = replace(again, despite=()) if isinstance(again, Allow) else again
        return Judged(verdict, steps, towards)

    def rules_for(self, commits: Collection[str]) -> list[Rule]:
        """The rules that lead to what is committed."""
        names = {self.objectives.get(commit, commit) for commit in commits}
        return rules_for(self.monitor.specification.rules, names)

    def named(self, anticipation: Anticipation) -> Anticipation:
        """With the specification's names for what is committed; journals and policies see the app's own."""
        if not self.objectives:
            return anticipation
        return replace(
            anticipation, commits=frozenset(self.objectives.get(commit, commit) for commit in anticipation.commits)
        )

    def _judge_but(
        self, proposal: Proposal, anticipation: Anticipation, steps: frozenset[str], now: datetime
    ) -> Verdict:
        rest = replace(
            anticipation, commits=anticipation.commits - steps, irreversible=anticipation.irreversible and not steps
        )
        return judge(self.monitor, proposal, self.named(rest), now)

    def _is_about(self, rule: Rule, state: str) -> bool:
        """Whether what a rule says of a state is what is to be so, and not only when something else may be done."""
        changed = [
            commitment.changes and commitment.changes - commitment.removes
            for commitment in self.declared
            if isinstance(rule.head, Objective) and commitment.name == rule.head.name
        ]
        return not changed or any(states is None or state in states for states in changed)

    def _is_its_time(self, rule: Rule, now: datetime) -> bool:
        """Whether all states are so that are only conditions of a rule: what it is about is what is to become so.

        What it is to follow may come in between: a cart is filled before something else is done, and paid after it.
        """
        return not isinstance(rule.head, Objective) or all(
            self.monitor.has_held(predicate)
            if predicate.once
            else self._is_about(rule, predicate.state) or self.monitor.holds(predicate, now=now)
            for predicate in rule.body
            if isinstance(predicate, StatePredicate)
        )

    def _goes_beyond(self, update: Update, consequence: Consequence) -> bool:
        """Whether it writes into a row, or over what is known of it, anything of which no rule says what it is to be.

        Or over a text, which is lost, also one that stood on a form when it came; or makes of it what no rule wants it
        to be, or what a rule wants was so before, where that is a number that is counted; or leaves it as it was, as a
        second entry of its name does.
        """
        change = self.facts.rows.read(update)
        if not isinstance(change, Assignment):
            return False
        if self.facts.is_written_over(update):
            return True
        rules = self.monitor.specification.rules
        about_it = [rule for rule in rules if self._is_about(rule, update.state)]
        spoken = said_of_row(about_it, change.state, change.compared, self.began, by_value=True)
        counts = [count for count in consequence.counts if count.state == change.state.name]
        if counts and not any(
            brings_number_nearer(predicate, change, self.facts, counts, self.began)
            for rule in about_it
            for predicate in rule.body
            if isinstance(predicate, StatePredicate) and predicate.state == change.state.name
        ):
            return True
        counted = {count.variable for count in counts}
        written = {name: value for name, value in change.compared.items() if name not in counted}
        before = self.facts.rows.known_row(update)
        if (
            before
            and update.state not in self.of_pages
            and all(before.get(name) == value for name, value in change.compared.items())
        ):
            return True
        overwritten = self.facts.overwritten(update)
        if any(isinstance(text := before.get(name), str) and text for name in overwritten):
            return True
        added = {name for name, value in written.items() if value and before.get(name) != value}
        return not spoken >= {*overwritten, *added.difference(change.state.keys)} or goes_against(
            rules,
            about_it,
            change.state,
            written,
            {name: value for name, value in before.items() if name not in counted},
            self.began,
        )

    def judged(self, anticipation: Anticipation) -> tuple[Update, ...]:
        """What of the updates is held against the rules.

        Where nothing is committed, not the rows of a page that no rule names: another field is another matter. And not
        what only goes with what is deleted, and no rule for that speaks of: whether that may go is a condition.
        """
        updates = anticipation.updates
        if not anticipation.commits:
            return tuple(
                update for update in updates if update.state not in self.of_pages or self.monitor.names_row_of(update)
            )
        parts = [part for update in updates for part in self.facts.parts(update)]
        names = [self.objectives.get(name, name) for name in anticipation.commits]
        return tuple(
            update
            for update in updates
            if update not in parts or any(self.monitor.speaks_of(name, [update]) for name in names)
        )
