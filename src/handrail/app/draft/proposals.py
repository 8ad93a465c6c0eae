"""What somebody proposes to change in a draft, and what becomes of it: taken, or refused with the reason.

A proposal can name, describe and add. Nothing takes away what the structure found, and nothing makes anything harmless:
whoever proposes is not trusted. A kind can be given only where a commitment has none, and with the object it needs.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from handrail.app.consequence import Kind
from handrail.app.draft.draft import Drafted, settled
from handrail.app.draft.drafted import DraftBinding, DraftOnScreen, DraftState, DraftUpdate, DraftVariable, ModelDraft
from handrail.app.model_check import ModelProblem, check_model
from handrail.app.walk import Walk
from handrail.error import UnreadableInput
from handrail.language.diagnostic import did_you_mean

_STATE_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,40}")
_VARIABLE_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


@dataclass(frozen=True, slots=True)
class RenameState:
    """Another name for a state."""

    state: str
    to: str


@dataclass(frozen=True, slots=True)
class RenameVariable:
    """Another name for a variable."""

    state: str
    variable: str
    to: str


@dataclass(frozen=True, slots=True)
class Describe:
    """What a state or (with `variable`) one of its variables is, in words."""

    state: str
    said: str
    variable: str = ""


@dataclass(frozen=True, slots=True)
class RenameCommitment:
    """Another name for what bindings commit."""

    commits: str
    to: str


@dataclass(frozen=True, slots=True)
class AddKind:
    """The kind of a commitment of which the structure gave none, with its object."""

    binding: str
    kind: Kind
    object: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddCommitment:
    """That a touch commits something of which the draft says nothing, or that it is harmless."""

    name: str
    at: str
    commits: str
    kind: Kind
    object: Mapping[str, str]
    has: str = ""
    irreversible: bool = False


Proposal: TypeAlias = RenameState | RenameVariable | Describe | RenameCommitment | AddKind | AddCommitment


@dataclass(frozen=True, slots=True)
class RefusedProposal:
    """A proposal that was not taken, and why: a clause without a full stop."""

    proposal: Proposal
    why: str


class _Refused(Exception):
    """Internal to this module."""


def take(
    drafted: Drafted, proposals: Iterable[Proposal], walks: Iterable[Walk]
) -> tuple[Drafted, list[RefusedProposal]]:
    """A draft with each proposal that can be taken, one after the other, checked by its schema and by the walks."""
    all_of_them, refused = tuple(walks), list[RefusedProposal]()
    for proposal in proposals:
        try:
            drafted = _taken(drafted, proposal, all_of_them)
        except _Refused as why:
            refused.append(RefusedProposal(proposal, str(why)))
    return drafted, refused


def _taken(drafted: Drafted, proposal: Proposal, walks: tuple[Walk, ...]) -> Drafted:
    changed = _changed(drafted.draft, proposal)
    try:
        result = settled(changed, walks)
    except UnreadableInput as error:
        raise _Refused(str(error).splitlines()[0].partition(": ")[2] or str(error)) from None
    if result.dropped:
        raise _Refused(f"the walks contradict it: {result.dropped[0].why}")
    if isinstance(proposal, AddCommitment):
        _demand_use(result, proposal.name, walks)
    return replace(result, dropped=drafted.dropped)


def _demand_use(result: Drafted, name: str, walks: Iterable[Walk]) -> None:
    """What is added means something on the screens of the walks, and reads its object there."""
    screens = [(moment.name, moment.screen) for walk in walks for moment in walk]
    for remark in check_model(result.app, screens).remarks:
        if remark.name == name and remark.problem in (
            ModelProblem.NEVER_MATCHES, ModelProblem.CONTRADICTS, ModelProblem.MISREADS, ModelProblem.UNREADABLE_OBJECT,
        ):  # fmt: skip
            raise _Refused(remark.said)


def _changed(draft: ModelDraft, proposal: Proposal) -> ModelDraft:
    match proposal:
        case RenameState(state, to):
            _demand(_STATE_NAME.fullmatch(to), f"`{to}` is no name of a state; write one as `TransferForm`")
            _known(state, [draft_state.name for draft_state in draft.states], "state")
            _demand(
                to == state or to not in {draft_state.name for draft_state in draft.states},
                f"there is a state `{to}` already",
            )
            return _in_states(
                draft, lambda drafted: replace(drafted, name=to) if drafted.name == state else drafted, {state: to}, {}
            )
        case RenameVariable(state, variable, to):
            found = _state(draft, state)
            _demand(_VARIABLE_NAME.fullmatch(to), f"`{to}` is no name of a variable; write one as `due_date`")
            names = [draft_variable.name for draft_variable in found.variables]
            _known(variable, names, f"variable of `{state}`")
            _demand(to == variable or to not in names, f"`{state}` has a variable `{to}` already")
            return _in_states(
                draft,
                lambda drafted: _renamed(drafted, variable, to) if drafted.name == state else drafted,
                {},
                {(state, variable): to},
            )
        case Describe(state, said, variable):
            found = _state(draft, state)
            _demand(said.strip() and len(said) <= 200, "a description has some words, and at most 200 characters")
            if variable:
                _known(variable, [draft_variable.name for draft_variable in found.variables], f"variable of `{state}`")
            told = " ".join(said.split())
            return _in_states(
                draft, lambda drafted: _described(drafted, variable, told) if drafted.name == state else drafted, {}, {}
            )
        case RenameCommitment(commits, to):
            _demand(_STATE_NAME.fullmatch(to), f"`{to}` is no name of an objective; write one as `SendMoney`")
            _known(
                commits,
                [draft_binding.commits for draft_binding in draft.bindings if draft_binding.commits],
                "commitment",
            )
            bindings = (
                replace(draft_binding, commits=to) if draft_binding.commits == commits else draft_binding
                for draft_binding in draft.bindings
            )
            return replace(draft, bindings=tuple(bindings))
        case AddKind(binding, kind, details):
            found_binding = next(
                (
                    draft_binding
                    for draft_binding in draft.bindings
                    if draft_binding.name == binding and draft_binding.commits
                ),
                None,
            )
            _known(
                binding,
                [draft_binding.name for draft_binding in draft.bindings if draft_binding.commits],
                "binding that commits",
            )
            assert found_binding is not None
            _demand(found_binding.kind is Kind.UNKNOWN, f"`{binding}` is a {found_binding.kind} by what its page shows")
            said_of = {**found_binding.object, **details}
            bindings = (
                replace(draft_binding, kind=kind, object=said_of) if draft_binding is found_binding else draft_binding
                for draft_binding in draft.bindings
            )
            return replace(draft, bindings=tuple(bindings))
        case AddCommitment():
            return _with_commitment(draft, proposal)
        case _:
            assert_never(proposal)


def _with_commitment(draft: ModelDraft, proposal: AddCommitment) -> ModelDraft:
    _demand(_STATE_NAME.fullmatch(proposal.commits), f"`{proposal.commits}` is no name of an objective")
    _demand(
        proposal.name not in {binding.name for binding in draft.bindings},
        f"a binding is called `{proposal.name}` already",
    )
    _demand(proposal.object, "nothing says what is committed; write `object`")
    _demand(
        not any(binding.at == proposal.at and binding.commits for binding in draft.bindings),
        f"a binding at `{proposal.at}` commits something already",
    )
    on_screen = DraftOnScreen(has=(proposal.has,)) if proposal.has else None
    rows = {update.each for observer in draft.observers for update in observer.post if update.each}
    row = next((row for row in sorted(rows) if proposal.at.startswith(f"{row}//")), "")  # it reads the row it is in
    added = DraftBinding(
        " ".join(proposal.name.split()), "click", proposal.at, row, on_screen, commits=proposal.commits,
        kind=proposal.kind, irreversible=proposal.irreversible, object=proposal.object,
        why="proposed by a language model",
    )  # fmt: skip
    harmless = tuple(draft_harmless for draft_harmless in draft.harmless if draft_harmless.at != proposal.at)
    return replace(draft, bindings=(*draft.bindings, added), harmless=harmless)


def _in_states(
    draft: ModelDraft,
    change: Callable[[DraftState], DraftState],
    states: Mapping[str, str],
    variables: Mapping[tuple[str, str], str],
) -> ModelDraft:
    """A draft with changed states, and the same said wherever it speaks of them."""

    def reading(text: str) -> str:
        for old, new in states.items():
            text = text.replace(f"known({old}.", f"known({new}.")
        for (state, old), new in variables.items():
            text = text.replace(f"known({state}.{old})", f"known({state}.{new})")
        return text

    def update(draft_update: DraftUpdate) -> DraftUpdate:
        values = {
            variables.get((draft_update.state, name), name): reading(value)
            for name, value in draft_update.values.items()
        }
        return replace(
            draft_update,
            state=states.get(draft_update.state, draft_update.state),
            values=values,
            when=reading(draft_update.when),
        )

    bindings = (
        replace(
            binding,
            pre=tuple(map(update, binding.pre)),
            post=tuple(map(update, binding.post)),
            object={name: reading(value) for name, value in binding.object.items()},
        )
        for binding in draft.bindings
    )
    observers = (replace(observer, post=tuple(map(update, observer.post))) for observer in draft.observers)
    return replace(draft, states=tuple(map(change, draft.states)), bindings=tuple(bindings), observers=tuple(observers))


def _renamed(state: DraftState, variable: str, to: str) -> DraftState:
    return _with(state, variable, lambda drafted: replace(drafted, name=to))


def _described(state: DraftState, variable: str, said: str) -> DraftState:
    if not variable:
        return replace(state, description=said)
    return _with(state, variable, lambda drafted: replace(drafted, description=said))


def _with(state: DraftState, name: str, change: Callable[[DraftVariable], DraftVariable]) -> DraftState:
    return replace(
        state, variables=tuple(change(variable) if variable.name == name else variable for variable in state.variables)
    )


def _state(draft: ModelDraft, name: str) -> DraftState:
    _known(name, [state.name for state in draft.states], "state")
    return next(state for state in draft.states if state.name == name)


def _known(name: str, names: list[str], what: str) -> None:
    if name not in names:
        raise _Refused(f"there is no {what} `{name}`; {did_you_mean(name, tuple(names), 'there are')}")


def _demand(holds: object, why: str) -> None:
    if not holds:
        raise _Refused(why)
