"""A mapping file says what a server's tools do; what it does not say does not run."""

from pathlib import Path
from typing import Any

import pytest

from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.error import Misuse, UnreadableInput
from handrail.integrations.mcp.open_profile import open_profile
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.tool_call import ActingCall, References, ToolCall

FIELD = Element("android.widget.EditText", text="Blue", bounds=Bounds(0, 100, 400, 200), focused=True)
SEEN = References("phone-1", Screen("a", "a.Main", (Element("F", bounds=Bounds(0, 0, 9, 9), children=(FIELD,)),), 9, 9))


def meaning(profile: str, tool: str, /, **arguments: Any) -> Any:
    return open_profile(profile).meaning(ToolCall(tool, arguments), SEEN)


def test_an_acting_tool_is_judged_as_the_file_says_and_called_with_all_that_it_leaves_open() -> None:
    assert meaning("uiautomator2-mcp", "long_tap", x=3, y="4") == ActingCall(
        Action("long_click", point=(3, 4)),
        ToolCall("long_tap", {"device_id": "phone-1", "x": 3, "y": 4, "duration": 1.0}),
    )
    typed = meaning("uiautomator2-mcp", "input_text", text=" Harbor", device_id=None)
    assert (typed.action.text, typed.call.arguments["text"]) == ("Blue Harbor", " Harbor")
    over = meaning("android-uiautomator2-mcp", "input_text", text="Taj", clear=True)
    assert (over.action.text, over.call.arguments) == ("Taj", {"serial": "phone-1", "text": "Taj", "clear": True})


def test_reading_passes() -> None:
    assert meaning("uiautomator2-mcp", "dump_hierarchy", compact=False) == Reads()


@pytest.mark.parametrize(
    ("profile", "tool", "arguments"),
    [
        ("uiautomator2-mcp", "shell", {"command": "input tap 1 1"}),
        ("uiautomator2-mcp", "tap_element", {"text": "Pay"}),
        ("uiautomator2-mcp", "watcher_add", {"name": "w", "conditions": ["Pay"]}),
        ("uiautomator2-mcp", "tap", {"x": 1, "y": 1, "device_id": "phone-2"}),
        ("uiautomator2-mcp", "tap", {"x": 1}),
        ("uiautomator2-mcp", "long_tap", {"x": 1, "y": 1, "duration": 0.01}),
        ("uiautomator2-mcp", "app_start", {"package": "com.example.bank", "activity": ".PayNow"}),
        ("uiautomator2-mcp", "app_stop", {"package": "a.b; input tap 1 1"}),
        ("android-uiautomator2-mcp", "long_press", {"selector": {"text": "Pay"}}),
        ("android-uiautomator2-mcp", "input_text", {"text": "a", "clear": False}),
        ("android-uiautomator2-mcp", "input_text", {"text": "a", "clear": 1}),
        ("android-uiautomator2-mcp", "open_deep_link", {"uri": "pay://now"}),
        ("android-uiautomator2-mcp", "run_shell", {"command": ["id"]}),
    ],
)
def test_what_the_file_does_not_say_does_not_run(profile: str, tool: str, arguments: dict[str, Any]) -> None:
    assert isinstance(meaning(profile, tool, **arguments), NotUnderstood)


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("format: handrail.tools/1\nreads: [look]\nacts:\n  go_back: {action: back}\nfailed: Oh no\n")
    assert meaning(str(file), "go_back") == ActingCall(Action("back"), ToolCall("go_back", {}))
    assert open_profile(str(file)).has_failed("Oh no, again")
    assert not open_profile("mobile-mcp").has_failed("Typed text: Oh no")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("reads: [look]\n", "format"),
        ("format: handrail.tools/1\nwrites: [x]\n", "2:9: writes"),
        ("format: handrail.tools/1\nacts:\n  tap: {action: press, point: [x, y]}\n", "acts.tap.action"),
        ("format: handrail.tools/1\nacts:\n  tap: {action: click, point: [x]}\n", "acts.tap.point"),
        ("format: [\n", "mine.yaml"),
    ],
)
def test_a_fault_is_told_with_its_place(written: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(written)
    with pytest.raises(UnreadableInput, match=said):
        open_profile(str(file))


def test_an_unknown_profile_is_told_which_there_are() -> None:
    with pytest.raises(Misuse, match=r"uiautomator2-mcp.*mapping files"):
        open_profile("zebra")


def test_the_file_on_the_page_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs/integrations/mcp.md").read_text("utf-8")
    file = tmp_path / "page.yaml"
    file.write_text(page.partition("```yaml\n")[2].partition("```")[0])
    assert meaning(str(file), "tap", x=1, y=2).call == ToolCall("tap", {"serial": "phone-1", "x": 1, "y": 2})
