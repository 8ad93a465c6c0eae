"""A recipe (`handrail.recipe/1`): YAML that says which experiments are made, on what data, with whom.

Errors say file, line and column, what was found and what would be right. Source: docs/bench.md.
"""

from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from handrail.app.binding import At
from handrail.app.faults import MOST_FAULTS, ShapeFault, told
from handrail.app.model_yaml import ModelText, read_model_yaml
from handrail.bench.experiments.apps import AppsSpec
from handrail.bench.experiments.attacks import AttacksSpec
from handrail.bench.experiments.burden import BurdenSpec
from handrail.bench.experiments.overhead import OverheadSpec
from handrail.bench.experiments.phone import PhoneSpec
from handrail.bench.experiments.risk import JudgeChoice, MadePairs, RiskSpec
from handrail.bench.experiments.verification import VerificationSpec
from handrail.bench.experiments.votes import StandIn, VotesSpec
from handrail.bench.recipe.data import TaskSet
from handrail.bench.recipe.model_access import ModelChoice
from handrail.error import Misuse, UnreadableInput
from handrail.language.diagnostic import did_you_mean
from handrail.strict_json import read_text

__all__ = ["FORMAT", "KINDS", "Recipe", "bundled_recipes", "open_recipe", "read_recipe", "recipe_schema"]

FORMAT = "handrail.recipe/1"

_Experiment: TypeAlias = Annotated[
    VerificationSpec | VotesSpec | PhoneSpec | AppsSpec | RiskSpec | AttacksSpec | BurdenSpec | OverheadSpec,
    Field(discriminator="kind"),
]
KINDS = ("verification", "votes", "phone", "apps", "risk", "attacks", "burden", "overhead")


class Recipe(BaseModel):
    """What to run. `seed` and `resamples` are for the intervals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["handrail.recipe/1"]
    title: str
    description: str = ""
    seed: int = 0
    resamples: Annotated[int, Field(ge=0, le=100_000)] = 1_000
    experiments: Annotated[tuple[_Experiment, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _each_once(self) -> "Recipe":
        counts = Counter(experiment.label for experiment in self.experiments)
        twice = [label for label, count in counts.items() if count > 1]
        if twice:
            raise ValueError(f"two experiments are called `{twice[0]}`; give one of them a `name` of its own")
        return self


class OpenRecipe(BaseModel):
    """A recipe with where it came from: what it is called, its folder, and the digest of its text."""

    model_config = ConfigDict(frozen=True)

    recipe: Recipe
    name: str
    base: Path
    text: str

    @property
    def digest(self) -> str:
        """SHA-256 of the text."""
        return sha256(self.text.encode()).hexdigest()


def bundled_recipes() -> dict[str, str]:
    """The recipes that come with Handrail, by name, with their titles; the shortest to run first."""
    order = ("quick", "verification", "suite", "risk", "full")
    folder = files("handrail.bench.recipe").joinpath("bundled")
    texts = {name: folder.joinpath(f"{name}.yaml").read_text("utf-8") for name in order}
    return {name: read_recipe(text, name).title for name, text in texts.items()}


def open_recipe(named: str) -> OpenRecipe:
    """A recipe by the name of one that is bundled, or by its file. Raises `Misuse` and `UnreadableInput`."""
    path = Path(named)
    if path.suffix in (".yaml", ".yml") or path.exists():
        text = read_text(path)
        return OpenRecipe(recipe=read_recipe(text, str(path)), name=path.stem, base=path.resolve().parent, text=text)
    folder = files("handrail.bench.recipe").joinpath("bundled")
    known = sorted(path.name.removesuffix(".yaml") for path in folder.iterdir() if path.name.endswith(".yaml"))
    if named not in known:
        found = did_you_mean(named, known, "there are")
        raise Misuse(f"no recipe is called `{named}`; {found}; one of your own is named by its file, as in my.yaml")
    text = folder.joinpath(f"{named}.yaml").read_text("utf-8")
    return OpenRecipe(recipe=read_recipe(text, named), name=named, base=Path.cwd(), text=text)


def read_recipe(text: str, name: str) -> Recipe:
    """The recipe in a text. Raises `UnreadableInput` with everything that is wrong, and where."""
    document = read_model_yaml(text, name)
    try:
        return Recipe.model_validate(document.value)
    except ValidationError as error:
        told_at = sorted((_told(fault, document) for fault in told(error) if not _follows(fault, error)), key=_place)
        lines = [f"{name}:{at.line}:{at.column}: {said}" for at, said in told_at[:MOST_FAULTS]]
        raise UnreadableInput("\n".join(lines)) from error


def recipe_schema() -> dict[str, Any]:
    """The JSON Schema of a recipe."""
    schema = Recipe.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": FORMAT, **schema}


def _follows(fault: ShapeFault, error: ValidationError) -> bool:
    """Whether it only follows from another: a list without what is wrong in it, or the text that a mapping is not."""
    depth = len(fault.trail)
    inside = any(len(error["loc"]) > depth and error["loc"][:depth] == fault.trail for error in error.errors())
    return (fault.kind == "too_short" and inside) or fault.trail[-1:] == ("str",)


def _place(told_at: tuple[At, str]) -> tuple[int, int]:
    return told_at[0].line, told_at[0].column


def _told(fault: ShapeFault, document: ModelText) -> tuple[At, str]:
    trail = tuple(part for part in fault.trail if part not in (*KINDS, MadePairs.__name__))
    at = document.name(trail) if fault.kind == "extra_forbidden" else document.place(trail)
    place = ".".join(str(part) for part in trail)
    return at, f"{f'{place}: ' if place else ''}{_said(fault, trail)}"


def _fields(fault: ShapeFault) -> list[str]:
    """What the mapping around a strange name may have."""
    around = next((part for part in reversed(fault.trail[:-1]) if part in _SHAPES), "")
    shape = _SHAPES.get(str(around), Recipe)
    return list(shape.model_fields)


_SHAPES: Mapping[str, type[BaseModel]] = MappingProxyType(
    {
        "verification": VerificationSpec,
        "votes": VotesSpec,
        "phone": PhoneSpec,
        "apps": AppsSpec,
        "risk": RiskSpec,
        "attacks": AttacksSpec,
        "burden": BurdenSpec,
        "overhead": OverheadSpec,
        "tasks": TaskSet,
        "corpus": MadePairs,
        "judges": JudgeChoice,
        "stand_in": StandIn,
        "encoders": ModelChoice,
        "reflection": ModelChoice,
        "judge": ModelChoice,
    }
)
"""What stands under a kind of experiment, or under a name in one."""


def _said(fault: ShapeFault, trail: tuple[int | str, ...]) -> str:
    match fault.kind:
        case "extra_forbidden":
            return f"there is no `{trail[-1]}` here; {did_you_mean(str(trail[-1]), _fields(fault), 'there are')}"
        case "missing":
            return "is missing; write it"
        case "union_tag_invalid":
            return f"no such kind of experiment; there are {', '.join(KINDS)}"
        case "union_tag_not_found":
            return f"an experiment says its `kind`: {', '.join(KINDS)}"
        case "int_parsing" | "int_from_float" | "int_type":
            return "a whole number was expected"
        case "too_short":
            return "is empty; name at least one"
        case "literal_error" if trail == ("format",):
            return f"this program reads `{FORMAT}`; write `format: {FORMAT}`"
    return fault.said
