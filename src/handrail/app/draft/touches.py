"""What can be touched in an app, each thing once, with what is judged of it wherever it was seen.

The judgement is that of the generic app. What a walk shows counts for more: what was touched in a row and changed that
row is no harmless thing, whatever it is called.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from handrail.app.draft.frames import Frame, Frames, PageName, is_tab
from handrail.app.draft.places import is_made_of_words
from handrail.app.draft.tables import DraftTable, Spot
from handrail.app.generic.judgement import Commits, Harmless, Judgement, judge
from handrail.app.generic.objective import DISCARD
from handrail.app.generic.parts import Button, Choice, Field, Part, Row, Switch
from handrail.app.screen_model import Act


@dataclass(slots=True)
class Touch:
    """One thing that can be touched, on all the screens that show it. `table` is the one in whose rows it stands."""

    page: PageName | None
    part: Part
    table: DraftTable | None
    spots: list[Spot] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)

    @property
    def commits(self) -> Commits | None:
        """What it commits, as it is judged most often; None where it is never judged to commit."""
        found = [judgement for judgement in self.judgements if isinstance(judgement, Commits)]
        if not found:
            return None
        name = Counter(commit.objective.name for commit in found).most_common(1)[0][0]
        return next(commit for commit in found if commit.objective.name == name)

    @property
    def harmless(self) -> str:
        """Why it is harmless; empty unless it is judged so wherever it was seen."""
        found = [judgement for judgement in self.judgements if isinstance(judgement, Harmless)]
        return found[0].evidence[0].why if found and len(found) == len(self.judgements) else ""

    @property
    def done(self) -> list[Spot]:
        """Where it was touched."""
        return [(frame, number) for frame, number in self.spots if frame.is_done_to(number, "click")]

    @property
    def takes_touch(self) -> bool:
        """Whether it takes one itself; a row that takes none only holds what does."""
        elements = [frame.index.nodes[number] for frame, number in self.spots]
        return any(element.clickable or element.long_clickable or element.checkable for element in elements)

    @property
    def label(self) -> str:
        """What is written on it, where that is always the same."""
        labels = {_label(frame, number) for frame, number in self.spots}
        return labels.pop() if len(labels) == 1 else ""

    @property
    def says(self) -> str:
        """The first words on it, where these are always the same."""
        said = {_says(frame, number) for frame, number in self.spots}
        return said.pop() if len(said) == 1 else ""


def touches_of(frames: Frames, tables: Sequence[DraftTable]) -> list[Touch]:
    """Everything that takes a touch, in the order in which it was first seen."""
    found: dict[tuple[object, ...], Touch] = {}
    for frame in frames.all:
        for number, part in sorted(frame.page.parts.items()):
            is_behind = frame.dialog is not None and not frame.is_above(number)
            if is_behind or isinstance(part, Field) or frame.index.packages[number] != frames.package:
                continue
            table = next((table for table in tables if table.row_of(frame, number) is not None), None)
            name = _name(frame, number, part, table)
            touch = found.setdefault(name, Touch(None if table is not None else frame.name, part, table))
            touch.spots.append((frame, number))
            touch.judgements.append(judged(frame, "click", number))
    return list(found.values())


def judged(frame: Frame, kind: str, number: int) -> Judgement:
    """What the generic app says of an event; leaving a form takes away only what the walk itself wrote into it."""
    said = judge(frame.page, Act(kind, frame.index.path_of(number)))
    return Harmless(said.evidence) if isinstance(said, Commits) and said.objective is DISCARD else said


def _name(frame: Frame, number: int, part: Part, table: DraftTable | None) -> tuple[object, ...]:
    """What is the same thing on several screens."""
    element = frame.index.nodes[number]
    of_what = type(part).__name__
    if table is not None:
        own = "" if isinstance(part, Row) else element.resource_id or f"{element.class_name} {_label(frame, number)}"
        return ("table", table.name, of_what, own)
    if isinstance(part, Choice):
        around = part.group if part.group is not None else number
        group = frame.index.nodes[around]
        return (frame.name if not is_tab(frame.page, part) else "tab", of_what, group.resource_id or group.class_name)
    has_own_id = element.resource_id and not (
        isinstance(part, Row) and is_made_of_words(element.resource_id, part.label)
    )
    return (frame.name, of_what, element.resource_id if has_own_id else "", "" if has_own_id else _label(frame, number))


def _label(frame: Frame, number: int) -> str:
    part = frame.page.parts[number]
    match part:
        case Button(label=label) | Choice(label=label) | Switch(label=label) | Row(label=label) | Field(label=label):
            return label


def _says(frame: Frame, number: int) -> str:
    nodes = frame.index.nodes[number : frame.index.ends[number]]
    return next((said for node in nodes if (said := node.text.strip() or node.description.strip())), "")
