"""Traces and screens for property tests."""

from typing import TypeVar

from hypothesis import strategies as st

from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen
from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEvent,
    FileEventKind,
    NetworkUse,
    NotObserved,
    PackageChange,
    PackageChangeKind,
    Part,
    PermissionChange,
    SettingChange,
    SystemTrace,
    Unchanged,
)

texts = st.text(max_size=12)
packages = st.sampled_from(["com.shop", "com.bank", "android", ""])
counts = st.integers(min_value=0, max_value=10**12)

file_events = st.builds(
    FileEvent,
    st.sampled_from(FileEventKind),
    texts,
    st.none() | packages,
    st.none() | counts,
    st.none() | st.just("ab" * 32),
)
permission_changes = st.builds(PermissionChange, packages, texts, st.booleans())
package_changes = st.builds(PackageChange, st.sampled_from(PackageChangeKind), packages, st.none() | texts)
setting_changes = st.builds(SettingChange, st.sampled_from(["system", "secure", "global"]), texts, texts, texts)
network_uses = st.builds(NetworkUse, packages, texts, st.integers(0, 65535), counts, counts)
clipboard_changes = st.builds(ClipboardChange, texts, st.none() | packages)


Item = TypeVar("Item")


def parts(items: st.SearchStrategy[Item]) -> st.SearchStrategy[Part[Item]]:
    changed: st.SearchStrategy[Part[Item]] = st.lists(items, min_size=1, max_size=3).map(
        lambda found: Changed(tuple(found))
    )
    return st.one_of(changed, st.just(Unchanged()), st.builds(NotObserved, texts))


traces = st.builds(
    SystemTrace,
    files=parts(file_events),
    permissions=parts(permission_changes),
    packages=parts(package_changes),
    settings=parts(setting_changes),
    network=parts(network_uses),
    clipboard=parts(clipboard_changes),
)

readable = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Cn")), max_size=8)
bounds = st.tuples(*[st.integers(0, 2000)] * 4).map(lambda edges: Bounds(*edges))
leaves = st.builds(
    Element, st.just("android.widget.Button"), readable, readable, texts.map(lambda _: "id/x"), bounds=bounds
)
elements = st.recursive(
    leaves,
    lambda below: st.builds(
        Element, st.just("android.view.View"), readable, children=st.lists(below, max_size=3).map(tuple)
    ),
    max_leaves=6,
)
screens = st.builds(
    Screen,
    packages,
    st.just(".Main"),
    st.lists(elements, min_size=1, max_size=2).map(tuple),
    st.integers(1, 4000),
    st.integers(1, 4000),
)
