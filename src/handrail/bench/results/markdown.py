"""Tables as Markdown, for a paper: figures with their intervals, what was skipped, what others published."""

from collections.abc import Iterable, Iterator

from handrail.bench.results.findings import Cell, Findings, ResultTable, interval_of, is_number, shown


def as_markdown(title: str, found: Iterable[tuple[str, Findings]]) -> str:
    """All tables of a run that do not depend on the machine, experiment by experiment."""
    parts = [f"# {title}"]
    for _, findings in found:
        parts += [f"## {findings.title}", findings.said]
        parts += [_table(table) for table in findings.tables if not table.timed]
        parts += [_skipped(findings)] if findings.skipped else []
    return "\n\n".join(parts) + "\n"


def _table(table: ResultTable) -> str:
    numeric = [all(is_number(row[place]) for row in table.rows) for place in range(len(table.columns))]
    lines = [
        table.columns,
        ["---:" if number else "---" for number in numeric],
        *([_cell(cell) for cell in row] for row in table.rows),
    ]
    rows = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    others = "".join(f"\n\nPublished: {published.said} ({published.source})." for published in table.published)
    return f"### {table.title}\n\n{table.said}\n\n{rows}{others}"


def _cell(cell: Cell) -> str:
    between = interval_of(cell)
    told = shown(cell).replace("|", "\\|")
    return f"{told} ({between})" if between else told


def _skipped(findings: Findings) -> str:
    return "\n".join(("Not measured:", "", *_reasons(findings)))


def _reasons(findings: Findings) -> Iterator[str]:
    for skipped in findings.skipped:
        instead = f" Instead: {skipped.instead}." if skipped.instead else ""
        yield f"- {skipped.what}: {skipped.why}.{instead}"
