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
from handrail.app.draft.drafted import Draft, DraftBinding, DraftOnScreen, DraftState, DraftUpdate, DraftVariable
from handrail.app.model_check import Problem, check_model
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
            Problem.NEVER_MATCHES, Problem.CONTRADICTS, Problem.MISREADS, Problem.UNREADABLE_OBJECT,
        ):  # fmt: skip
            raise _Refused(remark.said)


def _changed(draft: Draft, proposal: Proposal) -> Draft:
    match proposal:
        case RenameState(state, to):
            _demand(_STATE_NAME.fullmatch(to), f"`{to}` is no name of a state; write one as `TransferForm`")
            _known(state, [one.name for one in draft.states], "state")
            _demand(to == state or to not in {one.name for one in draft.states}, f"there is a state `{to}` already")
            return _in_states(draft, lambda one: replace(one, name=to) if one.name == state else one, {state: to}, {})
        case RenameVariable(state, variable, to):
            found = _state(draft, state)
            _demand(_VARIABLE_NAME.fullmatch(to), f"`{to}` is no name of a variable; write one as `due_date`")
            names = [one.name for one in found.variables]
            _known(variable, names, f"variable of `{state}`")
            _demand(to == variable or to not in names, f"`{state}` has a variable `{to}` already")
            return _in_states(
                draft,
                lambda one: _renamed(one, variable, to) if one.name == state else one,
                {},
                {(state, variable): to},
            )
        case Describe(state, said, variable):
            found = _state(draft, state)
            _demand(said.strip() and len(said) <= 200, "a description has some words, and at most 200 characters")
            if variable:
                _known(variable, [one.name for one in found.variables], f"variable of `{state}`")
            told = " ".join(said.split())
            return _in_states(draft, lambda one: _described(one, variable, told) if one.name == state else one, {}, {})
        case RenameCommitment(commits, to):
            _demand(_STATE_NAME.fullmatch(to), f"`{to}` is no name of an objective; write one as `SendMoney`")
            _known(commits, [one.commits for one in draft.bindings if one.commits], "commitment")
            bindings = (replace(one, commits=to) if one.commits == commits else one for one in draft.bindings)
            return replace(draft, bindings=tuple(bindings))
        case AddKind(binding, kind, details):
            found_binding = next((one for one in draft.bindings if one.name == binding and one.commits), None)
            _known(binding, [one.name for one in draft.bindings if one.commits], "binding that commits")
            assert found_binding is not None
            _demand(found_binding.kind is Kind.UNKNOWN, f"`{binding}` is a {found_binding.kind} by what its page shows")
            said_of = {**found_binding.object, **details}
            bindings = (
                replace(one, kind=kind, object=said_of) if one is found_binding else one for one in draft.bindings
            )
            return replace(draft, bindings=tuple(bindings))
        case AddCommitment():
            return _with_commitment(draft, proposal)
        case _:
            assert_never(proposal)


def _with_commitment(draft: Draft, proposal: AddCommitment) -> Draft:
    _demand(_STATE_NAME.fullmatch(proposal.commits), f"`{proposal.commits}` is no name of an objective")
    _demand(proposal.name not in {one.name for one in draft.bindings}, f"a binding is called `{proposal.name}` already")
    _demand(proposal.object, "nothing says what is committed; write `object`")
    _demand(
        not any(one.at == proposal.at and one.commits for one in draft.bindings),
        f"a binding at `{proposal.at}` commits something already",
    )
    on_screen = DraftOnScreen(has=(proposal.has,)) if proposal.has else None
    rows = {update.each for observer in draft.observers for update in observer.post if update.each}
    row = next((each for each in sorted(rows) if proposal.at.startswith(f"{each}//")), "")  # it reads the row it is in
    added = DraftBinding(
        " ".join(proposal.name.split()), "click", proposal.at, row, on_screen, commits=proposal.commits,
        kind=proposal.kind, irreversible=proposal.irreversible, object=proposal.object,
        why="proposed by a language model",
    )  # fmt: skip
    harmless = tuple(one for one in draft.harmless if one.at != proposal.at)
    return replace(draft, bindings=(*draft.bindings, added), harmless=harmless)


def _in_states(
    draft: Draft,
    change: Callable[[DraftState], DraftState],
    states: Mapping[str, str],
    variables: Mapping[tuple[str, str], str],
) -> Draft:
    """A draft with changed states, and the same said wherever it speaks of them."""

    def reading(text: str) -> str:
        for old, new in states.items():
            text = text.replace(f"known({old}.", f"known({new}.")
        for (state, old), new in variables.items():
            text = text.replace(f"known({state}.{old})", f"known({state}.{new})")
        return text

    def update(one: DraftUpdate) -> DraftUpdate:
        values = {variables.get((one.state, name), name): reading(value) for name, value in one.values.items()}
        return replace(one, state=states.get(one.state, one.state), values=values, when=reading(one.when))

    bindings = (
        replace(
            one,
            pre=tuple(map(update, one.pre)),
            post=tuple(map(update, one.post)),
            object={name: reading(value) for name, value in one.object.items()},
        )
        for one in draft.bindings
    )
    observers = (replace(one, post=tuple(map(update, one.post))) for one in draft.observers)
    return replace(draft, states=tuple(map(change, draft.states)), bindings=tuple(bindings), observers=tuple(observers))


def _renamed(state: DraftState, variable: str, to: str) -> DraftState:
    return _with(state, variable, lambda one: replace(one, name=to))


def _described(state: DraftState, variable: str, said: str) -> DraftState:
    if not variable:
        return replace(state, description=said)
    return _with(state, variable, lambda one: replace(one, description=said))


def _with(state: DraftState, name: str, change: Callable[[DraftVariable], DraftVariable]) -> DraftState:
    return replace(state, variables=tuple(change(one) if one.name == name else one for one in state.variables))


def _state(draft: Draft, name: str) -> DraftState:
    _known(name, [one.name for one in draft.states], "state")
    return next(one for one in draft.states if one.name == name)


def _known(name: str, names: list[str], what: str) -> None:
    if name not in names:
        raise _Refused(f"there is no {what} `{name}`; {did_you_mean(name, tuple(names), 'there are')}")


def _demand(holds: object, why: str) -> None:
    if not holds:
        raise _Refused(why)
