"""How often the offline encoder is right on recorded tasks, and how fast.

    python benchmarks/offline_encoder.py TASKS... [--show] [--json]

Each instruction and each wrong instruction is encoded and the recorded path replayed against the rules: the first must
be accepted, the second rejected. A step that commits anything achieves every pending objective whose rule is satisfied
at that moment. An abstention counts as an error of `accuracy` and is left out of `when answered`.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from handrail.bench.task_file import Task, TaskStep, load_tasks
from handrail.encoder.offline import Abstained, OfflineDraft, OfflineEncoder
from handrail.language.rule import established
from handrail.language.similarity.embeddings import embeddings
from handrail.language.similarity.measure import Similarity
from handrail.language.specification import Specification
from handrail.monitor.monitor import Monitor
from handrail.monitor.verdict import Allow, Block, Verdict, Warn

CLOCK = datetime(2025, 3, 10, 9)  # noqa: DTZ001 - a session's clock may be naive, and the clocks of the tasks are


@dataclass(frozen=True, slots=True)
class Judged:
    """One instruction encoded, replayed and judged."""

    app: str
    dataset: str
    task: str
    which: str
    instruction: str
    answer: OfflineDraft | Abstained
    accepted: bool
    reason: str
    milliseconds: float

    @property
    def abstained(self) -> bool:
        return isinstance(self.answer, Abstained)

    @property
    def as_drafted(self) -> bool:
        """Whether what it says, or would have said, is right."""
        return self.accepted == (self.which == "right")

    @property
    def right(self) -> bool:
        return not self.abstained and self.as_drafted


def accepts(task: Task, rules: Sequence[str], similarity: Similarity, *, blocks: bool = True) -> tuple[bool, str]:
    """Whether the path is accepted. `blocks`: a committing step at which no pending objective holds is blocked."""
    specification = Specification.parse(rules, task.app)
    monitor = Monitor(specification, clock=task.now or CLOCK, similarity=similarity)
    objectives = established(specification.rules)
    for step in task.steps:
        commits = [name for name in objectives if name not in monitor.achieved and holds(monitor, step, name, task)]
        pending = [name for name in objectives if name not in monitor.achieved]
        if step.commits and blocks and pending and not commits:
            return False, f"step {step.n}: no objective holds"
        verdict = propose(monitor, step, commits if step.commits else (), task)
        if isinstance(verdict, Block):
            return False, f"step {step.n}: {verdict.violations}"
        monitor.commit()
        monitor.observe(step.observed, now=task.now or CLOCK)
    verdict = monitor.finish(now=task.now or CLOCK)
    return isinstance(verdict, Allow), "" if isinstance(verdict, Allow) else f"at the end, achieved {monitor.achieved}"


def propose(monitor: Monitor, step: TaskStep, commits: Iterable[str], task: Task) -> Verdict:
    """A proposal by an agent that insists."""
    verdict: Verdict = Block(())
    for _ in range(2):
        now = task.now or CLOCK
        verdict = monitor.anticipate(step.anticipated, tuple(commits), action=step.action, now=now)
        if not isinstance(verdict, Warn):
            break
    return verdict


def holds(monitor: Monitor, step: TaskStep, objective: str, task: Task) -> bool:
    """Whether the step may commit an objective; nothing is changed."""
    if isinstance(propose(monitor, step, [objective], task), Block):
        return False
    monitor.revert()
    return True


def judge(paths: Iterable[Path], encoder: OfflineEncoder, similarity: Similarity, *, blocks: bool) -> list[Judged]:
    """Everything the files hold, encoded and replayed."""
    judged: list[Judged] = []
    for path in paths:
        for task in load_tasks(path):
            encoder.encode("warm up", task.app, now=task.now or CLOCK)
            for which, text in (("right", task.instruction), ("wrong", task.wrong_instruction)):
                if text is None:
                    continue
                begin = time.perf_counter()
                answer = encoder.encode(text, task.app, now=task.now or CLOCK)
                spent = (time.perf_counter() - begin) * 1000
                draft = answer.draft if isinstance(answer, Abstained) else answer
                accepted, reason = False, "no draft"
                if draft is not None:
                    accepted, reason = accepts(task, draft.rules, similarity, blocks=blocks)
                judged.append(Judged(path.stem, task.dataset, task.id, which, text, answer, accepted, reason, spent))
    return judged


def figures(judged: Sequence[Judged]) -> dict[str, float]:
    """The figures of some judgements, as fractions of 1."""
    by_task: dict[str, list[Judged]] = defaultdict(list)
    for answer in judged:
        by_task[answer.task].append(answer)
    answered = [judgement for judgement in judged if not judgement.abstained]
    answered_tasks = [group for group in by_task.values() if not any(judgement.abstained for judgement in group)]
    times = sorted(judgement.milliseconds for judgement in judged)
    return {
        "judgements": len(judged),
        "accuracy": _share(judgement.right for judgement in judged),
        "when_answered": _share(judgement.right for judgement in answered),
        "if_it_never_abstained": _share(judgement.as_drafted for judgement in judged),
        "right_accepted": _share(judgement.right for judgement in judged if judgement.which == "right"),
        "wrong_rejected": _share(judgement.right for judgement in judged if judgement.which == "wrong"),
        "tasks": len(by_task),
        "task_accuracy": _share(all(judgement.right for judgement in group) for group in by_task.values()),
        "task_accuracy_when_answered": _share(all(judgement.right for judgement in group) for group in answered_tasks),
        "abstained": sum(judgement.abstained for judgement in judged),
        "median_milliseconds": times[len(times) // 2] if times else 0.0,
        "slowest_milliseconds": times[-1] if times else 0.0,
    }


def _share(values: Iterable[bool]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 4) if listed else 0.0


def main(arguments: Sequence[str]) -> None:
    """Print the figures, with each judgement if asked."""
    paths = [Path(argument) for argument in arguments if not argument.startswith("--")]
    judged = judge(paths, OfflineEncoder(), embeddings(), blocks="--lenient" not in arguments)
    if "--show" in arguments or "--errors" in arguments:
        for answer in judged:
            if "--errors" in arguments and answer.right:
                continue
            _show(answer)
    groups = {"all": judged}
    for answer in judged:
        groups.setdefault(answer.dataset, []).append(answer)
    report = {name: figures(group) for name, group in groups.items()}
    print(json.dumps(report, indent=None if "--json" in arguments else 1))


def _show(judged: Judged) -> None:
    draft = judged.answer.draft if isinstance(judged.answer, Abstained) else judged.answer
    state = "ok " if judged.as_drafted else "BAD"
    said = "ABSTAINED " if judged.abstained else ""
    print(f"{state} {said}{judged.answer.confidence:.2f} {judged.task} {judged.which}: {judged.instruction}")
    if isinstance(judged.answer, Abstained):
        print("      reason:", judged.answer.reason)
    for rule in draft.rules if draft else ():
        print("     ", rule)
    if not judged.as_drafted:
        print("      ->", judged.reason[:300])


if __name__ == "__main__":
    main(sys.argv[1:])
