"""mobilerun's Portal without mobilerun: the questions that it asks, from a shell and by HTTP."""

import base64
import json
import urllib.error
import urllib.request
from typing import Any

import pytest

from phone.adb.served import PATIENCE_S, Adb, Served
from phone.clients.field import field_of, touch_field

URI = "content://com.mobilerun.portal"


def asked(adb: Adb, path: str) -> Any:
    said = adb.shell(f"content query --uri '{URI}/{path}'")
    assert said.startswith("Row: 0 result=")
    return json.loads(said.removeprefix("Row: 0 result="))


def walked(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(below for child in node["children"] for below in walked(child))]


def test_it_is_installed_and_may_read_the_screen(adb: Adb) -> None:
    assert "package:com.mobilerun.portal\n" in adb.shell("pm list packages")
    services = adb.shell("settings get secure enabled_accessibility_services")
    assert services == "com.mobilerun.portal/com.mobilerun.portal.service.MobilerunAccessibilityService\n"
    assert asked(adb, "version") == {"status": "success", "result": "0.7.11"}
    adb.shell("settings put secure enabled_accessibility_services ''")
    assert asked(adb, "state_full")["status"] == "error"


def test_it_tells_of_the_active_window_and_what_lies_over_it(adb: Adb, served: Served) -> None:
    served.phone.launch("com.example.clock")
    state = asked(adb, "state_full")["result"]
    assert state["phone_state"]["packageName"] == "com.example.clock"
    assert state["device_context"]["screen_bounds"] == {"width": 1080, "height": 2400}
    assert "08:30" in [node["text"] for node in walked(state["a11y_tree"])]
    served.phone.share("over everything")
    texts = [node["text"] for node in walked(asked(adb, "state_full")["result"]["a11y_tree"])]
    assert "08:30" not in texts
    whole = walked(asked(adb, "state_full?filter=false")["result"]["a11y_tree"])
    assert len(whole) == sum(1 for _ in served.phone.screen().windows[-1].walk())


def test_it_types_and_keeps_the_clipboard(adb: Adb, served: Served) -> None:
    touch_field(served.phone)
    text = base64.b64encode("Größe".encode()).decode()
    for _ in range(2):
        adb.shell(f'content insert --uri "{URI}/keyboard/input" --bind base64_text:s:"{text}" --bind clear:b:true')
    assert field_of(served.phone).text == "Größe"
    adb.shell(f"content insert --uri {URI}/clipboard/set --bind text:s:kept")
    assert asked(adb, "clipboard/get")["result"] == "kept"


def test_by_http_only_with_its_token(adb: Adb, served: Served) -> None:
    port = int(adb("forward", "tcp:0", "tcp:8080"))

    def ask(path: str, token: str, body: bytes | None = None) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}", body, {"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return json.loads(answer.read())

    token = asked(adb, "auth_token")["result"]
    assert ask("ping", token) == {"status": "success", "result": "pong"}
    assert ask("state_full", token) == asked(adb, "state_full")
    touch_field(served.phone)
    text = base64.b64encode("☕".encode()).decode()
    assert (
        ask("keyboard/input", token, json.dumps({"base64_text": text, "clear": True}).encode())["status"] == "success"
    )
    assert field_of(served.phone).text == "☕"
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask("ping", "somebody else's")
    assert refused.value.code == 401
    refused.value.close()
    adb.shell(f"content insert --uri {URI}/toggle_socket_server --bind enabled:b:false")
    with pytest.raises(OSError):
        ask("ping", token)
    assert served.handset.gaps == ()


def test_settings_are_put_and_read_as_rows(adb: Adb) -> None:
    adb.shell("content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1")
    assert adb.shell("settings get system user_rotation") == "1\n"
    row = adb.shell("content query --uri content://settings/system --where \"name='user_rotation'\"")
    assert row == "Row: 0 name=user_rotation, value=1\n"
    adb.shell("content delete --uri content://settings/system --where \"name='user_rotation'\"")
    assert adb.shell("settings get system user_rotation") == "null\n"
