"""The files of dialogues are what their sources make."""

import json
from pathlib import Path

import pytest

from sdk.conformance import FOLDER


def test_the_dialogues_are_those_of_their_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    from make import files

    differ = [name for name, text in files().items() if (FOLDER / name).read_text("utf-8") != text]
    assert not differ, "run `python sdk/conformance/make.py`"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda path: path.name)
def test_no_two_dialogues_of_a_side_have_the_same_name(file: Path) -> None:
    names = [dialogue["name"] for dialogue in json.loads(file.read_text("utf-8"))["dialogues"]]
    assert len(set(names)) == len(names)
