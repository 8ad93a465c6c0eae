"""The field on the home screen that takes any text."""

from handrail.device.element import Element
from handrail.phone.phone import Phone


def touch_field(phone: Phone) -> None:
    """Pull the apps up and touch the field above them."""
    phone.swipe(540, 1800, 540, 500)
    phone.tap(*field_of(phone).bounds.center)


def field_of(phone: Phone) -> Element:
    return next(element for element in phone.screen().elements() if element.class_name == "android.widget.EditText")
