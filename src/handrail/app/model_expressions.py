"""The expressions of a model, read and held against its states, with what is wrong and where."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from handrail.app.binding import ANYWHERE, Assigned, At, OnScreen, UpdateTemplate
from handrail.app.expression_scanner import ExpressionError
from handrail.app.extractor import (
    Choose,
    Constant,
    ConstantValue,
    EstablishedValue,
    Extractor,
    First,
    Maybe,
    type_of,
    within,
)
from handrail.app.extractor_parser import looks_like_an_extractor, parse_extractor
from handrail.app.model_schema import OnScreenDocument, UpdateTemplateDocument
from handrail.app.model_yaml import ModelText, Trail
from handrail.app.selector import Selector
from handrail.app.selector_parser import read_selector
from handrail.app.update import RefusedUpdate, Update, read_update
from handrail.language.declaration import State, States, Variable
from handrail.language.diagnostic import did_you_mean, excerpt
from handrail.language.value import Type


@dataclass(frozen=True, slots=True, order=True)
class ModelFault:
    """One thing wrong with a model, and where. `found` and `help` are clauses without a full stop."""

    at: At
    found: str
    help: str = ""


@dataclass(slots=True)
class Expressions:
    """Reads the expressions of one model and collects what is wrong with them."""

    text: ModelText
    package: str
    states: States
    faults: list[ModelFault] = field(default_factory=list)
    _parsed: dict[str, Selector] = field(default_factory=dict)

    def fault(self, trail: Trail, found: str, help: str = "") -> None:
        """Note what is wrong with a value."""
        self.faults.append(ModelFault(self.text.place(trail), found, help))

    def fault_of_name(self, trail: Trail, found: str, help: str = "") -> None:
        """Note what is wrong with the name of a value."""
        self.faults.append(ModelFault(self.text.name(trail), found, help))

    def selector(self, source: str, trail: Trail) -> Selector | None:
        """A selector, or None with a fault noted. The same text gives the same one: it is looked for once a screen."""
        try:
            if source not in self._parsed:
                self._parsed[source] = read_selector(source, self.package)
            return self._parsed[source]
        except ExpressionError as error:
            self.faults.append(ModelFault(self.text.character(trail, error.offset), error.found, error.help))
            return None

    def optional_selector(self, source: str | None, trail: Trail) -> Selector | None:
        """A selector where one may be left out."""
        return None if source is None else self.selector(source, trail)

    def extractor(self, source: str, trail: Trail) -> Extractor | None:
        """A reading, or None with a fault noted."""
        try:
            extractor = parse_extractor(source, self.package)
        except ExpressionError as error:
            self.faults.append(ModelFault(self.text.character(trail, error.offset), error.found, error.help))
            return None
        for part in within(extractor):
            if isinstance(part, EstablishedValue):
                self._check_known(part, trail)
        return extractor

    def details(self, raw: Mapping[str, Any], trail: Trail) -> tuple[Assigned, ...]:
        """What a binding says of the object that it commits: constants and readings, by names of its own."""
        found: list[Assigned] = []
        for name, value in raw.items():
            place = (*trail, name)
            if isinstance(value, str) and looks_like_an_extractor(value):
                extractor = self.extractor(value, place)
                if extractor is not None:
                    found.append(Assigned(name, extractor, self.text.place(place)))
            elif isinstance(value, str | bool | Decimal):
                found.append(Assigned(name, ConstantValue(value), self.text.place(place)))
            elif value is None:
                self.fault(
                    place, f"`{excerpt(name)}` of the object is null", "say where it can be read, or leave it out"
                )
            else:
                self.fault(place, f"`{excerpt(name)}` is given a list or a mapping", "write a constant or a reading")
        return tuple(found)

    def on_screen(self, document: OnScreenDocument | None, trail: Trail) -> OnScreen:
        """On which screens something holds."""
        if document is None:
            return ANYWHERE
        return OnScreen(
            frozenset(document.activity),
            self._selectors(document.has, (*trail, "has")),
            self._selectors(document.lacks, (*trail, "lacks")),
        )

    def template(self, document: UpdateTemplateDocument, trail: Trail) -> UpdateTemplate | None:
        """An update as a model says it, held against its state."""
        state = self.states.get(document.state)
        if state is None:
            help = did_you_mean(document.state, tuple(self.states), "the app declares")
            self.fault((*trail, "state"), f"no state `{excerpt(document.state)}` is declared", help)
            return None
        if document.set is None and document.delete is None and "post" in trail:
            return UpdateTemplate(state.name, (), seen_later=True, at=self.text.place(trail))
        if (document.set is None) == (document.delete is None):
            self.fault(trail, "an update has either `set` or `delete`", "a rename is two updates")
            return None
        deletes = document.set is None
        word = "delete" if deletes else "set"
        raw: Mapping[str, Any] = (document.delete if deletes else document.set) or {}
        self._check_keys(state, raw, deletes, (*trail, word))
        return UpdateTemplate(
            state.name,
            self._values(state, raw, (*trail, word)),
            deletes,
            self.optional_selector(document.each, (*trail, "each")),
            self._condition(document.when, (*trail, "when")),
            frozenset(state.keys),
            self._condition(document.complete, (*trail, "complete")),
            self._values(state, document.within, (*trail, "within")),
            at=self.text.place(trail),
        )

    def optional_known(self, text: str, trail: Trail) -> EstablishedValue | None:
        """`State.variable`; None where nothing is said, or a state or a variable is none of the app's."""
        if not text:
            return None
        known = EstablishedValue(*text.split(".", 1))
        self._check_known(known, trail)
        return known

    def _check_known(self, known: EstablishedValue, trail: Trail) -> None:
        state = self.states.get(known.state)
        if state is None:
            help = did_you_mean(known.state, tuple(self.states), "the app declares")
            self.fault(trail, f"no state `{excerpt(known.state)}` is declared", help)
        elif known.variable not in state.variables:
            help = did_you_mean(known.variable, tuple(state.variables), "it declares")
            self.fault(trail, f"no variable `{excerpt(known.variable)}` in `{state.name}`", help)
        elif state.keys:
            help = "only a state without keys has one value that is known"
            self.fault(trail, f"`{state.name}` has many rows, and nothing says which is meant", help)

    def _selectors(self, sources: Sequence[str], trail: Trail) -> tuple[Selector, ...]:
        places = [(*trail, number) if (*trail, number) in self.text.places else trail for number in range(len(sources))]
        found = [self.selector(source, place) for source, place in zip(sources, places, strict=True)]
        return tuple(selector for selector in found if selector is not None)

    def _condition(self, raw: str | bool | None, trail: Trail) -> Extractor | None:
        if raw is None or isinstance(raw, bool):
            return None if raw is None else ConstantValue(raw)
        extractor = self.extractor(raw, trail)
        if extractor is not None and type_of(extractor) not in (Type.BOOLEAN, None):
            self.fault(trail, f"this reads a {type_of(extractor)}", "a condition is a yes or no, as in exists(error)")
        return extractor

    def _check_keys(self, state: State, raw: Mapping[str, Any], deletes: bool, trail: Trail) -> None:
        for key in state.keys:
            if raw.get(key) is None:
                self.fault_of_name(trail, f"key `{key}` of `{state.name}` is missing", "every update names its row")
        if deletes:
            for name in raw:
                if name in state.variables and name not in state.keys:
                    keys = ", ".join(f"`{key}`" for key in state.keys) or "nothing: `{}`"
                    self.fault_of_name(
                        (*trail, name), f"`{name}` is not a key of `{state.name}`", f"a delete names {keys}"
                    )

    def _values(self, state: State, raw: Mapping[str, Any], trail: Trail) -> tuple[Assigned, ...]:
        values: list[Assigned] = []
        for name, value in raw.items():
            variable = state.variables.get(name)
            if variable is None:
                help = did_you_mean(name, tuple(state.variables), "it declares")
                self.fault_of_name((*trail, name), f"no variable `{excerpt(name)}` in `{state.name}`", help)
                continue
            extractor = self._value(variable, value, (*trail, name))
            if extractor is not None:
                values.append(Assigned(name, extractor, self.text.place((*trail, name))))
        return tuple(values)

    def _value(self, variable: Variable, raw: Any, trail: Trail) -> Extractor | None:
        if isinstance(raw, str) and looks_like_an_extractor(raw):
            extractor = self.extractor(raw, trail)
            if extractor is not None:
                self._check_type(variable, extractor, trail)
            return extractor
        if raw is None or isinstance(raw, str | bool | Decimal):
            literal = ConstantValue(raw)
            self._check_constants(variable, literal, trail)
            return literal
        self.fault(trail, f"`{variable.name}` is given a list or a mapping", "a value is a constant or a reading")
        return None

    def _check_type(self, variable: Variable, extractor: Extractor, trail: Trail) -> None:
        self._check_constants(variable, extractor, trail)
        given = type_of(extractor)
        fits = given is None or given is variable.type or (given is Type.TEXT and variable.type is Type.ENUM)
        if fits or _constants(extractor):
            return
        readers = {Type.NUMBER: "number(…)", Type.TIME: "time(…)", Type.DATE: "date(…)", Type.BOOLEAN: "checked(…)"}
        help = f"write {readers.get(variable.type, 'text(…)')}"
        self.fault(trail, f"`{variable.name}` is a {variable.type}, and this reads a {given}", help)

    def _check_constants(self, variable: Variable, extractor: Extractor, trail: Trail) -> None:
        alone = State.of("S", replace(variable, key=False))
        for constant in _constants(extractor):
            refused = read_update(Update("S", set={variable.name: constant}), {"S": alone})
            if isinstance(refused, RefusedUpdate):
                self.fault(trail, refused.reason)


def _constants(extractor: Extractor) -> list[Constant]:
    """The values that stand in a reading and that it may give."""
    match extractor:
        case ConstantValue(value):
            return [value]
        case Choose(_, options, otherwise, _):
            return [*(value for _, value in options), *([otherwise.value] if otherwise else [])]
        case First(extractors):
            return [constant for extractor in extractors for constant in _constants(extractor)]
        case Maybe(inner):
            return _constants(inner)
        case _:
            return []
