"""Runs for the exporters' tests: drawn, written as recordings, and compared with what came back."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from PIL import Image

from handrail.bench.importers.recorded_run import PngFile, RunStep, write_run
from handrail.device.action import Action
from handrail.device.element import Bounds, Element
from handrail.device.recording import read_recording
from handrail.device.screen import Screen

WIDTH, HEIGHT = 11, 17
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=6)
POINTS = st.tuples(st.integers(0, WIDTH), st.integers(0, HEIGHT))
BOUNDS = st.builds(Bounds, st.integers(0, 5), st.integers(0, 5), st.integers(6, WIDTH), st.integers(6, HEIGHT))
FINISH = Action("finish", text="complete")


def picture(shade: int = 0) -> PngFile:
    """A grey picture of the usual size."""
    written = BytesIO()
    Image.new("RGB", (WIDTH, HEIGHT), (shade, shade, shade)).save(written, "PNG")
    return PngFile(written.getvalue())


def elements(children: st.SearchStrategy[tuple[Element, ...]]) -> st.SearchStrategy[Element]:
    """An element with every attribute that a tree has."""
    flags = ("checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long_clickable")
    return st.builds(
        Element, st.sampled_from(["android.widget.Button", ""]), TEXTS, TEXTS, TEXTS, st.just("com.shop"), BOUNDS,
        children=children, password=st.booleans(), selected=st.booleans(),
        **{flag: st.booleans() for flag in flags},
    )  # fmt: skip


SCREENS = st.builds(
    lambda window: Screen("com.shop", "", (window,), WIDTH, HEIGHT),
    elements(st.lists(elements(st.just(())), max_size=2).map(tuple)),
)


def write(folder: Path, *steps: tuple[Screen, Action] | RunStep, query: str = "Buy a pen", **original: Any) -> Path:
    """A recording of these steps, each with a picture of its own shade."""
    taken = (
        step if isinstance(step, RunStep) else RunStep(*step, picture(number)) for number, step in enumerate(steps)
    )
    write_run(folder, query, "Shop", taken, original or None)
    return folder


def told(folder: Path) -> Sequence[tuple[Screen, Action, bytes]]:
    """What a recording says of each step."""
    return [
        (step.screen, step.action, step.image.read_bytes() if step.image is not None else b"")
        for step in read_recording(folder).steps
    ]
