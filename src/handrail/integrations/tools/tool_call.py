"""A call of a server's tool, and what it means for the phone: the one question that a profile answers.

A profile is pure: the same call on the same screen means the same, so what was judged can be compared with what is
about to run. What it does not understand does not run; what a server says of its own tools counts for nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from handrail.device.action import Action
from handrail.device.element import Bounds
from handrail.device.screen import Screen
from handrail.integrations.meaning import NotUnderstood, Reads


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The name of a tool and what it is given."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListedElement:
    """An element as a server told it to the agent: its kind, its words (else the first inside it), its place."""

    kind: str
    identifier: str
    words: str
    bounds: Bounds


@dataclass(frozen=True, slots=True)
class References:
    """What a call refers to: the phone by its serial number, its screen, and the elements last listed, by reference."""

    serial: str
    screen: Screen
    listed: Mapping[str, ListedElement] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActingCall:
    """What is to be judged, and the call that does just that: resolved to pixels, with every default written out."""

    action: Action
    call: ToolCall


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Several calls in one, to be judged and made one after another, up to the first that does not run."""

    calls: tuple[ToolCall, ...]


Meaning: TypeAlias = Reads | ActingCall | Unpacked | NotUnderstood


@runtime_checkable
class Profile(Protocol):
    """What the tools of one server mean."""

    def meaning(self, call: ToolCall, seen: References) -> Meaning:
        """What a call does to the phone that is seen. Pure."""
        ...

    def listed(self, call: ToolCall, answer: str, serial: str) -> Mapping[str, ListedElement] | None:
        """The elements of that phone that an answer told, by reference; None where it is no list of them. Pure."""
        ...

    def has_failed(self, answer: str) -> bool:
        """Whether an answer that is not marked as an error says that the call failed."""
        ...
