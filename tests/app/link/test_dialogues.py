"""The app's side of the protocol, held to the dialogues that every SDK is held to."""

import json
from typing import Any

import pytest

from handrail.app.link.dialogue import Control, Dialogue, Effect, Hold, Run, Say, Withhold
from sdk.conformance import client, fits, with_ids

SUITE = client()


class Played:
    """An app with an SDK in it, as a dialogue wants it."""

    def __init__(self) -> None:
        app = SUITE["app"]
        keys = {
            state["name"]: tuple(variable["name"] for variable in state["variables"] if variable.get("is_key"))
            for state in app["states"]
        }
        hello = {"type": "hello", "protocol": "handrail.app/1", "app": app["app"], "sdk": "python"}
        define = {"type": "define", "states": app["states"], "commitments": app["commitments"]}
        self.dialogue: Dialogue[str] = Dialogue(hello, define, keys)
        controls = [event["control"] for event in SUITE["events"].values() if "control" in event]
        self.values = {control["name"]: control["from"] for control in controls}
        self.sent: list[Any] = []
        self.ran: list[str] = []
        self.ids: dict[str, str] = {}

    def step(self, step: dict[str, Any]) -> None:
        self.sent, self.ran = [], []
        self.dialogue.now = step["at"]
        self._perform(self._effects(step))

    def _effects(self, step: dict[str, Any]) -> list[Effect[str]]:
        match step:
            case {"connect": True}:
                return self.dialogue.connected()
            case {"lose": True}:
                return self.dialogue.lost()
            case {"receive": message}:
                return self.dialogue.receive(json.dumps(with_ids(message, self.ids)))
            case {"receive_text": text}:
                return self.dialogue.receive(text)
            case {"event": name}:
                return self._event(name)
            case {"pass": True}:
                return self.dialogue.passed(step["at"])
            case {"report": updates}:
                return self.dialogue.report(updates)
            case {"release": why}:
                return self.dialogue.release(why)
        raise AssertionError(f"no such step: {step}")

    def _event(self, name: str) -> list[Effect[str]]:
        event = SUITE["events"][name]
        if "control" in event:
            self.values[event["control"]["name"]] = event["control"]["to"]
        said = {key: value for key, value in event.items() if key not in ("control", "fails")}
        return self.dialogue.event({"type": "propose", **said}, name)

    def _perform(self, effects: list[Effect[str]]) -> None:
        for effect in effects:
            match effect:
                case Say(document):
                    self.sent.append(document)
                case Hold(name):
                    self._show(name, "from")
                case Run(name, id):
                    self._show(name, "to")
                    self.ran.append(name)
                    self._perform(self.dialogue.ran(id, None if SUITE["events"][name].get("fails") else True))
                case Withhold() | Control():
                    pass

    def _show(self, name: str, which: str) -> None:
        if (control := SUITE["events"][name].get("control")) is not None:
            self.values[control["name"]] = control[which]


@pytest.mark.parametrize("dialogue", SUITE["dialogues"], ids=lambda entry: entry["name"])
def test_a_dialogue_goes_as_it_is_written(dialogue: dict[str, Any]) -> None:
    app = Played()
    for number, step in enumerate(dialogue["steps"]):
        app.step(step)
        assert app.ran == step["runs"], (number, step)
        assert len(app.sent) == len(step["sends"]), (number, step, app.sent)
        assert all(fits(send, other, app.ids) for send, other in zip(step["sends"], app.sent, strict=True)), app.sent
        if "values" in step:
            assert app.values == step["values"], (number, step)
