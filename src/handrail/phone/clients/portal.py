"""Mobilerun's Portal: an app on the phone that tells of the screen and types, by content provider and by HTTP.

Both ways give the same answers. What a client without the token asks by HTTP is refused. Source: mobilerun-core-local
0.7.1.
"""

import base64
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from handrail.device.adb_protocol.stream import Stream
from handrail.device.element import Element
from handrail.phone.adb.handset import Handset
from handrail.phone.clients import keyboards
from handrail.phone.clients.helper_apps import PORTAL_PACKAGE, PORTAL_SERVICE
from handrail.phone.clients.http import ClientRequest, Response, as_json, serve_requests

PORT = 8080
_SMALLEST_ELEMENT_PIXELS = 5


def listens(handset: Handset) -> bool:
    """Whether its HTTP server is up."""
    return is_installed(handset) and handset.portal_listens


def is_installed(handset: Handset) -> bool:
    """Whether the app is there, and switched on."""
    found = handset.phone.packages.get(PORTAL_PACKAGE)
    return found is not None and found.enabled


def token(handset: Handset) -> str:
    """What a client shows by HTTP; the same for each start of a phone."""
    return blake2b(handset.serial.encode(), digest_size=16).hexdigest()


async def serve_portal(handset: Handset, stream: Stream) -> None:
    """Answer HTTP."""

    async def respond(request: ClientRequest) -> Response:
        if request.headers.get("authorization") != f"Bearer {token(handset)}":
            return as_json(_error("Unauthorized"), "401 Unauthorized")
        name = request.path.strip("/")
        if request.method == "POST":
            done = insert(handset, name, {key: str(value) for key, value in request.fields().items()})
            return as_json(_success("") if done else _error(f"Unknown endpoint: {name}"))
        return as_json(query(handset, name, request.query))

    await serve_requests(respond, stream)


def query(handset: Handset, name: str, parameters: Mapping[str, str]) -> dict[str, Any]:
    """What the provider answers to one question, as it is sent."""
    match name:
        case "ping":
            return _success("pong")
        case "version":
            return _success(handset.phone.packages[PORTAL_PACKAGE].version_name)
        case "auth_token":
            return _success(token(handset))
        case "packages":
            return _success(_packages(handset))
        case "screenshot":
            return _success(base64.b64encode(handset.png()).decode())
        case "clipboard/get":
            text = handset.phone.clipboard.text
            return _success(text) if text else _error("Clipboard is empty or access was denied")
        case "state" | "state_full" | "a11y_tree" | "a11y_tree_full" | "phone_state":
            if not _sees(handset):
                return _error("Accessibility service not available")
            return _success(_state(handset, name, whole=parameters.get("filter") == "false"))
    handset.record_gap(f"portal {name}")
    return _error(f"Unknown endpoint: {name}")


def insert(handset: Handset, name: str, values: Mapping[str, str]) -> bool:
    """Do what the provider is told; False for what it does not know."""
    match name:
        case "keyboard/input":
            if values.get("clear", "").lower() == "true":
                handset.phone.clear_text()
            text = keyboards.decoded(values.get("base64_text", ""))
            if text:
                handset.input_injector.type_text(text)
        case "keyboard/clear":
            handset.phone.clear_text()
        case "keyboard/key":
            handset.input_injector.key(int(values.get("key_code", "0")))
        case "clipboard/set":
            encoded = keyboards.decoded(values.get("text_base64", ""))
            handset.phone.copy(values.get("text") or encoded or "", PORTAL_PACKAGE)
        case "toggle_socket_server":
            handset.portal_listens = values.get("enabled", "").lower() == "true"
        case "overlay_visible" | "overlay_offset":
            pass  # it draws nothing over the screen here
        case _:
            handset.record_gap(f"portal {name}")
            return False
    return True


def _success(result: Any) -> dict[str, Any]:
    return {"status": "success", "result": result}


