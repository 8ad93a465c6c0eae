"""Writes the dialogues of both sides: `python sdk/conformance/make.py`."""

import json
from pathlib import Path

from client_side import Document, client_dialogues
from server_side import server_dialogues

HERE = Path(__file__).parent


def files() -> dict[str, str]:
    """What stands in each file."""
    return {"client.json": _text_of(client_dialogues()), "server.json": _text_of(server_dialogues())}


def _text_of(document: Document) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name, text in files().items():
        (HERE / name).write_text(text, "utf-8")
