"""The part of the settings about networks and devices."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from handrail.phone.app import Page, navigate_up
from handrail.phone.apps.settings_data import SettingsData, setting_switch
from handrail.phone.ui.scaffold import dialog, negative, positive, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import field, heading, row, scrolling

if TYPE_CHECKING:
    from handrail.phone.context import Context, Glance

NETWORKS = ("Home-5G", "Cafe Luna", "Neighbour-24", "FreeAirportWifi")
OPEN_NETWORKS = ("FreeAirportWifi",)


@dataclass(frozen=True, slots=True)
class NetworkPage(Page):
    """Wi-Fi, mobile data, airplane mode."""

    activity: ClassVar[str] = "Settings$NetworkDashboardActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """Switches, then the networks in reach."""
        on = see.setting("global", "wifi_on") == "1"
        networks = [
            row(name, "Connected" if name == see.data.network else _secured(see, name), on_click=choose_network,
                argument=name, id="wifi_entry")
            for name in NETWORKS
        ]  # fmt: skip
        return scaffold(
            "Network & internet",
            setting_switch(see, "Wi-Fi", "global", "wifi_on"),
            setting_switch(see, "Mobile data", "global", "mobile_data"),
            setting_switch(see, "Airplane mode", "global", "airplane_mode_on"),
            heading("Networks"),
            scrolling(*(networks if on else ()), id="wifi_list", empty="Wi-Fi is off"),
            up=navigate_up,
        )


def _secured(see: Glance[SettingsData], name: str) -> str:
    return "Open" if name in OPEN_NETWORKS else "Saved" if name in see.data.known else "Secured"


def choose_network(do: Context[SettingsData, NetworkPage], name: str) -> None:
    """Connect, after asking for the password where it is needed."""
    if name in do.data.known or name in OPEN_NETWORKS:
        do.data = replace(do.data, network=name)
    else:
        do.open(JoinNetwork(name))


@dataclass(frozen=True, slots=True)
class JoinNetwork(Page):
    """The password of a network."""

    name: str
    password: str = ""
    dialog: ClassVar[bool] = True

    def view(self, _: Glance[SettingsData]) -> View:
        """A field and two buttons."""
        entry = field("password", self.password, "Password", password=True)
        connect = positive("Connect", join_network, enabled=len(self.password) >= 8)
        return dialog(self.name, entry, buttons=(negative("Cancel", navigate_up), connect))


def join_network(do: Context[SettingsData, JoinNetwork]) -> None:
    """Connected and known from now on."""
    name = do.page.name
    do.data = replace(do.data, network=name, known=(*do.data.known, name))
    do.write("/data/misc/apexdata/com.android.wifi/WifiConfigStore.xml", "\n".join(do.data.known).encode())
    do.back()


@dataclass(frozen=True, slots=True)
class BluetoothPage(Page):
    """Bluetooth and what was paired."""

    activity: ClassVar[str] = "Settings$ConnectedDeviceDashboardActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """One switch, and the devices while it is on."""
        on = see.setting("global", "bluetooth_on") == "1"
        devices = (row("Headphones", "Paired"), row("Car kit", "Paired")) if on else ()
        return scaffold("Connected devices", setting_switch(see, "Bluetooth", "global", "bluetooth_on"),
                        scrolling(*devices, empty="Bluetooth is off"), up=navigate_up)  # fmt: skip
