"""The shape of a policy file. Patterns are still texts here."""

from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, PlainValidator, WithJsonSchema, create_model

from handrail.guard.decision import Condition
from handrail.guard.policy.action_pattern import CRITERIA
from handrail.guard.policy.change_pattern import ChangeDocument
from handrail.guard.policy.criterion import MOST, PolicyPart, document_of
from handrail.guard.policy.name_pattern import PatternTexts, PlainText, as_list

LONGEST_NAME = 60
LONGEST_WHY = 300


OutcomeWord: TypeAlias = Literal["allow", "warn", "ask", "block"]
RefusalWord: TypeAlias = Literal["ask", "block"]


def _limit(least: int, none: str) -> Any:
    """A whole number or a word for none at all, told as one type so that a fault is told once."""

    def read(raw: Any) -> int | str:
        if raw == none:
            return none
        if isinstance(raw, int | Decimal) and not isinstance(raw, bool) and raw == int(raw) and least <= raw <= MOST:
            return int(raw)
        raise ValueError(f"should be a whole number from {least} to {MOST:,}, or `{none}`")

    return PlainValidator(read, json_schema_input_type=Any)


def _limit_schema(least: int, none: str) -> WithJsonSchema:
    return WithJsonSchema({"anyOf": [{"type": "integer", "minimum": least, "maximum": MOST}, {"const": none}]})


AskAfter: TypeAlias = Annotated[int | str, _limit(1, "never"), _limit_schema(1, "never")]
AtLeastOne: TypeAlias = Annotated[int | str, _limit(1, "none"), _limit_schema(1, "none")]
AtLeastZero: TypeAlias = Annotated[int | str, _limit(0, "none"), _limit_schema(0, "none")]


if TYPE_CHECKING:
    CaseDocument: TypeAlias = PolicyPart
    ClassCaseDocument: TypeAlias = PolicyPart
else:
    CaseDocument = document_of("CaseDocument", "Actions that are meant: everything that is given must hold.", CRITERIA)
    ClassCaseDocument = document_of(
        "ClassCaseDocument",
        "Commitments, bindings or apps that a class of reversibility is given to.",
        (criterion for criterion in CRITERIA if criterion.classifies),
        described=False,
    )

Cases: TypeAlias = Annotated[
    list[CaseDocument], BeforeValidator(as_list, json_schema_input_type=CaseDocument | list[CaseDocument])
]


ClassCases: TypeAlias = Annotated[
    list[ClassCaseDocument],
    BeforeValidator(as_list, json_schema_input_type=ClassCaseDocument | list[ClassCaseDocument]),
]


def _classifying(patterns: list[PolicyPart]) -> list[PolicyPart]:
    if not patterns:
        raise ValueError("is an empty list, which would take the default's entries away; leave it out to keep them")
    return patterns


SevereClassCases: TypeAlias = Annotated[ClassCases, AfterValidator(_classifying)]
"""A list of a class that makes decisions stricter: emptying it is a slip, or worse."""


class PersonRuleDocument(PolicyPart):
    """What needs a person whatever the specification says."""

    why: Annotated[PlainText, Field(max_length=LONGEST_WHY)] = Field(description="a clause for the person who is asked")
    when: Cases = Field(min_length=1, description="the actions that are meant; one case is enough")
    then: RefusalWord = "ask"


def _off(raw: Any) -> Any:
    return None if raw == "off" else raw


PersonRule: TypeAlias = Annotated[
    PersonRuleDocument | None,
    BeforeValidator(_off, json_schema_input_type=PersonRuleDocument | Literal["off"]),
]
"""A rule, or `off` for one of the default policy that is not wanted."""


def _without_empty(raw: Any) -> Any:
    return {name: rule for name, rule in raw.items() if rule is not None} if isinstance(raw, Mapping) else raw


PersonRules: TypeAlias = Annotated[
    dict[PlainText, PersonRule],
    BeforeValidator(_without_empty, json_schema_input_type=dict[PlainText, PersonRule | None]),
]
"""Rules by name. A name with nothing behind it says nothing: only `off` takes a rule of the default away."""


class ReversibilityDocument(PolicyPart):
    """Which commitments, bindings and apps belong to which class; the most severe that fits counts."""

    read_only: ClassCases = Field(default_factory=list, alias="read-only")
    reversible: ClassCases = Field(default_factory=list)
    externally_reversible: SevereClassCases = Field(default_factory=list, alias="externally reversible")
    irreversible: SevereClassCases = Field(default_factory=list)


CONDITIONS_MEAN: Mapping[Condition, str] = {
    Condition.UNKNOWN_RECEIVER: "nobody can say what receives the touch, the text or the key",
    Condition.EFFECT_UNKNOWN: "what is committed, or to what, is not known to the last detail",
    Condition.ANOTHER_OBJECT: "an objective again, and nothing changes that its rules speak of",
    Condition.REPEATED: "exactly this ran already, and cannot be taken back or only with somebody's help",
    Condition.UNCONFIRMED: "it is to follow something of which no screen has shown that it came about",
    Condition.BESIDE_THE_RULES: "only states change that no rule for the objective mentions",
    Condition.ALSO_REMOVES: "a row goes with it that no rule speaks of",
    Condition.MORE_THAN_ASKED: "something leaves the phone with it that no rule speaks of",
    Condition.OTHER_SPELLING: "a text is only nearly the one that was asked for",
    Condition.SUSPECT_COMMITMENT: "a value looks wrong in what commits something",
    Condition.RAW: "an action whose effect no model can foresee",
    Condition.MODEL_DRIFT: "the app in front was seen to be otherwise than its model says",
    Condition.UNDONE: "at the end: what a commitment set is otherwise now",
}
"""What each condition is, for people who write policies."""

