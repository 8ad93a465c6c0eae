"""Fits the confidence of the offline encoder: the weights of `confidence.json`.

    python benchmarks/offline_confidence.py TASKS... [--write] [--left-out]

With `--left-out` also the figures of `offline_encoder.py` for each data set, every app with the weights of a fit
without it.

Each instruction is encoded for its app, for the app without the states that the recorded path changes, and for some
other app; in the last two no draft can be right. In its own app a draft is right if the path is accepted. The
reliability is measured by leaving one app out.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import numpy as np
from offline_encoder import CLOCK, Judged, accepts, figures, judge
from sklearn.linear_model import LogisticRegression

from handrail.app.app import App
from handrail.bench.task_file import Task, load_tasks
from handrail.encoder.check import check_draft
from handrail.encoder.offline import Abstained, OfflineEncoder
from handrail.encoder.offline.confidence import features
from handrail.language.similarity import TRIGRAMS
from handrail.language.similarity.embeddings import embeddings

STRENGTH = 0.5  # of the regularisation, as its inverse: the classes are few and the features overlap
HOPELESS_WEIGHT = 0.1  # how often, for one instruction that an app can serve, comes one that it cannot


@dataclass(frozen=True, slots=True)
class Example:
    """One draft: its app, what speaks for and against it, whether it is right, and how much it counts."""

    app: str
    features: Mapping[str, float]
    right: bool
    weight: float


def examples(paths: Sequence[Path]) -> Iterator[Example]:
    """The drafts of all instructions."""
    encoder, similarity = OfflineEncoder(apps_kept=len(paths) + 2, weights=defaultdict(float)), embeddings()
    loaded = [load_tasks(path) for path in paths]
    for number, (path, tasks) in enumerate(zip(paths, loaded, strict=True)):
        other = loaded[(number + len(paths) // 2) % len(paths)][0].app
        for task in tasks:
            for app, weight in ((task.app, 1.0), (_without_needed(task), HOPELESS_WEIGHT), (other, HOPELESS_WEIGHT)):
                plan, read = encoder.understand(task.instruction, app, now=task.now or CLOCK)
                if not plan.linked:
                    continue
                answer = encoder.encode(task.instruction, app, now=task.now or CLOCK)
                draft = answer.draft if isinstance(answer, Abstained) else answer
                if draft is None or check_draft(draft.as_draft, app, task.instruction, task.now or CLOCK).refused:
                    continue  # it would not be answered, however sure of it the encoder was
                right = app is not other and accepts(task, draft.rules, similarity)[0]
                yield Example(path.stem, features(plan, read), right, weight)


def _without_needed(task: Task) -> App:
    needed = {update.state for step in task.steps for update in step.anticipated if step.commits}
    needed |= {update.state for step in task.steps for update in step.observed}
    return replace(task.app, states={name: state for name, state in task.app.states.items() if name not in needed})


def fit(chosen: Sequence[Example], names: Sequence[str]) -> LogisticRegression:
    """The regression on some examples."""
    model = LogisticRegression(C=STRENGTH, max_iter=2000)
    values = np.array([[example.features[name] for name in names] for example in chosen])
    return model.fit(
        values, [example.right for example in chosen], sample_weight=[example.weight for example in chosen]
    )


def said(model: LogisticRegression, example: Example, names: Sequence[str]) -> float:
    """The probability that a regression gives to an example."""
    return float(model.predict_proba([[example.features[name] for name in names]])[0, 1])


def weights_of(model: LogisticRegression, names: Sequence[str]) -> dict[str, float]:
    """The weights of a regression by name."""
    weights = dict(zip(names, (round(float(w), 3) for w in model.coef_[0]), strict=True))
    return weights | {"intercept": round(float(model.intercept_[0]), 3)}


def _print_left_out(paths: Sequence[Path], found: Sequence[Example], names: Sequence[str]) -> None:
    judged: list[Judged] = []
    for path in paths:
        weights = weights_of(fit([example for example in found if example.app != path.stem], names), names)
        judged += judge([path], OfflineEncoder(weights=weights), TRIGRAMS, blocks=True)
    for dataset in dict.fromkeys(judgement.dataset for judgement in judged):
        print(
            dataset or "own tasks",
            json.dumps(figures([judgement for judgement in judged if judgement.dataset == dataset])),
        )


def main(arguments: Sequence[str]) -> None:
    """Fit, and print how reliable the confidence is on apps that it was not fitted to."""
    found = list(examples([Path(argument) for argument in arguments if not argument.startswith("--")]))
    names = list(found[0].features)
    left_out: list[tuple[float, Example]] = []
    for app in dict.fromkeys(example.app for example in found):
        model = fit([example for example in found if example.app != app], names)
        left_out += [(said(model, example, names), example) for example in found if example.app == app]
    for low in np.arange(0, 1, 0.1):
        inside = [(p, example) for p, example in left_out if low <= p < low + 0.1 or (low > 0.85 and p == 1)]
        if inside:
            weight = sum(example.weight for _, example in inside)
            right = sum(example.right * example.weight for _, example in inside) / weight
            mean = sum(p * example.weight for p, example in inside) / weight
            print(f"{low:.1f}-{low + 0.1:.1f}: said {mean:.2f}, right {right:.2f}, {len(inside)} drafts")
    brier = sum((p - example.right) ** 2 * example.weight for p, example in left_out) / sum(
        example.weight for _, example in left_out
    )
    print(f"Brier score, one app left out: {brier:.4f}")
    for abstain in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6):
        kept = [(p, example) for p, example in left_out if p >= abstain]
        own = [example for _, example in kept if example.weight == 1]
        print(
            f"abstaining below {abstain}: {sum(example.right for example in own)} of {len(own)} right in the own app, "
            f"{len(kept) - len(own)} of {sum(example.weight < 1 for _, example in left_out)} hopeless ones answered"
        )
    if "--left-out" in arguments:
        _print_left_out([Path(argument) for argument in arguments if not argument.startswith("--")], found, names)
    weights = weights_of(fit(found, names), names)
    print(json.dumps(weights))
    if "--write" in arguments:
        target = Path(str(files("handrail.encoder.offline").joinpath("confidence.json")))
        target.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
