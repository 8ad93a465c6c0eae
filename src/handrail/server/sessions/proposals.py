"""What one session's client proposed, by its own names: the newest in memory, those before in the session's journal."""

import asyncio
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from handrail.error import HandrailError
from handrail.server.sessions.problem import Problem
from handrail.server.sessions.proposal import ClientProposal
from handrail.server.sessions.recorded import read_recorded, told

KEPT = 4
"""Of so many the answer is in memory. Who asks again asks about the last one; an older one is read from the journal."""

MOST_PROPOSALS = 100_000
"""In one session; of each that is older eight bytes are kept, by which its name is known again."""


@dataclass(slots=True)
class Proposals:
    """The proposals of the session whose journal is in `folder`."""

    folder: Path
    _newest: dict[str, ClientProposal] = field(default_factory=dict)
    _older: "array[int]" = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self._newest) + len(self._older)

    def add(self, proposed: ClientProposal) -> None:
        """One more. Raises `Problem` where a session has had as many as it takes."""
        if len(self) >= MOST_PROPOSALS:
            raise Problem(409, f"a session takes {MOST_PROPOSALS:,} proposals, and this has had them; open another one")
        self._newest[proposed.identifier] = proposed
        for name in list(self._newest)[:-KEPT]:
            if self._newest[name].is_settled:
                del self._newest[name]
                self._older.append(hash(name))

    def add_told(self, several: Iterable[ClientProposal]) -> None:
        """Those of which another process told the client, in their order."""
        for proposed in several:
            self.add(proposed)

    async def find(self, identifier: str) -> ClientProposal | None:
        """The proposal of that name. Returns without waiting for anything unless it is an older one."""
        found = self._newest.get(identifier)
        if found is not None or hash(identifier) not in self._older:
            return found
        try:
            recorded = await asyncio.to_thread(read_recorded, self.folder)
        except HandrailError as error:
            raise Problem(409, f"session {self.folder.name}: {error}") from error
        proposal = recorded.proposals.get(identifier)
        return told(identifier, proposal) if proposal is not None and proposal.was_told else None
