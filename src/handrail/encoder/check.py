"""Everything that is looked for in a draft without asking a model.

Refused: errors of the language, a specification that asks for nothing or that no run can fulfil, an objective that the
app does not commit, a value that nobody said, a value or a name of the instruction that no rule looks at. Doubts are
what the analysis finds suspicious though it may be meant: a side of a branch that is missing, an objective that leads
nowhere or that only looks, an end that may come early.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from handrail.app.app import App, Apps
from handrail.app.consequence import DeclaredCommitment
from handrail.encoder.coverage import uncovered
from handrail.encoder.draft import Draft
from handrail.encoder.grounding import GroundedInstruction, ungrounded
from handrail.encoder.words import words_of_name
from handrail.language.diagnostic import Diagnostic, Level, did_you_mean
from handrail.language.operators import Operator
from handrail.language.parser import parse_lines
from handrail.language.printer import show_name, show_predicate, show_rule
from handrail.language.rule import (
    Count,
    Done,
    Objective,
    ObjectivePredicate,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
    established,
    required,
)
from handrail.language.specification import Specification, review

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


def check_draft(draft: Draft, app: App | Apps, instruction: str, now: datetime) -> Checked:
    """Check a draft. Never raises on any text; without z3 fewer doubts are found."""
    found = review(draft.rules, app)
    if found.specification is None:
        return Checked(None, found.errors, ())
    specification = found.specification
    said = GroundedInstruction.of(instruction, now)
    refused = (
        *_empty(specification),
        *(warning for warning in found.warnings if warning.code in REFUSING),
        *_impossible(specification, found.warnings),
        *not_declared(specification.rules, app.declared),
        *ungrounded(specification, draft.traces, said),
        *uncovered(specification, draft.traces, draft.left_out, said, app.name),
    )
    doubts = (warning for warning in found.warnings if warning.code not in REFUSING | SAID_BETTER)
    looking = only_looks(specification.rules, app.declared)
    return Checked(specification, refused, (*doubts, *looking, *_missing_branch(specification, said)))


def _impossible(specification: Specification, warnings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """If every rule for `Done` can never hold, no run is ever accepted."""
    dead = {warning.span.line for warning in warnings if warning.code == "never-holds"}
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


# Does the instruction have a condition, and do the rules know one way only? The analysis cannot see what is not
# there.
#
# The task then has one rule for each head, so that nothing follows from the condition not being met. Only a doubt:
# `if` also stands where no branch is meant.


def _missing_branch(specification: Specification, said: GroundedInstruction) -> Iterator[Diagnostic]:
    """A warning at the first rule for `Done`, if the instruction branches and the rules do not."""
    condition = _condition().search(_leave().sub("", said.text))
    if condition is None or max(Counter(rule.head for rule in specification.rules).values()) > 1:
        return
    yield Diagnostic(
        "missing-branch",
        specification.rules[-1].head_span,
        f"the instruction has a condition (`{condition[0]}`), and the rules know one way only",
        "write a rule for each side of the condition, also for the side on which nothing is to be done",
        Level.WARNING,
    )


@cache
def _leave() -> re.Pattern[str]:
    """What leaves it to the agent: no side of a branch, whatever stands beside it."""
    return re.compile(
        r"[^.!?;]*\bfeel free to\b[^.!?;]*|\bif (?:you (?:like|want|wish|prefer|please|can|need)|"
        r"(?:possible|needed|necessary|any|you'd like|you don't mind))\b",
        re.IGNORECASE,
    )


@cache
def _condition() -> re.Pattern[str]:
    # `see if`, `check if` and the like ask for nothing by themselves.
    asking = "".join(rf"(?<!\b{verb} )" for verb in ("check", "see", "whether", "as", "even", "wonder", "know"))
    return re.compile(rf"{asking}\bif\b|\botherwise\b|\bunless\b|\belse\b", re.IGNORECASE)


# Does the specification ask for anything? One that any run fulfils, or none can, is no reading of an instruction.


def _empty(specification: Specification) -> Iterator[Diagnostic]:
    """An error for each rule by which the task could end although nothing of the app was looked at."""
    asking_nothing = _asking_nothing(specification.rules)
    for rule in specification.rules:
        if isinstance(rule.head, Done) and _asks_nothing(rule, asking_nothing):
            yield Diagnostic(
                "asks-nothing",
                rule.head_span,
                "any run could end here: nothing that the app shows is required",
                "say what must hold in the app when the task is done",
            )


def _asking_nothing(rules: tuple[Rule, ...]) -> frozenset[str]:
    """The objectives that may be committed whatever the app shows."""
    found: frozenset[str] = frozenset()
    while True:
        more = found | {
            rule.head.name for rule in rules if isinstance(rule.head, Objective) and _asks_nothing(rule, found)
        }
        if more == found:
            return found
        found = more


def _asks_nothing(rule: Rule, asking_nothing: frozenset[str]) -> bool:
    for predicate in rule.body:
        match predicate:
            case ObjectivePredicate(name):
                if name not in asking_nothing:
                    return False
            case StatePredicate():
                if not _always_holds(predicate):
                    return False
    return True


def _always_holds(predicate: StatePredicate) -> bool:
    """`[>= 0]`, whatever the rows."""
    return predicate.count.holds(0) and predicate.count.holds(1) and predicate.count.holds(10**6)


# Are the objectives what the app can commit, and do their rules speak of what that changes?
#
# An app that declares its commitments says what an objective can be; of another one only the name can be looked at.
# What merely looks (opening, searching, viewing) is committed by nothing: a rule for `Done` asks whether it was seen.

NONE_LEFT = Count(Operator.EQUAL, 0)
LOOKING = frozenset(
    (
        *("open", "launch", "go", "navigate", "visit", "access", "return", "view", "see", "browse", "explore", "read"),
        *("watch", "check", "search", "find", "look", "scroll", "sort", "filter"),
    )
)
_NOT_AFTER_CHECK = ("in", "out", "off")


def not_declared(rules: Sequence[Rule], declared: Sequence[DeclaredCommitment]) -> Iterator[Diagnostic]:
    """An error for each objective that the app does not commit; nothing where the app says of nothing that it does."""
    by_name = {commitment.name: commitment for commitment in declared}
    told: set[str] = set()
    for rule in rules if by_name else ():
        match rule.head:
            case Objective(name) if name not in by_name and name not in told:
                told.add(name)
                yield _not_declared(name, rule, rules, by_name)
            case Objective(name) if name in by_name:
                yield from _beside_what_changes(rule, by_name[name])


def only_looks(rules: Sequence[Rule], declared: Sequence[DeclaredCommitment]) -> Iterator[Diagnostic]:
    """A doubt for each objective that is called after looking at something, with the rules as they could be."""
    names = {commitment.name for commitment in declared}
    for name in dict.fromkeys(rule.head.name for rule in rules if isinstance(rule.head, Objective)):
        if name not in names and _looks(name):
            rule = next(rule for rule in rules if rule.head == Objective(name))
            yield Diagnostic(
                "looks-only",
                rule.head_span,
                f"`{name}` is called after looking at something, which no action commits",
                f"an objective changes something that lasts; if this changes nothing: {_mended(name, rules)}",
                Level.WARNING,
            )


def _not_declared(
    name: str, rule: Rule, rules: Sequence[Rule], declared: Mapping[str, DeclaredCommitment]
) -> Diagnostic:
    spoken_of = frozenset(predicate.state for predicate in rule.body if isinstance(predicate, StatePredicate))
    changing = [
        commitment for commitment in declared.values() if commitment.changes is None or commitment.changes & spoken_of
    ]
    if spoken_of and not changing:
        states = " and ".join(f"`{state}`" for state in sorted(spoken_of))
        return Diagnostic(
            "nothing-commits",
            rule.head_span,
            f"`{name}` can never be achieved: nothing that the app commits changes {states}",
            f"what is only opened, shown or chosen is no objective; write {_mended(name, rules)}",
        )
    likely = [commitment.name for commitment in changing or declared.values()]
    return Diagnostic(
        "not-committed",
        rule.head_span,
        f"the app commits no `{name}`",
        did_you_mean(name, likely, "call the objective as the app does; what it commits:"),
    )


def _beside_what_changes(rule: Rule, commitment: DeclaredCommitment) -> Iterator[Diagnostic]:
    """A rule that looks elsewhere holds for any commitment of that name, one that wants a row that goes for another."""
    asked = [predicate for predicate in rule.body if isinstance(predicate, StatePredicate) and not predicate.once]
    if commitment.changes and not any(predicate.state in commitment.changes for predicate in asked):
        states = ", ".join(f"`{state}`" for state in sorted(commitment.changes))
        yield Diagnostic(
            "beside-the-change",
            rule.head_span,
            f"`{commitment.name}` changes {states}, and its rule asks for nothing there",
            "say what the state must be that it changes",
        )
    removed = [predicate for predicate in asked if predicate.state in commitment.removes]
    if removed and not any(predicate.holds_on_nothing for predicate in removed) and len(removed) == len(asked):
        gone = replace(removed[0], count=NONE_LEFT)
        yield Diagnostic(
            "asks-for-what-goes",
            removed[0].span,
            f"`{commitment.name}` takes rows of `{removed[0].state}` away, and the rule asks for one to be there",
            f"what is deleted is there no more: `{show_predicate(gone)}`",
        )


def _looks(name: str) -> bool:
    words = words_of_name(name)
    if not words or (len(words) > 1 and words[1] in _NOT_AFTER_CHECK):
        return False
    return words[0] in LOOKING


def _mended(name: str, rules: Sequence[Rule]) -> str:
    """The rules without this objective: what it asked for was seen `once` where others needed it."""
    body = next(rule.body for rule in rules if rule.head == Objective(name))
    kept = [rule for rule in rules if rule.head != Objective(name)]
    ends = [replace(rule, body=_instead(rule, name, body)) for rule in kept if _needs(rule, name)]
    return " and ".join(f"`{show_rule(rule)}`" for rule in ends) or "it into a rule for `Done`"


def _needs(rule: Rule, name: str) -> bool:
    return any(isinstance(predicate, ObjectivePredicate) and predicate.name == name for predicate in rule.body)


def _instead(rule: Rule, name: str, body: Sequence[Predicate]) -> tuple[Predicate, ...]:
    alone = isinstance(rule.head, Done) and len(rule.body) == 1
    seen = body if alone else tuple(map(_once, body))
    parts = (
        seen if isinstance(predicate, ObjectivePredicate) and predicate.name == name else (predicate,)
        for predicate in rule.body
    )
    return tuple(dict.fromkeys(part for several in parts for part in several))


def _once(predicate: Predicate) -> Predicate:
    """Seen on the way; what is bound by a variable of the rule has to hold now."""
    if not isinstance(predicate, StatePredicate):
        return predicate
    free = any(isinstance(term, RuleVariable) for constraint in predicate.constraints for term in constraint.terms)
    return predicate if free else replace(predicate, once=True)
