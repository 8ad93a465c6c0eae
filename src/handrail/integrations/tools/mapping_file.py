"""A profile from YAML: which tools of a server only read, and which do what with which of their arguments.

What the file does not name does not run: a tool, and an argument that is given. Format `handrail.tools/1`, described in
docs/integrations/mcp.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, ValidationError

from handrail.app.model_yaml import read_model_yaml
from handrail.device.action import Action, ActionType, Point
from handrail.error import UnreadableInput
from handrail.guard.policy.texts import is_package
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.argument import UnclearArgument, pixels, text
from handrail.integrations.tools.tool_call import ActingCall, ListedElement, Meaning, References, ToolCall
from handrail.integrations.tools.typed_text import standing_in_field

FORMAT: Final = "handrail.tools/1"
_ON_PACKAGES = ("open_app", "uninstall", "clear_data", "force_stop")
Value = StrictBool | int | float | StrictStr


class _Closed(BaseModel):
    """What is written and not known is a fault."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ActingTool(_Closed):
    """What a tool does, by the names of its arguments; `always` are arguments that have one value only."""

    action: ActionType
    point: tuple[str, str] | None = None
    to: tuple[str, str] | None = None
    text: str | None = None
    target: str | None = None
    adds: bool = False
    always: Mapping[str, Value] = Field(default_factory=dict)

    @property
    def arguments(self) -> frozenset[str]:
        """All that it may be given beside the phone."""
        named = (*(self.point or ()), *(self.to or ()), self.text, self.target, *self.always)
        return frozenset(name for name in named if name is not None)


class MappingDocument(_Closed):
    """The file. `phone` is the argument that names the phone, and `failed` how an answer begins that says so."""

    format: Literal["handrail.tools/1"]
    phone: str | None = None
    reads: frozenset[str] = frozenset()
    acts: Mapping[str, ActingTool] = Field(default_factory=dict)
    failed: str | None = None


def read_mapping(written: str, name: str) -> "MappedServer":
    """The profile of a file's text. Raises `UnreadableInput` with the first fault and its place."""
    document = read_model_yaml(written, name)
    try:
        return MappedServer(MappingDocument.model_validate(document.value))
    except ValidationError as error:
        fault = error.errors()[0]
        place = document.place(tuple(fault["loc"]))
        where = ".".join(str(part) for part in fault["loc"])
        raise UnreadableInput(f"{name}:{place.line}:{place.column}: {where}: {fault['msg']}") from None


def mapping_of(written: Mapping[str, Any]) -> "MappedServer":
    """The profile of a mapping that a program gives; `format` need not be said. Raises `UnreadableInput`."""
    try:
        return MappedServer(MappingDocument.model_validate({"format": FORMAT, **written}))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise UnreadableInput(f"the mapping of tools: {where}: {fault['msg']}") from None


@dataclass(frozen=True, slots=True)
class MappedServer:
    """The profile of a server as its file tells it."""

    document: MappingDocument

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        """What a call does to the phone that is seen."""
        if call.name in self.document.reads:
            return Reads()
        tool = self.document.acts.get(call.name)
        if tool is None:
            return NotUnderstood("the mapping file does not say what it does")
        try:
            return self._read(call, tool, seen)
        except UnclearArgument as why:
            return NotUnderstood(str(why))

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:  # noqa: ARG002
        """A mapping file knows no references."""
        return None

    def has_failed(self, answer: str) -> bool:
        """Whether it begins as the file says that failures do."""
        return self.document.failed is not None and answer.startswith(self.document.failed)

    def _read(self, call: ToolCall, tool: ActingTool, seen: References) -> ActingCall:
        given = {name: value for name, value in call.arguments.items() if value is not None}
        if self.document.phone is not None and given.pop(self.document.phone, seen.serial) != seen.serial:
            raise UnclearArgument(f"only the phone `{seen.serial}` is guarded; no other one is touched")
        if unknown := sorted(given.keys() - tool.arguments):
            raise UnclearArgument(f"the mapping file does not say what `{unknown[0]}` does")
        for name, value in tool.always.items():
            said = given.get(name, value)
            if said != value or isinstance(said, bool) != isinstance(value, bool):
                raise UnclearArgument(f"`{name}` is always {value!r}")
        action, made = _action(tool, given, seen)
        phone = {} if self.document.phone is None else {self.document.phone: seen.serial}
        return ActingCall(action, ToolCall(call.name, {**phone, **made, **tool.always}))


def _action(tool: ActingTool, given: Mapping[str, Any], seen: References) -> tuple[Action, Mapping[str, Any]]:
    """The action, and the arguments that say it to the server."""
    point, to = _point(tool.point, given), _point(tool.to, given)
    target = text(given, tool.target) if tool.target is not None else None
    typed = text(given, tool.text) if tool.text is not None else None
    if tool.action in _ON_PACKAGES and not is_package(target or ""):
        raise UnclearArgument(f"{target!r:.60} is no package as com.example.clock")
    made: dict[str, Any] = {}
    for names, place in ((tool.point, point), (tool.to, to)):
        made |= dict(zip(names or (), place or (), strict=True))
    made |= {name: value for name, value in ((tool.target, target), (tool.text, typed)) if name is not None}
    before = standing_in_field(seen.screen) if tool.adds else ""
    said = before + typed if typed is not None else None
    return Action(tool.action, target=target, text=said, point=point, to=to), made


def _point(names: tuple[str, str] | None, given: Mapping[str, Any]) -> Point | None:
    return (pixels(given, names[0]), pixels(given, names[1])) if names is not None else None
