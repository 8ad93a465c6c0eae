"""What holds whatever is done to a phone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from handrail.device.element import Bounds, Element
from handrail.device.trace import (
    Changed,
    ClipboardChange,
    FileEventKind,
    NetworkUse,
    SettingChange,
    SystemTrace,
    Unchanged,
)
from handrail.phone.phone import HEIGHT_PIXELS, WIDTH_PIXELS, Phone
from handrail.phone.snapshot import Snapshot
from phone.actions import Deed, deeds, do

SCREEN = Bounds(0, 0, WIDTH_PIXELS, HEIGHT_PIXELS)

many = st.lists(deeds(), max_size=40)
FEW = settings(max_examples=60, deadline=None)


def files_of(phone: Phone) -> list[tuple[str, int, int, bytes]]:
    files = phone.files
    return [
        (node.path, node.uid, node.modified_ms, files.read(node.path) if node.size_bytes < 4_096 else b"")
        for node in files.walk("/")
    ]


@FEW
@given(st.integers(0, 3), many)
def test_the_same_seed_and_deeds_give_the_same_phone(seed: int, done: list[Deed]) -> None:
    phone, other = Phone(seed=seed), Phone(seed=seed)
    mark, other_mark = phone.mark(), other.mark()
    for deed in done:
        do(phone, deed)
        do(other, deed)
        assert phone.screen() == other.screen()
    assert phone.snapshot() == other.snapshot()
    assert phone.trace_since(mark) == other.trace_since(other_mark)
    assert files_of(phone) == files_of(other)
    assert phone.log == other.log


@FEW
@given(many, many)
def test_a_snapshot_is_exact_and_continues_the_same_way(before: list[Deed], after: list[Deed]) -> None:
    phone = Phone()
    for deed in before:
        do(phone, deed)
    taken, screen = phone.snapshot(), phone.screen()
    for deed in after:
        do(phone, deed)
    end, end_screen = phone.snapshot(), phone.screen()
    phone.restore(taken)
    assert phone.snapshot() == taken
    assert phone.screen() == screen
    fresh = Phone(seed=9)
    fresh.restore(taken)
    for installed in (phone, fresh):
        for deed in after:
            do(installed, deed)
        assert installed.snapshot() == end
        assert installed.screen() == end_screen


@FEW
@given(many)
def test_the_tree_is_one_that_android_could_show(done: list[Deed]) -> None:
    phone = Phone()
    for deed in done:
        do(phone, deed)
        screen = phone.screen()
        assert screen.windows
        assert (screen.package, screen.activity) == phone.foreground
        for element in screen.elements():
            assert not element.bounds.is_empty
            assert _inside(element.bounds, SCREEN), element
            assert all(_inside(child.bounds, element.bounds) for child in element.children), element
            assert element.class_name.startswith(("android.", "androidx."))
            assert not element.focused or element.class_name == "android.widget.EditText"
        assert sum(element.focused for element in screen.elements()) <= len(screen.windows)


def _inside(inner: Bounds, outer: Bounds) -> bool:
    across = outer.left <= inner.left and inner.right <= outer.right
    return across and outer.top <= inner.top and inner.bottom <= outer.bottom


@FEW
@given(many)
def test_the_generation_grows_with_everything_that_is_seen(done: list[Deed]) -> None:
    phone = Phone()
    for deed in done:
        before, generation = phone.screen(), phone.generation
        do(phone, deed)
        assert phone.generation >= generation
        assert phone.generation > generation or phone.screen() is before
        shown, generation = phone.screen(), phone.generation
        phone.restore(phone.snapshot())  # forgets what was cached
        assert (phone.screen(), phone.generation) == (shown, generation)


@FEW
@given(many, many)
def test_the_trace_is_the_difference_of_snapshots(before: list[Deed], after: list[Deed]) -> None:
    phone = Phone()
    for deed in before:
        do(phone, deed)
    first, mark = phone.snapshot(), phone.mark()
    for deed in after:
        do(phone, deed)
    _check_trace(phone.trace_since(mark), first, phone.snapshot())


def _check_trace(trace: SystemTrace, first: Snapshot, last: Snapshot) -> None:
    assert trace.not_observed() == {}
    old = {path: entry for path, entry in first.system.files.items() if entry.content is not None}
    new = {path: entry for path, entry in last.system.files.items() if entry.content is not None}
    wanted = {(FileEventKind.CREATED, path) for path in new.keys() - old.keys()}
    wanted |= {(FileEventKind.DELETED, path) for path in old.keys() - new.keys()}
    wanted |= {(FileEventKind.MODIFIED, path) for path in old.keys() & new.keys() if old[path] != new[path]}
    found = trace.files.items if isinstance(trace.files, Changed) else ()
    assert {(event.kind, event.path) for event in found} == wanted
    settings_before, settings_after = dict(first.system.settings), dict(last.system.settings)
    changes = [
        SettingChange(*place, settings_before.get(place, ""), settings_after.get(place, ""))
        for place in sorted(settings_before.keys() | settings_after.keys())
        if settings_before.get(place) != settings_after.get(place)
    ]
    assert trace.settings == (Changed(tuple(changes)) if changes else Unchanged())
    uses: dict[tuple[str, str, int], list[int]] = {}
    for traffic in last.network.traffic[len(first.network.traffic) :]:
        sums = uses.setdefault((traffic.package, traffic.host, traffic.port), [0, 0])
        sums[0] += traffic.bytes_out
        sums[1] += traffic.bytes_in
    network = trace.network.items if isinstance(trace.network, Changed) else ()
    assert sorted(network, key=str) == sorted((NetworkUse(*place, *sums) for place, sums in uses.items()), key=str)
    held = {(name, text) for name, package in first.system.packages.items() for text in package.granted}
    holds = {(name, text) for name, package in last.system.packages.items() for text in package.granted}
    given_now = trace.permissions.items if isinstance(trace.permissions, Changed) else ()
    gone = {(name, text) for name, text in held - holds if name in last.system.packages}
    assert {
        (permission.package, permission.permission) for permission in given_now if permission.granted
    } == holds - held
    assert {(permission.package, permission.permission) for permission in given_now if not permission.granted} == gone
    clip = last.system.clipboard
    same = clip == first.system.clipboard
    assert trace.clipboard == (Unchanged() if same else Changed((ClipboardChange(clip.text, clip.package),)))


@settings(max_examples=25, deadline=None)
@given(st.lists(deeds(), max_size=25))
def test_nothing_that_can_be_touched_breaks(done: list[Deed]) -> None:
    phone = Phone()
    for deed in done:
        do(phone, deed)
    here = phone.snapshot()
    for element in _touchable(phone):
        for touch in (phone.tap, phone.long_press):
            touch(*element.bounds.center)
            phone.screen()
            phone.back()
            phone.screen()
            phone.restore(here)


def _touchable(phone: Phone) -> list[Element]:
    return [element for element in phone.screen().elements() if element.clickable or element.long_clickable]
