"""Judges by name: `none`, `offline`, a model as `PROVIDER:NAME`, and what other packages add by entry point."""

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points

from handrail.error import Misuse
from handrail.llm import Model, open_model
from handrail.sentinel.judge.contextual import PUBLISHED, ContextualJudge
from handrail.sentinel.judge.judge import Judge, NoJudge
from handrail.sentinel.judge.mode import Mode

GROUP = "handrail.judges"
NONE, OFFLINE = "none", "offline"


def open_judge(
    name: str,
    *,
    mode: Mode | None = None,
    pictures: bool = False,
    open: Callable[[str], Model] = open_model,
    found: Iterable[EntryPoint] | None = None,
) -> Judge:
    """The judge of that name. `mode` and `pictures` are for models; the published step mode is the default.

    What stands before the first colon may be an entry point of the group `handrail.judges`: a function that takes what
    stands after it and gives a `Judge`. Everything else is a model, see docs/models.md, and opened by `open`, which may
    as well give a recording or a batch. Raises `Misuse` for a name that cannot be meant, for a mode of somebody who is
    no model, and for a key that is missing, and `MissingExtra`.
    """
    kind, _, place = name.partition(":")
    known = {point.name: point for point in (entry_points(group=GROUP) if found is None else found)}
    if (name in {NONE, OFFLINE} or kind in known) and (mode is not None or pictures):
        raise Misuse(f"`{name}` asks no model, so a mode or pictures mean nothing to it; name a model")
    if name in {NONE, OFFLINE}:
        return NoJudge() if name == NONE else _offline()
    if kind in known:
        make: Callable[[str], Judge] = known[kind].load()
        return make(place)
    if ":" not in name:
        others = "".join(f", {other}" for other in sorted(known))
        raise Misuse(f"`{name}` is no judge; there are none, offline{others}, and models as in `openai:gpt-4o`")
    return ContextualJudge(open(name), PUBLISHED if mode is None else mode, pictures)


def _offline() -> Judge:
    from handrail.sentinel.offline import open_offline

    return open_offline()
