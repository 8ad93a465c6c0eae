"""The plugin in the real Appium server, and `handrail guard appium` as a person starts it; a client in plain HTTP."""

import json
import shutil
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("adbutils", reason="needs the extra: pip install 'handrail[adb]'")

from integrations.appium.wire_ways import BOOKING, ELEMENT, WAYS, written
from integrations.client.booking import CORRECTION, TOO_LATE, Booking, booking
from integrations.client.guard_process import guard_process
from phone.adb.served import Served
from phone.clients.environment import AT_NIGHT, node_modules_of, prepared_phone
from phone.clients.test_appium import listening

pytestmark = [pytest.mark.slow, AT_NIGHT]

PLUGIN = Path(__file__).resolve().parents[3] / "sdk" / "appium-plugin"
LONGEST_ANSWER_S = 60


@dataclass(frozen=True)
class Client:
    """A client of WebDriver in a dozen lines."""

    port: int
    session: str = ""

    def post(self, path: str, body: Any) -> Any:
        """What the server gives; raises `HTTPError` with what it says."""
        place = f"/session/{self.session}/{path}" if self.session else f"/{path}"
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{place}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=LONGEST_ANSWER_S) as answer:
            return json.loads(answer.read())["value"]

    def refused(self, path: str, body: Any) -> str:
        """Why the server does not do it; nothing where it does."""
        try:
            self.post(path, body)
        except urllib.error.HTTPError as error:
            return str(json.loads(error.read())["value"]["message"])
        return ""

    def find(self, words: str) -> str:
        return str(self.post("element", {"using": "xpath", "value": f"//*[@text='{words}']"})[ELEMENT])

    def click(self, words: str) -> str:
        return self.refused(f"element/{self.find(words)}/click", {})


def capabilities(served: Served) -> dict[str, Any]:
    named = {
        "platformName": "Android",
        "appium:automationName": "UiAutomator2",
        "appium:udid": served.handset.serial,
        "appium:adbPort": served.server_port,
        "appium:adbExecTimeout": 20_000,
        "appium:skipLogcatCapture": True,
    }
    return {"capabilities": {"alwaysMatch": named, "firstMatch": [{}]}}


@contextmanager
def at_the_page(
    folder: Path, patch: pytest.MonkeyPatch, *, door: str | None = None, plugins: str = "handrail"
) -> Iterator[tuple[Client, Booking]]:
    """A session with the page in front, the plugin in the server; guarded unless there is another door."""
    node, modules = shutil.which("node"), node_modules_of("appium")
    assert node is not None
    shutil.copytree(PLUGIN, modules / "appium-handrail-plugin", dirs_exist_ok=True)
    patch.setattr("integrations.client.booking.serving", prepared_phone)
    with booking(folder) as b, guard_process(b, "appium", "HANDRAIL_APPIUM") as said:
        patch.setenv("HANDRAIL_APPIUM", said if door is None else door)
        with listening(node, modules, folder / "appium", *([f"--use-plugins={plugins}"] if plugins else [])) as port:
            began = Client(port).post("session", capabilities(b.served))
            yield Client(port, began["sessionId"]), b


def test_a_wrong_booking_is_stopped_and_corrected_and_the_end_is_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with at_the_page(tmp_path, monkeypatch) as (client, b):
        b.served.phone.restore(b.page)
        assert "not done yet" in client.refused("execute/sync", {"script": "handrail: finish", "args": []})
        assert TOO_LATE in client.click("Reserve now")
        assert [client.click(words) for words in CORRECTION] == [""] * len(CORRECTION)
        assert b.tables() == [("2026-03-02", "18:30", 2)]
        said = client.post("execute/sync", {"script": "handrail: finish", "args": []})
        assert "verified" in said


def test_no_way_around_does_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with at_the_page(tmp_path, monkeypatch) as (client, b):
        b.served.phone.restore(b.page)
        button, place, before = client.find("Reserve now"), b.place("Reserve now"), b.truth()
        for name, (path, body) in WAYS.items():
            said = client.refused(written(path, *place, button), written(body, *place, button))
            assert said, name
            assert b.truth() == before, name
        second = Client(client.port).refused("session", capabilities(b.served))
        assert "one session is guarded" in second.lower()
        assert b.truth() == before


def test_unguarded_some_ways_book_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set[str]()
    with at_the_page(tmp_path, monkeypatch, plugins="") as (client, b):
        for name, (path, body) in WAYS.items():
            b.served.phone.restore(b.page)
            button, place = client.find("Reserve now"), b.place("Reserve now")
            client.refused(written(path, *place, button), written(body, *place, button))
            found |= {name} if b.tables() else set()
    assert tuple(name for name in WAYS if name in found) == BOOKING


@pytest.mark.parametrize("door", ["", "http://127.0.0.1:9/x"])
def test_where_nobody_answers_nothing_runs(door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(urllib.error.HTTPError) as told, at_the_page(tmp_path, monkeypatch, door=door):
        pass
    assert "Blocked." in json.loads(told.value.read())["value"]["message"]
