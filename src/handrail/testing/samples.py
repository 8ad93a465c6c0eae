"""What contracts show to whoever is tested: a screen, a run on it, a question to a person."""

from datetime import datetime, timedelta

from handrail.device.action import Action
from handrail.device.element import Bounds, Element, identify
from handrail.device.screen import Screen
from handrail.device.trace import NOTHING_CHANGED
from handrail.guard.approval.digest import digest_of
from handrail.guard.approval.question import Question
from handrail.guard.decision import Reason, Source
from handrail.sentinel.judge.trajectory import Step, Trajectory

PACKAGE = "com.example.chat"
INSTRUCTION = "tell Maria that I come at six"
_IN_ONE_APP = 4
"""Steps of a run, before it goes on in another app."""
_SCREEN_DIGEST = "5c" * 32


def sample_screen(*labels: str, package: str = PACKAGE) -> Screen:
    """A list of buttons and a text field."""
    buttons = tuple(
        Element(
            "android.widget.Button", label, resource_id=f"{package}:id/line{place}", package=package,
            bounds=Bounds(0, 200 * place, 1080, 200 * place + 150), clickable=True,
        )
        for place, label in enumerate(labels)
    )  # fmt: skip
    note = Element(
        "android.widget.EditText", resource_id=f"{package}:id/note", package=package,
        bounds=Bounds(0, 2000, 1080, 2150), clickable=True, focusable=True,
    )  # fmt: skip
    root = Element(
        "android.widget.FrameLayout", package=package, bounds=Bounds(0, 0, 1080, 2400), children=(*buttons, note)
    )
    return Screen(package, ".Main", (root,), 1080, 2400)


def tap_on(screen: Screen, label: str) -> Action:
    """A click on the element with that text."""
    path, element = next(found for found in screen.walk() if found[1].text == label)
    return Action("click", label, element=identify(path, element))


def sample_run(steps: int = 3) -> Trajectory:
    """Something is sent, again and again, of a long run in two chats by turns; the last moment only says that it is
    over.
    """
    shown = [
        sample_screen("Maria", "See you at six", "Send", package=f"{PACKAGE}{'.work' if n // _IN_ONE_APP % 2 else ''}")
        for n in range(steps)
    ]
    taken = (Step(n, screen, tap_on(screen, "Send"), NOTHING_CHANGED) for n, screen in enumerate(shown[:-1], 1))
    return Trajectory(INSTRUCTION, "Chat", (*taken, Step(steps, shown[-1], Action("finish"), NOTHING_CHANGED)))


def sample_question(identifier: str, now: datetime, seconds: float) -> Question:
    """Whether something may be sent, for so many seconds."""
    action = tap_on(sample_screen("Maria", "See you at six", "Send"), "Send")
    return Question(
        identifier, digest_of(action, _SCREEN_DIGEST, (), ("Send",)), 1, INSTRUCTION, action, PACKAGE, (), ("Send",),
        (Reason(Source.POLICY, "messages", "A message goes to somebody else."),),
        now, now + timedelta(seconds=seconds), "True -> Send\nSend -> Done",
    )  # fmt: skip
