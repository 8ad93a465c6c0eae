"""An app from a file, by the kind of file; its declaration as JSON, in every accepted shape, and the JSON Schema.

States come as a list or as a mapping by name; a variable as `{"name", "type", "enum_values"?, "is_key"?}` or in the
short form `{"<name>": "<type>"}` of the paper. Source: docs/language.md. The rest of the package only sees
`App`, `State` and `Trigger`.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from handrail.app.app import App
from handrail.app.consequence import Kind
from handrail.app.faults import Place, entries_by_name, text_or_list, validated
from handrail.app.trigger import Trigger, fixed_updates
from handrail.app.update import Update
from handrail.error import UnreadableInput
from handrail.language.declaration import DeclarationError, State, States, Variable, states_by_name
from handrail.language.diagnostic import excerpt, nearest
from handrail.language.value import Type

_TYPE_NAMES = {"String": Type.TEXT, "Integer": Type.NUMBER, **{member.value: member for member in Type}}

TypeName: TypeAlias = Literal["Text", "Number", "Boolean", "Enum", "Date", "Time", "String", "Integer"]


OneOrMoreNames: TypeAlias = Annotated[
    tuple[str, ...],
    BeforeValidator(text_or_list),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}, {"type": "null"}]}),
]
"""A name, a list of names, or null for none."""


class _Document(BaseModel):
    """Fields that we do not know may stand there. One that looks like a misspelling of ours may not: a `trigers` or
    `iskey` passed over would leave an action without its trigger, or make one row of a table.
    """

    model_config = ConfigDict(extra="ignore")
    LIKENESS: ClassVar[float] = 0.85

    @model_validator(mode="before")
    @classmethod
    def _refuse_misspelling(cls, raw: Any) -> Any:
        if isinstance(raw, Mapping) and cls.model_config.get("extra") != "forbid":  # which tells them all
            for field in raw:
                if field not in cls.model_fields:
                    near = nearest(str(field), cls.model_fields, at_least=cls.LIKENESS)
                    if near is not None:
                        raise ValueError(f'unknown field "{excerpt(str(field))}"; did you mean "{near}"?')
        return raw


class VariableDocument(_Document):
    """One variable of a state."""

    LIKENESS: ClassVar[float] = 0.6  # its fields are few, and `key` for `is_key` is a mistake people make

    name: str = Field(min_length=1)
    type: TypeName
    enum_values: list[str] | None = None
    is_key: bool | None = None
    is_set: bool | None = Field(None, description="the text lists names, separated by commas; compared as a set")
    is_code: bool | None = Field(None, description="the text is a number of something; compared without spaces")
    description: str | None = None


_BESIDE_A_SHORT_NAME = frozenset(("is_key", "is_set", "is_code", "enum_values", "description"))


def _as_long_form(raw: Any) -> Any:
    if not isinstance(raw, Mapping) or ("name" in raw and "type" in raw):
        return raw
    names = [name for name in raw if name not in _BESIDE_A_SHORT_NAME] or list(raw)
    if len(names) != 1:
        raise ValueError('a variable is {"name": …, "type": …} or {"<its name>": "<its type>"}')
    (name,) = names
    return {"name": name, "type": raw[name], **{key: raw[key] for key in raw if key != name}}


class StateDocument(_Document):
    """A state; in a mapping its name is the key."""

    name: str = Field(min_length=1)
    description: str | None = None
    variables: list[Annotated[VariableDocument, BeforeValidator(_as_long_form)]]
    key_arg_name: OneOrMoreNames = ()


StatesDocument: TypeAlias = Annotated[Sequence[StateDocument], BeforeValidator(entries_by_name)]


class UpdateDocument(_Document):
    """A state update that a trigger is about to cause."""

    state: str
    set: dict[str, Any] | None = None
    delete: dict[str, Any] | None = None


class TriggerDocument(_Document):
    """A UI event and what it is about to change."""

    on: str = Field(description="the kind of event: click, long_click, input, scroll, back, open_app")
    target: str | None = Field(None, description="the element, as the app names it; left out: any")
    updates: list[UpdateDocument] = Field(default_factory=list)
    commits: str | None = Field(None, description="the kind of objective that the event commits")
    irreversible: bool = False
    kind: Kind = Field(Kind.UNKNOWN, description="what sort of thing is committed")


class AppDocument(_Document):
    """A whole app: its states and, optionally, its triggers."""

    app: str = ""
    package: str = ""
    states: StatesDocument
    triggers: list[TriggerDocument] = Field(default_factory=list)


def read_app(raw: Any, name: str) -> App:
    """An app from parsed JSON: an app document, or its states alone. Raises `UnreadableInput` with every fault."""
    whole = raw if is_app_document(raw) else {"states": raw}
    document = validated(AppDocument, whole, name, named=lambda place: named_place(place, whole))
    states = _states(document.states, name)
    triggers = tuple(trigger_from(trigger) for trigger in document.triggers)
    return App(document.app or name, states, document.package, triggers)


def named_place(place: Place, raw: Any) -> Place:
    """A state in a mapping by its name and not by its number."""
    match place:
        case ("states", int() as number, *rest) if isinstance(raw["states"], Mapping):
            return ("states", list(raw["states"])[number], *(part for part in rest if part != "name"))
        case _:
            return place


def is_app_document(raw: Any) -> bool:
    """Whether the states stand under `states`, and are not a mapping that happens to have a state of that name."""
    if not isinstance(raw, Mapping) or "states" not in raw:
        return False
    body = raw["states"]
    return not (isinstance(body, Mapping) and isinstance(body.get("variables"), list))


def app_schema() -> dict[str, Any]:
    """The JSON Schema of an app document."""
    return schema_of(AppDocument, "handrail.app/1")


def schema_of(model: type[BaseModel], identifier: str) -> dict[str, Any]:
    """The JSON Schema of a document with states in it, with all the shapes in which states and variables may come."""

    class WithEveryShape(GenerateJsonSchema):
        """Tells what is accepted before it is brought into one shape."""

        def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> dict[str, Any]:
            shape = super().function_before_schema(schema)
            if schema["function"]["function"] is not _as_long_form:
                return shape
            return {"anyOf": [shape, _short_form()]}

    schema = model.model_json_schema(schema_generator=WithEveryShape)
    state = next(shape for name, shape in schema["$defs"].items() if name.endswith("StateDocument"))
    schema["$defs"]["StateBody"] = {
        **state,
        "title": "StateBody",
        "properties": {name: shape for name, shape in state["properties"].items() if name != "name"},
        "required": [name for name in state["required"] if name != "name"],
    }
    by_name = {"type": "object", "additionalProperties": {"$ref": "#/$defs/StateBody"}}
    schema["properties"]["states"] = {"anyOf": [schema["properties"]["states"], by_name]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": identifier, **schema}


def _short_form() -> dict[str, Any]:
    """A variable as `{"<its name>": "<its type>"}`, with none, some or all of the fields that may stand beside."""
    beside: dict[str, dict[str, Any]] = {
        "is_key": {"type": ["boolean", "null"]},
        "is_set": {"type": ["boolean", "null"]},
        "is_code": {"type": ["boolean", "null"]},
        "enum_values": {"type": ["array", "null"], "items": {"type": "string"}},
        "description": {"type": ["string", "null"]},
    }
    chosen = (fields for number in range(len(beside) + 1) for fields in combinations(beside, number))
    return {
        "type": "object",
        "propertyNames": {"minLength": 1},
        "anyOf": [  # a schema cannot count what is none of these: so each choice of them, and one name more
            {
                "properties": {name: beside[name] for name in fields},
                "additionalProperties": {"enum": list(get_args(TypeName))},
                "required": list(fields),
                "minProperties": len(fields) + 1,
                "maxProperties": len(fields) + 1,
            }
            for fields in chosen
        ],
    }


def _states(document: Sequence[StateDocument], name: str) -> States:
    try:
        return states_by_name(state_from(body) for body in document)
    except DeclarationError as error:
        raise UnreadableInput(f"{name}: {error}") from error


def state_from(body: StateDocument) -> State:
    """A state as it was declared. Raises `DeclarationError`."""
    declared = [variable.name for variable in body.variables]
    for key in body.key_arg_name:
        if key not in declared:
            raise DeclarationError(f"state `{body.name}` has the key `{key}`, which is none of its variables")
    try:
        variables = [_variable(variable, variable.name in body.key_arg_name) for variable in body.variables]
    except DeclarationError as error:
        raise DeclarationError(f"state `{body.name}`: {error}") from error
    return State.of(body.name, *variables, description=body.description or "")


def _variable(document: VariableDocument, is_key: bool) -> Variable:
    declared = _TYPE_NAMES[document.type]
    options = tuple(document.enum_values or ()) if declared is Type.ENUM else ()
    return Variable(
        document.name,
        declared,
        is_key or bool(document.is_key),
        options,
        document.description or "",
        bool(document.is_set),
        bool(document.is_code),
    )


def state_document(state: State) -> dict[str, object]:
    """A state as it would be declared, without its name."""
    return {
        "description": state.description,
        "variables": [
            {
                "name": variable.name,
                "type": str(variable.type),
                "description": variable.description,
                **({"enum_values": list(variable.options)} if variable.options else {}),
                **({"is_key": True} if variable.name in state.keys else {}),
                **({"is_set": True} if variable.is_set else {}),
                **({"is_code": True} if variable.is_code else {}),
            }
            for variable in state.variables.values()
        ],
    }


def trigger_from(document: TriggerDocument) -> Trigger:
    """A trigger as it was declared."""
    updates = tuple(Update(update.state, update.set, update.delete) for update in document.updates)
    return Trigger(
        document.on, document.target, fixed_updates(updates), document.commits, document.irreversible, document.kind
    )


_ONLY_IN_MODELS = frozenset({"bindings", "harmless", "observers"})
_LARGEST_PROGRAM = 1024 * 1024


def load_app(path: Path) -> App:
    """The app in a file. Raises `UnreadableInput`."""
    suffix = path.suffix.lower()
    if suffix in (".yaml", ".yml"):
        from handrail.app.model_document import load_model

        return load_model(path)
    if suffix == ".py":
        return _run(path)
    from handrail.app.document import read_app
    from handrail.strict_json import read_json_file

    raw = read_json_file(path)
    if isinstance(raw, dict) and _ONLY_IN_MODELS & raw.keys():
        from handrail.app.model_document import load_model

        return load_model(path)  # JSON is YAML, and the reader of models keeps the places
    return read_app(raw, str(path))


def _run(path: Path) -> App:
    """Run a model written in Python and take what it calls `app`. The file is trusted as any program is."""
    from handrail.app.declare import Declaration
    from handrail.strict_json import read_bytes

    content = read_bytes(path, _LARGEST_PROGRAM)
    try:
        names: dict[str, object] = {"__name__": path.stem, "__file__": str(path)}
        exec(compile(content, str(path), "exec"), names)  # noqa: S102 - a model in Python is a program
    except SyntaxError as error:
        raise UnreadableInput(f"{path}:{error.lineno}:{error.offset}: {error.msg}") from error
    except Exception as error:  # whatever a program raises; the user sees what and in which file
        raise UnreadableInput(f"{path}: {type(error).__name__}: {error}") from error
    made = names.get("app")
    if isinstance(made, Declaration):
        return made.app()
    if isinstance(made, App):
        return made
    raise UnreadableInput(f"{path}: it makes no `app`; end the file with `app = declaration.app()`")
