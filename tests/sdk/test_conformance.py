"""The file of dialogues is what its source makes."""

import runpy

from sdk.conformance import FOLDER, client


def test_the_dialogues_are_those_of_their_source() -> None:
    made = runpy.run_path(str(FOLDER / "make.py"))
    text = made["text_of"](made["client_dialogues"]())
    assert (FOLDER / "client.json").read_text("utf-8") == text, "run `python sdk/conformance/make.py`"


def test_no_two_dialogues_have_the_same_name() -> None:
    names = [one["name"] for one in client()["dialogues"]]
    assert len(set(names)) == len(names)
