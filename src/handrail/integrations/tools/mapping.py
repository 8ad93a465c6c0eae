"""What the tools of a program mean, given as a file, as a mapping, as a function, or as a profile."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from handrail.error import Misuse
from handrail.integrations.tools.finish import with_finish
from handrail.integrations.tools.mapping_file import MappedServer, mapping_of, read_mapping
from handrail.integrations.tools.tool_call import ListedElement, Meaning, Profile, References, ToolCall
from handrail.strict_json import read_text

Meant: TypeAlias = Callable[[ToolCall, References], Meaning]
"""What a call does to the phone that is seen. Pure."""

ToolMapping: TypeAlias = str | Path | Mapping[str, Any] | Meant | Profile
"""A mapping file, its content without `format`, a function, or a profile."""


def open_mapping(mapping: ToolMapping, phone: str = "") -> Profile:
    """The profile of a program's tools, with `handrail_finish` among them. Raises `Misuse` and `UnreadableInput`."""
    profile = _profile(mapping)
    if isinstance(profile, MappedServer) and profile.document.phone is not None and not phone:
        raise Misuse(f"the mapping names the phone in `{profile.document.phone}`; say which one it is: phone=…")
    return with_finish(profile)


def _profile(mapping: ToolMapping) -> Profile:
    if isinstance(mapping, str | Path):
        return read_mapping(read_text(Path(mapping)), str(mapping))
    if isinstance(mapping, Mapping):
        return mapping_of(mapping)
    return mapping if isinstance(mapping, Profile) else _Function(mapping)


@dataclass(frozen=True, slots=True)
class _Function:
    """A function as a profile: without references, and without a word for failures."""

    meant: Meant

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        return self.meant(call, seen)

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:  # noqa: ARG002
        return None

    def has_failed(self, answer: str) -> bool:  # noqa: ARG002
        return False
