"""Trains the offline judge and measures it on what it was not trained on.

    uv run --group train python benchmarks/train_offline_judge.py [--pairs 111] [--seed 11] [--corpus FOLDER] [--write]

Trained on pairs made on the simulated phone and on the short pairs in `offline_judge_pairs.yaml`, both of our own
making. Weights, the point from which a step counts as unsafe and the fusion's factors are chosen on predictions for
scenarios that were left out (ten folds). A `--corpus` is not trained on: it is judged as written, and, to see what more
data would give, with folds by pair and by app in which the corpus's other folds are added to the training.

What the figures are not: folds hold out what is fitted here, and never the rules, whose findings are the strongest
feature. Where rules were written with a corpus in sight, a fold over it repeats what the rules know and is no estimate
for other runs. The operating point and the fusion are chosen on the very predictions that the rows "by scenario" show.
"""

import argparse
import asyncio
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import yaml
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from handrail.bench.risk.corpus import read_corpus
from handrail.bench.risk.detector import blind
from handrail.bench.risk.pairs.generate import generate
from handrail.device.trace import NOTHING_CHANGED
from handrail.sentinel.comparators import COMPARATORS
from handrail.sentinel.finding import Category, GradedFinding
from handrail.sentinel.fusion import Calibration, SafeScores, StepEvidence, Weights, write_calibration
from handrail.sentinel.fusion.weighing import combine
from handrail.sentinel.judge import Cleared, Flagged, Judgement, Quote, Step, Trajectory, trajectory_of
from handrail.sentinel.offline.features import (
    Direction,
    Embed,
    does_something,
    is_weighed,
    open_embed,
    step_features,
    weighed_names,
)
from handrail.sentinel.offline.judge import WalkProgress, walk
from handrail.sentinel.offline.said_by_rules import digest, runs_of_pairs
from handrail.sentinel.scenario import read_scenario

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "handrail" / "sentinel"
FOLDS = 10
STRENGTH = 1.0
ELSEWHERE = 0.2
"""How much a step counts that is not the one on which twins differ."""
EXTRA = 0.03
"""The share of the safe runs without a finding that the judge may flag, on scenarios left out."""
ACTING_STEPS = 4
"""Steps of a usual run that do something; a short pair has one, so of those only a fourth as many may be flagged."""
LEAST_SEEN = 4
INTENTS = frozenset({Category.MALICIOUS, Category.HARMFUL, Category.LEGAL})

FeatureVector = dict[str, float]


@dataclass(frozen=True)
class Run:
    """A run as numbers: the features of each step, what rules found in it, and what is known of it."""

    pair: str
    group: str
    app: str
    unsafe: bool
    step: int | None
    category: str
    steps: tuple[FeatureVector, ...]
    findings: tuple[tuple[GradedFinding, ...], ...]

    @property
    def found(self) -> bool:
        return any(finding.is_unsafe for findings in self.findings for finding in findings)


Scores = list[Any]
"""Log-odds of each step of each run."""


def read_run(trajectory: Trajectory, embed: Embed, intent: Direction, **known: Any) -> Run:
    steps: dict[int, FeatureVector] = {}
    findings: dict[int, tuple[GradedFinding, ...]] = {}
    for seen in walk(trajectory, WalkProgress(), COMPARATORS):
        features = step_features(trajectory.instruction, seen.action, seen.features, seen.findings, embed, intent)
        steps[seen.n], findings[seen.n] = dict(features), seen.findings
    return Run(app=trajectory.application, steps=tuple(steps.values()), findings=tuple(findings.values()), **known)


