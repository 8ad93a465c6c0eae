"""Random things that people, shells and time do to a phone."""

from collections.abc import Callable
from typing import TypeAlias

from hypothesis import strategies as st

from handrail.phone.phone import HEIGHT_PIXELS, WIDTH_PIXELS, Phone

Deed: TypeAlias = tuple[str, tuple[object, ...]]

PACKAGES = (
    "com.example.clock", "com.example.messages", "com.example.contacts", "com.example.restaurants", "com.example.shop",
    "com.example.bank", "com.example.mail", "com.example.tasks", "com.android.settings", "com.example.files",
    "com.example.photos", "com.android.launcher", "com.not.there",
)  # fmt: skip

WORDS = (
    "7",
    "09",
    "Alice",
    "alice@example.com",
    "+44 7700 900123",
    "GB82WEST12345698765432",
    "½٣",
    "../..",
    "a\nb",
    "",
)

_x, _y = st.integers(-5, WIDTH_PIXELS + 5), st.integers(-5, HEIGHT_PIXELS + 5)


def deeds() -> st.SearchStrategy[Deed]:
    """One thing that is done; touches go to something that takes them, mostly."""
    number = st.integers(0, 200)
    return st.one_of(
        *[st.tuples(st.just("touch"), st.tuples(number))] * 6,
        st.tuples(st.just("long touch"), st.tuples(number)),
        st.tuples(st.just("write"), st.tuples(number, st.sampled_from(WORDS))),
        st.tuples(st.just("tap"), st.tuples(_x, _y)),
        st.tuples(st.just("swipe"), st.tuples(_x, _y, _x, _y)),
        st.tuples(st.just("type"), st.tuples(st.sampled_from(WORDS))),
        st.tuples(st.just("key"), st.tuples(st.sampled_from((4, 4, 3, 66, 67, 187, 83, 279, 30, 9999)))),
        st.tuples(st.just("launch"), st.tuples(st.sampled_from(PACKAGES))),
        st.tuples(st.just("stop"), st.tuples(st.sampled_from(PACKAGES))),
        st.tuples(st.just("wait"), st.tuples(st.integers(0, 2000))),
        st.tuples(st.just("copy"), st.tuples(st.sampled_from(WORDS))),
    )


def do(phone: Phone, deed: Deed) -> None:
    """Do it."""
    what, given = deed
    if what in ("touch", "long touch", "write"):
        wanted = [
            (path, element)
            for path, element in phone.screen().walk()
            if (element.class_name.endswith("EditText") if what == "write" else element.clickable)
        ]
        if not wanted:
            return
        number = given[0]
        assert isinstance(number, int)
        path, element = wanted[number % len(wanted)]
        if what == "write":
            phone.set_text(path, str(given[1]))
        elif what == "touch":
            phone.tap(*element.bounds.center)
        else:
            phone.long_press(*element.bounds.center)
        return
    doing: dict[str, Callable[..., object]] = {
        "tap": phone.tap,
        "swipe": phone.swipe,
        "type": phone.type_text,
        "key": phone.key,
        "launch": phone.launch,
        "stop": phone.stop,
        "wait": phone.advance,
        "copy": phone.copy,
    }
    doing[what](*given)
