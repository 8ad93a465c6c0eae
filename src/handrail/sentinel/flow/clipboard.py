"""The clipboard: what was put there and by which app, and where it is pasted."""

from handrail.device.trace import Changed, SystemTrace
from handrail.sentinel.detector_state import Clip
from handrail.sentinel.lexicon import fold
from handrail.sentinel.screen_view import Line, ScreenView

_PASTES = frozenset(
    {"paste", "paste as plain text", "einfügen", "pegar", "coller", "붙여넣기", "粘贴", "貼上", "貼り付け"}
)


def copied(trace: SystemTrace, step: int, package: str) -> Clip | None:
    """What the step put on the clipboard, where the trace says; `package` is the app in front."""
    if not isinstance(trace.clipboard, Changed) or not trace.clipboard.items:
        return None
    last = trace.clipboard.items[-1]
    return Clip(last.text[:20_000], last.package or package, step)


def pastes(label: str) -> bool:
    """Whether a tap puts in what is on the clipboard."""
    return fold(label).strip(" .…") in _PASTES


def paste_field(view: ScreenView) -> Line | None:
    """The field that a paste goes to: the one with the cursor, else the only one."""
    fields = [line for line in view.lines if line.is_field]
    focused = next((line for line in fields if line.element.focused), None)
    return focused or (fields[0] if len(fields) == 1 else None)
