"""Appium's settings app: what its receivers answer to a broadcast, as the data of the result."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from handrail.phone.adb.handset import Handset
from handrail.phone.values import Notification

PACKAGE = "io.appium.settings"
_PREFIX = f"{PACKAGE}."
_DONE = frozenset({"scan_media", "animation", "wifi", "data_connection", "bluetooth", "locale", "unpair_bluetooth"})


def take_broadcast(handset: Handset, action: str, extras: Mapping[str, str]) -> str | None:
    """The data that a broadcast is answered with; None for one that nobody of this app takes."""
    if not action.startswith(_PREFIX) or PACKAGE not in handset.phone.packages:
        return None
    match action.removeprefix(_PREFIX):
        case "clipboard.get":
            return base64.b64encode(handset.phone.clipboard.text.encode()).decode()
        case "clipboard.set":
            handset.phone.copy(extras.get("content", ""), PACKAGE)
            return ""
        case "notifications":
            return json.dumps(
                {
                    "statusBarNotifications": [
                        _notification(notification) for notification in handset.phone.notifications
                    ]
                }
            )
        case "sms.read":
            return json.dumps({"items": [], "total": 0})
        case verb if verb in _DONE:
            return ""
    handset.record_gap(f"broadcast {action}")
    return None


def _notification(entry: Notification) -> dict[str, Any]:
    return {
        "packageName": entry.package,
        "isClearable": True,
        "isOngoing": False,
        "id": entry.number,
        "tag": None,
        "postTime": entry.at_ms,
        "notification": {"title": entry.title, "text": entry.text, "tickerText": None, "bigTitle": None},
    }