if TYPE_CHECKING:
    ConditionsDocument: TypeAlias = PolicyPart
else:
    ConditionsDocument = create_model(
        "ConditionsDocument",
        __base__=PolicyPart,
        __doc__="What the guard finds about an action that the specification does not speak of: `ask` or `block`.",
        __module__=__name__,
        **{
            condition.name.lower(): (
                RefusalWord | None,
                Field(None, alias=condition.value, description=CONDITIONS_MEAN.get(condition)),
            )
            for condition in Condition
        },
    )


class UnrequestedDocument(PolicyPart):
    """What an action commits although nobody asked for it."""

    reversible: OutcomeWord | None = None
    irreversible: RefusalWord | None = Field(None, description="never `allow`: it could not be taken back")


class RefusalsDocument(PolicyPart):
    """When a person is asked after refusals in a row."""

    ask_after: AskAfter | None = None
    also_when_blocked: bool | None = Field(None, description="also where the specification blocks")


class SeveritiesDocument(PolicyPart):
    """What a finding of each severity leads to."""

    critical: OutcomeWord | None = None
    high: OutcomeWord | None = None
    medium: OutcomeWord | None = None
    low: OutcomeWord | None = None
    note: OutcomeWord | None = None


class FindingsDocument(SeveritiesDocument):
    """What a detector's finding leads to."""

    categories: dict[str, SeveritiesDocument] | None = Field(None, description="otherwise for some categories")


class AppsDocument(PolicyPart):
    """In which apps the agent may act."""

    allowed: PatternTexts | None = Field(None, description="packages; the agent may read and leave every other app")
    refused: PatternTexts | None = Field(None, description="packages, also if they are allowed")
    then: RefusalWord | None = None


class UnknownEffectDocument(PolicyPart):
    """Actions that may change something nobody knows."""

    no_model: OutcomeWord | None = Field(None, description="in an app without a model")
    no_binding: OutcomeWord | None = Field(None, description="where the app's model is silent")


class FailuresDocument(PolicyPart):
    """What may run although a part of its verification failed."""

    open_up_to: Literal["nothing", "read-only", "reversible", "externally reversible", "unknown"] | None = Field(
        None, description="the last class that may; what commits something or is irreversible never does"
    )


class LimitsDocument(PolicyPart):
    """How much is enough."""

    steps: AtLeastOne | None = None
    seconds: AtLeastOne | None = None
    insistences: AtLeastZero | None = None
    then: RefusalWord | None = None


class PolicyDocument(PolicyPart):
    """A whole policy. Whatever it leaves out is as in the default policy, or missing where it extends `nothing`."""

    format: Literal["handrail.policy/1"]
    name: Annotated[PlainText, Field(max_length=LONGEST_NAME)] = "policy"
    extends: Literal["default", "nothing"] = "default"
    needs_a_person: PersonRules | None = None
    conditions: ConditionsDocument | None = None
    reversibility: ReversibilityDocument | None = None
    unrequested: UnrequestedDocument | None = None
    irreversible_again: RefusalWord | None = None
    refusals: RefusalsDocument | None = None
    findings: FindingsDocument | None = None
    apps: AppsDocument | None = None
    unknown_effect: UnknownEffectDocument | None = None
    unread_values: RefusalWord | None = None
    failures: FailuresDocument | None = None
    limits: LimitsDocument | None = None


def policy_schema() -> dict[str, Any]:
    """The JSON Schema of a policy file."""
    schema = PolicyDocument.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "handrail.policy/1", **schema}


def fields_at(place: tuple[str | int, ...]) -> tuple[str, ...]:
    """The fields that a document has at a place, for the nearest name of one that it does not have."""
    found = _model_at(tuple(part for part in place if isinstance(part, str)))
    return tuple(field.alias or name for name, field in found.model_fields.items()) if found else ()


def _model_at(place: tuple[str, ...]) -> type[BaseModel] | None:
    sections: Mapping[str, type[BaseModel]] = {
        "conditions": ConditionsDocument,
        "reversibility": ReversibilityDocument,
        "unrequested": UnrequestedDocument,
        "refusals": RefusalsDocument,
        "findings": FindingsDocument,
        "apps": AppsDocument,
        "unknown_effect": UnknownEffectDocument,
        "failures": FailuresDocument,
        "limits": LimitsDocument,
    }
    match place:
        case ():
            return PolicyDocument
        case (section,):
            return sections.get(section)
        case ("needs_a_person", _):
            return PersonRuleDocument
        case ("needs_a_person", _, "when"):
            return CaseDocument
        case ("needs_a_person", _, "when", "changes"):
            return ChangeDocument
        case ("reversibility", _):
            return ClassCaseDocument
        case ("findings", "categories", _):
            return SeveritiesDocument
        case _:
            return None
