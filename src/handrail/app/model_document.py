"""An app's model from a YAML (or JSON) file: every fault at once, each with line and column.

States and triggers as in `document.py`, bindings as in `binding.py`.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from pydantic import ValidationError

from handrail.app.app import App
from handrail.app.binding import KINDS, ON_ELEMENTS, Binding, HarmlessBinding, Observer, OnScreen, UpdateTemplate
from handrail.app.consequence import NEEDED_DETAILS, Kind
from handrail.app.document import named_place, state_from, trigger_from
from handrail.app.faults import ShapeFault, told
from handrail.app.model_expressions import Expressions, ModelFault
from handrail.app.model_schema import (
    BindingDocument,
    HarmlessDocument,
    ModelDocument,
    ObserverDocument,
    UpdateTemplateDocument,
    fields_at,
)
from handrail.app.model_yaml import LARGEST_MODEL, ModelText, Trail, read_model_yaml
from handrail.app.screen_model import ScreenModel
from handrail.app.text_pattern import PatternError, TextPattern, read_pattern
from handrail.app.update import RefusedUpdate, Update, read_update
from handrail.app.whole import Whole
from handrail.error import UnreadableInput
from handrail.language.declaration import DeclarationError, State, States, states_by_name
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.verbalize import quoted
from handrail.strict_json import read_text

__all__ = ["ModelError", "load_model", "read_model", "show_fault"]


class ModelError(UnreadableInput):
    """A model that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: list[ModelFault], name: str) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(show_fault(fault, name) for fault in self.faults))


def show_fault(fault: ModelFault, name: str) -> str:
    """`clock.yaml:12:9: no variable `tiem` in `Alarm`; did you mean `time`?`."""
    help = f"; {fault.help}" if fault.help else ""
    return f"{name}:{fault.at.line}:{fault.at.column}: {fault.found}{help}"


def load_model(path: Path) -> App:
    """The model in a file. Raises `UnreadableInput`, `ModelError` among them."""
    return read_model(read_text(path, LARGEST_MODEL), str(path))


@lru_cache(maxsize=32)  # an app is a value, and its file is opened again for every task and session
def read_model(text: str, name: str = "model") -> App:
    """The model in a text; `name` is what messages call it. Raises `ModelError` with every fault."""
    read = read_model_yaml(text, name)
    document = _validated(read, name)
    faults: list[ModelFault] = []
    states = _states(document, read, faults)
    expressions = Expressions(read, document.package, states, faults)
    _check_triggers(document, expressions)
    lasting = _lasting(document, expressions)
    until = _until(document, expressions)
    part_of = _part_of(document, expressions)
    announces = _announces(document, expressions)
    if (document.bindings or document.observers or document.harmless or lasting) and not document.package:
        expressions.fault(("bindings",), "bindings without a `package`", "they hold for the elements of one app")
    bindings = [_binding(binding, ("bindings", n), expressions) for n, binding in enumerate(document.bindings)]
    observers = [_observer(observer, ("observers", n), expressions) for n, observer in enumerate(document.observers)]
    harmless = [
        _harmless(harmless_document, ("harmless", n), expressions)
        for n, harmless_document in enumerate(document.harmless)
    ]
    _check_names([binding.name for binding in bindings], "bindings", expressions)
    versions = _versions(document, expressions)
    if faults:
        raise ModelError(faults, name)
    triggers = tuple(trigger_from(trigger) for trigger in document.triggers)
    screens = ScreenModel(
        tuple(bindings),
        tuple(observers),
        document.numbers,
        tuple(harmless),
        lasting,
        document.package,
        frozenset(document.units),
        until=until,
        part_of=part_of,
        announces=announces,
    )
    return App(document.app or name, states, document.package, triggers, screens, versions)


def _versions(document: ModelDocument, expressions: Expressions) -> tuple[TextPattern, ...]:
    """The versions that a model was made for; whose, says its package."""
    made_for: list[tuple[Trail, str]] = [
        (("versions", number), version) for number, version in enumerate(document.versions)
    ]
    made_for += [(("version",), document.version)] if document.version is not None else []
    if made_for and not document.package:
        expressions.fault(
            made_for[0][0], "a version without a `package`", "say which app has it: `package: com.example`"
        )
    return _patterns(made_for, expressions)


def _patterns(sources: Iterable[tuple[Trail, str]], expressions: Expressions) -> tuple[TextPattern, ...]:
    patterns: list[TextPattern] = []
    for trail, source in sources:
        try:
            patterns.append(read_pattern(source))
        except PatternError as error:
            expressions.fault(trail, str(error))
    return tuple(patterns)


def _validated(read: ModelText, name: str) -> ModelDocument:
    try:
        return ModelDocument.model_validate(read.value)
    except ValidationError as error:
        faults = [_shape_fault(fault, read) for fault in told(error)]
        raise ModelError(faults[:50], name) from None