def _error(words: str) -> dict[str, Any]:
    return {"status": "error", "error": words}


def _sees(handset: Handset) -> bool:
    settings = handset.phone.settings
    services = settings.get("secure", "enabled_accessibility_services") or ""
    return PORTAL_SERVICE in services.split(":") and settings.get("secure", "accessibility_enabled") == "1"


def _packages(handset: Handset) -> list[dict[str, Any]]:
    return [
        {
            "packageName": package.name,
            "label": package.label,
            "versionName": package.version_name,
            "versionCode": package.version_code,
            "isSystemApp": package.system,
        }
        for _, package in sorted(handset.phone.packages.items())
        if package.manifest.in_launcher
    ]


# The screen


def _state(handset: Handset, name: str, *, whole: bool) -> Any:
    if name == "phone_state":
        return _phone_state(handset)
    if name.startswith("a11y_tree"):
        return _tree(handset, whole=whole or name.endswith("_full"))
    return {
        "a11y_tree": _tree(handset, whole=whole),
        "phone_state": _phone_state(handset),
        "device_context": _device_context(handset),
    }


def _tree(handset: Handset, *, whole: bool) -> dict[str, Any]:
    """The active window; what lies over it comes after its own children, with the number of its own window."""
    windows = handset.phone.screen().windows
    active = handset.phone.active_window
    root = _node(windows[active], 0, active, whole=whole)
    over = [_node(window, 0, place, whole=whole) for place, window in enumerate(windows) if place > active]
    return {**root, "children": [*root["children"], *over]}


def _node(element: Element, index: int, window: int, *, whole: bool) -> dict[str, Any]:
    bounds = element.bounds
    children = [
        _node(child, number, window, whole=whole)
        for number, child in enumerate(element.children)
        if whole or not _is_tiny(child)
    ]
    return {
        "className": element.class_name,
        "text": element.text,
        "contentDescription": element.description,
        "resourceId": element.resource_id,
        "packageName": element.package,
        "hint": element.hint,
        "boundsInScreen": {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom},
        "isCheckable": element.checkable,
        "isChecked": element.checked,
        "isClickable": element.clickable,
        "isEnabled": element.enabled,
        "isFocusable": element.focusable,
        "isFocused": element.focused,
        "isScrollable": element.scrollable,
        "isLongClickable": element.long_clickable,
        "isPassword": element.password,
        "isSelected": element.selected,
        "isEditable": element.class_name.endswith("EditText"),
        "isVisibleToUser": True,
        "drawingOrder": index + 1,
        "windowId": window,
        "children": children,
    }


def _is_tiny(element: Element) -> bool:
    bounds = element.bounds
    return min(bounds.right - bounds.left, bounds.bottom - bounds.top) < _SMALLEST_ELEMENT_PIXELS


def _phone_state(handset: Handset) -> dict[str, Any]:
    phone = handset.phone
    package, activity = phone.foreground
    found = phone.packages.get(package)
    focused = next((element for _, element in phone.screen().walk() if element.focused), None)
    return {
        "currentApp": found.label if found else package,
        "packageName": package,
        "activityName": activity,
        "keyboardVisible": phone.keyboard_shown,
        "isEditable": focused is not None,
        "focusedElement": {
            "text": focused.text if focused else "",
            "className": focused.class_name if focused else "",
            "resourceId": focused.resource_id if focused else "",
        },
    }


def _device_context(handset: Handset) -> dict[str, Any]:
    screen, density = handset.phone.screen(), handset.identity.density
    return {
        "screen_bounds": {"width": screen.width_pixels, "height": screen.height_pixels},
        "filtering_params": {"min_element_size": _SMALLEST_ELEMENT_PIXELS, "overlay_offset": 0},
        "display_metrics": {
            "density": density / 160,
            "densityDpi": density,
            "scaledDensity": density / 160,
            "widthPixels": screen.width_pixels,
            "heightPixels": screen.height_pixels,
        },
    }
