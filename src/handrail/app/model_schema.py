"""The shape of a model's file: an app document with screen bindings and observers. Expressions are still texts here."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from handrail.app.binding import KINDS
from handrail.app.consequence import Kind
from handrail.app.document import AppDocument, StateDocument, schema_of
from handrail.app.faults import entries_by_name
from handrail.app.shown_value import NumberFormat
from handrail.app.text_pattern import LONGEST_PATTERN


def _as_list(raw: Any) -> Any:
    return raw if isinstance(raw, list) else [raw]


Texts: TypeAlias = Annotated[list[str], BeforeValidator(_as_list)]
"""A text or a list of them."""


Labels: TypeAlias = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=LONGEST_PATTERN)]], BeforeValidator(_as_list)
]
"""A label or a list of them, as patterns."""


class OnScreenDocument(BaseModel):
    """On which screens a binding or an observer holds."""

    model_config = ConfigDict(extra="forbid")

    activity: Texts = Field(default_factory=list, description="one of these activities is in front")
    has: Texts = Field(default_factory=list, description="selectors that all must find something")
    lacks: Texts = Field(default_factory=list, description="selectors that must find nothing")


class UpdateTemplateDocument(BaseModel):
    """An update whose values are constants or readings of the screen."""

    model_config = ConfigDict(extra="forbid")

    state: str
    each: str | None = Field(None, description="one update for each element that this selector finds")
    when: str | None = Field(None, description="a reading that must give true")
    complete: bool | str | None = Field(None, description="whether these are all the rows there are: true or a reading")
    within: dict[str, Any] = Field(
        default_factory=dict, description="the part of the table that is listed: what is the same in all of its rows"
    )
    set: dict[str, Any] | None = None
    delete: dict[str, Any] | None = None


class BindingDocument(BaseModel):
    """An action on an element of a screen, and what it is about to change."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = None
    on: Texts = Field(description=f"kinds of action: {', '.join(KINDS)}")
    at: str | None = Field(None, description="the element acted upon, as a selector; left out: an action without one")
    label: Labels = Field(
        default_factory=list, description="what the element says, `*` for any run of characters; else it is in doubt"
    )
    row: str | None = Field(None, description="where readings start: the nearest such element around `at`")
    on_screen: OnScreenDocument | None = None
    unless_known: str = Field(
        "",
        description="`State.variable`: not while that is known, as of what this session has opened itself",
        pattern=r"^$|^[A-Za-z_][A-Za-z0-9_]*\.[A-Za-z_][A-Za-z0-9_]*$",
    )
    pre: list[UpdateTemplateDocument] = Field(default_factory=list, description="anticipated updates")
    post: list[UpdateTemplateDocument] = Field(default_factory=list, description="updates read from the next screen")
    commits: Texts = Field(default_factory=list, description="the kinds of objective that the action commits")
    kind: Kind = Field(Kind.UNKNOWN, description="what sort of thing is committed; not declared, a person is asked")
    object: dict[str, Any] = Field(
        default_factory=dict, description="what is committed, with all that leaves the phone: names and readings"
    )
    irreversible: bool = False


def _as_harmless(raw: Any) -> Any:
    return {"at": raw} if isinstance(raw, str) else raw


class HarmlessDocument(BaseModel):
    """What changes nothing that anybody would miss."""

    model_config = ConfigDict(extra="forbid")

    on: Texts = Field(default_factory=lambda: ["click"], description="kinds of action")
    at: str | None = Field(None, description="the element acted upon, as a selector; left out: an action without one")
    on_screen: OnScreenDocument | None = None
    why: str = Field("", description="why nobody would miss it")


HarmlessEntry: TypeAlias = Annotated[
    HarmlessDocument,
    BeforeValidator(_as_harmless, json_schema_input_type=str | HarmlessDocument),
]
"""An entry, or the selector alone for a click."""


class ModelStateDocument(StateDocument):
    """A state of a model, which may also say how long its facts last."""

    lasts_while: OnScreenDocument | None = Field(
        None, description="its facts end when no such screen is there: what a dialog is about, what is being edited"
    )
    until: dict[str, str] = Field(
        default_factory=dict,
        description="variables that the clock ends, each with the one that says when: a time, or seconds from now",
    )
    part_of: dict[str, dict[str, str | bool]] = Field(
        default_factory=dict,
        description="the states of whose rows these are parts and with which they go: by each of its keys the variable "
        "here that holds it, and by a Boolean what it is for a row that has parts",
    )
    announces: str = Field(
        "",
        description="the variable that says, by its name, of which app a new row is news: what was known of that app "
        "may not be so any more",
    )


class ObserverDocument(BaseModel):
    """What a screen says whenever it is shown."""

    model_config = ConfigDict(extra="forbid")

    name: str | None = None
    on_screen: OnScreenDocument | None = None
    post: list[UpdateTemplateDocument]


def _as_text(raw: Any) -> Any:
    return str(raw) if isinstance(raw, Decimal) else raw


VersionText: TypeAlias = Annotated[str, BeforeValidator(_as_text), Field(min_length=1, max_length=LONGEST_PATTERN)]
"""A version as the phone tells it, where `*` is any run of characters; `8.10` is one, though it looks like a number."""

Versions: TypeAlias = Annotated[list[VersionText], BeforeValidator(_as_list)]
"""A version or a list of them."""


class ModelDocument(AppDocument):
    """A whole model: states, triggers, bindings and observers."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["handrail.model/1"] = "handrail.model/1"
    version: VersionText | None = Field(None, description="the version of the package that the model was made for")
    versions: Versions = Field(default_factory=list, description="the same, where it was made for several")
    states: Annotated[Sequence[ModelStateDocument], BeforeValidator(entries_by_name)]
    numbers: NumberFormat = Field(NumberFormat.POINT, description="how the app writes thousands and decimals")
    units: Texts = Field(default_factory=list, description="what may stand behind a number: stars, min, %")
    bindings: list[BindingDocument] = Field(default_factory=list)
    harmless: list[HarmlessEntry] = Field(default_factory=list)
    observers: list[ObserverDocument] = Field(default_factory=list)


def model_schema() -> dict[str, Any]:
    """The JSON Schema of a model."""
    return schema_of(ModelDocument, "handrail.model/1")


def fields_at(place: tuple[str | int, ...]) -> tuple[str, ...]:
    """The fields that a document has at a place, for the nearest name of one that it does not have."""
    match [part for part in place if isinstance(part, str)]:
        case []:
            model: type[BaseModel] = ModelDocument
        case ["bindings"]:
            model = BindingDocument
        case ["observers"]:
            model = ObserverDocument
        case ["harmless"]:
            model = HarmlessDocument
        case [_, "on_screen"] | ["states", *_, "lasts_while"]:
            model = OnScreenDocument
        case [_, "pre" | "post"]:
            model = UpdateTemplateDocument
        case _:
            return ()
    return tuple(model.model_fields)
