"""Rules from what the clauses mean: an objective for each command, alternatives, branches, and the end."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from handrail.app.consequence import DeclaredCommitment
from handrail.encoder.draft import Draft, LeftOut, ValueSource
from handrail.encoder.offline.candidate import Candidate
from handrail.encoder.offline.clause import ClauseRole
from handrail.encoder.offline.grammar import VerbClass, grammar
from handrail.encoder.offline.link import Linked, is_search
from handrail.encoder.offline.plan import (
    Body,
    Plan,
    Trace,
    complements,
    marked_as,
    meant,
    over_what_changes,
    predicate_of,
    predicates,
)
from handrail.encoder.offline.reading import ClauseReading
from handrail.encoder.offline.schema import words_of
from handrail.encoder.offline.tokens import form
from handrail.language.declaration import States
from handrail.language.printer import KEYWORDS, show_predicate, show_rule
from handrail.language.rule import (
    Constraint,
    Done,
    Objective,
    ObjectivePredicate,
    Predicate,
    Rule,
    RuleVariable,
    StatePredicate,
)

MOST_ALTERNATIVES = 6  # rules for one objective


# What the offline encoder answers: rules with the words they came from, or that it does not know.


@dataclass(frozen=True, slots=True)
class OfflineDraft:
    """Rules that pass the checker, what their objectives mean, and how likely they are right (0 to 1)."""

    rules: tuple[str, ...]
    objectives: Mapping[str, str]
    confidence: float
    traces: tuple[Trace, ...]

    @property
    def as_draft(self) -> Draft:
        """As the drafts of models are: traces of `nothing` are the words that are left to the agent."""
        used = (trace for trace in self.traces if trace.what != "nothing")
        traces = tuple(
            ValueSource(trace.what, trace.words, trace.start, trace.end, trace.assumption or "")
            if trace.words
            else ValueSource(trace.what, assumption=trace.assumption or "")
            for trace in used
        )
        left_out = tuple(
            LeftOut(trace.words, trace.assumption or "no rule needs it")
            for trace in self.traces
            if trace.what == "nothing" and trace.words
        )
        return Draft(self.rules, tuple(self.objectives.items()), traces, left_out)


@dataclass(frozen=True, slots=True)
class Abstained:
    """It knows that it does not know. `reason` names what it could not place; `draft` is what it would have said."""

    reason: str
    confidence: float
    draft: OfflineDraft | None


@dataclass(frozen=True, slots=True)
class Assembled:
    """Rules, the meaning of each objective, and where everything came from."""

    rules: tuple[str, ...]
    objectives: Mapping[str, str]
    traces: tuple[Trace, ...]


@dataclass(frozen=True, slots=True)
class Uncommitted:
    """A command of which nobody can say which commitment of the app it means."""

    phrase: str


def assemble(
    plan: Plan, states: States, instruction: str, declared: Sequence[DeclaredCommitment] = ()
) -> Assembled | Uncommitted:
    """The rules for a plan: an objective for each command, and a rule for each way to be done.

    Where an app declares its commitments, the objectives are among them.
    """
    writer = _Writer(states, instruction, declared)
    ends = writer.commands(plan.commands)
    for branch in plan.branches:
        ends = [
            *(end + reached for end in ends for reached in writer.commands(branch.then, given=predicates(branch))),
            *(
                (*end, *lacking, *reached)
                for end in ends
                for lacking in complements(branch)
                for reached in writer.commands(branch.otherwise, given=lacking)
            ),
        ]
    if writer.uncommitted:
        return Uncommitted(writer.uncommitted[0])
    seen = writer.seen(plan)
    rules = [*writer.rules, *(Rule(tuple(dict.fromkeys(end)), Done()) for end in ends), *seen]
    shown = tuple(dict.fromkeys(show_rule(rule) for rule in rules))
    return Assembled(shown, writer.objectives, tuple(_traces(plan, instruction)))


class _Writer:
    """Writes the rules of commands and knows the objectives so far."""

    def __init__(self, states: States, instruction: str, declared: Sequence[DeclaredCommitment]) -> None:
        self.states = states
        self.declared = declared
        self.uncommitted: list[str] = []
        self.instruction = instruction
        self.rules: list[Rule] = []
        self.objectives: dict[str, str] = {}

    def commands(self, linked: Sequence[Linked], given: Body = ()) -> list[Body]:
        """The rules for commands, each only where `given` holds; what must hold in the end, once they are done."""
        ends: list[Predicate] = []
        before: ObjectivePredicate | None = None
        found_before: list[list[Predicate]] = []
        steps = _steps(linked)
        acts = [n for n, step in enumerate(steps) if not looks(step.main) and not step.main.reading.clause.is_kept]
        for number, step in enumerate(steps):
            main, clause = step.main, step.main.reading.clause
            bodies = step.bodies()
            after = (before,) if before is not None and clause.is_next and not clause.reads else ()
            early = [found for body in bodies if (found := _split(body, main)[0])]
            if number in acts and not early:  # what is done is committed, though only its result shows it
                early = found_before or [list(body) for body in bodies]
            found_before = early or found_before
            kept = clause.is_kept
            over = kept or (bool(acts) and number > acts[-1])  # looking at something after all is done commits nothing
            if not early or over or (self.declared and number not in acts):
                ends += [*bodies[0], *given]
                continue
            if self.declared:
                commitment = meant(main, early, self.declared)
                early = list(over_what_changes(early, commitment)) if commitment is not None else []
                if commitment is None or not early or commitment.name in self.objectives:
                    self.uncommitted.append(main.reading.phrase)
                    continue
                name = commitment.name
            else:
                name = _objective_name(main, self.states, self.objectives)
            self.objectives[name] = _meaning(main.reading, self.instruction)
            self.rules += (Rule((*after, *_unsaid(given, found), *found), Objective(name)) for found in early)
            ends += [ObjectivePredicate(name), *_split(bodies[0], main)[1]]
            before = None if looks(main) else ObjectivePredicate(name)
        return [tuple(ends)]

    def seen(self, plan: Plan) -> list[Rule]:
        """Where the user only wants to look: what the screen shows in the end was looked at, whatever led there."""
        steps = _steps(plan.commands)
        if not self.objectives or plan.branches or not all(looks(step.main) for step in steps):
            return []
        ways = product(*(step.bodies() for step in steps))
        return [Rule(_flat(way), Done()) for way in islice(ways, MOST_ALTERNATIVES)]


@dataclass(frozen=True, slots=True)
class _Step:
    """A command with the clauses without a verb that say more about it: `on the page of X, ...`."""

    main: Linked
    details: tuple[Linked, ...]

    def bodies(self) -> list[Body]:
        """The ways in which it can be carried out."""
        ways = product(_bodies(self.main), *map(_bodies, self.details))
        return [_flat(way) for way in islice(ways, MOST_ALTERNATIVES)]


def _steps(linked: Sequence[Linked]) -> list[_Step]:
    """The commands with their details: one that comes before the command of its sentence belongs to that, any other
    to the command before it.
    """
    steps: list[_Step] = []
    waiting: list[Linked] = []
    for number, link in enumerate(linked):
        detail = link.reading.clause.role is ClauseRole.DETAIL
        if detail and number + 1 < len(linked) and (not steps or _in_one_sentence(link, linked[number + 1])):
            waiting.append(link)
        elif detail and steps:
            steps[-1] = replace(steps[-1], details=(*steps[-1].details, link))
        else:
            steps.append(_Step(link, tuple(waiting)))
            waiting = []
    return steps


def _in_one_sentence(linked: Linked, other: Linked) -> bool:
    tokens = linked.reading.tokens[linked.reading.clause.positions[-1] : other.reading.clause.positions[0]]
    return not any(token.text in ".!?;" for token in tokens)


def _flat(bodies: Iterable[Iterable[Predicate]]) -> Body:
    return tuple(dict.fromkeys(predicate for body in bodies for predicate in body))


def looks(linked: Linked) -> bool:
    """Whether a clause only asks to find or to see something, so that nothing is committed."""
    return linked.reading.clause.reads or is_search(linked)


def _unsaid(given: Body, found: Sequence[Predicate]) -> Body:
    """What of a condition the requirements of a command do not say already."""
    said = [predicate for predicate in found if isinstance(predicate, StatePredicate)]
    return tuple(predicate for predicate in given if not any(_says(other, predicate) for other in said))


def _says(predicate: StatePredicate, other: Predicate) -> bool:
    if not isinstance(other, StatePredicate) or predicate.state != other.state or predicate.count != other.count:
        return False
    return all(constraint in predicate.constraints for constraint in other.constraints)


def _bodies(linked: Linked) -> Iterator[list[StatePredicate]]:
    """The ways in which a command can be carried out: with the first candidate, or with one of its rivals."""
    removed = takes_away(linked)
    further = [(chosen, *others) for chosen, others in zip(linked.chosen[1:], linked.elsewhere, strict=True)]
    ways = product((linked.chosen[0], *linked.rivals), *further)
    for number, (first, *rest) in enumerate(islice(ways, MOST_ALTERNATIVES)):
        body = [predicate_of(first, removed=removed), *map(predicate_of, rest)]
        cancels = linked.reading.clause.is_(VerbClass.REMOVE)
        if cancels and (marked := marked_as(first, linked.reading.clause.verb)) is not None:
            yield [marked, *map(predicate_of, rest)]
        if number == 0 or not body[0].holds_on_nothing:  # that a table lacks a row elsewhere says nothing
            yield body


def takes_away(linked: Linked) -> bool:
    """Whether a row is to be there no more: `delete`, and `leave the group` where nothing says who is in it."""
    clause = linked.reading.clause
    leaves = clause.verb in grammar().antonyms or clause.verb.startswith("un") or clause.verb == "stop"
    return clause.is_(VerbClass.REMOVE) or (clause.positive is False and leaves)


def _split(body: Sequence[Predicate], linked: Linked) -> tuple[list[Predicate], list[Predicate]]:
    """What must hold before the action, and what shows only afterwards: results, and what the user wants to see."""
    early: list[Predicate] = []
    later: list[Predicate] = []
    for predicate in body:
        assert isinstance(predicate, StatePredicate)
        kept = tuple(constraint for constraint in predicate.constraints if not _is_late(constraint, linked))
        if kept:
            early.append(StatePredicate(predicate.state, kept, predicate.count))
        if len(kept) < len(predicate.constraints):
            later.append(predicate)
    return early, later


def _is_late(constraint: Constraint, linked: Linked) -> bool:
    if linked.reading.clause.reads and isinstance(constraint.value, RuleVariable):
        return True
    return words_of(constraint.variable)[-1].surface in grammar().late_names


def _objective_name(linked: Linked, states: States, taken: Iterable[str]) -> str:
    reading = linked.reading
    verb = reading.clause.verb or "do"
    nouns = [
        reading.tokens[content.position].text
        for content in reading.contents
        if not content.is_value and reading.tokens[content.position].lower != verb
    ]
    words = [verb, *(nouns[-2:] or [word.surface for word in linked.chosen[0].state.words])]
    name = "".join(part.capitalize() for word in words for part in _letters(word).split())
    name = name if name and not name[0].isdigit() else "Do" + name
    while name in states or name in KEYWORDS or name in taken:
        name += "Now" if name in states or name in KEYWORDS else "Again"
    return name


def _letters(word: str) -> str:
    return "".join(character if character.isascii() and character.isalnum() else " " for character in word)


def _meaning(reading: ClauseReading, instruction: str) -> str:
    first, last = reading.clause.positions[0], reading.clause.positions[-1]
    words = instruction[reading.tokens[first].start : reading.tokens[last].end]
    verb = reading.clause.verb
    return words if words.lower().startswith(verb) else f"{verb} {words}"


def _traces(plan: Plan, instruction: str) -> Iterator[Trace]:
    for linked in plan.linked:
        for candidate in (*linked.chosen, *linked.rivals, *(other for others in linked.elsewhere for other in others)):
            name = candidate.state.state.name
            yield _trace(f"state {name}", _state_words(linked, candidate), linked, instruction, None)
            for slot_assignment in candidate.slot_assignments:
                what = show_predicate(StatePredicate(name, (slot_assignment.constraint,)))
                yield _trace(_dotted(what), slot_assignment.words, linked, instruction, slot_assignment.assumption)
    for reading in plan.ways:
        positions = reading.clause.positions
        start, end = reading.tokens[positions[0]].start, reading.tokens[positions[-1]].end
        yield Trace("nothing", instruction[start:end], start, end, "a way there, which is left to the agent")
    yield from plan.left_out
    for branch in plan.branches:
        if not branch.otherwise and not branch.says_otherwise:
            yield Trace("Done", "", 0, 0, "nothing is to be done where the condition does not hold")


def _dotted(shown: str) -> str:
    """`Alarm(time = 09:00)` as `Alarm.time = 09:00`."""
    state, _, rest = shown.partition("(")
    return f"{state}.{rest.removesuffix(')')}"


def _state_words(linked: Linked, candidate: Candidate) -> tuple[int, int]:
    names = {word.base for word in candidate.state.words}
    positions = [
        c.position for c in linked.reading.contents if form(linked.reading.tokens[c.position].lower).base in names
    ]
    return (positions[0], positions[0] + 1) if positions else (0, 0)


def _trace(what: str, words: tuple[int, int], linked: Linked, instruction: str, assumption: str | None) -> Trace:
    first, last = words
    if first == last:
        return Trace(what, "", 0, 0, assumption or "nothing in the instruction names it; it fits best")
    start, end = linked.reading.tokens[first].start, linked.reading.tokens[last - 1].end
    return Trace(what, instruction[start:end], start, end, assumption)
