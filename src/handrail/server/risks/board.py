"""The findings of all runs, as the index has them, beside what people said of them."""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, delete, func, select

from handrail.error import Misuse
from handrail.sentinel.fusion.marks import Mark, marked_runs
from handrail.sentinel.fusion.precision import RulePrecision, precisions_of
from handrail.server.risks.documents import (
    BoardDocument,
    CategoryDocument,
    FindingDocument,
    FindingsDocument,
    FindingsQuery,
    MarkDocument,
    MarkRequest,
    RuleCountDocument,
)
from handrail.server.risks.tables import FINDING_MARKS
from handrail.server.store import Store
from handrail.server.store.dialect import insert_or_conflict
from handrail.server.store.run_record import storable
from handrail.server.store.tables import RUN_FINDINGS, RUNS
from handrail.severity import Severity

_KEY = ("run", "step", "detector", "rule")
_WORST_FIRST = tuple(str(severity) for severity in sorted(Severity, reverse=True))


@dataclass(frozen=True, slots=True)
class Board:
    """The board of a store."""

    store: Store

    async def findings(self, wanted: FindingsQuery) -> FindingsDocument:
        """A page of those that are wanted, those of the newest runs first."""
        return await self.store.read(lambda connection: _page(connection, wanted))

    async def numbers(self) -> BoardDocument:
        """All findings by category and severity, and by rule, with what people said."""
        return await self.store.read(_numbers)

    async def marks(self) -> tuple[Mark, ...]:
        """All that people said, in the order in which they did."""
        return await self.store.read(_marks)

    async def mark(self, said: MarkRequest, by: str, at: datetime) -> None:
        """Keep what somebody says of a finding. Raises `Misuse` where there is no such finding."""
        await self.store.write(lambda connection: _mark(connection, said, by, at))


def _joined(*columns: Any) -> Select[Any]:
    """Findings with their runs, and what was said of them."""
    same = and_(*(FINDING_MARKS.c[column] == RUN_FINDINGS.c[column] for column in _KEY))
    return (
        select(*columns)
        .select_from(RUN_FINDINGS)
        .join(RUNS, RUNS.c.name == RUN_FINDINGS.c.run)
        .outerjoin(FINDING_MARKS, same)
    )


def _conditions(wanted: FindingsQuery) -> Iterable[ColumnElement[bool]]:
    for name in ("category", "severity", "detector", "rule", "run"):
        if value := getattr(wanted, name):
            yield RUN_FINDINGS.c[name] == storable(value)
    if wanted.marked == "not yet":
        yield FINDING_MARKS.c.mark.is_(None)
    elif wanted.marked is not None:
        yield FINDING_MARKS.c.mark == wanted.marked


def _page(connection: Connection, wanted: FindingsQuery) -> FindingsDocument:
    conditions = [*_conditions(wanted)]
    total = connection.execute(_joined(func.count()).where(*conditions)).scalar_one()
    said = FINDING_MARKS.c
    columns = (*RUN_FINDINGS.c, RUNS.c.document, RUNS.c.began_ms, said.mark, said.by, said.at_ms)
    order = RUNS.c.began_ms.desc(), RUNS.c.name.desc(), RUN_FINDINGS.c.step, RUN_FINDINGS.c.rule
    page = _joined(*columns).where(*conditions).order_by(*order).offset(wanted.after).limit(wanted.limit)
    return FindingsDocument(findings=[_finding(row) for row in connection.execute(page)], total=total)


def _finding(row: Row[Any]) -> FindingDocument:
    marked = MarkDocument(mark=row.mark, by=row.by, at=_moment(row.at_ms)) if row.mark is not None else None
    return FindingDocument(
        run=row.run,
        instruction=json.loads(row.document)["instruction"],
        began=_moment(row.began_ms),
        step=row.step,
        detector=row.detector,
        rule=row.rule,
        category=row.category,
        severity=row.severity,
        message=row.message,
        evidence=json.loads(row.evidence),
        marked=marked,
    )


