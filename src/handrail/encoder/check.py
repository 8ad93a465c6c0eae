"""Everything that is looked for in a draft without asking a model.

Refused: errors of the language, a specification that asks for nothing or that no run can fulfil, a value that nobody
said, a value of the instruction that no rule looks at. Doubts are what the analysis finds suspicious though it may be
meant: a side of a branch that is missing, an objective that leads nowhere, an end that may come early.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from handrail.encoder.branches import missing_branch
from handrail.encoder.coverage import uncovered
from handrail.encoder.draft import Draft
from handrail.encoder.emptiness import empty
from handrail.encoder.grounding import GroundedInstruction, ungrounded
from handrail.language.declaration import DeclaresStates
from handrail.language.diagnostic import Diagnostic
from handrail.language.objectives import established, required
from handrail.language.parser import parse_lines
from handrail.language.printer import show_name
from handrail.language.review import review
from handrail.language.rule import Done
from handrail.language.specification import Specification

REFUSING = frozenset(("always-holds",))
"""Warnings of the analysis that no instruction can mean."""

SAID_BETTER = frozenset(("done-at-once",))
"""Warnings of the analysis that one of the errors here says as well."""

NOT_WORTH_ASKING = frozenset(("implied-rule", "identical-rules"))
"""Warnings that change nothing about what is allowed: shown, and no reason for another draft."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found. The specification is there if the language accepts it; it passes if nothing refuses it."""

    specification: Specification | None
    refused: tuple[Diagnostic, ...]
    doubts: tuple[Diagnostic, ...]


def check_draft(draft: Draft, app: DeclaresStates, instruction: str, now: datetime) -> Checked:
    """Check a draft. Never raises on any text; without z3 fewer doubts are found."""
    found = review(draft.rules, app)
    if found.specification is None:
        return Checked(None, found.errors, ())
    specification = found.specification
    said = GroundedInstruction.of(instruction, now)
    refused = (
        *empty(specification),
        *(one for one in found.warnings if one.code in REFUSING),
        *_impossible(specification, found.warnings),
        *ungrounded(specification, draft.traces, said),
        *uncovered(specification, draft.traces, draft.left_out, said),
    )
    doubts = (one for one in found.warnings if one.code not in REFUSING | SAID_BETTER)
    return Checked(specification, refused, (*doubts, *missing_branch(specification, said)))


def _impossible(specification: Specification, warnings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """If every rule for `Done` can never hold, no run is ever accepted."""
    dead = {one.span.line for one in warnings if one.code == "never-holds"}
    ends = [rule for rule in specification.rules if isinstance(rule.head, Done)]
    if any(rule.span.line not in dead for rule in ends):
        return ()
    help = "the findings about the single rules say which of their constraints exclude each other"
    return (Diagnostic("never-done", ends[0].head_span, "the task can never be done", help),)


def with_common_end(draft: Draft) -> Draft:
    """With a rule for `Done` that joins all goals, where a draft has objectives and no end at all."""
    parsed = parse_lines(draft.rules)
    if parsed.diagnostics or any(isinstance(rule.head, Done) for rule in parsed.rules):
        return draft
    heads = list(dict.fromkeys(rule.head.name for rule in parsed.rules if not isinstance(rule.head, Done)))
    needed = {predicate.name for predicate in required(parsed.rules)}
    goals = [name for name in heads if name not in needed and name in established(parsed.rules)]
    if not goals:
        return draft
    end = f"{' & '.join(map(show_name, goals))} -> Done"
    return replace(draft, rules=(*draft.rules, end), added=(*draft.added, end))
