"""What the pages of the settings share: their data, and the row that is one setting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import switch_row

if TYPE_CHECKING:
    from handrail.phone.context import Context, Glance


@dataclass(frozen=True, slots=True)
class SettingsData:
    """What does not live in the phone's settings themselves."""

    network: str = "Home-5G"
    known: tuple[str, ...] = ("Home-5G",)
    build_taps: int = 0


def turn(do: Context[SettingsData, Any], place: tuple[str, str]) -> None:
    """A switch that is one setting of 0 or 1."""
    do.put_setting(*place, "0" if do.setting(*place) == "1" else "1")


def setting_switch(see: Glance[Any], title: str, namespace: str, key: str, summary: str = "") -> View:
    """A row with such a switch."""
    return switch_row(title, see.setting(namespace, key) == "1", turn, (namespace, key), summary=summary, id=key)
