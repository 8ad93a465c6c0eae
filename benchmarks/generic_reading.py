"""How long reading a screen of 1,000 elements takes for the generic app: `python benchmarks/generic_reading.py`.

Processor time, so that others on the same machine do not count.
"""

import statistics
import sys
import time

from handrail.app.generic import Page, judge
from handrail.app.screen_model import Act
from handrail.device.element import Bounds, Element
from handrail.device.screen import Screen

APP = "com.example.long"
RUNS = 200


def long_screen(elements: int) -> Screen:
    """A list whose rows have a picture, two texts, a switch and a button, and a field below every tenth."""
    rows: list[Element] = []
    count = 3
    while count < elements:
        top = 100 + 20 * len(rows)
        bounds = Bounds(0, top, 1080, top + 20)
        texts = tuple(
            Element("android.widget.TextView", text=f"{word} {len(rows)}", package=APP, bounds=bounds)
            for word in ("Title", "Summary")
        )
        parts = (
            Element("android.widget.ImageView", description="Photo", package=APP, bounds=bounds),
            Element("android.widget.LinearLayout", package=APP, bounds=bounds, children=texts),
            Element("android.widget.Switch", package=APP, clickable=True, checkable=True, bounds=bounds),
            Element("android.widget.ImageButton", description="Delete", package=APP, clickable=True, bounds=bounds),
        )
        field = Element("android.widget.EditText", hint=f"Note {len(rows)}", text="x", package=APP, bounds=bounds)
        children = (field,) if len(rows) % 10 == 9 else parts
        row = Element("android.widget.LinearLayout", package=APP, clickable=True, bounds=bounds, children=children)
        rows.append(row)
        count += 2 if children == (field,) else 7
    listing = Element(
        "androidx.recyclerview.widget.RecyclerView",
        package=APP,
        scrollable=True,
        bounds=Bounds(0, 100, 1080, 2300),
        children=tuple(rows),
    )
    window = Element("android.widget.FrameLayout", package=APP, bounds=Bounds(0, 0, 1080, 2400), children=(listing,))
    return Screen(APP, ".Main", (window,), 1080, 2400)


def main() -> None:
    """Print the median and the slowest of twenty."""
    screen = long_screen(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    seconds, judging = [], []
    for _ in range(RUNS):
        began = time.process_time()
        page = Page.of(screen)
        seconds.append(time.process_time() - began)
        button = page.buttons[len(page.buttons) // 2]
        began = time.process_time()
        judge(page, Act("click", page.index.path_of(button.number)))
        judging.append(time.process_time() - began)
    for name, group in (("read", seconds), ("judge one touch", judging)):
        group.sort()
        slow = group[int(0.95 * len(group))]
        print(f"{name}: {len(page.index):,} elements, median {statistics.median(group) * 1e3:.2f} ms, ", end="")
        print(f"19 of 20 below {slow * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
