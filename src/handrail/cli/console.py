"""What the commands print with: answers to stdout, everything else to stderr."""

import json
import sys
from typing import Any

from rich.console import Console

WIDTH_WITHOUT_TERMINAL = 110


def answer_console() -> Console:
    """The console for the answer itself."""
    return Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL)


def log_console() -> Console:
    """The console for progress and remarks."""
    return Console(stderr=True, highlight=False)


def print_json(document: dict[str, Any]) -> None:
    """One JSON document on stdout, with escapes where stdout could not say a character as it is."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:  # half a character, as an agent or a screen may say, or a terminal of few characters
        text = json.dumps(document, indent=2)
    print(text)
