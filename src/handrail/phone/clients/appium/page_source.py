"""The active window as Appium shows it: the class of an element is its tag, so that XPath names classes."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree

from handrail.device.element import Element, Path
from handrail.device.screen import Screen
from handrail.phone.adb.hierarchy import attributes
from handrail.phone.clients.appium.problem import WebDriverProblem

_NOT_IN_A_NAME = re.compile(r"[^\w.-]")
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class PageSource(NamedTuple):
    """The document, and the place on the screen of each of its nodes."""

    root: Any
    places: dict[Any, Path]

    def text(self) -> str:
        """The document as a client reads it."""
        return str(etree.tostring(self.root, encoding="unicode", pretty_print=False)).join(
            ("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>", "")
        )

    def find(self, xpath: str, below: Path | None) -> list[Path]:
        """The places of what an XPath means, from the whole document or from one place on."""
        start = self.root
        if below is not None:
            start = next((node for node, place in self.places.items() if place == below), None)
            if start is None:
                return []
        try:
            found = start.xpath(xpath)
        except etree.XPathError as error:
            raise WebDriverProblem("invalid selector", f"{xpath[:500]} is not a valid XPath: {error}") from None
        return [self.places[node] for node in found if node in self.places] if isinstance(found, list) else []


def page_source(screen: Screen, window: int, rotation: int = 0) -> PageSource:
    """The document of one window."""
    root = etree.Element(
        "hierarchy",
        {"index": "0", "class": "hierarchy", "rotation": str(rotation), "width": str(screen.width_pixels),
         "height": str(screen.height_pixels)},
    )  # fmt: skip
    places: dict[Any, Path] = {}
    _add(root, screen.windows[window], (window,), 0, places)
    return PageSource(root, places)


def _add(parent: Any, element: Element, path: Path, index: int, places: dict[Any, Path]) -> None:
    told = {name: _NOT_IN_XML.sub(".", value) for name, value in _told(element, index)}
    node = etree.SubElement(parent, _NOT_IN_A_NAME.sub(".", element.class_name) or "node", told)
    places[node] = path
    for number, child in enumerate(element.children):
        _add(node, child, (*path, number), number, places)


def _told(element: Element, index: int) -> Iterator[tuple[str, str]]:
    """As Android says it, without what Appium leaves out."""
    for name, value in attributes(element, index).items():
        if name == "visible-to-user":
            yield "displayed", value
        elif value or name not in ("content-desc", "resource-id", "hint"):
            yield name, value
