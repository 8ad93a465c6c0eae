"""From recorded walks to a model that they do not contradict.

What the walks speak against is taken out, until nothing is left that they speak against; what was taken out is said,
with where and why. The same walks give the same file.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from handrail.app.app import App
from handrail.app.draft.drafted import DraftBinding, DraftObserver, DraftUpdate, ModelDraft
from handrail.app.draft.frames import frames_of, package_of
from handrail.app.draft.structure import structural_draft
from handrail.app.draft.writing import written
from handrail.app.evidence import Contradiction, ModelEvidence
from handrail.app.model_document import read_model
from handrail.app.model_trial import try_on_walks
from handrail.app.walk import Walk
from handrail.error import UnreadableInput

WIDEST_COMMENT = 116


class NothingToDraft(UnreadableInput):
    """Walks from which no model can be made."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was taken out of a draft, and what spoke against it."""

    what: str
    why: str

    def __str__(self) -> str:
        """As a report says it."""
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft as a file, as an app, and what the walks say of it."""

    draft: ModelDraft
    text: str
    app: App
    evidence: ModelEvidence
    dropped: tuple[Dropped, ...] = ()


def draft_of(walks: Iterable[Walk], package: str = "", name: str = "") -> Drafted:
    """The model that walks give by structure alone. `package` is that of the app; else the one most was done in.

    Raises `NothingToDraft` where the walks do not show the app, or nothing on it that a rule could speak of.
    """
    all_of_them = tuple(walks)
    package = package or package_of(all_of_them)
    frames = frames_of(all_of_them, package)
    if not frames.all:
        found = f"the walks show no screen of `{package}`" if package else "the walks show no screen of any app"
        raise NothingToDraft(f"{found}; record some with the app in front, or name its package")
    draft = structural_draft(frames, name or _app_name(package))
    if not draft.states and not draft.bindings:
        raise NothingToDraft(f"nothing on the screens of `{package}` is a list, a form or a fact; record longer walks")
    return settled(draft, all_of_them)


def settled(draft: ModelDraft, walks: Iterable[Walk]) -> Drafted:
    """A draft without what the walks contradict."""
    all_of_them, dropped = tuple(walks), list[Dropped]()
    while True:
        text = written(draft, _heading(draft, dropped))
        app = read_model(text, draft.app)
        evidence = try_on_walks(app, all_of_them)
        if not evidence.contradicted:
            return Drafted(draft, text, app, evidence, tuple(dropped))
        draft, more = without_contradicted(draft, evidence)
        dropped += more


def without_contradicted(draft: ModelDraft, evidence: ModelEvidence) -> tuple[ModelDraft, list[Dropped]]:
    """A draft without the values that are contradicted; what says nothing then is left out whole."""
    bindings: list[DraftBinding] = []
    observers: list[DraftObserver] = []
    dropped: list[Dropped] = []
    keyless = {state.name for state in draft.states if not any(variable.key for variable in state.variables)}
    for binding, tried in zip(draft.bindings, evidence.bindings, strict=True):
        against = {
            (value_evidence.state, value_evidence.variable): value_evidence.examples[0]
            for value_evidence in tried.values
            if value_evidence.contradicted
        }
        if binding.commits:
            binding, against = _read_again(binding, against, keyless)
        pre = _without(binding.pre, against, f"`{binding.name}`", dropped)
        if pre or binding.commits or not against:
            bindings.append(replace(binding, pre=pre))
    for observer, seen in zip(draft.observers, evidence.observers, strict=True):
        against = {
            (value_evidence.state, value_evidence.variable): value_evidence.examples[0]
            for value_evidence in seen.against
            if value_evidence.contradicted
        }
        post = _without(observer.post, against, f"`{observer.name}`", dropped)
        if post:
            observers.append(replace(observer, post=post))
    return replace(draft, bindings=tuple(bindings), observers=tuple(observers)), dropped


def _read_again(
    binding: DraftBinding, against: dict[tuple[str, str], Contradiction], keyless: set[str]
) -> tuple[DraftBinding, dict[tuple[str, str], Contradiction]]:
    """What is committed need not stay on its page: where a walk shows that it does not, it is read again afterwards."""
    pages = {update.state: update.values for update in binding.pre if update.state in keyless and not update.deletes}
    post = list(binding.post)
    for state, values in pages.items():
        names = [name for name in values if (state, name) in against]
        if names and not any(update.state == state for update in post):
            post.append(DraftUpdate(state, {name: _perhaps(values[name]) for name in names}))
            against = {place: contradiction for place, contradiction in against.items() if place[0] != state}
    return replace(binding, post=tuple(post)), against


def _without(
    updates: tuple[DraftUpdate, ...], against: dict[tuple[str, str], Contradiction], where: str, dropped: list[Dropped]
) -> tuple[DraftUpdate, ...]:
    kept: list[DraftUpdate] = []
    for update in updates:
        names = {variable for state, variable in against if state == update.state}
        for name in sorted(names):
            what = f"{update.state}.{name}" if name else f"{update.state}{' goes' if update.deletes else ''}"
            dropped.append(Dropped(f"{where}, {what}", str(against[update.state, name])))
        if "" in names and update.complete:
            kept.append(replace(update, complete=""))
        elif not names:
            kept.append(update)
        elif "" not in names:
            values = {name: reading for name, reading in update.values.items() if name not in names}
            if values:
                kept.append(replace(update, values=values))
    return tuple(kept)


def _perhaps(reading: str) -> str:
    return reading if reading.startswith("maybe(") else f"maybe({reading})"


def _app_name(package: str) -> str:
    return package.rpartition(".")[2].replace("_", " ").capitalize() or "App"


def _heading(draft: ModelDraft, dropped: Iterable[Dropped]) -> list[str]:
    """What a reader has to know before the model is used."""
    lines = [f"{draft.app}, drafted from recorded walks. Read it before you rely on it."]
    if draft.open_questions:
        lines += ["", "Nothing in the walks says what these do, so a person is asked about them:"]
        lines += [_cut(f"  {open_question}") for open_question in draft.open_questions]
    left_out = [str(omission) for omission in dropped]
    if left_out:
        lines += ["", "Left out, because the walks contradict it:", *(_cut(f"  {omission}") for omission in left_out)]
    return lines


def _cut(line: str) -> str:
    plain = "".join(character if character.isprintable() else " " for character in line)
    return plain if len(plain) <= WIDEST_COMMENT else f"{plain[: WIDEST_COMMENT - 1]}…"
