"""What an action is about to do, before it runs: what it commits, or why nobody can say.

Trusted sources say so: in the guard the models of the apps and the accepted specification, for a recording the generic
app. It decides whether a judge is asked about the action at all, and is told in the question.
"""

from dataclasses import dataclass, replace
from typing import Final

from handrail.app.consequence import Consequence
from handrail.app.generic import Commits, Harmless, Page, Unknown, judge, wording
from handrail.app.generic.judgement import WRITING, is_search
from handrail.app.generic.parts import Button, Choice, Field, Part, Row, Switch
from handrail.app.generic.widget import Widget, widget_of
from handrail.app.screen_model import Act
from handrail.app.screen_tree import UnreadableScreen
from handrail.device.action import Action
from handrail.device.reception import Received, receive
from handrail.device.screen import Screen


@dataclass(frozen=True, slots=True)
class AcceptedRule:
    """A rule of the specification that a person accepted: whether its aim is achieved, and what is not verified yet."""

    text: str
    achieved: bool = False
    lacks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prospect:
    """What is known of an action beforehand.

    `unknown` says why nobody can tell what it does, and is empty where somebody can. `chooses` says that it settles
    what a later commitment takes along, `has_twin` that another entry says the same, so that no name tells which is
    meant, `writes` that it fills a field which is not for looking something up. `specification` is what the
    person accepted; empty where there is none, as in a recording.
    """

    commits: tuple[Consequence, ...] = ()
    unknown: str = ""
    chooses: bool = False
    has_twin: bool = False
    writes: bool = False
    specification: tuple[AcceptedRule, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it may do something that counts, now or with what follows, whatever is written."""
        return bool(self.commits or self.unknown or self.chooses or self.has_twin)


NOTHING: Final = Prospect()


def prospect_of(screen: Screen, action: Action) -> Prospect:
    """What the generic app says of an action. Costs reading the screen.

    Where the screen does not say who receives the touch, the element that the action names is asked about.
    """
    try:
        page = Page.of(screen)
    except UnreadableScreen as error:
        return Prospect(unknown=str(error))
    whole = NOTHING
    for act in _acts(screen, action):
        number = page.index.at(act.path) if act.path is not None else None
        part = page.part_at(number) if number is not None else None
        match judge(page, act):
            case Commits(objective, details):
                names = frozenset({objective.name})
                found = Consequence(objective.name, objective.kind, names, details, objective.irreversible)
                whole = replace(whole, commits=(*whole.commits, found))
            case Unknown(why):
                whole = replace(whole, unknown=whole.unknown or why)
            case Harmless():
                whole = _settling(whole, page, part)
        if isinstance(part, Field) and act.kind in WRITING and not is_search(page, part):
            whole = replace(whole, writes=True)
    return whole


def _settling(known: Prospect, page: Page, part: Part | None) -> Prospect:
    """With what it settles for later, though nothing takes effect with it.

    Entries that are marked for something are no boxes of a form: what is then done with them is told of all of them.
    """
    turned = page.turned_by(part) if isinstance(part, Row | Button) else None
    match turned or part:
        case Choice(selected=False):
            return replace(known, chooses=True)
        case Switch(number) if not _is_entry(page, number):
            return replace(known, chooses=True)
        case Row(texts=texts) if texts and sum(row.texts == texts for row in page.rows) > 1:
            return replace(known, has_twin=True)
    return known


def _is_entry(page: Page, number: int) -> bool:
    """Whether what is marked is an entry itself, as a photo is, or stands on a page that counts what is selected."""
    return widget_of(page.index.nodes[number].class_name) is not Widget.SWITCH or wording.counts(page.title)


def _acts(screen: Screen, action: Action) -> list[Act]:
    reception = receive(action, screen)
    if isinstance(reception, Received):
        return [Act(event.kind, event.path, event.text) for event in reception.events]
    return [Act(action.type, action.element.path if action.element is not None else None, action.text)]
