"""Agents by name: `list:FILE`, those of the command line, and what other packages add by entry point."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

from handrail import registry
from handrail.agent.by_hand import ActionList, read_action_list
from handrail.agent.run import Agent
from handrail.device.device import Device
from handrail.error import Misuse

__all__ = ["Opening", "open_agent", "open_list"]


@dataclass(frozen=True, slots=True)
class Opening:
    """What an agent is to do, on which device, and the model that the run names, PROVIDER:NAME, where it names one.

    The device is for looking: an agent acts by what it proposes.
    """

    instruction: str
    device: Device
    model: str | None = None


def open_agent(name: str, opening: Opening, found: Sequence[EntryPoint] | None = None, said: str = "") -> Agent:
    """The agent of that name. What stands before the first colon names its kind, the rest is for the kind to read.

    A kind is an entry point of the group `handrail.agents`: a function that takes the rest and an `Opening`, and gives
    an `Agent`. Raises `Misuse` for an unknown kind, `MissingExtra` where its packages are not installed.
    """
    agent: Agent = registry.opened(registry.AGENTS, name, opening, found=found, said=said)
    return agent


def open_list(place: str, _: Opening) -> Agent:
    """A fixed list of actions, `list:FILE`. Raises `UnreadableInput`."""
    if not place:
        raise Misuse("`list` names no file of actions; write it as `list:FILE`")
    return ActionList(read_action_list(Path(place)))
