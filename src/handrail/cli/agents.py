"""The agents that `handrail run` brings: a person who types, and a model that is asked as the options say."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from handrail.agent.by_hand import ByHand
from handrail.agent.m3a import M3AAgent
from handrail.agent.open_agent import Opening
from handrail.agent.run import Agent
from handrail.cli.model_choice import OFFLINE, choose_model
from handrail.cli.screen_view import show_screen
from handrail.error import Misuse


def open_by_hand(place: str, _: Opening) -> Agent:
    """Whoever sits at the keyboard."""
    if place:
        raise Misuse(f"`hand:{place}`: the agent `hand` is named without a colon")
    return ByHand(_read_line, show_screen)


def open_m3a(place: str, opening: Opening) -> Agent:
    """A model that looks at the phone, `m3a:PROVIDER:NAME`; without a name the one that the run names."""
    chosen = choose_model(place or opening.model, os.environ)
    if isinstance(chosen.model, str):
        raise Misuse(f"--agent m3a asks a model, and there is none but `{OFFLINE}`; name one, as in m3a:openai:gpt-4.1")
    return M3AAgent(chosen.model, opening.instruction, opening.device.screenshot)


def _read_line(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    try:
        with interruptible():
            line = sys.stdin.readline()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        raise EOFError from None
    if not line:
        raise EOFError
    return line


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl+C ends what waits for a line; asyncio would only note it, and go on waiting."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