def _shape_fault(fault: ShapeFault, read: ModelText) -> ModelFault:
    trail = named_place(fault.trail, read.value)
    last = excerpt(str(trail[-1])) if trail else "the document"
    if fault.kind == "extra_forbidden":
        help = did_you_mean(str(trail[-1]), fields_at(trail[:-1]), "the fields are")
        return ModelFault(read.name(trail), f"unknown field `{last}`", help)
    if fault.kind == "missing":
        return ModelFault(read.place(trail), f"`{last}` is missing", "write it here")
    return ModelFault(read.place(trail), f"`{last}`: {fault.said[:1].lower()}{fault.said[1:]}")


def _states(document: ModelDocument, read: ModelText, faults: list[ModelFault]) -> States:
    by_name = isinstance(read.value, dict) and isinstance(read.value.get("states"), dict)
    states: list[State] = []
    for number, body in enumerate(document.states):
        part: str | int = body.name if by_name else number
        try:
            if any(body.name == other.name for other in states):
                raise DeclarationError(f"state `{body.name}` is declared twice")
            states.append(state_from(body))
        except DeclarationError as error:
            faults.append(ModelFault(read.place(("states", part)), str(error)))
    return states_by_name(states)


def _lasting(document: ModelDocument, expressions: Expressions) -> dict[str, OnScreen]:
    by_name = _by_name(expressions)
    lasting: dict[str, OnScreen] = {}
    for number, body in enumerate(document.states):
        if body.lasts_while is not None:
            trail: Trail = ("states", body.name if by_name else number, "lasts_while")
            lasting[body.name] = expressions.on_screen(body.lasts_while, trail)
            if not body.lasts_while.has and not body.lasts_while.activity:
                help = "say what shows it, in `has` or `activity`"
                expressions.fault(trail, "`lasts_while` that holds where nothing of the app is there", help)
    return lasting


def _until(document: ModelDocument, expressions: Expressions) -> dict[str, dict[str, str]]:
    """What the clock ends, by state: a variable, and the one whose value says when."""
    until: dict[str, dict[str, str]] = {}
    for number, body in enumerate(document.states):
        variables = {variable.name: variable for variable in body.variables}
        trail: Trail = ("states", body.name if _by_name(expressions) else number, "until")
        for name, by in body.until.items():
            for text in (name, by):
                if text not in variables:
                    help = did_you_mean(text, tuple(variables), "its variables are")
                    expressions.fault((*trail, name), f"no variable `{excerpt(text)}`", help)
            if by in variables and variables[by].type not in ("Time", "Number"):
                help = "name a Time, at which it ends, or a Number of seconds"
                expressions.fault((*trail, name), f"`{excerpt(by)}` says no time", help)
            until.setdefault(body.name, {})[name] = by
    return until


def _announces(document: ModelDocument, expressions: Expressions) -> dict[str, str]:
    """The states whose rows bring news of other apps, each with the variable that names the app."""
    for number, body in enumerate(document.states):
        texts = [variable.name for variable in body.variables if variable.type == "Text"]
        if body.announces and body.announces not in texts:
            trail: Trail = ("states", body.name if _by_name(expressions) else number, "announces")
            help = did_you_mean(body.announces, tuple(texts), "its texts are")
            expressions.fault(trail, f"no text `{excerpt(body.announces)}`", help)
    return {body.name: body.announces for body in document.states if body.announces}


def _part_of(document: ModelDocument, expressions: Expressions) -> dict[str, tuple[Whole, ...]]:
    """What the rows of a state are parts of."""
    variables = {body.name: {variable.name: variable for variable in body.variables} for body in document.states}
    found: dict[str, tuple[Whole, ...]] = {}
    for number, body in enumerate(document.states):
        trail: Trail = ("states", body.name if _by_name(expressions) else number, "part_of")
        for state, said in body.part_of.items():
            if state not in variables:
                help = did_you_mean(state, tuple(variables), "the states are")
                expressions.fault((*trail, state), f"no state `{excerpt(state)}`", help)
                continue
            by = {name: variable for name, variable in said.items() if isinstance(variable, str)}
            where = {name: value for name, value in said.items() if isinstance(value, bool)}
            theirs, mine = variables[state], variables[body.name]
            keys = [name for name, variable in theirs.items() if variable.is_key]
            if not keys or set(by) != set(keys):
                help = f"say which variable holds {', '.join(map(quoted, keys))}" if keys else "it has no keys"
                expressions.fault((*trail, state), f"not by the keys of `{state}`", help)
            for name in where:
                if name not in theirs or theirs[name].type != "Boolean":
                    expressions.fault((*trail, state), f"no Boolean `{excerpt(name)}` in `{state}`")
            for key, name in by.items():
                if name not in mine:
                    help = did_you_mean(name, tuple(mine), "its variables are")
                    expressions.fault((*trail, state), f"no variable `{excerpt(name)}`", help)
                elif key in theirs and (mine[name].type, mine[name].is_set) != (theirs[key].type, theirs[key].is_set):
                    help = f"it is of another type than `{key}` of `{state}`"
                    expressions.fault((*trail, state), f"`{excerpt(name)}` holds no `{key}`", help)
            found[body.name] = (*found.get(body.name, ()), Whole(state, by, where))
    return found


