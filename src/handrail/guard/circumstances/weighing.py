"""What is about to happen, what the monitor said of it, and what was committed before."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from handrail.app.consequence import Consequence
from handrail.app.drift import Drift
from handrail.app.update import Assignment, Key, Removal, Update
from handrail.guard.certainty import at_most, meets, rules_for, said_of_row
from handrail.guard.done_in_order import OnceMore
from handrail.guard.facts import Facts
from handrail.guard.so_before import SoBefore
from handrail.guard.sources import Anticipated
from handrail.language.rule import Rule, StatePredicate
from handrail.monitor import Monitor, Verdict
from handrail.monitor.ground import Ground, Match


@dataclass(frozen=True, slots=True)
class Weighing:
    """What is about to happen, what the monitor said of it, and what was committed before.

    `objectives` gives the specification's name for a commitment where the app's model calls it otherwise. `done` are
    the objectives that were committed, or may have been; `ran` is what is known to have come about, and `unconfirmed`
    the objectives that are not: no screen has shown that they did, and the app did not go on with them by itself. Of
    those that are `stuck` the app is still on the page on which they were committed. `not_shown` are the states that
    they were to change, `lasting` those of which nothing is known once what showed them is gone, `of_pages` those of
    them whose rows are those of one page, `opened` say what it was opened for, and `forms` what is written and not
    saved yet, with the variables that are typed; `so_before` is what was so before the agent chose anything, and
    `shown_by` says of which app the pages are on which there is one of something. `today` is the day on which the
    session began. `drift` is what speaks against the model of the app in front, where the action may commit something.
    `grounds` are the rules that support what it commits, and `once_more` what came again after something it leads to.
    """

    anticipated: Anticipated
    verdict: Verdict | None
    monitor: Monitor
    facts: Facts
    objectives: Mapping[str, str]
    done: Collection[str]
    ran: Collection[Consequence] = ()
    unconfirmed: Collection[str] = ()
    stuck: Collection[str] = ()
    not_shown: Collection[str] = ()
    lasting: Collection[str] = ()
    today: date = date.min
    drift: Collection[Drift] = ()
    grounds: Collection[Ground] = ()
    once_more: Collection[OnceMore] = ()
    of_pages: frozenset[str] = frozenset()
    opened: Collection[str] = ()
    forms: Mapping[str, Collection[str]] = field(default_factory=dict)
    so_before: SoBefore = field(default_factory=SoBefore)
    shown_by: Mapping[str, str] = field(default_factory=dict)

    def updates_of(self, consequence: Consequence) -> list[Update]:
        """What a consequence changes."""
        return [update for update in self.anticipated.whole.updates if update.state in consequence.changes]

    def changing(self, state: str) -> set[Key]:
        """The rows of a table that the action writes or takes away."""
        changes = map(self.facts.rows.read, self.anticipated.whole.updates)
        return {
            change.key for change in changes if isinstance(change, Assignment | Removal) and change.state.name == state
        }

    def removed(self) -> list[tuple[str, Key]]:
        """The rows that the action takes away."""
        changes = map(self.facts.rows.read, self.anticipated.whole.updates)
        return [(change.state.name, change.key) for change in changes if isinstance(change, Removal)]

    def said_of(
        self, update: Update, objectives: Collection[str] | None = None, before: Mapping[str, object] | None = None
    ) -> frozenset[str]:
        """The variables of which some rule says, of the very row that an update is about, what they are to be.

        `objectives`: some rule for one of these. What another rests on is not what they are to be. `before`: what was
        so then already asks for no other value.
        """
        change = self.facts.rows.read(update)
        if not isinstance(change, Assignment):
            return frozenset()
        rules = self.monitor.specification.rules if objectives is None else self.rules_for(objectives)
        return said_of_row(rules, change.state, change.compared, self.today, before=before or {})

    def may_meet(self, predicate: StatePredicate, row: Mapping[str, object]) -> bool:
        """Whether a predicate may speak of a row of its state."""
        declared = self.monitor.specification.states[predicate.state]
        return meets(predicate, declared, row, self.today, for_some=True) is not False

    def are_too_many(self, predicate: StatePredicate) -> bool:
        """Whether there are more such entries than a predicate allows, as far as is known, before the action."""
        most, rows = at_most(predicate), self.facts.rows.known([predicate.state])[predicate.state].values()
        return most is not None and most < sum(self.may_meet(predicate, row) for row in rows)

    def rules_for(self, objectives: Collection[str]) -> list[Rule]:
        """The rules that lead to one of these."""
        return rules_for(self.monitor.specification.rules, objectives)

    def is_of_this_session(self, match: Match) -> bool:
        """Whether this session made a row what it is, or it stands on a page only."""
        if match.state in self.lasting:
            return True
        keys = self.monitor.specification.states[match.state].keys
        named = dict(zip(keys, match.key, strict=True))
        return not keys or self.facts.kept.was_set(Update(match.state, named))
