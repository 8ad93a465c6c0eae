"""Small recipes and what runs them, as the command does."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bench.verification.recorded import write
from handrail.bench.experiments.burden import Burden
from handrail.bench.recipe.document import OpenRecipe, open_recipe
from handrail.bench.recipe.experiment import Measured
from handrail.bench.recipe.model_access import ModelAccess
from handrail.bench.recipe.run import Ran, run_recipe
from handrail.bench.results.folder import write_run
from handrail.strict_json import read_json_file

HEAD = "format: handrail.recipe/1\ntitle: Small\nresamples: 50\nexperiments:\n"
BURDEN = "  - {kind: burden}\n"
PHONE = """\
  - kind: phone
    tasks: [clock-turn-on]
    erring: [no guard, "guard, user who reads"]
    correct: [no guard, "guard, user who reads"]
"""
VERIFICATION = """\
  - kind: verification
    tasks: [errands.json]
    encoders: [gold, offline, default]
    experience: [cold, warm]
    predicates: false
"""


def recipe(folder: Path, *experiments: str) -> OpenRecipe:
    """A recipe in a file, opened, with task files beside it that it may name."""
    write(folder)
    path = folder / "small.yaml"
    path.write_text(HEAD + "".join(experiments), "utf-8")
    return open_recipe(str(path))


def run(opened: OpenRecipe, folder: Path, access: ModelAccess | None = None, **options: Any) -> Ran:
    """Run it in this process, and write what it leaves."""
    ran = run_recipe(opened, folder, access or ModelAccess(), **options)
    write_run(ran, folder, models=[])
    return ran


def written(folder: Path, name: str) -> Any:
    """One of the documents of a run."""
    return read_json_file(folder / name)


def contents(folder: Path) -> Mapping[str, bytes]:
    """What two runs have in common: all but times and the page."""
    files = (path for path in folder.rglob("*") if path.is_file())
    kept = (path for path in files if "time" not in str(path.relative_to(folder)) and path.name != "report.html")
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The cases of `burden` that are measured, as they come."""
    measured: list[str] = []
    inner = Burden.measure

    async def measure(self: Burden, case: str) -> Measured:
        measured.append(case)
        return await inner(self, case)

    with monkeypatch.context() as patch:
        patch.setattr(Burden, "measure", measure)
        yield measured
