"""Settings: networks, display, apps and what they may do, security, developer options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from handrail.phone.app import Origin, Page, PhoneApp, navigate_up
from handrail.phone.apps.settings_apps import AppInfo, AppList
from handrail.phone.apps.settings_security import LOCKS, AccessibilityPage, SecurityPage
from handrail.phone.package import Manifest
from handrail.phone.ui.scaffold import dialog, negative, positive, scaffold
from handrail.phone.ui.view import View
from handrail.phone.ui.widgets import field, heading, radio, row, scrolling, setting_switch, switch_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from handrail.phone.context import Glance, HandlerContext


__all__ = [
    "LOCKS",
    "AccessibilityPage",
    "AppInfo",
    "AppList",
    "BluetoothPage",
    "NetworkPage",
    "SecurityPage",
    "SettingsData",
    "settings",
]


@dataclass(frozen=True, slots=True)
class SettingsData:
    """What does not live in the phone's settings themselves."""

    network: str = "Home-5G"
    known: tuple[str, ...] = ("Home-5G",)
    build_taps: int = 0


@dataclass(frozen=True, slots=True)
class Overview(Page):
    """The page that the icon opens."""

    activity: ClassVar[str] = "Settings"

    def view(self, see: Glance[SettingsData]) -> View:
        """One row for each page."""
        wifi = see.data.network if see.setting("global", "wifi_on") == "1" else "Off"
        summaries = {"Network & internet": wifi, "Apps": f"{len(see.packages)} installed"}
        shown = [name for name in _PAGES if name != "Developer options" or _may_develop(see)]
        rows = [row(name, summaries.get(name, ""), on_click=show_page, argument=name, id="entry") for name in shown]
        return scaffold("Settings", scrolling(*rows, id="recycler_view"))


def show_page(do: HandlerContext[SettingsData, Any], name: str) -> None:
    """A row of the first page."""
    do.open(_PAGES[name]())


def _may_develop(see: Glance[Any]) -> bool:
    return see.setting("global", "development_settings_enabled") == "1"


# Networks and devices


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


def choose_network(do: HandlerContext[SettingsData, NetworkPage], name: str) -> None:
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


def join_network(do: HandlerContext[SettingsData, JoinNetwork]) -> None:
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


# Display


TIMEOUTS = (("15 seconds", "15000"), ("30 seconds", "30000"), ("1 minute", "60000"), ("10 minutes", "600000"))
FONT_SIZES = (("Small", "0.85"), ("Default", "1.0"), ("Large", "1.15"), ("Largest", "1.3"))


# Display


@dataclass(frozen=True, slots=True)
class DisplayPage(Page):
    """Theme, rotation, timeout, font."""

    activity: ClassVar[str] = "Settings$DisplaySettingsActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """Switches and choices."""
        dark = see.setting("secure", "ui_night_mode") == "2"
        return scaffold(
            "Display",
            scrolling(
                switch_row("Dark theme", dark, turn_dark, id="dark_ui_mode"),
                setting_switch(see, "Auto-rotate screen", "system", "accelerometer_rotation"),
                _choice(see, "Brightness level", "system", "screen_brightness"),
                _choice(see, "Screen timeout", "system", "screen_off_timeout"),
                _choice(see, "Font size", "system", "font_scale"),
            ),
            up=navigate_up,
        )


_CHOICES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "screen_brightness": (("Low", "32"), ("Medium", "128"), ("High", "255")),
    "screen_off_timeout": TIMEOUTS,
    "font_scale": FONT_SIZES,
}


def _choice(see: Glance[Any], title: str, namespace: str, key: str) -> View:
    value = see.setting(namespace, key)
    shown = next((name for name, option in _CHOICES[key] if option == value), value)
    return row(title, shown, on_click=choose, argument=(title, namespace, key), id=key)


def turn_dark(do: HandlerContext[SettingsData, DisplayPage]) -> None:
    """Dark or light."""
    do.put_setting("secure", "ui_night_mode", "1" if do.setting("secure", "ui_night_mode") == "2" else "2")


@dataclass(frozen=True, slots=True)
class Choice(Page):
    """One of several values of a setting."""

    title: str
    namespace: str
    key: str
    dialog: ClassVar[bool] = True

    def view(self, see: Glance[SettingsData]) -> View:
        """A radio button for each."""
        value = see.setting(self.namespace, self.key)
        options = [radio(name, offered == value, take_choice, offered) for name, offered in _CHOICES[self.key]]
        return dialog(self.title, *options, buttons=(negative("Cancel", navigate_up),))


def choose(do: HandlerContext[SettingsData, Any], place: tuple[str, str, str]) -> None:
    """Show the values."""
    do.open(Choice(*place))


def take_choice(do: HandlerContext[SettingsData, Choice], value: str) -> None:
    """This one."""
    do.put_setting(do.page.namespace, do.page.key, value)
    do.back()


# System


TAPS_TO_DEVELOP = 7


# System


@dataclass(frozen=True, slots=True)
class AboutPage(Page):
    """Name and version of the phone."""

    activity: ClassVar[str] = "Settings$MyDeviceInfoActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """Facts; the last one is more than that."""
        return scaffold("About phone", row("Device name", see.setting("global", "device_name")),
                        row("Android version", "14"), row("Build number", "HR1A.260302.001", on_click=tap_build,
                                                          id="build_number"), up=navigate_up)  # fmt: skip


def tap_build(do: HandlerContext[SettingsData, AboutPage]) -> None:
    """Touched often enough, it shows the developer options."""
    do.data = replace(do.data, build_taps=do.data.build_taps + 1)
    if do.data.build_taps == TAPS_TO_DEVELOP:
        do.put_setting("global", "development_settings_enabled", "1")
        do.toast("You are now a developer!")


@dataclass(frozen=True, slots=True)
class DeveloperPage(Page):
    """What only developers should need."""

    activity: ClassVar[str] = "Settings$DevelopmentSettingsDashboardActivity"

    def view(self, see: Glance[SettingsData]) -> View:
        """Switches."""
        return scaffold(
            "Developer options",
            setting_switch(see, "Use developer options", "global", "development_settings_enabled"),
            setting_switch(see, "USB debugging", "global", "adb_enabled"),
            setting_switch(see, "Stay awake", "global", "stay_on_while_plugged_in"),
            up=navigate_up,
        )


# The app


_PAGES: Mapping[str, type[Page]] = {
    "Network & internet": NetworkPage,
    "Connected devices": BluetoothPage,
    "Apps": AppList,
    "Display": DisplayPage,
    "Security": SecurityPage,
    "Accessibility": AccessibilityPage,
    "Developer options": DeveloperPage,
    "About phone": AboutPage,
}


def _stored(data: SettingsData) -> Mapping[str, object]:
    return {"shared_prefs/com.android.settings_preferences.xml": data}


def settings(_: Origin) -> PhoneApp:
    """The system's settings."""
    activities = {page.activity: page for page in _PAGES.values()}
    manifest = Manifest("com.android.settings", "Settings", ("Settings", *activities), system=True,
                        version_name="14", version_code=34)  # fmt: skip
    return PhoneApp(manifest, Overview, SettingsData(), activities, _stored)
