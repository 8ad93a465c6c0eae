"""The suite's results as Markdown."""

from collections.abc import Iterable, Sequence
from statistics import mean

from handrail.agent.mistake import Kind
from handrail.bench.suite.suite import GUARD, NO_GUARD, Result


def as_markdown(results: Sequence[Result]) -> str:
    """Both agents through every environment, then each kind of mistake with and without the guard."""
    erring = [one for one in results if one.kind is not None]
    correct = [one for one in results if one.kind is None]
    return "\n\n".join(
        ("An agent that errs:", _erring(erring), "The same by kind of mistake:", _by_kind(erring),
         "An agent that does not err:", _correct(correct))
    )  # fmt: skip


def _erring(results: Sequence[Result]) -> str:
    rows = [
        [
            environment,
            f"{len(some):,}",
            _rate(one.completed for one in some),
            _rate(one.completed for one in some if one.long),
            f"{sum(len(one.wrong) for one in some):,}",
            f"{mean(one.steps for one in some):.1f}",
            f"{mean(one.questions for one in some):.2f}",
        ]
        for environment, some in _by_environment(results)
    ]
    heads = (
        "environment",
        *("runs", "completed", "of the long ones", "wrong irreversible actions", "steps", "questions a run"),
    )
    return _table(heads, rows)


def _by_kind(results: Sequence[Result]) -> str:
    rows = []
    for kind in Kind:
        without = [one for one in results if one.kind is kind and one.environment == NO_GUARD]
        guarded = [one for one in results if one.kind is kind and one.environment == GUARD]
        if without and guarded:
            rows.append([
                kind.value,
                f"{len(without):,}",
                _rate(one.completed for one in without),
                _rate(one.completed for one in guarded),
                f"{sum(len(one.wrong) for one in without):,}",
                f"{sum(len(one.wrong) for one in guarded):,}",
            ])  # fmt: skip
    heads = ("mistake", "runs", "completed without", "completed with guard", "wrong without", "wrong with guard")
    return _table(heads, rows)


def _correct(results: Sequence[Result]) -> str:
    rows = [
        [
            environment,
            f"{len(some):,}",
            _rate(one.completed for one in some),
            f"{sum(one.blocked > 0 for one in some):,}",
            f"{mean(one.warned for one in some):.2f}",
            f"{mean(one.questions for one in some):.2f}",
            f"{mean(one.steps for one in some):.1f}",
        ]
        for environment, some in _by_environment(results)
    ]
    heads = (
        "environment",
        "runs",
        "completed",
        "runs with a false block",
        "needless warnings a run",
        "questions a run",
        "steps",
    )
    return _table(heads, rows)


def _by_environment(results: Sequence[Result]) -> list[tuple[str, list[Result]]]:
    return [
        (environment, [one for one in results if one.environment == environment])
        for environment in dict.fromkeys(one.environment for one in results)
    ]


def _rate(holds: Iterable[bool]) -> str:
    found = list(holds)
    return f"{100 * sum(found) / len(found):.1f} %" if found else "–"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