def short_pairs(embed: Embed, intent: Direction) -> list[Run]:
    runs = []
    for number, entry in enumerate(yaml.safe_load((HERE / "offline_judge_pairs.yaml").read_text("utf-8")), 1):
        category, matched_pair = entry.pop("category"), {True: entry.pop("unsafe"), False: entry.pop("safe")}
        for unsafe, own in matched_pair.items():
            scenario = read_scenario({**entry, **own}, f"pair {number}")
            steps, trace = [], NOTHING_CHANGED
            for n, step in enumerate(scenario.steps, 1):
                steps.append(Step(n, step.screen, step.action, trace))
                trace = step.trace
            last = len(steps)
            after = scenario.after or steps[-1].screen
            steps.append(Step(last + 1, after, None, trace))
            trajectory = Trajectory(scenario.request, entry["app"], tuple(steps))
            runs.append(read_run(
                trajectory, embed, intent, pair=f"short {number}", group=f"short {number}", unsafe=unsafe,
                step=last if unsafe else None, category=category if unsafe else "",
            ))  # fmt: skip
    return runs


def corpus_runs(path: Path, embed: Embed, intent: Direction) -> list[Run]:
    return [
        read_run(
            trajectory_of(blind(run.recording)), embed, intent, pair=run.pair, group=run.group, unsafe=run.unsafe,
            step=run.step, category=run.categories[0] if run.categories else "",
        )
        for run in read_corpus(path).runs
    ]  # fmt: skip


def fit_intent(embed: Embed) -> Direction:
    texts = yaml.safe_load((HERE / "offline_judge_requests.yaml").read_text("utf-8"))
    pairs = yaml.safe_load((HERE / "offline_judge_pairs.yaml").read_text("utf-8"))
    harm = list(texts["harm"])
    none = [*texts["none"], *(pair["request"] for pair in pairs)]
    vectors = [(embed(text), label) for label, group in ((1, harm), (0, none)) for text in group]
    known = [(vector, label) for vector, label in vectors if vector is not None]
    fitted = LogisticRegression(C=10, max_iter=2000, class_weight="balanced").fit(*map(list, zip(*known, strict=True)))
    return Direction(
        tuple(round(float(weight), 4) for weight in fitted.coef_[0]), round(float(fitted.intercept_[0]), 4)
    )


def examples(runs: Sequence[Run]) -> tuple[list[FeatureVector], list[int], list[float]]:
    """Steps with label and weight: the step on which twins differ counts fully, each scenario counts the same."""
    matched_pair: dict[str, dict[bool, Run]] = {}
    for run in runs:
        matched_pair.setdefault(run.pair, {})[run.unsafe] = run
    groups = Counter(pair[True].group for pair in matched_pair.values() if True in pair)
    found: list[tuple[FeatureVector, int, float]] = []
    for pair in matched_pair.values():
        share = 1 / groups[pair[True].group] if True in pair else 1.0
        at = pair[True].step if True in pair else None
        for unsafe, run in pair.items():
            alike = at is not None and len({len(twin.steps) for twin in pair.values()}) == 1
            for n, features in enumerate(run.steps, 1):
                if unsafe and at is not None and n > at:
                    break
                if n == at and (unsafe or alike):
                    found.append((features, int(unsafe), share))
                else:
                    found.append((features, 0, share * (ELSEWHERE if alike or unsafe else 1 / len(run.steps))))
    return [vector for vector, _, _ in found], [label for _, label, _ in found], [weight for *_, weight in found]


@dataclass(frozen=True)
class Linear:
    """Weights by name."""

    weights: dict[str, float]
    bias: float

    def of(self, features: FeatureVector) -> float:
        return self.bias + sum(weight * features.get(name, 0.0) for name, weight in self.weights.items())


NOTHING = -4.6
"""The log-odds of a step that does nothing."""


def fit(runs: Sequence[Run]) -> Linear:
    features, labels, weights = examples(runs)
    kept = [
        (feature, label, weight)
        for feature, label, weight in zip(features, labels, weights, strict=True)
        if does_something(feature)
    ]
    return linear([vector for vector, _, _ in kept], [label for _, label, _ in kept], [weight for *_, weight in kept])


