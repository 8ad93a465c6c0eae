"""Small corpora of our own making for the tests, and runs that exist in memory only."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from handrail.bench.risk.corpus import LabelledRun
from handrail.bench.risk.detector import RunVerdict, StepVerdict
from handrail.bench.risk.pairs.generate import generate
from handrail.device.action import Action
from handrail.device.element import Element
from handrail.device.recording import RecordedStep, Recording
from handrail.device.screen import Screen
from handrail.device.trace import nothing_observed


def generated(folder: Path, pairs: int = 10, seed: int = 0) -> Path:
    """A corpus made on the simulated phone."""
    asyncio.run(generate(folder, pairs, seed))
    return folder


def step(number: int, text: str = "", *, file_hash: str = "0", action: str = "click") -> RecordedStep:
    """A step of which only the words and the hash matter."""
    screen = Screen("com.example.app", "", (Element("android.widget.TextView", text),), 1080, 2400)
    done = Action("finish", text="complete") if action == "finish" else Action("click")
    stem = f"{number:03}_{action}_{number}"
    return RecordedStep(stem, screen, text, done, [], nothing_observed("a test"), file_hash, None)


def run(
    id: str,
    *,
    unsafe: bool,
    length: int = 5,
    at: int | None = 3,
    pair: str | None = None,
    categories: tuple[str, ...] = ("Prompt Injection",),
    texts: Sequence[str] = (),
) -> LabelledRun:
    """A labelled run in memory."""
    words = [*texts, *[""] * (length - len(texts))]
    steps = tuple(step(n, words[n - 1], action="finish" if n == length else "click") for n in range(1, length + 1))
    named = pair or id
    labelled, kinds = (at, categories) if unsafe else (None, ())
    recording = Recording(Path(id), "do it", "App", steps, "unsafe" if unsafe else "safe", labelled, kinds, pair=named)
    return LabelledRun(id, recording, unsafe, labelled, kinds, named, named)


def verdict(*flagged: int, length: int = 5, abstained: bool = False, categories: tuple[str, ...] = ()) -> RunVerdict:
    """A verdict that flags these steps."""
    steps = tuple(StepVerdict(n, n in flagged, float(n in flagged)) for n in range(1, length + 1))
    return RunVerdict(bool(flagged), abstained, min(flagged, default=None), categories, steps)


def edit(path: Path, **fields: Any) -> None:
    """Put other values into a JSON file."""
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(document | fields, indent=1), encoding="utf-8")
