"""What the demo leaves to review."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from handrail.server.encodings.documents import EncodingsQuery, RulesCheckDocument
from handrail.server.encodings.encodings import Encodings
from handrail.server.store.records import open_records


def test_the_demo_leaves_two_drafts_to_review_that_its_apps_can_carry_out(tmp_path: Path) -> None:
    from handrail.server.demonstration import DRAFTS, leave_drafts

    records = open_records(tmp_path)
    encodings = Encodings(records.store, lambda: datetime.now(UTC))

    async def left() -> list[tuple[str, RulesCheckDocument | None]]:
        await leave_drafts(encodings)
        page = await encodings.page(EncodingsQuery(state="to review"))
        wholes = [await encodings.find(encoding.id) for encoding in page.encodings]
        return [
            (whole.encoding.instruction, await encodings.check(whole.encoding.id, whole.rules))
            for whole in wholes
            if whole is not None
        ]

    try:
        found = asyncio.run(left())
    finally:
        records.store.close()
    assert {instruction for instruction, _ in found} == {instruction for _, instruction in DRAFTS}
    assert all(checked is not None and checked.usable and not checked.messages for _, checked in found)
