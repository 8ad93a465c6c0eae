"""Reading a specification from a file, from standard input, or from a JSON list of rules."""

import sys
from collections.abc import Sequence
from pathlib import Path

from handrail.error import UnreadableInput
from handrail.language.parser import LONGEST_SPECIFICATION
from handrail.strict_json import decode, read_json

STANDARD_INPUT = Path("-")


def read_rules(path: Path) -> str | Sequence[str]:
    """The text of a specification, or its rules one by one. Raises `UnreadableInput`.

    Only as much is read as a specification can have; that there is more is for the parser to say.
    """
    most_bytes = 4 * LONGEST_SPECIFICATION + 4
    try:
        if path == STANDARD_INPUT:
            content = sys.stdin.buffer.read(most_bytes)
        else:
            with path.open("rb") as file:
                content = file.read(most_bytes)
    except OSError as error:
        raise UnreadableInput(f"{path}: {error.strerror or error}") from error
    if len(content) == most_bytes:
        return content.decode("utf-8", errors="replace")  # far too long whatever it says
    text = decode(content, str(path))
    if path.suffix != ".json":
        return text
    rules = read_json(text, str(path))
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise UnreadableInput(f"{path}: rules in JSON are a list of texts, one for each rule")
    return rules
