"""What a developer writes for an app to be guarded: read from the models themselves.

Source: VeriSafe Agent (MobiCom '25), section 8.5; docs/app-models.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Literal

from handrail.app import App
from handrail.bench.experiments.verification import program
from handrail.bench.recipe.data import Files, digest_of_files, files_of
from handrail.bench.recipe.experiment import Case, Experiment, Measured, Results, Spec, Surroundings, content_key
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.results.findings import Cell, Findings, Headline, ResultTable
from handrail.phone import models

_COUNTS = ("states", "variables", "bindings", "committing", "lines")


class BurdenSpec(Spec):
    """Which models: those of the simulated phone, and files of your own."""

    kind: Literal["burden"]
    bundled: bool = True
    models: Files = ()

    def open(self, around: Surroundings, access: ModelAccess) -> Experiment:  # noqa: ARG002 - no model is asked
        """With the files found."""
        ours = [models.path_of(name) for name in models.names()] if self.bundled else []
        return Burden(around, (*ours, *files_of(self.models, around.base)))


@dataclass(frozen=True, slots=True)
class Burden:
    """Every model counted."""

    around: Surroundings
    files: tuple[Path, ...]

    @property
    def inputs(self) -> Mapping[str, str]:
        """The models."""
        return {f"app model: {path.name}": digest_of_files([path]) for path in self.files}

    def prepare(self) -> None:
        """Nothing."""

    def cases(self) -> tuple[Case, ...]:
        """A case for each model."""
        return tuple(
            Case(path.stem, content_key("burden", program(), path.name, digest_of_files([path]))) for path in self.files
        )

    async def measure(self, case: str) -> Measured:
        """What one model has."""
        path = next(path for path in self.files if path.stem == case)
        app = App.load(path)
        written = [line.strip() for line in path.read_text("utf-8").splitlines()]
        return Measured(
            {
                "app": app.name,
                "states": len(app.states),
                "variables": sum(len(state.variables) for state in app.states.values()),
                "bindings": len(app.screens.bindings) + len(app.triggers),
                "committing": len(app.commitments),
                "lines": sum(bool(line) and not line.startswith("#") for line in written),
            }
        )

    def findings(self, results: Results) -> Findings:
        """One row for each model, and the middle of all."""
        rows: list[tuple[Cell, ...]] = [
            (name, str(measurement.result["app"]), *(int(measurement.result[count]) for count in _COUNTS))
            for name, measurement in results.items()
        ]
        middle = {
            count: float(median(measurement.result[count] for measurement in results.values())) for count in _COUNTS
        }
        total = sum(int(measurement.result["lines"]) for measurement in results.values())
        table = ResultTable(
            "models",
            "What a model of an app has",
            "Variables are what predicates can speak of, bindings say what an action on a screen will change,"
            " committing are the things that can be done and not be taken back. Lines without blank ones and comments.",
            ("model", "app", "states", "variables", "bindings", "committing", "lines"),
            (*rows, ("median", "", *(middle[count] for count in _COUNTS))),
        )
        return Findings(
            "Developer burden: what is written for an app",
            f"{len(rows)} models, {total:,} lines in all. Instead of writing one, it can be drafted from recorded"
            " walks, or left away: the guard then knows what any screen shows.",
            (
                Headline(
                    round(middle["lines"]),
                    f"lines in the middle model of an app, {middle['bindings']:g} bindings among them",
                ),
            ),
            (table,),
        )
