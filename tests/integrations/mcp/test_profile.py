"""What the tools of mobile-mcp mean: the same on the same screen, no more than was judged, nothing by default."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.integrations.mcp.listed_elements import read_listed, still_there
from handrail.integrations.mcp.mobile_mcp import MobileMcp
from handrail.integrations.meaning import NotUnderstood, Reads
from handrail.integrations.tools.tool_call import ActingCall, References, ToolCall, Unpacked

SERIAL = "phone-1"
TOOLS = [
    "mobile_list_available_devices",
    "mobile_login_to_cloud_provider",
    "mobile_list_remote_devices",
    "mobile_allocate_remote_device",
    "mobile_release_remote_device",
    "mobile_list_apps",
    "mobile_get_foreground_app",
    "mobile_launch_app",
    "mobile_terminate_app",
    "mobile_install_app",
    "mobile_uninstall_app",
    "mobile_get_screen_size",
    "mobile_click_on_screen_at_coordinates",
    "mobile_double_tap_on_screen",
    "mobile_long_press_on_screen_at_coordinates",
    "mobile_list_elements_on_screen",
    "mobile_press_button",
    "mobile_open_url",
    "mobile_swipe_on_screen",
    "mobile_type_keys",
    "mobile_save_screenshot",
    "mobile_take_screenshot",
    "mobile_set_orientation",
    "mobile_set_location",
    "mobile_clipboard",
    "mobile_get_device_logs",
    "mobile_get_orientation",
    "mobile_start_screen_recording",
    "mobile_stop_screen_recording",
    "mobile_list_crashes",
    "mobile_get_crash",
    "mobile_batch_commands",
]
NAMES = [
    "x",
    "y",
    "ref",
    "duration",
    "direction",
    "distance",
    "text",
    "submit",
    "button",
    "url",
    "packageName",
    "bundle_id",
    "locale",
    "path",
    "saveTo",
    "steps",
    "stopOnError",
    "listElementsAtEnd",
    "name",
    "arguments",
    "orientation",
    "latitude",
    "limit",
    "filter",
    "id",
    "output",
]
FIELD = Element(
    "android.widget.EditText", text="Blue", resource_id="a:id/query", bounds=Bounds(0, 100, 400, 200), focused=True
)
BUTTON = Element("android.widget.Button", text="Send", clickable=True, bounds=Bounds(100, 300, 200, 400))
SCREEN = Screen("a", "a.Main", (Element("F", bounds=Bounds(0, 0, 1080, 2400), children=(FIELD, BUTTON)),), 1080, 2400)
LISTED = read_listed('@e1 Button text="Send" at=100,300 size=100x100\n@e2 Button text="Gone" at=100,300 size=100x100')
SEEN = References(SERIAL, SCREEN, LISTED)
WORDS = st.sampled_from(
    ["", "@e1", "@e2", "up", "left", "ENTER", "BACK", "com.example.clock", "https://example.org/", "a\nb", "-x", "150"]
)
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**6), 10**6), st.floats(), st.text(max_size=20), WORDS,
)  # fmt: skip
GIVEN: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
    st.sampled_from(NAMES), st.one_of(PLAIN, st.lists(PLAIN, max_size=3), st.dictionaries(st.text(), PLAIN, max_size=2))
)
CALLS = st.builds(
    lambda name, given, serial: ToolCall(name, {"device": serial, **given}),
    st.sampled_from(TOOLS),
    GIVEN,
    st.sampled_from([SERIAL, SERIAL, "phone-2"]),
)


def meaning(tool: str, /, **arguments: Any) -> Any:
    return MobileMcp().meaning(ToolCall(tool, {"device": SERIAL, **arguments}), SEEN)


def test_all_tools_are_known() -> None:
    assert len(set(TOOLS)) == 32
    assert not [name for name in TOOLS if "no tool" in getattr(meaning(name), "reason", "")]


@given(CALLS)
def test_what_is_called_is_what_is_judged_on_the_guarded_phone(call: ToolCall) -> None:
    said = MobileMcp().meaning(call, SEEN)
    assert said == MobileMcp().meaning(call, SEEN)
    if isinstance(said, ActingCall):
        made = said.call.arguments
        assert call.arguments["device"] == made["device"] == SERIAL
        assert "ref" not in made
        if said.action.point is not None:
            assert said.action.point == (made["x"], made["y"])
        assert (
            MobileMcp().meaning(said.call, SEEN) == ActingCall(said.action, said.call) or said.action.target == "Send"
        )
    if isinstance(said, Unpacked):
        assert said.calls
        assert all(called.name != "mobile_batch_commands" for called in said.calls)


@given(st.text(max_size=30).filter(lambda name: name not in TOOLS), GIVEN)
def test_an_unknown_tool_means_nothing(name: str, arguments: dict[str, Any]) -> None:
    assert isinstance(MobileMcp().meaning(ToolCall(name, arguments), SEEN), NotUnderstood)


@pytest.mark.parametrize(
    ("direction", "start", "end"),
    [
        ("up", (540, 1400), (540, 1000)),
        ("down", (540, 1000), (540, 1400)),
        ("left", (740, 1200), (340, 1200)),
        ("right", (340, 1200), (740, 1200)),
    ],
)
def test_a_swipe_goes_where_the_server_would_send_it(
    direction: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    said = meaning("mobile_swipe_on_screen", direction=direction)
    assert (said.action.point, said.action.to) == (start, end)
    assert said.call.arguments == {
        "device": SERIAL, "direction": direction, "x": start[0], "y": start[1], "distance": 400,
    }  # fmt: skip


def test_typing_adds_to_what_stands_there() -> None:
    said = meaning("mobile_type_keys", text=" Harbor", submit=False)
    assert (said.action.text, said.call.arguments["text"]) == ("Blue Harbor", " Harbor")


def test_the_clipboard_is_read_or_written() -> None:
    assert meaning("mobile_clipboard") == Reads()
    assert meaning("mobile_clipboard", text="x").action.type == "copy"


def test_a_reference_is_resolved_to_pixels_while_the_element_is_there() -> None:
    said = meaning("mobile_click_on_screen_at_coordinates", ref="@e1")
    assert said.call.arguments == {"device": SERIAL, "x": 150, "y": 350}
    gone = meaning("mobile_click_on_screen_at_coordinates", ref="@e2")
    assert "mobile_list_elements_on_screen" in gone.reason


def test_a_list_is_read_in_both_forms() -> None:
    lines = (
        '@e1 Row at=0,0 size=10x10\n@e2 TextView text="a \\"b\\" at=9,9 size=1x1" id="x:id/t" at=1,1 size=5x5 focused'
    )
    told = (
        'Found these elements on screen: [{"ref":"@e1","type":"a.b.Row","coordinates":{"x":0,"y":0,"width":10,"height":'
        '10}},{"ref":"@e2","type":"c.TextView","text":"a \\"b\\" at=9,9 size=1x1","identifier":"x:id/t","coordinates":{'
        '"x":1,"y":1,"width":5,"height":5}}]'
    )
    assert read_listed(lines) == read_listed(told)
    assert read_listed(lines)["@e1"].words == 'a "b" at=9,9 size=1x1'


@pytest.mark.parametrize(
    "answer",
    ["", "Found these elements on screen: [", "Found these elements on screen: {}", "@e1 Button at=1,1", "@e1  at=,"],
)
def test_what_is_no_list_lists_nothing(answer: str) -> None:
    assert read_listed(answer) == {}


def test_what_another_phone_shows_is_not_listed() -> None:
    answer = '@e1 Button text="Send" at=100,300 size=100x100'
    call = ToolCall("mobile_list_elements_on_screen", {"device": "phone-2"})
    assert MobileMcp().listed(call, answer, SERIAL) is None
    assert MobileMcp().listed(call, answer, "phone-2") == read_listed(answer)


def test_a_reference_that_an_app_wrote_into_the_list_is_none() -> None:
    line = '@e1 Button text="Send" at=100,300 size=100x100'
    assert "@e1" not in read_listed(f"{line}\n{line}")


@given(st.text(max_size=200))
def test_any_text_can_be_read_as_a_list(answer: str) -> None:
    for element in read_listed(answer).values():
        still_there(element, SCREEN)
