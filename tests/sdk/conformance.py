"""The dialogues that every SDK is held to, as tests read them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "sdk" / "conformance"


@cache
def client() -> Any:
    return json.loads((FOLDER / "client.json").read_text("utf-8"))


_DEFAULTS: tuple[Any, ...] = ([], False, "unknown", None)


def fits(expected: Any, said: Any, ids: dict[str, str]) -> bool:
    """Whether a message is what is expected. An id of the app's own making is learnt from its first proposal."""
    if isinstance(expected, str) and expected.startswith("$"):
        if expected not in ids and isinstance(said, str) and said not in ids.values():
            ids[expected] = said
        return bool(ids.get(expected) == said)
    if isinstance(expected, dict) and isinstance(said, dict):
        return all(
            fits(value, said[name], ids) if name in said else value in _DEFAULTS for name, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(said, list):
        return len(expected) == len(said) and all(map(lambda first, other: fits(first, other, ids), expected, said))
    return bool(expected == said)


def with_ids(document: Any, ids: dict[str, str]) -> Any:
    """A message of the server, about the ids of the app's own making."""
    if isinstance(document, dict):
        return {name: with_ids(value, ids) for name, value in document.items()}
    return ids.get(document, document) if isinstance(document, str) else document
