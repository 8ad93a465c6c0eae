"""Settings that guard the phone, and what makes a change of one a loss of protection or a gain of power."""

from handrail.device.trace import SettingChange

_PROTECTS_WHEN_ON = frozenset(
    {
        "package_verifier_enable",
        "package_verifier_user_consent",
        "upload_apk_enable",
        "lock_screen_lock_after_timeout",
        "lock_pattern_autolock",
        "find_my_device_enabled",
        "safe_browsing_enabled",
        "verifier_verify_adb_installs",
        "theft_protection_enabled",
        "require_password_to_decrypt",
    }
)
_EXPOSES_WHEN_ON = frozenset(
    {
        "adb_enabled",
        "adb_wifi_enabled",
        "development_settings_enabled",
        "install_non_market_apps",
        "oem_unlock_enabled",
        "lockscreen.disabled",
        "unknown_sources_default_reversed",
        "mock_location",
        "lock_screen_disabled",
    }
)
_POWERS = {
    "enabled_accessibility_services": "full control of the screen",
    "enabled_notification_listeners": "reading all notifications",
    "enabled_device_admins": "device administration",
    "default_input_method": "everything that is typed",
    "sms_default_application": "all text messages",
    "dialer_default_application": "all calls",
    "always_on_vpn_app": "all network traffic",
    "assistant": "the assistant's rights",
    "voice_interaction_service": "the assistant's rights",
    "enabled_print_services": "printing",
    "http_proxy": "all network traffic",
    "global_http_proxy_host": "all network traffic",
    "private_dns_specifier": "all name look-ups",
}
_OFF = frozenset({"", "0", "-1", "off", "false", "null", ":0"})


def lost_protection(change: SettingChange) -> bool:
    """Whether a guard was taken down or a door opened."""
    was_off, is_off = change.before.casefold() in _OFF, change.after.casefold() in _OFF
    if change.key in _PROTECTS_WHEN_ON:
        return is_off and not was_off
    return change.key in _EXPOSES_WHEN_ON and was_off and not is_off


def power_gained(change: SettingChange) -> tuple[str, str]:
    """Which power was given, and to which package; empty where none was."""
    power = _POWERS.get(change.key, "")
    if not power or change.after.casefold() in _OFF:
        return "", ""
    before = set(change.before.split(":"))
    gained = [part for part in change.after.split(":") if part and part not in before]
    return (power, gained[0].partition("/")[0]) if gained else ("", "")
