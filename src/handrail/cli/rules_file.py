"""Reading a specification from a file, from standard input, or from a JSON list of rules."""

import sys
from collections.abc import Sequence
from pathlib import Path

from handrail.error import UnreadableInput
from handrail.strict_json import LARGEST_FILE, decode, read_json, read_text

STANDARD_INPUT = Path("-")


def read_rules(path: Path) -> str | Sequence[str]:
    """The text of a specification, or its rules one by one. Raises `UnreadableInput`."""
    text = _standard_input() if path == STANDARD_INPUT else read_text(path)
    if path.suffix != ".json":
        return text
    rules = read_json(text, str(path))
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise UnreadableInput(f"{path}: rules in JSON are a list of texts, one for each rule")
    return rules


def _standard_input() -> str:
    """What was typed or piped: of a pipe without end no more than of a file."""
    content = sys.stdin.buffer.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise UnreadableInput(f"standard input: more than {LARGEST_FILE:,} bytes; a specification is smaller")
    return decode(content, "standard input")
