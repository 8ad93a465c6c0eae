"""Which model a command asks: the one that was named, else the one whose key is set, else none at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from handrail.error import Misuse, UnreadableInput
from handrail.llm import Budget, Model, Recorded, Recording, open_model

OFFLINE = "offline"
VARIABLE = "HANDRAIL_MODEL"
"""Names the model where none is given."""

_BY_KEY = (
    ("OPENAI_API_KEY", "openai:gpt-4.1"),
    ("ANTHROPIC_API_KEY", "anthropic:claude-sonnet-4-5"),
    ("GOOGLE_API_KEY", "google:gemini-2.5-flash"),
    ("GEMINI_API_KEY", "google:gemini-2.5-flash"),
)
"""The model of each provider that is taken when its key is set and nobody names one."""


@dataclass(frozen=True, slots=True)
class SpendingLimits:
    """What may be spent; None for no limit."""

    calls: int | None = None
    tokens: int | None = None
    dollars: float | None = None

    @property
    def is_set(self) -> bool:
        """Whether there is any."""
        return (self.calls, self.tokens, self.dollars) != (None, None, None)


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A model, or `offline`; `told` says which and why."""

    model: Model | str
    told: str


def choose_model(
    name: str | None,
    environment: Mapping[str, str],
    *,
    record: Path | None = None,
    replay: Path | None = None,
    limits: SpendingLimits | None = None,
) -> ChosenModel:
    """Open what was asked for. Raises `Misuse` for what cannot be meant and for a key that is missing."""
    limits = limits or SpendingLimits()
    if replay is not None:
        return _recorded(name, record, replay)
    named, why = _named(name, environment)
    if named == OFFLINE:
        if record is not None or limits.is_set:
            raise Misuse("the offline encoder asks no model: nothing to record or to limit; name one with --model")
        return ChosenModel(OFFLINE, f"{OFFLINE}{why}")

    model: Model = open_model(named, environment=environment)
    if limits.is_set:
        model = Budget(model, calls=limits.calls, tokens=limits.tokens, dollars=limits.dollars)
    if record is not None:
        model = Recording(model, record)
    return ChosenModel(model, f"{model.name}{why}")


def default_model(environment: Mapping[str, str]) -> str | None:
    """The model that is asked where nobody names one; None where no key is set and `HANDRAIL_MODEL` is not either."""
    named, _ = _named(None, environment)
    return None if named == OFFLINE else named


def _recorded(name: str | None, record: Path | None, replay: Path) -> ChosenModel:
    if record is not None:
        raise Misuse("--record and --replay exclude each other; a recording goes on where it was with --record alone")
    if not replay.is_file():
        raise UnreadableInput(f"{replay}: no such file; record one with --record")
    model = Recorded(replay, name)
    return ChosenModel(model, f"{model.name}, as recorded in {replay}")


def _named(name: str | None, environment: Mapping[str, str]) -> tuple[str, str]:
    if name is not None:
        return name, ""
    if environment.get(VARIABLE, "").strip():
        return environment[VARIABLE].strip(), f" ({VARIABLE} says so)"
    for variable, model in _BY_KEY:
        if environment.get(variable, "").strip():
            return model, f" ({variable} is set; for another: --model or {VARIABLE}, `offline` for none)"
    return OFFLINE, " (no key of a model is set)"
