"""What the web SDK costs the page an event, in Chromium: `python benchmarks/sdk_web.py`.

Clicks are dispatched by a script, so that nothing but the page's own work is timed. Without an agent the SDK has no
listener; with one an event is read, proposed and held. The server is the page's own stand-in, as in the tests.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from sdk.web.built import built  # noqa: E402 - the tests' own page is what is measured
from sdk.web.chromium import chromium  # noqa: E402 - as above
from sdk.web.site import site  # noqa: E402 - as above

PAGE = ROOT / "tests" / "sdk" / "web"
MEASURE = """
([id, rounds, clicks]) => {
  const element = document.getElementById(id);
  const each = [];
  for (let round = 0; round < rounds; round += 1) {
    ran.length = 0;
    server.said.length = 0;
    const keep = server.keep; // what a socket does with a text is not the page's work
    server.keep = false;
    const start = performance.now();
    for (let click = 0; click < clicks; click += 1) element.click();
    server.keep = keep;
    each.push(((performance.now() - start) / clicks) * 1000);
    for (const said of server.unread.splice(0)) server.said.push(JSON.parse(said));
    for (const one of server.proposed()) server.verdict(one.id, 'block');
  }
  each.sort((one, other) => one - other);
  return [each[Math.floor(rounds / 2)], each[Math.floor(rounds * 0.95)]];
}
"""


def main() -> None:
    """Print the middle and the slow end of an event, in microseconds."""
    names = ("page.html", "page.js", "spoken.js")
    files = {name: (PAGE / name).read_bytes() for name in names}
    with site({**files, "handrail.js": (built() / "handrail.js").read_bytes()}) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address}/page.html")
        page.locator("body[data-ready=yes]").wait_for()
        print(f"{'microseconds an event':42} {'median':>8} {'95 %':>8}")
        for control, who in ((False, "no agent in control"), (True, "an agent in control")):
            page.evaluate("on => server.control(on)", control)
            for id, what in (("reserve", "a guarded button"), ("nobody", "a button nobody speaks for")):
                page.evaluate(MEASURE, [id, 20, 50])
                middle, slow = page.evaluate(MEASURE, [id, 200, 50])
                print(f"{who + ', ' + what:42} {middle:8.1f} {slow:8.1f}")


if __name__ == "__main__":
    main()