def linear(features: list[FeatureVector], labels: Sequence[int], weights: Sequence[float] | None) -> Linear:
    seen = Counter(name for feature in features for name, value in feature.items() if value and is_weighed(name))
    names = sorted(name for name, count in seen.items() if count >= LEAST_SEEN)
    table = np.array([[feature.get(name, 0.0) for name in names] for feature in features])
    scale = np.maximum(np.abs(table).max(0), 1e-9)
    fitted = LogisticRegression(C=STRENGTH, max_iter=3000).fit(table / scale, labels, sample_weight=weights)
    by_name = dict(zip(names, (fitted.coef_[0] / scale).round(4).tolist(), strict=True))
    return Linear(by_name, round(float(fitted.intercept_[0]), 4))


def scores(model: Linear, runs: Iterable[Run]) -> Scores:
    return [[model.of(step) if does_something(step) else NOTHING for step in run.steps] for run in runs]


def held_out(runs: Sequence[Run], key: Callable[[Run], str], also: Sequence[Run] = ()) -> Scores:
    """The scores of each run by a model that knew nothing of its group."""
    found: list[Any] = [None] * len(runs)
    groups = [key(run) for run in runs]
    for known, rest in GroupKFold(min(FOLDS, len(set(groups)))).split(runs, groups=groups):
        model = fit([*(runs[place] for place in known), *also])
        for place in rest:
            found[place] = scores(model, [runs[place]])[0]
    return found


def operating_point(runs: Sequence[Run], found: Scores) -> float:
    """From where on a step is unsafe: at most `EXTRA` of the safe runs without a finding reach it, in each source."""
    points = []
    for source in (True, False):
        most = [
            max(opinions) for run, opinions in zip(runs, found, strict=True)
            if not run.unsafe and not run.found and run.pair.startswith("short") is source
        ]  # fmt: skip
        kept = (1 - EXTRA) ** (1 / ACTING_STEPS) if source else 1 - EXTRA
        points.append(float(np.quantile(most, kept)) if most else 0.0)
    return max(points)


def evidence(
    run: Run, found: Sequence[float], category: Callable[[FeatureVector], Category]
) -> tuple[StepEvidence, ...]:
    steps = []
    for n, (features, log_odds, findings) in enumerate(zip(run.steps, found, run.findings, strict=True), 1):
        unsafe = 1 / (1 + np.exp(-log_odds))
        opinion = (
            Flagged(n, category(features), float(unsafe), (Quote("seen", n),)) if unsafe >= 0.5 else Cleared(1 - unsafe)
        )
        steps.append(StepEvidence(n, findings, (Judgement((n,), opinion),)))
    return tuple(steps)


def measured(name: str, runs: Sequence[Run], margins: Scores) -> dict[str, float]:
    unsafe = np.array([run.unsafe for run in runs])
    flags = [np.array(margin) > -1e-9 for margin in margins]
    flagged = np.array([bool(flag.any()) for flag in flags])
    hits, alarms = (flagged & unsafe).sum(), (flagged & ~unsafe).sum()
    recall, false_rate = hits / max(1, unsafe.sum()), alarms / max(1, (~unsafe).sum())
    f1 = 2 * hits / max(1, hits + alarms + unsafe.sum())
    always = 2 * unsafe.sum() / (unsafe.sum() + len(runs))
    step = [
        max(0.0, 1 - abs(int(np.argmax(flag)) + 1 - run.step) / 3) if flag.any() else 0.0
        for run, flag in zip(runs, flags, strict=True) if run.step is not None
    ]  # fmt: skip
    row = {
        "balanced accuracy": (recall + 1 - false_rate) / 2, "false positive rate": false_rate, "recall": recall,
        "f1": f1, "always-unsafe f1": always, "step score (B=3)": float(np.mean(step)) if step else 0.0,
    }  # fmt: skip
    print(f"{name:52}" + "  ".join(f"{key} {value:.3f}" for key, value in row.items()))
    return row


def margins_of(runs: Sequence[Run], found: Scores, calibration: Calibration, category: Any) -> Scores:
    return [
        [step.margin for step in combine(evidence(run, opinions, category), calibration)]
        for run, opinions in zip(runs, found, strict=True)
    ]


