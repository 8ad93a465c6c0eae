"""`handrail journal`: was a record changed, what does it say, and what would be decided today?"""

import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from handrail.cli.journal_replay_view import print_replay
from handrail.cli.journal_view import (
    print_escaped,
    print_lines,
    print_run,
    print_step,
    print_verification,
)
from handrail.cli.rules_file import read_rules
from handrail.error import MissingExtra, Misuse, install_line
from handrail.guard.journal import Broken, Scan, holds_head, read_journal
from handrail.guard.journal import verify as verify_journal
from handrail.guard.journal.anchor import Anchor, check_proof, load_proof, verify_anchored
from handrail.guard.journal.as_json import replay_as_json, verification_as_json
from handrail.guard.journal.reading import PictureSource
from handrail.guard.journal.replay import replay as decide_again
from handrail.guard.policy import load_policy
from handrail.guard.report import write_report
from handrail.guard.resuming import close_interrupted
from handrail.strict_json import shown_path

journal_commands = typer.Typer(
    name="journal",
    help="Journals: the records of guarded runs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

JournalPath = Annotated[Path, typer.Argument(help="the folder of a journal, or its journal.jsonl")]
AsJson = Annotated[bool, typer.Option("--json", help="one JSON document on stdout")]


@journal_commands.callback()
def journals() -> None:
    """Journals: the records of guarded runs."""


@journal_commands.command()
def verify(
    path: JournalPath,
    head: Annotated[
        str | None, typer.Option(help="a hash that was noted before: the line that has it must still be there")
    ] = None,
    anchor: Annotated[
        Path | None, typer.Option(help="a proof of what the journal was, from `GET /api/runs/NAME/anchor`")
    ] = None,
    anchor_key: Annotated[str | None, typer.Option(help="the public key of the log that the proof is from")] = None,
    pictures: Annotated[str | None, typer.Option(help="where archived screenshots are: a folder, or a URL")] = None,
    json: AsJson = False,
) -> None:
    """Check whether a line or a screenshot was changed.

    Exit 0 if nothing was changed, also where the last line was cut off when a process was killed; 1 with the line
    from which on the journal proves nothing; 2 if it cannot be read. A proof also finds lines that are missing at the
    end, and a journal that was made anew; one that proves nothing is misuse.
    """
    if head is not None and re.fullmatch("[0-9a-f]{64}", head) is None:
        raise Misuse("--head takes a whole hash, 64 hexadecimal digits, as `handrail journal verify` prints it")
    found = verify_journal(path, _archived(pictures) if pictures is not None else None)
    if head is not None and not isinstance(found, Broken) and not holds_head(path, head):
        found = Broken(found.entries + 1, f"no line has the hash {head[:16]}…; lines are missing at the end")
    if anchor is not None and not isinstance(found, Broken):
        found = verify_anchored(path, _proved(anchor, anchor_key)) or found
    if json:
        print_escaped(verification_as_json(found))
    else:
        print_verification(found, path)
    raise typer.Exit(1 if isinstance(found, Broken) else 0)


def _archived(url: str) -> PictureSource:
    try:
        from handrail.server.store.pictures import open_pictures
    except ModuleNotFoundError as error:
        raise MissingExtra(f"pictures elsewhere need {error.name}: {install_line('handrail[server]')}") from error
    return open_pictures(url).read


def _proved(file: Path, key: str | None) -> Anchor:
    proof = load_proof(file)
    why = check_proof(proof, key)
    if why is not None:
        raise Misuse(f"{shown_path(file)}: {why}; this proves nothing")
    if key is None:
        print(f"signed with the key {proof.tree.key}; is it the log's? --anchor-key asks", file=sys.stderr)
    return proof.anchor()


@journal_commands.command()
def show(
    path: JournalPath,
    step: Annotated[int | None, typer.Option(help="everything about this step")] = None,
    json: AsJson = False,
) -> None:
    """Tell the run: every step with its decision, and why.

    Exit 0; 1 if the journal was changed (what stands before is shown); 2 if it cannot be read.
    """

    scan = Scan(path)
    if json:
        print_lines(scan, step)
    elif step is None:
        print_run(scan)
    else:
        print_step(scan, step)
    raise typer.Exit(1 if scan.fault is not None and not scan.fault.cut_off else 0)


@journal_commands.command()
def replay(
    path: JournalPath,
    policy: Annotated[Path | None, typer.Option(help="decide by this policy instead of the recorded one")] = None,
    spec: Annotated[Path | None, typer.Option(help="decide by these rules instead of the recorded ones")] = None,
    json: AsJson = False,
) -> None:
    """Decide a run again, and say which decisions change.

    Exit 0; 1 if one changes although neither policy nor rules are new, or if the journal was changed; 2 if a file
    cannot be read.
    """

    reading = read_journal(path)
    again = decide_again(
        reading,
        policy=load_policy(policy) if policy is not None else None,
        specification=read_rules(spec) if spec is not None else None,
    )
    if json:
        print_escaped(replay_as_json(again))
    else:
        print_replay(again, anew=policy is not None or spec is not None)
    changed_file = reading.fault is not None and not reading.fault.cut_off
    raise typer.Exit(1 if changed_file or not (again.same or policy or spec) else 0)


@journal_commands.command()
def report(
    path: JournalPath,
    out: Annotated[Path | None, typer.Option(help="where to; else report.html beside the journal")] = None,
) -> None:
    """Write the page about a run.

    One file with every step, its screen, its reasons and what was asked for. Exit 0; 1 if the journal was changed: then
    only a page that `--out` names is written, which says so, and the one that lies beside the journal is left as it is.
    """

    found = verify_journal(path)
    if not isinstance(found, Broken):
        print(write_report(path, out))
        return
    told = f"{shown_path(path)}:{found.line}: {found.why}; from there on the journal proves nothing"
    if out is None:
        print(f"{told}. No page is written; --out FILE writes one of what it says now.", file=sys.stderr)
    else:
        print(write_report(path, out))
        print(f"{told}, nor does this page.", file=sys.stderr)
    raise typer.Exit(1)


@journal_commands.command()
def close(
    path: JournalPath,
    reason: Annotated[str, typer.Option(help="why it is not gone on with")] = "closed without going on",
) -> None:
    """Close an interrupted session; nobody goes on with it.

    Exit 0; 2 if the journal was changed or the session is closed already.
    """

    close_interrupted(path, reason, datetime.now().astimezone())
