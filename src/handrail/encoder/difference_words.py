"""The difference between two readings as a question to the user: a run that one accepts and the other does not."""

from collections.abc import Iterator

from handrail.language.analysis.run import Difference, Row, Seen, Step
from handrail.language.declaration import State
from handrail.language.rule import StatePredicate
from handrail.language.specification import Specification
from handrail.language.verbalize import Verbalizer, in_words, spaced

MOST_ROWS = 5


def question_of(first: Specification, second: Specification, difference: Difference | None) -> str:
    """What to ask. Without a run, both readings are told in words."""
    if difference is None:
        return (
            "The instruction can be understood in ways whose difference could not be shown by an example. "
            f"Is this meant:\n{first.explain()}\nor this:\n{second.explain()}"
        )
    accepted, refused = ("first", "second") if difference.accepted_by == "first" else ("second", "first")
    shown = "\n".join(f"  {number}. {line}" for number, line in enumerate(run_in_words(first, second, difference), 1))
    return (
        f"Would this be right?\n{shown}\nThe {accepted} reading accepts it, the {refused} one does not. "
        "Which one is meant?"
    )


def run_in_words(first: Specification, second: Specification, difference: Difference) -> Iterator[str]:
    """Each step of the run: what the app shows, and what is then done."""
    mentioned = _mentioned(first) | _mentioned(second)
    words = Verbalizer(first.states)
    for step in difference.run.steps:
        shown = "; ".join(_tables(step, words, mentioned)) or "the app shows nothing of this"
        yield f"{shown} — {_done(step)}"


def _done(step: Step | Seen) -> str:
    match step:
        case Seen():
            return "and the agent goes on"
        case Step(objective=None):
            return "the task is called done"
        case Step(objective=str() as name):
            return f"the agent does: {spaced(name)}"
    raise AssertionError(f"{step} is no step")


def _tables(step: Step | Seen, words: Verbalizer, mentioned: frozenset[str]) -> Iterator[str]:
    for name, rows in step.tables.items():
        state = words.states.get(name)
        if state is None or name not in mentioned:
            continue
        yield from (_row(row, state, words) for row in rows[:MOST_ROWS])
        if len(rows) > MOST_ROWS:
            yield f"and {len(rows) - MOST_ROWS} more of {words.state(name)}"


def _row(row: Row, state: State, words: Verbalizer) -> str:
    values = ", ".join(f"{words.variable(state.name, name)} is {in_words(value)}" for name, value in row.items())
    return f"{words.state(state.name)}: {values}" if values else f"{words.state(state.name)} is shown"


def _mentioned(specification: Specification) -> frozenset[str]:
    return frozenset(
        predicate.state
        for rule in specification.rules
        for predicate in rule.body
        if isinstance(predicate, StatePredicate)
    )