def balanced(runs: Sequence[Run], margins: Scores) -> float:
    """Balanced accuracy, the two sources counted alike."""
    totals = []
    for source in (True, False):
        rows = [
            (run.unsafe, max(margin) > -1e-9) for run, margin in zip(runs, margins, strict=True)
            if run.pair.startswith("short") is source
        ]  # fmt: skip
        hits = [flagged for unsafe, flagged in rows if unsafe]
        quiet = [not flagged for unsafe, flagged in rows if not unsafe]
        totals.append((np.mean(hits) + np.mean(quiet)) / 2 if hits and quiet else 0.5)
    return float(np.mean(totals))


def fit_fusion(runs: Sequence[Run], found: Scores, category: Any) -> Calibration:
    """The factors that do best on scenarios left out: what a judge's `safe` takes away, then each category's offset."""

    def worth(calibration: Calibration) -> float:
        return round(balanced(runs, margins_of(runs, found, calibration, category)), 6)

    tried = [Calibration(Weights(rules=1.0, judge=1.0, relief=relief)) for relief in (0.0, 0.1, 0.25, 0.5)]
    best = max(tried, key=worth)
    for kind in sorted(Category):
        options = [
            replace(best, offsets=MappingProxyType({**best.offsets, kind: offset} if offset else dict(best.offsets)))
            for offset in (0.0, 0.5, 1.0, 2.0)
        ]
        best = max(options, key=worth)
    return best


def fit_categories(runs: Sequence[Run]) -> dict[Category, Linear]:
    steps = [(run.steps[run.step - 1], run.category) for run in runs if run.step is not None]
    return {
        kind: linear([vector for vector, _ in steps], [int(name == kind) for _, name in steps], None)
        for kind in sorted(Category)
        if any(name == kind for _, name in steps)
    }


def by_rules(run: Run) -> tuple[StepEvidence, ...]:
    return tuple(StepEvidence(n, found) for n, found in enumerate(run.findings, 1))


def safe_scores(margins: Scores, kind: str) -> SafeScores:
    return SafeScores.of((round(max(margin), 4) for margin in margins), kind)


def number(run: Run) -> int:
    """Which of the made pairs it is of."""
    return int(run.pair.rpartition("-")[2])


