"""What instructions were turned into, kept so that a person accepts it, and then used for the same instruction again.

An instruction or rules with a secret in them are not kept.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, func, select, update

from handrail.app import App, Apps
from handrail.app.document import read_app
from handrail.encoder.grounding import constants
from handrail.encoder.instruction_values import Day, TimeOfDay, Weekdays, instruction_values
from handrail.encoder.outcome import Encoded
from handrail.error import HandrailError
from handrail.guard.journal.redaction.redactor import Redactor
from handrail.guard.opening import describe_apps, states_document
from handrail.guard.without_commitment import without_commitment
from handrail.language.diagnostic import Level
from handrail.language.specification import Specification, diagnose
from handrail.language.value import Type
from handrail.language.verbalize import Verbalizer
from handrail.server.encodings.documents import (
    MOST_RUNS,
    EncodingDocument,
    EncodingsDocument,
    EncodingsQuery,
    RulesCheckDocument,
    WholeEncodingDocument,
)
from handrail.server.encodings.identity import encoding_id
from handrail.server.encodings.tables import ENCODINGS
from handrail.server.messages import message_documents
from handrail.server.store import Store
from handrail.server.store.dialect import insert_or_conflict
from handrail.server.store.run_record import storable
from handrail.server.store.tables import RUN_FACTS, RUNS
from handrail.strict_json import read_json

_OF_THE_CLOCK = frozenset({Type.DATE, Type.TIME})
_MOMENTS = (Day, TimeOfDay, Weekdays)


@dataclass(frozen=True, slots=True)
class Encodings:
    """All of a store."""

    store: Store
    clock: Callable[[], datetime]

    async def accepted(self, instruction: str, apps: Apps) -> Specification | None:
        """The rules that a person accepted for this instruction, where they mean the same whenever it is said."""
        asked = select(ENCODINGS.c.accepted).where(ENCODINGS.c.id == encoding_id(instruction, describe_apps(apps)))
        text = await self.store.read(lambda connection: connection.execute(asked).scalar())
        return None if text is None else _reused(instruction, text, apps, self.clock())

    async def note(self, instruction: str, apps: Apps, encoded: Encoded) -> None:
        """Keep what an instruction was turned into, unless there is a secret in it."""
        rules, redactor = encoded.specification.show(), Redactor()
        if redactor.prose(instruction) != instruction or redactor.rules(rules) != rules:
            return
        newest = {
            "rules": storable(rules),
            "review": json.dumps(encoded.review.as_json()),
            "model": encoded.model,
            "encoded_ms": _milliseconds(self.clock()),
            "commitments": json.dumps(apps.commitments),
        }
        row = {
            "id": encoding_id(instruction, describe_apps(apps)),
            "instruction": storable(instruction),
            "apps": json.dumps([member.name for member in apps.members]),
            "states": states_document(apps.states),
        }

        def put(connection: Connection) -> None:
            new = insert_or_conflict(connection.dialect.name, ENCODINGS).values(**row, **newest)
            connection.execute(new.on_conflict_do_update(index_elements=["id"], set_=newest))

        await self.store.write(put)

    async def page(self, wanted: EncodingsQuery) -> EncodingsDocument:
        """The newest first."""
        return await self.store.read(lambda connection: _page(connection, wanted))

    async def find(self, identifier: str) -> WholeEncodingDocument | None:
        """One of them with everything."""
        return await self.store.read(lambda connection: _whole(connection, storable(identifier), self.clock()))

    async def check(self, identifier: str, rules: str) -> RulesCheckDocument | None:
        """What there is to say against rules for the apps of an encoding; None where there is no such."""
        asked = select(ENCODINGS.c.states, ENCODINGS.c.commitments).where(ENCODINGS.c.id == storable(identifier))
        row = await self.store.read(lambda connection: connection.execute(asked).first())
        return None if row is None else _checked(rules, _app(row.states), json.loads(row.commitments or "[]"))

    async def accept(self, identifier: str, rules: str | None, by: str) -> None:
        """Keep what a person accepted, or take it back. The rules were checked before."""
        values = {"accepted": rules, "by": by, "at_ms": _milliseconds(self.clock())}
        if rules is None:
            values = {"accepted": None, "by": None, "at_ms": None}
        changed = update(ENCODINGS).where(ENCODINGS.c.id == identifier).values(**values)
        await self.store.write(lambda connection: connection.execute(changed))


def _reused(instruction: str, rules: str, apps: App | Apps, now: datetime) -> Specification | None:
    """The rules, unless the words or they name a moment: what `next Friday` means is another day in a week."""
    if any(isinstance(value.meaning, _MOMENTS) for value in instruction_values(instruction, now)):
        return None
    try:
        specification = Specification.parse(rules, apps)
    except HandrailError:  # an older version accepted them; then they are encoded and looked at again
        return None
    named = constants(specification.rules, specification.states)
    return None if any(constant.variable.type in _OF_THE_CLOCK for constant in named) else specification


def _app(states: str) -> App:
    return read_app(read_json(states, "the states of the encoding"), "the states of the encoding")


def _checked(rules: str, app: App, commitments: Sequence[str]) -> RulesCheckDocument:
    found = diagnose(rules, app)
    if found:
        return RulesCheckDocument(usable=False, messages=message_documents(found), words=[])
    specification = Specification.parse(rules, app)
    words = Verbalizer(specification.states)
    never = without_commitment(specification, commitments)
    return RulesCheckDocument(
        usable=all(diagnostic.level is Level.WARNING for diagnostic in never),
        messages=message_documents(never),
        words=[words.rule(rule) for rule in specification.rules],
    )


def _page(connection: Connection, wanted: EncodingsQuery) -> EncodingsDocument:
    conditions = [_states()[wanted.state]] if wanted.state is not None else []
    total = connection.execute(select(func.count()).select_from(ENCODINGS).where(*conditions)).scalar_one()
    page = select(ENCODINGS).where(*conditions).order_by(ENCODINGS.c.encoded_ms.desc(), ENCODINGS.c.id)
    rows = connection.execute(page.offset(wanted.after).limit(wanted.limit))
    return EncodingsDocument(encodings=[_encoding(row) for row in rows], total=total)


def _states() -> dict[str, ColumnElement[bool]]:
    accepted, rules = ENCODINGS.c.accepted, ENCODINGS.c.rules
    return {"to review": accepted.is_(None), "accepted": accepted == rules, "edited": accepted != rules}


def _whole(connection: Connection, identifier: str, now: datetime) -> WholeEncodingDocument | None:
    row = connection.execute(select(ENCODINGS).where(ENCODINGS.c.id == identifier)).first()
    if row is None:
        return None
    is_of_it = RUN_FACTS.c.kind == "encoding", RUN_FACTS.c.value == identifier
    runs = select(RUNS.c.name).join(RUN_FACTS, RUN_FACTS.c.run == RUNS.c.name).where(*is_of_it)
    is_reused = row.accepted is not None and _reused(row.instruction, row.accepted, _app(row.states), now) is not None
    newest = connection.execute(runs.order_by(RUNS.c.began_ms.desc(), RUNS.c.name).limit(MOST_RUNS)).scalars()
    return WholeEncodingDocument(
        encoding=_encoding(row),
        rules=row.rules,
        accepted=row.accepted,
        is_reused=is_reused,
        review=json.loads(row.review),
        runs=list(newest),
    )


def _encoding(row: Row[Any]) -> EncodingDocument:
    return EncodingDocument(
        id=row.id,
        instruction=row.instruction,
        apps=json.loads(row.apps),
        model=row.model,
        encoded=_moment(row.encoded_ms),
        state="to review" if row.accepted is None else "accepted" if row.accepted == row.rules else "edited",
        by=row.by,
        at=_moment(row.at_ms) if row.at_ms is not None else None,
    )


def _milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
