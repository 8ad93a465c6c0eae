"""Whether an action is known to do nothing but show something: what an app is walked over by itself.

Nobody looks on, so more is wanted than of an action that a person or a specification stands behind. What is only likely
to be harmless counts for entries of lists and for choices, and only on a page where nothing takes effect by a mere
touch: among switches an entry may do so, too, as an open network is joined that is touched.
"""

from handrail.app.generic.evidence import Sureness
from handrail.app.generic.judgement import Commits, Harmless, judge
from handrail.app.generic.page import Page
from handrail.app.generic.parts import Button
from handrail.device.action import Action
from handrail.device.reception import Event, Received, receive
from handrail.device.screen import Screen


def is_harmless(screen: Screen, page: Page, action: Action) -> bool:
    """Whether everything that happens is known to be harmless, in the page's own app; what nobody can say is not."""
    received = receive(action, screen)
    if not isinstance(received, Received) or not received.events:
        return False
    return all(event.package == page.package and _is_known(page, event) for event in received.events)


def _is_known(page: Page, event: Event) -> bool:
    judged = judge(page, event)
    if not isinstance(judged, Harmless):
        return False
    if min(evidence.sureness for evidence in judged.evidence) >= Sureness.SURE:
        return True
    number = page.index.at(event.path) if event.path is not None else None
    part = page.part_at(number) if number is not None else None
    return part is not None and not isinstance(part, Button) and not _takes_effect_by_a_touch(page)


def _takes_effect_by_a_touch(page: Page) -> bool:
    """Whether a switch or a choice of the page commits by itself."""
    numbers = [*(switch.number for switch in page.switches), *(choice.number for choice in page.choices)]
    touches = (Event("click", page.index.path_of(number), page.package) for number in numbers)
    return any(isinstance(judge(page, touch), Commits) for touch in touches)
