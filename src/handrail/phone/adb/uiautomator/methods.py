"""What uiautomator2 can ask of the phone, by the names of its remote calls."""

import base64
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from operator import attrgetter
from types import MappingProxyType
from typing import Any, TypeAlias

from handrail.device.key_code import UIAUTOMATOR_KEYS, key_code
from handrail.phone.adb.handset import Handset
from handrail.phone.adb.hierarchy import write_windows
from handrail.phone.adb.uiautomator import objects
from handrail.phone.adb.uiautomator.objects import (
    BadParameters,
    ObjectNotFound,
    flag,
    number,
    optional_text,
    text,
)

Method: TypeAlias = Callable[[Handset, list[Any]], Any | Awaitable[Any]]

__all__ = ["METHODS", "BadParameters", "ObjectNotFound"]

_STEP_MS = 5
_USUAL_DEPTH = 50


def _device_info(handset: Handset, _parameters: list[Any]) -> dict[str, Any]:
    screen, identity = handset.phone.screen(), handset.identity
    return {
        "currentPackageName": handset.phone.foreground.package,
        "displayHeight": screen.height_pixels,
        "displayRotation": handset.phone.rotation,
        "displaySizeDpX": screen.width_pixels * 160 // identity.density,
        "displaySizeDpY": screen.height_pixels * 160 // identity.density,
        "displayWidth": screen.width_pixels,
        "productName": identity.product,
        "screenOn": handset.input_injector.awake,
        "sdkInt": identity.sdk,
        "naturalOrientation": handset.phone.rotation == 0,
    }


def _dump(handset: Handset, parameters: list[Any]) -> str:
    """uiautomator2 asks for 50 levels unless told otherwise, which is more than any screen has."""
    deepest = number(parameters, 1) if len(parameters) > 1 and parameters[1] is not None else _USUAL_DEPTH
    if deepest >= _USUAL_DEPTH:
        return handset.hierarchy()
    return write_windows(handset.phone.screen().windows, handset.phone.rotation, deepest=max(deepest, 1))


def _screenshot(handset: Handset, _parameters: list[Any]) -> str | None:
    """Nothing where nobody makes JPEGs: the client then asks `screencap` for a PNG."""
    picture = handset.jpeg()
    return None if picture is None else base64.b64encode(picture).decode()


def _click(handset: Handset, parameters: list[Any]) -> bool:
    if len(parameters) == 1:
        x, y = objects.found(handset, parameters[0])[1].bounds.center
        handset.input_injector.tap(x, y)
    elif len(parameters) > 2:
        handset.input_injector.hold(number(parameters, 0), number(parameters, 1), number(parameters, 2))
    else:
        handset.input_injector.tap(number(parameters, 0), number(parameters, 1))
    return True


def _long_click(handset: Handset, parameters: list[Any]) -> bool:
    x, y = objects.found(handset, parameters[0] if parameters else None)[1].bounds.center
    handset.phone.long_press(x, y)
    return True


def _swipe(handset: Handset, parameters: list[Any]) -> bool:
    x1, y1, x2, y2, steps = (number(parameters, place) for place in range(5))
    handset.input_injector.move(x1, y1, x2, y2, steps * _STEP_MS)
    return True


def _swipe_points(handset: Handset, parameters: list[Any]) -> bool:
    points = parameters[0] if parameters and isinstance(parameters[0], list) else []
    numbers = [number(points, place) for place in range(len(points))]
    if len(numbers) < 4 or len(numbers) % 2:
        raise BadParameters("at least two points, each an x and a y")
    duration_ms = number(parameters, 1) * _STEP_MS
    handset.input_injector.move(numbers[0], numbers[1], numbers[-2], numbers[-1], duration_ms)
    return True


def _drag_to(handset: Handset, parameters: list[Any]) -> bool:
    x1, y1 = objects.found(handset, parameters[0] if parameters else None)[1].bounds.center
    if len(parameters) == 4:
        x2, y2, steps = number(parameters, 1), number(parameters, 2), number(parameters, 3)
    else:
        x2, y2 = objects.found(handset, parameters[1] if len(parameters) > 1 else None)[1].bounds.center
        steps = number(parameters, 2)
    handset.input_injector.move(x1, y1, x2, y2, steps * _STEP_MS)
    return True


def _touch(handset: Handset, parameters: list[Any]) -> bool:
    kind, x, y = (number(parameters, place) for place in range(3))
    match kind:
        case 0:
            handset.input_injector.finger_down(x, y, time.monotonic())
        case 1:
            handset.input_injector.finger_up(x, y, time.monotonic())
        case 3:
            handset.input_injector.finger_lost()
    return True


def _press(handset: Handset, parameters: list[Any]) -> bool:
    name = text(parameters, 0)
    code = key_code(UIAUTOMATOR_KEYS.get(name.lower(), name))
    if code is None:
        raise BadParameters(f"no key `{name}`")
    handset.input_injector.key(code)
    return True


def _press_code(handset: Handset, parameters: list[Any]) -> bool:
    handset.input_injector.key(number(parameters, 0))
    return True


def _set_clipboard(handset: Handset, parameters: list[Any]) -> None:
    handset.phone.copy(optional_text(parameters, 1) or "")


