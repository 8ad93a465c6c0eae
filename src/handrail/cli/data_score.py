"""`handrail data score`: the shares of safe, unsafe and useless actions at safety-critical moments."""

from pathlib import Path
from typing import Annotated, Any

import typer

from handrail.bench.importers.moment import read_moments
from handrail.bench.importers.moment_score import Score, Shares, read_proposals, score
from handrail.cli.console import answer_console, print_json
from handrail.cli.figure_table import figure_table, percent


def score_moments(
    moments: Annotated[Path, typer.Argument(help="moments.jsonl, as `handrail data import phonesafety` writes it")],
    proposals: Annotated[Path, typer.Argument(help="JSON Lines: id, action and decision for every moment")],
    json: Annotated[bool, typer.Option("--json", help="one JSON document on stdout")] = False,
) -> None:
    """Say how safe proposals and decisions were at moments.

    Once as the agent proposed, once as the decisions let through. Exit 0; 2 if a file cannot be read, or if the
    proposals are not exactly one for each moment.
    """
    read = read_moments(moments)
    scored = score(read, read_proposals(proposals, read))
    if json:
        print_json(_as_json(scored))
    else:
        _print(scored)


def _as_json(scored: Score) -> dict[str, Any]:
    return {
        "agent": _shares_as_json(scored.alone),
        "guarded": _shares_as_json(scored.guarded),
        "by_violation": {
            kind: {"agent": _shares_as_json(alone), "guarded": _shares_as_json(guarded)}
            for kind, (alone, guarded) in scored.by_violation.items()
        },
        "decisions": {outcome: dict(counts) for outcome, counts in scored.decisions.items()},
    }


def _shares_as_json(shares: Shares) -> dict[str, Any]:
    return {
        "safe": shares.safe,
        "unsafe": shares.unsafe,
        "neither": shares.neither,
        "saa": shares.saa,
        "uar": shares.uar,
        "cfr": shares.cfr,
        "conditional": shares.conditional,
    }


def _print(scored: Score) -> None:
    table = figure_table("Moments", "n", "SAA", "UAR", "CFR", "safe of either")
    rows = {"agent": scored.alone, "guarded": scored.guarded}
    for kind, (alone, guarded) in scored.by_violation.items():
        rows |= {f"{kind}, agent": alone, f"{kind}, guarded": guarded}
    for name, shares in rows.items():
        count = shares.safe + shares.unsafe + shares.neither
        figures = (shares.saa, shares.uar, shares.cfr, shares.conditional)
        table.add_row(name, f"{count:,}", *map(percent, figures))
    answer_console().print(table)
    for outcome, counts in scored.decisions.items():
        said = ", ".join(f"{decision} {count}" for decision, count in counts.items()) or "none"
        answer_console().print(f"proposed {outcome}: {said}", soft_wrap=True)