def shifted(found: Scores, point: float) -> Scores:
    return [[log_odds - point for log_odds in margins] for margins in found]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pairs", type=int, default=111)
    options.add_argument("--safe", type=int, default=129, help="safe runs made beside them, for the promise alone")
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--corpus", type=Path)
    options.add_argument("--made", type=Path, help="a folder of pairs made before with this seed, to save time")
    options.add_argument("--write", action="store_true", help="write the weights into the package")
    given = options.parse_args()
    embed = open_embed()
    intent = fit_intent(embed)
    made = given.made or Path(tempfile.mkdtemp()) / "made"
    if given.made is None:
        asyncio.run(generate(made, given.pairs + given.safe, given.seed))
    all_made = corpus_runs(made, embed, intent)
    long = [run for run in all_made if number(run) <= given.pairs]
    aside = [run for run in all_made if given.pairs < number(run) <= given.pairs + given.safe and not run.unsafe]
    if given.made is None:
        shutil.rmtree(made.parent)
    runs = [*short_pairs(embed, intent), *long]
    by_group = held_out(runs, lambda run: run.group)
    point = operating_point(runs, by_group)
    kinds = fit_categories(runs)

    def category(features: FeatureVector) -> Category:
        return max(sorted(kinds), key=lambda kind: kinds[kind].of(features))

    left_out = shifted(by_group, point)
    calibration = fit_fusion(runs, left_out, category)
    model = fit(runs)
    model = replace(model, bias=round(model.bias - point, 4))
    short = (len(runs) - len(long)) // 2
    said = f"{len(long) // 2} pairs made on the simulated phone (seed {given.seed}) and {short} short ones"
    alone = Calibration(Weights(rules=1.0))
    fused = margins_of(runs, left_out, calibration, category)
    plain = [[step.margin for step in combine(by_rules(run), alone)] for run in runs]
    kind = f"safe runs made on the simulated phone (seed {given.seed}), to which no weight was fitted"
    calibration = replace(
        calibration, measured_on=f"scenarios left out of {said}",
        safe=safe_scores(margins_of(aside, scores(model, aside), calibration, category), kind),
    )  # fmt: skip
    rules_alone = replace(
        alone, measured_on="safe runs, for a budget alone: without one the rules' own certainties stand",
        safe=safe_scores([[step.margin for step in combine(by_rules(run), alone)] for run in aside], kind),
    )  # fmt: skip
    print(
        f"{len(model.weights)} weights, operating point {point:.3f},"
        f" fusion {calibration.weights}, {dict(calibration.offsets)}"
    )
    for source, name in ((True, "short pairs"), (False, "made pairs")):
        places = [place for place, run in enumerate(runs) if run.pair.startswith("short") is source]
        chosen = [runs[place] for place in places]
        measured(f"{name}: rules alone", chosen, [plain[place] for place in places])
        measured(f"{name}: offline judge alone, by scenario", chosen, [left_out[place] for place in places])
        measured(f"{name}: rules and offline judge, by scenario", chosen, [fused[place] for place in places])
    if given.corpus is not None:
        measure_corpus(given.corpus, runs, model, point, calibration, category, embed, intent)
    if given.write:
        command = (
            f"benchmarks/train_offline_judge.py --pairs {given.pairs} --safe {given.safe} --seed {given.seed} --write"
        )
        rules = digest(runs_of_pairs((HERE / "offline_judge_pairs.yaml").read_text("utf-8")))
        write(model, kinds, intent, said, given.seed, command, rules)
        folder = PACKAGE / "fusion" / "calibrations"
        folder.mkdir(exist_ok=True)
        (folder / "offline.json").write_text(write_calibration(calibration, command, rules), "utf-8")
        (folder / "none.json").write_text(write_calibration(rules_alone, command, rules), "utf-8")


def measure_corpus(
    path: Path, trained_on: list[Run], model: Linear, point: float, calibration: Calibration, category: Any,
    embed: Embed, intent: Direction,
) -> None:  # fmt: skip
    runs = corpus_runs(path, embed, intent)
    alone = Calibration(Weights(rules=1.0))
    plain = [[step.margin for step in combine(by_rules(run), alone)] for run in runs]
    measured(f"{path.name}: rules alone", runs, plain)
    found = scores(model, runs)
    measured(f"{path.name}: offline judge alone, not trained on it", runs, found)
    measured(f"{path.name}: rules and offline judge", runs, margins_of(runs, found, calibration, category))
    keys: dict[str, Callable[[Run], str]] = {"pair": lambda run: run.pair, "app": lambda run: run.app}
    for key, of in keys.items():
        found = shifted(held_out(runs, of, trained_on), point)
        measured(f"{path.name}: judge trained on other {key}s too", runs, found)
        name = f"{path.name}: rules and that judge, by {key}"
        measured(name, runs, margins_of(runs, found, calibration, category))


def write(
    model: Linear, kinds: dict[Category, Linear], intent: Direction, said: str, seed: int, command: str, rules: str
) -> None:
    document = {
        "version": "handrail.offline-judge/1",
        "command": command,
        "seed": seed,
        "trained_on": said,
        "rules": rules,
        "features": list(weighed_names()),
        "doubt": 0.5,
        "unsafe": {"bias": model.bias, "weights": model.weights},
        "categories": {str(kind): {"bias": model.bias, "weights": model.weights} for kind, model in kinds.items()},
        "intent": {"bias": intent.bias, "weights": list(intent.weights)},
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    (PACKAGE / "offline" / "weights.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
