"""`handrail encode`: from an instruction to a specification, with a model or without one."""

from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.app_model import APP, load_app
from handrail.cli.console import log_console, print_json
from handrail.cli.encode_choice import chosen_by_key, readings_of
from handrail.cli.encode_view import print_outcome
from handrail.cli.model_choice import SpendingLimits, choose_model
from handrail.cli.moment import read_moment
from handrail.encoder import Encoded, EncodingFailed, Experience, Outcome, Settings, outcome_as_json
from handrail.encoder import encode as encode_instruction
from handrail.llm import NotRecorded, TimedOut, Unreachable


class Checks(StrEnum):
    """What a draft must pass."""

    RULES = "rules"
    MEANING = "rules+meaning"


class Constrain(StrEnum):
    """What the decoder of a server is held to."""

    SHAPE = "shape"
    SCHEMA = "schema"
    GRAMMAR = "grammar"


def encode(
    app: Annotated[str, typer.Option(help=APP)],
    instruction: Annotated[str, typer.Option(help="what the agent is asked to do")],
    model: Annotated[str | None, typer.Option(help="offline, or PROVIDER:NAME as in openai:gpt-4.1")] = None,
    votes: Annotated[int, typer.Option(help="encode so many times and take what more than half mean")] = 1,
    attempts: Annotated[int, typer.Option(help="drafts at most, for each vote")] = 3,
    checks: Annotated[
        Checks, typer.Option(help="rules, or also that the rules mean the same told back")
    ] = Checks.RULES,
    constrain: Annotated[Constrain, typer.Option(help="what the server holds its decoder to")] = Constrain.SHAPE,
    now: Annotated[str | None, typer.Option(help="when the session begins, as 2026-03-10T09:00; else now")] = None,
    experience: Annotated[Path | None, typer.Option(help="a file of remembered encodings; started if new")] = None,
    record: Annotated[Path | None, typer.Option(help="keep every answer of the model in this cassette")] = None,
    replay: Annotated[Path | None, typer.Option(help="take every answer from this cassette, ask no model")] = None,
    calls: Annotated[int | None, typer.Option(help="stop after so many calls of the model")] = None,
    tokens: Annotated[int | None, typer.Option(help="stop after so many tokens")] = None,
    dollars: Annotated[float | None, typer.Option(help="stop after so much money")] = None,
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Turn an instruction into a specification.

    Shows the rules and where each value in them comes from. At a terminal, where several things could be meant or the
    encoder is not sure, the readings stand side by side and a key chooses. Exit 0 with a specification; 1 without one,
    with the reason and what to do; 2 for misuse or a file that cannot be read; 3 if the model could not be reached.
    """
    import asyncio
    import os
    import sys

    settings = Settings(votes=votes, attempts=attempts, checks=checks.value, constrain=constrain.value)
    clock = read_moment(now) or datetime.now().astimezone()
    loaded = load_app(app)
    chosen = choose_model(
        model, os.environ, record=record, replay=replay, limits=SpendingLimits(calls, tokens, dollars)
    )
    log_console().print(f"model: {chosen.told}", markup=False, soft_wrap=True)

    async def run() -> Outcome:
        if experience is None:
            return await encode_instruction(instruction, loaded, now=clock, model=chosen.model, settings=settings)
        with Experience.open(experience) as memory:
            outcome = await encode_instruction(
                instruction, loaded, now=clock, model=chosen.model, settings=settings, experience=memory
            )
            if isinstance(outcome, Encoded):
                entry = memory.remember(loaded, outcome, now=clock)
                log_console().print(f"remembered, not confirmed yet: {entry}", markup=False, soft_wrap=True)
            return outcome

    outcome = asyncio.run(run())
    if not json and sys.stdin.isatty() and (readings := readings_of(outcome, loaded, instruction, clock)):
        print_outcome(outcome)
        outcome = chosen_by_key(readings, log_console(), typer.getchar) or outcome
        if not isinstance(outcome, Encoded):
            raise typer.Exit(exit_code(outcome))
    if json:
        print_json(outcome_as_json(outcome))
    else:
        print_outcome(outcome)
    raise typer.Exit(exit_code(outcome))


def exit_code(outcome: Outcome) -> int:
    """3 where the model is what failed, so that a script can tell it from an instruction that was not understood."""
    if isinstance(outcome, Encoded):
        return 0
    if isinstance(outcome, EncodingFailed) and outcome.attempts:
        return 3 if isinstance(outcome.attempts[-1].no_answer, Unreachable | TimedOut | NotRecorded) else 1
    return 1
