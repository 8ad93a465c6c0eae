"""A person in front of the phone: finds things by what is written on them, and touches them."""

from handrail.device.element import Element, Path
from handrail.phone.phone import HEIGHT_PIXELS, Phone


def find(phone: Phone, words: str) -> tuple[Path, Element] | None:
    """What says exactly that: in front first, then in document order."""
    found = [(path, element) for path, element in phone.screen().walk() if words in (element.text, element.description)]
    return max(found, key=lambda pair: pair[0][0]) if found else None


def shows(phone: Phone, words: str) -> bool:
    """Whether anything on the screen has these words in it."""
    return any(words in element.text or words in element.description for element in phone.screen().elements())


def texts(phone: Phone) -> list[str]:
    """All that can be read, top to bottom."""
    return [element.label for element in phone.screen().elements() if element.label]


def scroll_to(phone: Phone, words: str) -> Element:
    """Look for words, scrolling down as long as that shows anything new."""
    for _ in range(30):
        found = find(phone, words)
        if found is not None:
            return found[1]
        before = phone.screen()
        phone.swipe(540, 1600, 540, 900)
        if phone.screen() == before:
            break
    raise AssertionError(f"`{words}` is nowhere; the screen shows {texts(phone)}")


def tap_text(phone: Phone, words: str) -> None:
    phone.tap(*scroll_to(phone, words).bounds.center)


def long_press_text(phone: Phone, words: str) -> None:
    phone.long_press(*scroll_to(phone, words).bounds.center)


def tap_id(phone: Phone, id: str, number: int = 0) -> None:
    """Touch the element with that short resource id, the first unless another is named."""
    found = [element for element in phone.screen().elements() if element.resource_id.endswith(f":id/{id}")]
    phone.tap(*found[number].bounds.center)


def enter(phone: Phone, id: str, words: str) -> None:
    """Replace what stands in a text field."""
    tap_id(phone, id)
    phone.clear_text()
    assert phone.type_text(words)


def open_app(phone: Phone, label: str) -> None:
    """From the home screen through all apps."""
    phone.home()
    phone.swipe(540, HEIGHT_PIXELS - 400, 540, 600)
    tap_text(phone, label)
