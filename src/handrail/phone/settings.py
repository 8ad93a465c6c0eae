"""The three namespaces of Android's settings."""

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias, get_args

from handrail.error import Misuse

Namespace: TypeAlias = Literal["system", "secure", "global"]
NAMESPACES: tuple[Namespace, ...] = get_args(Namespace)

FACTORY: Mapping[tuple[Namespace, str], str] = {
    ("system", "screen_brightness"): "128",
    ("system", "screen_off_timeout"): "60000",
    ("system", "font_scale"): "1.0",
    ("system", "accelerometer_rotation"): "0",
    ("system", "user_rotation"): "0",
    ("system", "ringtone"): "content://media/internal/audio/media/26",
    ("system", "time_12_24"): "24",
    ("secure", "android_id"): "3f8a2c91d04b7e65",
    ("secure", "default_input_method"): "com.android.inputmethod.latin/.LatinIME",
    ("secure", "enabled_accessibility_services"): "",
    ("secure", "enabled_notification_listeners"): "",
    ("secure", "install_non_market_apps"): "0",
    ("secure", "location_mode"): "3",
    ("secure", "lockscreen.password_type"): "131072",
    ("secure", "ui_night_mode"): "1",
    ("secure", "sms_default_application"): "com.example.messages",
    ("secure", "user_setup_complete"): "1",
    ("global", "adb_enabled"): "1",
    ("global", "airplane_mode_on"): "0",
    ("global", "auto_time"): "1",
    ("global", "bluetooth_on"): "0",
    ("global", "development_settings_enabled"): "0",
    ("global", "device_name"): "Handrail Phone",
    ("global", "device_provisioned"): "1",
    ("global", "mobile_data"): "1",
    ("global", "package_verifier_enable"): "1",
    ("global", "stay_on_while_plugged_in"): "0",
    ("global", "wifi_on"): "1",
    ("global", "window_animation_scale"): "1.0",
}


class SystemSettings:
    """Keys and values of `system`, `secure` and `global`. Raises `Misuse` for another namespace."""

    def __init__(self, changed: Callable[[Namespace, str, str, str], None]) -> None:
        self._changed = changed
        self._values: dict[tuple[Namespace, str], str] = dict(FACTORY)

    def get(self, namespace: str, key: str) -> str | None:
        """The value, or None if the key is not there."""
        return self._values.get((_known(namespace), key))

    def put(self, namespace: str, key: str, value: str) -> bool:
        """Write a value; whether it is another than before."""
        place = (_known(namespace), key)
        before = self._values.get(place)
        if before == value:
            return False
        self._values[place] = value
        self._changed(*place, before or "", value)
        return True

    def delete(self, namespace: str, key: str) -> bool:
        """Remove a key; whether it was there."""
        place = (_known(namespace), key)
        before = self._values.pop(place, None)
        if before is None:
            return False
        self._changed(*place, before, "")
        return True

    def all(self, namespace: str) -> Mapping[str, str]:
        """The keys and values of a namespace, sorted by key."""
        wanted = _known(namespace)
        return {key: value for (name, key), value in sorted(self._values.items()) if name == wanted}

    def values(self) -> Mapping[tuple[Namespace, str], str]:
        """A copy of everything, for snapshots and traces."""
        return dict(self._values)

    def restore(self, values: Mapping[tuple[Namespace, str], str]) -> None:
        """Be exactly what a copy says."""
        self._values = dict(values)


def _known(namespace: str) -> Namespace:
    for known in NAMESPACES:
        if known == namespace:
            return known
    raise Misuse(f"there is no settings namespace `{namespace}`; it is one of {', '.join(NAMESPACES)}")
