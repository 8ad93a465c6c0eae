"""What a session asks of the phone itself: its size, battery, clipboard and keys; and the attributes of an element."""

import base64
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from handrail.device.element import Bounds, Element
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.hierarchy import attributes
from handrail.phone.clients.appium.problem import WebDriverProblem, invalid
from handrail.phone.clients.keyboards import decoded

SETTINGS: Mapping[str, Any] = {
    "allowInvisibleElements": False, "compressedLayoutHierarchy": False, "elementResponseAttributes": "name,text",
    "enableMultiWindows": False, "enableNotificationListener": True, "ignoreUnimportantViews": False,
    "keyInjectionDelay": 0, "scrollAcknowledgmentTimeout": 200, "shouldUseCompactResponses": True,
    "waitForIdleTimeout": 10000, "waitForSelectorTimeout": 10000,
}  # fmt: skip
_OTHER_NAMES = {
    "contentDescription": "content-desc", "name": "content-desc", "className": "class", "resourceId": "resource-id",
    "longClickable": "long-clickable", "displayed": "visible-to-user", "visible": "visible-to-user",
    "hintText": "hint",
}  # fmt: skip
_CHARGING = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}


def attribute(element: Element, name: str) -> str | None:
    """An attribute by any of the names that clients use; None for one that is empty."""
    told = attributes(element, 0)
    name = _OTHER_NAMES.get(name, name)
    if name == "contentSize" or name not in told:
        raise WebDriverProblem("unknown command", f"The attribute `{name[:100]}` is not known")
    return told[name] or (None if name != "text" else element.hint)


def part_of(png: bytes, bounds: Bounds) -> bytes:
    """A part of a picture."""
    from PIL import Image

    kept = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        picture.crop((bounds.left, bounds.top, bounds.right, bounds.bottom)).save(kept, "PNG")
    return kept.getvalue()


def information(handset: Handset) -> dict[str, Any]:
    """What the phone is."""
    identity, screen = handset.identity, handset.phone.screen()
    return {
        "androidId": handset.phone.settings.get("secure", "android_id"),
        "apiVersion": str(identity.sdk),
        "platformVersion": identity.release,
        "brand": identity.brand,
        "manufacturer": "Handrail",
        "model": identity.model,
        "carrierName": "Handrail",
        "deviceScreenSize": f"{screen.width_pixels}x{screen.height_pixels}",
        "realDisplaySize": f"{screen.width_pixels}x{screen.height_pixels}",
        "displayDensity": identity.density,
        "deviceScreenDensity": identity.density,
        "pixelRatio": identity.density / 160,
        "statBarHeight": 0,
        "viewportRect": {"left": 0, "top": 0, "width": screen.width_pixels, "height": screen.height_pixels},
        "locale": "en_US",
        "timeZone": "UTC",
        "bluetooth": {"state": "OFF"},
        "networks": [],
    }


def answer(handset: Handset, verb: str, fields: Mapping[str, Any]) -> Any:
    """One question or request; raises `WebDriverProblem`."""
    screen, density = handset.phone.screen(), handset.identity.density
    match verb:
        case "orientation":
            return _orientation(handset, fields)
        case "rotation":
            return {"x": 0, "y": 0, "z": 90 * handset.phone.rotation}
        case "window/current/size" | "window/rect":
            return {"x": 0, "y": 0, "width": screen.width_pixels, "height": screen.height_pixels}
        case "appium/list_windows":
            return [{"packageName": window.package, "windowId": place} for place, window in enumerate(screen.windows)]
        case "appium/list_displays":
            return [{"id": 0, "isDefault": True, "isActive": True}]
        case "back":
            handset.phone.back()
        case "info":
            return information(handset)
        case "battery_info":
            return {"level": handset.battery.level / 100, "status": _CHARGING.get(handset.battery.status, 1)}
        case "display_density":
            return density
        case "pixel_ratio":
            return density / 160
        case "system_bars":
            return {"statusBar": 0}
        case "declared_orientation":
            return "PORTRAIT"
        case "get_clipboard":
            return base64.b64encode(handset.phone.clipboard.text.encode()).decode()
        case "set_clipboard":
            handset.phone.copy(decoded(str(fields.get("content", ""))) or "")
        case "press_keycode" | "long_press_keycode":
            code = fields.get("keycode")
            if not isinstance(code, int):
                raise invalid("`keycode` is a number")
            handset.input_injector.key(code)
        case "open_notifications":
            handset.phone.open_notifications()
        case _:
            handset.record_gap(f"appium device {verb}")
            raise WebDriverProblem("unknown command", f"{verb[:100]} is not known to the simulated phone")
    return None


def _orientation(handset: Handset, fields: Mapping[str, Any]) -> str:
    """What it is, after it was turned where that is asked for; the launcher stays upright, and says so."""
    wanted = fields.get("orientation")
    if wanted is not None:
        if wanted not in ("PORTRAIT", "LANDSCAPE"):
            raise invalid("`orientation` is PORTRAIT or LANDSCAPE")
        handset.phone.settings.put("system", "accelerometer_rotation", "0")
        handset.phone.settings.put("system", "user_rotation", "1" if wanted == "LANDSCAPE" else "0")
    found = "LANDSCAPE" if handset.phone.rotation % 2 else "PORTRAIT"
    if wanted not in (None, found):
        raise WebDriverProblem("invalid element state", "What is in front holds the screen as it is")
    return found