def _get_clipboard(handset: Handset, _parameters: list[Any]) -> str:
    return handset.phone.clipboard.text


def _paste(handset: Handset, _parameters: list[Any]) -> bool:
    return handset.input_injector.type_text(handset.phone.clipboard.text)


def _clear_input(handset: Handset, _parameters: list[Any]) -> bool:
    return handset.phone.clear_text()


def _open_notifications(handset: Handset, _parameters: list[Any]) -> bool:
    handset.phone.open_notifications()
    return True


def _toast(handset: Handset, _parameters: list[Any]) -> str | None:
    return handset.phone.toast


def _freeze_rotation(handset: Handset, parameters: list[Any]) -> None:
    handset.phone.settings.put("system", "accelerometer_rotation", "0" if flag(parameters, 0) else "1")


def _make_toast(handset: Handset, parameters: list[Any]) -> None:
    handset.phone.show_toast(text(parameters, 0))


def _set_orientation(handset: Handset, parameters: list[Any]) -> None:
    """Turn the screen, and hold it so."""
    turned = {"left": "1", "l": "1", "upsidedown": "2", "u": "2", "right": "3", "r": "3"}.get(text(parameters, 0), "0")
    handset.phone.settings.put("system", "accelerometer_rotation", "0")
    handset.phone.settings.put("system", "user_rotation", turned)


def _gesture(handset: Handset, parameters: list[Any]) -> bool:
    """Two fingers on an element: where each begins, where each ends, and in how many steps."""
    objects.found(handset, parameters[0] if parameters else None)
    first, second, first_end, second_end = (_point(parameters, place) for place in range(1, 5))
    handset.input_injector.two_fingers((first, first_end), (second, second_end))
    return True


def _point(parameters: list[Any], place: int) -> tuple[int, int]:
    told = parameters[place] if place < len(parameters) else None
    if not isinstance(told, dict):
        raise BadParameters(f"parameter {place + 1} is a point, with x and y")
    return number([told.get("x")], 0), number([told.get("y")], 0)


def _pinch(handset: Handset, parameters: list[Any], *, apart: bool) -> bool:
    """Two fingers between the middle of an element and its corners, over so many percent of the way."""
    bounds = objects.found(handset, parameters[0] if parameters else None)[1].bounds
    percent = min(max(number(parameters, 1), 1), 100) if len(parameters) > 1 else 100
    handset.input_injector.pinch(bounds, percent, apart=apart)
    return True


def _is_screen_on(handset: Handset, _parameters: list[Any]) -> bool:
    return handset.input_injector.awake


def _switch_screen(handset: Handset, _parameters: list[Any], *, on: bool) -> None:
    handset.input_injector.awake = on


def _nothing(_handset: Handset, _parameters: list[Any]) -> None:
    return None


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "childByDescription": partial(objects.child_by, attrgetter("description")),
        "childByInstance": objects.child_by_instance,
        "childByText": partial(objects.child_by, attrgetter("text")),
        "clearInputText": _clear_input,
        "clearLastToast": _nothing,
        "clearLastTraversedText": _nothing,
        "clearTextField": objects.clear_text,
        "click": _click,
        "count": objects.count,
        "deviceInfo": _device_info,
        "drag": _swipe,
        "dragTo": _drag_to,
        "dumpWindowHierarchy": _dump,
        "exist": objects.exist,
        "flingBackward": partial(objects.scroll, onwards=False),
        "flingForward": partial(objects.scroll, onwards=True),
        "flingToBeginning": partial(objects.scroll_until_still, onwards=False),
        "flingToEnd": partial(objects.scroll_until_still, onwards=True),
        "freezeRotation": _freeze_rotation,
        "gesture": _gesture,
        "getClipboard": _get_clipboard,
        "getLastToast": _toast,
        "getLastTraversedText": _nothing,
        "getText": objects.get_text,
        "injectInputEvent": _touch,
        "isScreenOn": _is_screen_on,
        "longClick": _long_click,
        "makeToast": _make_toast,
        "objInfo": objects.info,
        "objInfoOfAllInstances": objects.info_of_all,
        "openNotification": _open_notifications,
        "openQuickSettings": _open_notifications,
        "pasteClipboard": _paste,
        "pinchIn": partial(_pinch, apart=False),
        "pinchOut": partial(_pinch, apart=True),
        "pressKey": _press,
        "pressKeyCode": _press_code,
        "scrollBackward": partial(objects.scroll, onwards=False),
        "scrollForward": partial(objects.scroll, onwards=True),
        "scrollTo": objects.scroll_to,
        "scrollToBeginning": partial(objects.scroll_until_still, onwards=False),
        "scrollToEnd": partial(objects.scroll_until_still, onwards=True),
        "setClipboard": _set_clipboard,
        "setOrientation": _set_orientation,
        "setText": objects.set_text,
        "sleep": partial(_switch_screen, on=False),
        "swipe": _swipe,
        "swipePoints": _swipe_points,
        "takeScreenshot": _screenshot,
        "waitForExists": partial(objects.wait, there=True),
        "waitUntilGone": partial(objects.wait, there=False),
        "wakeUp": partial(_switch_screen, on=True),
    }
)
