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
    """One JSON document on stdout."""
    print(json.dumps(document, ensure_ascii=False, indent=2))