def _numbers(connection: Connection) -> BoardDocument:
    found = RUN_FINDINGS.c
    counted = connection.execute(
        select(found.category, found.severity, func.count()).group_by(found.category, found.severity)
    )
    categories: dict[str, Counter[str]] = {}
    for category, severity, number in counted:
        categories.setdefault(category, Counter())[severity] = number
    rules = connection.execute(
        select(found.detector, found.rule, found.category, func.count()).group_by(
            found.detector, found.rule, found.category
        )
    )
    precisions = {
        detector: precisions_of(marked_runs(marks)) for detector, marks in _by_detector(_marks(connection)).items()
    }
    told = [
        _rule(detector, rule, category, number, precisions.get(detector, {}).get(rule))
        for detector, rule, category, number in rules
    ]
    return BoardDocument(
        total=sum(sum(category.values()) for category in categories.values()),
        categories=[
            CategoryDocument(
                category=name,
                total=sum(counts.values()),
                severities={severity: counts[severity] for severity in _WORST_FIRST if counts[severity]},
            )
            for name, counts in sorted(categories.items(), key=lambda pair: _worst(pair[1]), reverse=True)
        ],
        rules=sorted(told, key=lambda rule_count_document: (-rule_count_document.findings, rule_count_document.rule)),
    )


def _worst(counted: Counter[str]) -> tuple[int, ...]:
    return tuple(counted[severity] for severity in _WORST_FIRST)


def _by_detector(marks: Iterable[Mark]) -> dict[str, list[Mark]]:
    sorted_out: dict[str, list[Mark]] = {}
    for mark in marks:
        sorted_out.setdefault(mark.detector, []).append(mark)
    return sorted_out


def _rule(detector: str, rule: str, category: str, findings: int, said: RulePrecision | None) -> RuleCountDocument:
    return RuleCountDocument(
        detector=detector,
        rule=rule,
        category=category,
        findings=findings,
        marked=said.flagged if said is not None else 0,
        right=said.right if said is not None else 0,
        precision=said.right / said.flagged if said is not None else None,
        at_least=said.lowest if said is not None else None,
    )


def _marks(connection: Connection) -> tuple[Mark, ...]:
    said, found = FINDING_MARKS.c, RUN_FINDINGS.c
    same = and_(*(said[column] == found[column] for column in _KEY))
    asked = select(*said, found.category, found.severity).join(RUN_FINDINGS, same).order_by(said.at_ms, said.run)
    return tuple(
        Mark(
            run=row.run,
            step=row.step,
            detector=row.detector,
            rule=row.rule,
            category=row.category,
            severity=row.severity,
            mark=row.mark,
            by=row.by,
            at=_moment(row.at_ms),
        )
        for row in connection.execute(asked)
    )


def _mark(connection: Connection, said: MarkRequest, by: str, at: datetime) -> None:
    texts = {"run": said.run, "detector": said.detector, "rule": said.rule}
    key = {"step": said.step, **{name: storable(text) for name, text in texts.items()}}
    there = select(RUN_FINDINGS.c.run).where(*(RUN_FINDINGS.c[name] == value for name, value in key.items()))
    if connection.execute(there).first() is None:
        raise Misuse(
            f"{said.detector} found nothing by {said.rule!r} in step {said.step} of {said.run!r}; "
            "/api/findings lists what was found"
        )
    if said.mark is None:
        of_it = (FINDING_MARKS.c[name] == value for name, value in key.items())
        connection.execute(delete(FINDING_MARKS).where(*of_it))
        return
    values = {"mark": said.mark, "by": by, "at_ms": round(at.timestamp() * 1000)}
    new = insert_or_conflict(connection.dialect.name, FINDING_MARKS).values(**key, **values)
    connection.execute(new.on_conflict_do_update(index_elements=list(_KEY), set_=values))


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
