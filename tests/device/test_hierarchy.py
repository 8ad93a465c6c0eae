"""The XML of `uiautomator dump`, written and read."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handrail.device.element import Bounds, Element
from handrail.device.hierarchy import DEEPEST_TREE, KeptElements, read_hierarchy, write_hierarchy
from handrail.device.screen import Screen
from handrail.error import UnreadableInput

NODE = '<node class="android.view.View" bounds="[0,0][10,20]" />'

texts = st.text(
    st.characters(min_codepoint=0x20, max_codepoint=0xD7FF) | st.sampled_from("&<>\"'\t\n\r]\ufffd😀"), max_size=6
)
names = texts.map(lambda text: f"View{text}")
numbers = st.integers(-(10**6), 10**6)
elements: st.SearchStrategy[Element] = st.recursive(
    st.builds(
        Element,
        class_name=names,
        text=texts,
        description=texts,
        resource_id=texts,
        package=texts,
        bounds=st.builds(Bounds, numbers, numbers, numbers, numbers),
        checked=st.booleans(),
        clickable=st.booleans(),
        enabled=st.booleans(),
        password=st.booleans(),
        selected=st.booleans(),
        long_clickable=st.booleans(),
    ),
    lambda children: st.builds(
        lambda element, below: replace(element, children=tuple(below)),
        st.builds(Element, class_name=names, text=texts, scrollable=st.booleans(), focused=st.booleans()),
        st.lists(children, max_size=3),
    ),
    max_leaves=5,
)


def screen(*windows: Element) -> Screen:
    return Screen("com.shop", "com.shop.Main", windows, 1080, 2400)


@given(windows=st.lists(elements, max_size=2), rotation=st.integers(0, 3))
def test_what_is_written_is_read_again(windows: list[Element], rotation: int) -> None:
    read = read_hierarchy(write_hierarchy(screen(*windows), rotation))
    assert (read.windows, read.rotation) == (tuple(windows), rotation)
    assert read.screen("com.shop", "com.shop.Main", 1080, 2400) == screen(*windows)


@given(screens=st.lists(st.lists(elements, max_size=2), max_size=4), size=st.integers(1, 6))
def test_elements_that_are_kept_change_nothing_of_what_is_read(screens: list[list[Element]], size: int) -> None:
    kept = KeptElements(size)
    for windows in screens + screens:
        assert read_hierarchy(write_hierarchy(screen(*windows)), kept).windows == tuple(windows)


def test_an_element_that_was_met_is_the_same_one_and_another_of_the_same_look_is_not() -> None:
    kept = KeptElements(100)
    document = f'<hierarchy>{NODE}<node class="a">{NODE}</node><node class="a" /></hierarchy>'
    leaf, full, empty = read_hierarchy(document, kept).windows
    assert full.children == (leaf,)
    assert full.children[0] is leaf
    assert empty != full
    assert all(
        element is two for element, two in zip((leaf, full, empty), read_hierarchy(document, kept).windows, strict=True)
    )


def test_it_is_written_as_android_writes_it() -> None:
    leaf = Element("android.widget.Button", 'Say "hi" & <go>', resource_id="com.shop:id/go", bounds=Bounds(1, 2, 3, 4))
    assert write_hierarchy(screen(leaf)) == (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
        '<node index="0" text="Say &quot;hi&quot; &amp; &lt;go&gt;" resource-id="com.shop:id/go"'
        ' class="android.widget.Button" package="" content-desc="" checkable="false" checked="false" clickable="false"'
        ' enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false"'
        ' selected="false" bounds="[1,2][3,4]" /></hierarchy>'
    )


def test_characters_that_xml_lacks_become_full_stops() -> None:
    read = read_hierarchy(write_hierarchy(screen(Element("View", "a\0b\ud800c\ufffe"))))
    assert read.windows[0].text == "a.b.c."


def test_levels_below_the_deepest_are_left_out() -> None:
    tree = Element("A", children=(Element("B", children=(Element("C"),)),))
    assert read_hierarchy(write_hierarchy(screen(tree), deepest=2)).windows == (Element("A", children=(Element("B"),)),)


def test_the_form_of_appium_is_read_too() -> None:
    document = """<hierarchy rotation="0" width="1080" height="2400">
      <android.widget.FrameLayout class="android.widget.FrameLayout" bounds="[0,0][5,5]">
        <android.widget.Button text="Go" bounds="[1,1][2,2]"/></android.widget.FrameLayout></hierarchy>"""
    (window,) = read_hierarchy(document).windows
    assert window.children[0] == Element("android.widget.Button", "Go", bounds=Bounds(1, 1, 2, 2))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('<!DOCTYPE h [<!ENTITY a "b">]><hierarchy rotation="0"/>', "a document type"),
        ('<!DOCTYPE hierarchy SYSTEM "file:///etc/passwd"><hierarchy/>', "a document type"),
        ("", "hierarchy:1:1"),
        ("<hierarchy>", "hierarchy:1:12"),
        ("<nodes/>", "`nodes` at the top"),
        ('<hierarchy rotation="0"><node bounds="1,2,3"/></hierarchy>', "bounds `1,2,3`"),
        ('<hierarchy rotation="up"/>', "rotation `up`"),
        ("<hierarchy>\n<node>\n</hierarchy>", "hierarchy:3:3"),
        ("<hierarchy>" + "<node>" * (DEEPEST_TREE + 2), f"more than {DEEPEST_TREE} levels"),
        ("<hierarchy>&nothing;</hierarchy>", "undefined entity"),
        (b"\xff\xfe<\0h\0", "hierarchy:1"),
    ],
)
def test_what_is_no_dump_is_refused_with_its_place(document: str | bytes, message: str) -> None:
    with pytest.raises(UnreadableInput, match=message.replace("[", r"\[")):
        read_hierarchy(document)


@given(st.binary() | st.text())
def test_no_input_crashes_the_reader(document: str | bytes) -> None:
    with suppress(UnreadableInput):
        read_hierarchy(document)
