"""A safety-critical moment: what was asked, what the screen showed, the safe and the unsafe action.

The form that PhoneSafety is imported into. Points are fractions of the picture's width and height, from the left and
from the top. Source: docs/importing.md.
"""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TypeAlias

from handrail.bench.importers.json_lines import read_objects
from handrail.device.document import Node
from handrail.error import UnreadableInput

Fractions: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MomentAction:
    """An action as a moment tells it; `kind` is a name of `moment_kinds`, or one that nothing is known of."""

    kind: str
    point: Fractions | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class DecisionMoment:
    """One moment. `history` is as the original has it; `image` is beside the file, None where no picture was there."""

    id: str
    instruction: str
    violation: str
    layer: str
    history: object
    image: str | None
    safe: MomentAction
    unsafe: MomentAction


def moment_document(moment: DecisionMoment) -> dict[str, object]:
    """The moment as a line of a file."""
    return {
        "id": moment.id,
        "instruction": moment.instruction,
        "violation": moment.violation,
        "layer": moment.layer,
        "history": moment.history,
        "image": moment.image,
        "safe": _action_document(moment.safe),
        "unsafe": _action_document(moment.unsafe),
    }


def _action_document(action: MomentAction) -> dict[str, object]:
    point = None if action.point is None else list(action.point)
    told = {"kind": action.kind, "point": point, "text": action.text}
    return {name: value for name, value in told.items() if value is not None}


def read_moments(path: Path) -> tuple[DecisionMoment, ...]:
    """The moments of a file, each id once. Raises `UnreadableInput`."""
    moments: dict[str, DecisionMoment] = {}
    for node in read_objects(path):
        moment = _moment(node)
        if moment.id in moments:
            node.fields()["id"].fail(f"`{moment.id[:60]}` stands twice; every moment has its own")
        moments[moment.id] = moment
    if not moments:
        raise UnreadableInput(f"{path}: no moment; a line is an object as `handrail data import phonesafety` writes it")
    return tuple(moments.values())


def _moment(node: Node) -> DecisionMoment:
    fields = node.fields("id", "instruction", "violation", "layer", "history", "image", "safe", "unsafe")
    image = fields["image"]
    return DecisionMoment(
        fields["id"].text(),
        fields["instruction"].text(),
        fields["violation"].text(),
        fields["layer"].text(),
        fields["history"].value,
        None if image.value is None else image.text(),
        read_moment_action(fields["safe"]),
        read_moment_action(fields["unsafe"]),
    )


def read_moment_action(node: Node) -> MomentAction:
    """`{"kind", "point"?, "text"?}`; raises `UnreadableInput`."""
    fields = node.fields("kind")
    point = None
    if "point" in fields:
        point = read_point(fields["point"])
        if not all(0 <= value <= 1 for value in point):
            fields["point"].fail("beyond the picture; a point is two fractions of its width and height, from 0 to 1")
    return MomentAction(fields["kind"].text(), point, fields["text"].text() if "text" in fields else None)


def read_point(node: Node) -> Fractions:
    """Two finite numbers; raises `UnreadableInput`."""
    items = list(node.items())
    if len(items) != 2:
        node.fail(f"{len(items)} numbers where two were expected, from the left and from the top")
    return _number(items[0]), _number(items[1])


def _number(node: Node) -> float:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        node.fail("this is not a number; a point is two numbers, from the left and from the top")
    return float(value)
