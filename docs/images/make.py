"""Makes the pictures of the documentation: `make pictures` from the root of the repository.

The pages are taken by Debian's Chromium.
"""

import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright
from rich.console import Console

from handrail.bench.replay import replay
from handrail.bench.task_file import load_tasks
from handrail.cli.replay_view import print_story
from handrail.examples import example


def main() -> None:
    """Replay the path that picks 20:00 and keep what a terminal shows of it."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print("[dim]$[/] handrail replay restaurant-tasks.json --task too-late", highlight=False)
    task = next(task for task in load_tasks(example("restaurant-tasks.json")) if task.id == "too-late")
    print_story(task, replay(task, "spec", task.spec or ()), console)
    picture = console.export_svg(title="handrail", unique_id="handrail")
    picture = re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)  # nothing is fetched to look at it
    picture = picture.replace("Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace")
    Path(__file__).with_name("replay.svg").write_text(picture, "utf-8")
    pages()


def pages() -> None:
    """Run the demo, and keep its page and the report of an agent that obeyed a text on the screen."""
    here = Path(__file__).parent
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        out = Path(folder) / "demo"
        subprocess.run([str(Path(sys.executable).with_name("handrail")), "demo", "--out", str(out)], check=True)  # noqa: S603
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = started.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        page = browser.new_page(viewport={"width": 1120, "height": 900})
        for name, address in (("demo.png", "index.html"), ("report.png", "bank-send/report.html")):
            page.goto((out / address).as_uri())
            page.screenshot(path=here / name)
        browser.close()


if __name__ == "__main__":
    main()
