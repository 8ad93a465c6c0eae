"""Which clients the tests ran with, and in which version: `python tests/integrations/which_ran.py REPORT.xml...`.

A report is what `pytest --junitxml` writes. A client whose tests were all skipped did not run, and why is told.
"""

import json
import sys
import tomllib
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
NEEDS = {
    "adb": ("adbutils", "uiautomator2", "adb-shell"),
    "uiautomator2": ("uiautomator2",),
    "test_server_plugin": ("appium", "appium-uiautomator2-driver"),
    "appium": ("appium-python-client",),
    "over_adb": ("@midscene/android", "minitap-mobile-use"),
    "mobilerun": ("mobilerun",),
    "mcp": ("@mobilenext/mobile-mcp", "fastmcp"),
    "test_langchain": ("langchain",),
    "test_pydantic_ai": ("pydantic-ai-slim",),
    "test_inspect_ai": ("inspect-ai",),
    "test_openai_agents": ("openai-agents",),
    "test_anthropic": ("anthropic",),
    "test_claude_agent_sdk": ("claude-agent-sdk",),
    "test_google_adk": ("google-adk",),
}
"""The packages that tests of a folder or a file are about."""


def pinned() -> dict[str, str]:
    """The version of each package that is installed for the tests."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    found = {entry["name"]: entry["version"] for entry in lock["package"] if "version" in entry}
    for folder in ("integrations/mcp/npm", "integrations/over_adb/midscene", "phone/clients/appium"):
        found |= json.loads((ROOT / "tests" / folder / "package.json").read_text("utf-8"))["dependencies"]
    named = ("Makefile", "tests/integrations/over_adb/mobile_use/requirements.txt")
    for line in " ".join((ROOT / file).read_text("utf-8") for file in named).split():
        name, _, version = line.partition("==")
        if version:
            found[name] = version
    return found


def subject(case: str) -> str | None:
    """The folder or file of a test case that is about a client, by its dotted name."""
    parts = case.split(".")
    return next((part for part in reversed(parts) if part in NEEDS), None)


def main(reports: list[str]) -> int:
    """Print a line a client; 1 if a test failed or nothing ran at all."""
    ran: dict[str, Counter[str]] = defaultdict(Counter)
    why: dict[str, str] = {}
    there = [report for report in reports if Path(report).is_file()]
    for report in reports:
        if report not in there:
            sys.stdout.write(f"{report}: not written, so what it would tell of did not run\n")
    for report in there:
        for case in ElementTree.parse(report).iter("testcase"):
            client = subject(case.get("classname", ""))
            if client is None:
                continue
            skipped = case.find("skipped")
            failed = case.find("failure") is not None or case.find("error") is not None
            ran[client]["failed" if failed else "skipped" if skipped is not None else "passed"] += 1
            if skipped is not None:
                why[client] = skipped.get("message", "")
    versions = pinned()
    for client, count in sorted(ran.items()):
        named = ", ".join(f"{package} {versions.get(package, 'not pinned')}" for package in NEEDS[client])
        said = (
            f"{count['passed']} passed, {count['failed']} failed" if count["passed"] or count["failed"] else "not run"
        )
        reason = f" ({why[client]})" if not count["passed"] and client in why else ""
        sys.stdout.write(f"{client.removeprefix('test_'):18} {said:24} {named}{reason}\n")
    return 1 if any(count["failed"] for count in ran.values()) or there != reports or not ran else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
