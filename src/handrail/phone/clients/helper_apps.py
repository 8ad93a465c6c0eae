"""The apps that clients expect on a phone that was made ready for them: here they need no APK."""

from handrail.phone.clients.browser import browser
from handrail.phone.clients.dialer import dialer
from handrail.phone.package import Manifest
from handrail.phone.phone import Phone

PORTAL_PACKAGE = "com.mobilerun.portal"
PORTAL_SERVICE = f"{PORTAL_PACKAGE}/{PORTAL_PACKAGE}.service.MobilerunAccessibilityService"
PORTAL_VERSION = "0.7.11"
HELPERS = (
    Manifest(PORTAL_PACKAGE, "Mobilerun Portal", ("ui.MainActivity",), version_name=PORTAL_VERSION, in_launcher=False),
    Manifest("com.android.adbkeyboard", "ADB Keyboard", (), version_name="2.5", in_launcher=False),
)
WITHOUT_SCREEN = frozenset({"io.appium.settings", "com.android.adbkeyboard"})
"""Apps whose activity starts a service and is gone: what was in front stays there."""
_SERVICES = "enabled_accessibility_services"


def install_helpers(phone: Phone) -> None:
    """Put mobilerun's Portal, its service switched on, ADBKeyBoard, a browser and a dialer on a phone."""
    for helper in (*HELPERS, browser, dialer):
        phone.install(helper)
    phone.settings.put("secure", _SERVICES, PORTAL_SERVICE)
    phone.settings.put("secure", "accessibility_enabled", "1")
