"""Files of JSON Lines, an object a line; every complaint names the file, the line and the field."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from handrail.device.document import Node, parse_document
from handrail.error import UnreadableInput
from handrail.strict_json import open_file, shown_path

LONGEST_LINE = 16 * 1024 * 1024


def read_objects(path: Path) -> Iterator[Node]:
    """The objects of a file, one after the other; empty lines are passed over. Raises `UnreadableInput`."""
    name = shown_path(path)
    try:
        with open_file(path) as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise UnreadableInput(f"{name}:{number}: more than {LONGEST_LINE:,} bytes; write one object a line")
                if line.strip():
                    # the lines before it, empty, so that a complaint counts as an editor does
                    yield parse_document(b"\n" * (number - 1) + line, name)
    except OSError as error:
        raise UnreadableInput(f"{name}: {error.strerror or error}; name a file of JSON Lines") from error


def write_objects(path: Path, documents: Iterable[Mapping[str, object]]) -> None:
    """Write one object a line."""
    lines = (json.dumps(document, ensure_ascii=False) for document in documents)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", errors="backslashreplace")
