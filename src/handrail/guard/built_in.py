"""What the system's own actions do, whichever app they are about: known from Android, declared by no model."""

from collections.abc import Mapping
from dataclasses import dataclass

from handrail.app import Anticipation
from handrail.app.consequence import Consequence, Detail, Kind
from handrail.device.action import Action


@dataclass(frozen=True, slots=True)
class _System:
    """An action of the system: what it commits, of which kind, and what it is called to people."""

    objective: str
    kind: Kind
    does: str
    detail: str
    irreversible: bool = False


_BUILT_IN: Mapping[str, _System] = {
    "install": _System("InstallApp", Kind.INSTALL, "install an app", "what"),
    "uninstall": _System("UninstallApp", Kind.DELETION, "uninstall an app, with its data", "what", irreversible=True),
    "clear_data": _System("ClearData", Kind.DELETION, "delete the data of an app", "what", irreversible=True),
    "force_stop": _System("ForceStop", Kind.SETTING, "stop an app", "what"),
    "open_url": _System("OpenLink", Kind.UNKNOWN, "open a link, in whatever app takes it", "link"),
    "share": _System("Share", Kind.UNKNOWN, "hand a text to other apps", "text"),
}


SYSTEM_COMMITMENTS = tuple(one.objective for one in _BUILT_IN.values())
"""What the system's own actions commit, whichever apps there are."""


def built_in(action: Action) -> Anticipation:
    """What an action of the system is about to commit; nothing for all others."""
    system = _BUILT_IN.get(action.type)
    if system is None:
        return Anticipation()
    said = action.text if action.type == "share" else action.target
    detail = Detail(system.detail, said) if said else Detail(system.detail, None, "the action does not say it")
    objectives = frozenset({system.objective})
    consequence = Consequence(system.does, system.kind, objectives, (detail,), system.irreversible)
    return Anticipation((), objectives, system.irreversible, (), (), (consequence,), covered=True)
