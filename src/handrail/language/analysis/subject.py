"""A specification under inspection: its rules, what they need, and someone who answers questions about them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from handrail.language.analysis.disjunct import Disjunct, disjuncts_of_rules
from handrail.language.analysis.objective_graph import (
    always_needed,
    ever_needed,
    leading_to_done,
    needs,
    with_requirements,
)
from handrail.language.analysis.question import EXHAUSTED, Answer, Impossible, Oracle, Possible, Unclear
from handrail.language.analysis.setting import Setting
from handrail.language.analysis.world import World
from handrail.language.declaration import States
from handrail.language.rule import Rule


@dataclass(frozen=True, slots=True)
class Subject:
    """`disjuncts` and `ways` are in the order of the rules; `doubts` collects the questions without an answer.

    `ways` are the objectives that a rule needs, with all that some way to them goes through; `always` says for an
    objective what was surely achieved before it; `led_to` are the objectives on some way to `Done`.
    """

    rules: Sequence[Rule]
    states: States
    disjuncts: Sequence[tuple[Disjunct, ...]]
    always: Mapping[str, frozenset[str]]
    ways: Sequence[frozenset[str]]
    led_to: frozenset[str]
    oracle: Oracle
    doubts: dict[str, None] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: Sequence[Rule], setting: Setting) -> Self:
        """The subject in its setting. Raises `TooManyDisjuncts`."""
        ever = ever_needed(rules)
        ways = tuple(with_requirements(needs(rule), ever) for rule in rules)
        disjuncts, always = disjuncts_of_rules(rules), always_needed(rules)
        return cls(rules, setting.states, disjuncts, always, ways, leading_to_done(rules), Oracle(setting))

    def is_impossible(self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct] = ()) -> bool:
        """Whether it is proven that this cannot be; the question is noted if it stays open."""
        return isinstance(self._ask(question, holding, failing), Impossible)

    def example(self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct] = ()) -> World | None:
        """Tables and a clock where this is so, if there are any; the question is noted if it stays open."""
        answer = self._ask(question, holding, failing)
        return answer.world if isinstance(answer, Possible) else None

    def _ask(self, question: str, holding: Iterable[Disjunct], failing: Iterable[Disjunct]) -> Answer:
        answer = self.oracle.ask(holding, failing)
        if isinstance(answer, Unclear):
            asked = "other questions" if answer.reason == EXHAUSTED else question  # or there would be thousands
            self.doubts[f"{asked}: {answer.reason}"] = None
        return answer
