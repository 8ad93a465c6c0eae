"""What the system's own actions do, whichever app they are about: known from Android, declared by no model.

The one list of them: which go past the screen, which delete for good, and which are a commitment by their type alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from handrail.app import Anticipation
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.app.trigger import NOTHING_SAID
from handrail.device.action import Action, ActionType


@dataclass(frozen=True, slots=True)
class _System:
    """An action of the system: what it commits, of which kind, and what it is called to people.

    `by_type`: it commits that also where nobody anticipated what it does.
    """

    objective: str
    kind: Kind
    does: str
    detail: str
    irreversible: bool = False
    by_type: bool = False


_UNINSTALL, _CLEAR = "uninstall an app, with its data", "delete the data of an app"
_BUILT_IN: Mapping[ActionType, _System] = {
    "install": _System("InstallApp", Kind.INSTALL, "install an app", "what", by_type=True),
    "uninstall": _System("UninstallApp", Kind.DELETION, _UNINSTALL, "what", irreversible=True, by_type=True),
    "clear_data": _System("ClearData", Kind.DELETION, _CLEAR, "what", irreversible=True, by_type=True),
    "force_stop": _System("ForceStop", Kind.SETTING, "stop an app", "what"),
    "open_url": _System("OpenLink", Kind.UNKNOWN, "open a link, in whatever app takes it", "link"),
    "share": _System("Share", Kind.UNKNOWN, "hand a text to other apps", "text"),
}

SYSTEM_COMMITMENTS = tuple(system.objective for system in _BUILT_IN.values())
"""What the system's own actions commit, whichever apps there are."""

SYSTEM_KINDS: Mapping[ActionType, Kind] = {name: system.kind for name, system in _BUILT_IN.items() if system.by_type}
"""What these actions are, in whichever app they are proposed."""

DESTROYING: frozenset[ActionType] = frozenset(name for name, system in _BUILT_IN.items() if system.irreversible)
"""Types of action that delete for good, in whichever app they are proposed."""

RAW: frozenset[ActionType] = frozenset(_BUILT_IN)
"""Types of action that go past the screen: what they do is not said by the app in front."""


def built_in(action: Action) -> Anticipation:
    """What an action of the system is about to commit; nothing for all others."""
    system = _BUILT_IN.get(action.type)
    if system is None:
        return NOTHING_SAID
    said = action.text if action.type == "share" else action.target
    detail = Detail(system.detail, said) if said else Detail(system.detail, None, "the action does not say it")
    objectives = frozenset({system.objective})
    consequence = Consequence(system.does, system.kind, objectives, (detail,), system.irreversible)
    return Anticipation((), objectives, system.irreversible, (), (), (consequence,), covered=True)
