"""Judges by name: `none`, `offline`, a model as `PROVIDER:NAME`, and what other packages add by entry point."""

from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint

from handrail import registry
from handrail.error import Misuse
from handrail.llm import MemoizingModel, Model, Patience, open_model
from handrail.sentinel.judge.contextual import PUBLISHED, ContextualJudge
from handrail.sentinel.judge.judge import Judge, NoJudge
from handrail.sentinel.judge.mode import Before, Mode

NONE = "none"
SESSION_SECONDS = 12.0
"""For one question: two of them, an answer and its correction, end before the guard gives up on a detector."""


def open_judge(
    name: str,
    *,
    mode: Mode | None = None,
    default: Mode = PUBLISHED,
    pictures: bool = False,
    open: Callable[[str], Model] = open_model,
    found: Sequence[EntryPoint] | None = None,
) -> Judge:
    """The judge of that name. `mode` and `pictures` are for models; `default` is how one is asked without.

    What stands before the first colon may be an entry point of the group `handrail.judges`: a function that takes what
    stands after it and gives a `Judge`. Everything else is a model, see docs/models.md, and opened by `open`, which may
    as well give a recording or a batch. Raises `Misuse` for a name that cannot be meant, for a mode of somebody who is
    no model, and for a key that is missing, and `MissingExtra`.
    """
    kind, is_model, _ = name.partition(":")
    if kind not in registry.names(registry.JUDGES, found) and is_model:
        return ContextualJudge(_opened(name, open, found), default if mode is None else mode, pictures)
    said = f"`{name}` is no judge, and a model is named as in `openai:gpt-4o`"
    make = registry.entry(registry.JUDGES, kind, found, said)
    if mode is not None or pictures:
        raise Misuse(f"`{name}` asks no model, so a mode or pictures mean nothing to it; name a model")
    judge: Judge = make(name.partition(":")[2])
    return judge


def open_session_judge(name: str) -> Judge:
    """The judge of one session that goes on: a model is asked before actions, each question once, and in time."""

    def open(model: str) -> Model:
        return MemoizingModel(open_model(model, patience=Patience(SESSION_SECONDS)), try_again=True)

    return open_judge(name, default=Before(), open=open)


def _opened(name: str, open: Callable[[str], Model], found: Sequence[EntryPoint] | None) -> Model:
    """The model. What knows no provider of that name, as a recording does, may open it all the same."""
    try:
        return open(name)
    except Misuse as error:
        kind, providers = name.partition(":")[0], registry.names(registry.MODELS)
        if kind in providers:
            raise
        judges = registry.names(registry.JUDGES, found)
        raise Misuse(
            f"`{name}`: no judge and no provider of models is called `{kind}`; installed are the judges"
            f" {', '.join(judges)} and the providers {', '.join(providers)}"
            f"{registry.did_you_mean(kind, (*judges, *providers))}"
        ) from error


def open_none(place: str) -> Judge:
    """Nobody."""
    _demand_nothing("none", place)
    return NoJudge()


def open_offline(place: str) -> Judge:
    """The judge that needs no language model. Raises `MissingExtra`."""
    from handrail.sentinel import offline

    _demand_nothing("offline", place)
    return offline.open_offline()


def _demand_nothing(name: str, place: str) -> None:
    if place:
        raise Misuse(f"`{name}:{place}`: the judge `{name}` is named without a colon")
