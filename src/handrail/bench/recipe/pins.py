"""What a run was made from, by digest: program, prompts, policy, models of apps, data. So two runs are told apart.

Times and the machine are no inputs: they stand apart, since results do not depend on them.
"""

import platform
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any

import handrail
from handrail.bench.recipe.document import OpenRecipe
from handrail.bench.verification.kept import digest_of_rooms, files_in

__all__ = ["LIBRARIES", "PROGRAM", "machine", "pins_of", "program"]

PROGRAM = (
    "agent", "app", "device", "encoder", "guard", "language", "llm", "monitor", "phone", "sentinel", "text",
    "bench/attacks", "bench/experiments", "bench/risk", "bench/suite", "bench/verification",
    "bench/metrics.py", "bench/replay.py", "bench/task_file.py",
)  # fmt: skip
"""What a result can depend on: neither commands nor what is made of results."""
_PROMPTS = ("agent/prompts", "encoder/prompts", "llm/prompts", "sentinel/judge/prompts")
LIBRARIES = ("lark", "phonenumbers", "pydantic", "scipy", "snowballstemmer", "z3-solver")
"""Those whose version can show in a result."""


@cache
def program() -> str:
    """SHA-256 over every file of the program that a result can depend on."""
    return digest_of_rooms(PROGRAM)


def pins_of(opened: OpenRecipe, inputs: Mapping[str, Mapping[str, str]], models: Iterable[str]) -> dict[str, Any]:
    """The inputs of a run. `inputs` are those of each experiment."""
    return {
        "format": "handrail.inputs/1",
        "recipe": {"name": opened.name, "title": opened.recipe.title, "sha256": opened.digest},
        "experiments": {
            experiment.label: experiment.model_dump(mode="json") for experiment in opened.recipe.experiments
        },
        "package": {"handrail": handrail.__version__, "program": program()},
        "data": dict(sorted((name, digest) for given in inputs.values() for name, digest in given.items())),
        "models": sorted(set(models)),
        "prompts": _digests(_PROMPTS),
        "policy": {"default policy": _digest_of("guard/policy/default.yaml")},
        "app models": _digests(("phone/models",), ".yaml"),
        "libraries": {"python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}},
    }


def machine() -> dict[str, str]:
    """Where it ran: for reading times, and nothing else."""
    return {"platform": platform.platform(), "processor": _processor(), "python": sys.version.split()[0]}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - a file of the system, read by line
            named = (line.partition(":")[2].strip() for line in file if line.startswith("model name"))
            return next(named, "") or platform.processor()
    except OSError:
        return platform.processor()


def _digests(folders: Iterable[str], suffix: str = "") -> dict[str, str]:
    return {
        name: sha256(file.read_bytes()).hexdigest()
        for folder in folders
        for name, file in files_in(files("handrail").joinpath(folder), folder)
        if name.endswith(suffix) and not name.endswith(".py")
    }


def _digest_of(place: str) -> str:
    return sha256(files("handrail").joinpath(place).read_bytes()).hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