def _by_name(expressions: Expressions) -> bool:
    """Whether the states are a mapping by name."""
    value = expressions.text.value
    return isinstance(value, dict) and isinstance(value.get("states"), dict)


def _check_triggers(document: ModelDocument, expressions: Expressions) -> None:
    for number, trigger in enumerate(document.triggers):
        for place, update in enumerate(trigger.updates):
            refused = read_update(Update(update.state, update.set, update.delete), expressions.states)
            if isinstance(refused, RefusedUpdate):
                expressions.fault(("triggers", number, "updates", place), refused.reason)


def _binding(document: BindingDocument, trail: Trail, expressions: Expressions) -> Binding:
    _check_event(document, trail, expressions)
    _check_commitment(document, trail, expressions)
    if document.label and document.at is None:
        expressions.fault_of_name((*trail, "label"), "a `label` without an element", "say of which one: `at: //save`")
    return Binding(
        document.name or f"{' or '.join(document.on)} {document.at or ''}".strip(),
        frozenset(document.on),
        expressions.optional_selector(document.at, (*trail, "at")),
        expressions.package,
        expressions.optional_selector(document.row, (*trail, "row")),
        expressions.on_screen(document.on_screen, (*trail, "on_screen")),
        _templates(document.pre, (*trail, "pre"), expressions),
        _templates(document.post, (*trail, "post"), expressions),
        frozenset(document.commits),
        document.irreversible,
        document.kind,
        expressions.details(document.object, (*trail, "object")),
        _patterns([((*trail, "label"), label) for label in document.label], expressions),
        expressions.optional_known(document.unless_known, (*trail, "unless_known")),
        place=expressions.text.place(trail),
    )


def _harmless(document: HarmlessDocument, trail: Trail, expressions: Expressions) -> HarmlessBinding:
    _check_event(document, trail, expressions)
    at: Trail = (*trail, "at") if (*trail, "at") in expressions.text.places else trail
    return HarmlessBinding(
        frozenset(document.on),
        expressions.optional_selector(document.at, at),
        expressions.package,
        expressions.on_screen(document.on_screen, (*trail, "on_screen")),
        document.why,
        expressions.text.place(trail),
    )


def _check_event(document: BindingDocument | HarmlessDocument, trail: Trail, expressions: Expressions) -> None:
    for number, kind in enumerate(document.on):
        if kind not in KINDS:
            help = did_you_mean(kind, KINDS, "the kinds are")
            place = (*trail, "on", number) if len(document.on) > 1 else (*trail, "on")
            expressions.fault(place, f"no kind of action `{excerpt(kind)}`", help)
        elif document.at is None and kind in ON_ELEMENTS:
            expressions.fault(trail, f"`{kind}` without an element", "say at which one: `at: save_button`")


def _check_commitment(document: BindingDocument, trail: Trail, expressions: Expressions) -> None:
    """Whoever is asked about a commitment must be told what it does to what, and nothing of that is guessed."""
    if not document.commits:
        for name, given in (("kind", document.kind is not Kind.UNKNOWN), ("object", bool(document.object))):
            if given:
                help = "write `commits`, or take it away"
                expressions.fault_of_name((*trail, name), f"`{name}` of a binding that commits nothing", help)
    elif not document.object and not document.pre:
        help = "write `object`, or the updates of `pre`"
        found = f"`{excerpt(document.commits[0])}` is committed, and nothing says what that does to what"
        expressions.fault((*trail, "commits"), found, help)
    for name in NEEDED_DETAILS[document.kind] if document.commits else ():
        if document.object.get(name) is None:
            place: Trail = (*trail, "object") if document.object else (*trail, "kind")
            help = f"write it into `object`, as in {name}: text(…)"
            expressions.fault(place, f"a {document.kind} without `{name}`", help)


def _observer(document: ObserverDocument, trail: Trail, expressions: Expressions) -> Observer:
    return Observer(
        document.name or f"observer {int(trail[-1]) + 1}",
        expressions.package,
        expressions.on_screen(document.on_screen, (*trail, "on_screen")),
        _templates(document.post, (*trail, "post"), expressions),
        place=expressions.text.place(trail),
    )


def _templates(
    documents: list[UpdateTemplateDocument], trail: Trail, expressions: Expressions
) -> tuple[UpdateTemplate, ...]:
    found = [expressions.template(document, (*trail, number)) for number, document in enumerate(documents)]
    return tuple(template for template in found if template is not None)


def _check_names(names: list[str], where: str, expressions: Expressions) -> None:
    """What a binding reads afterwards is found by its name, so two of one name cannot be told apart."""
    seen: set[str] = set()
    for number, name in enumerate(names):
        if name in seen:
            trail: Trail = (where, number, "name")
            help = "give each a `name` of its own"
            expressions.fault(trail, f"two bindings are called `{excerpt(name)}`", help)
        seen.add(name)
