"""Who listens is told which runs changed. A slow listener holds up nobody: what it did not take yet is added up."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class NewsSubscription:
    """Takes the names of the runs that changed since it took them last. It holds each name once, however often."""

    _changed: set[str] = field(default_factory=set)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, changed: Iterable[str]) -> None:
        """Note what changed; returns at once."""
        self._changed.update(changed)
        self._news.set()

    async def take(self) -> frozenset[str]:
        """Everything that changed since the last time; waits until something has."""
        await self._news.wait()
        self._news.clear()
        changed = frozenset(self._changed)
        self._changed.clear()
        return changed


@dataclass(slots=True)
class News:
    """All who listen now."""

    _listeners: list[NewsSubscription] = field(default_factory=list)

    def tell(self, changed: Iterable[str]) -> None:
        """Tell everybody."""
        names = frozenset(changed)
        for listener in self._listeners if names else ():
            listener.tell(names)

    @asynccontextmanager
    async def listener(self) -> AsyncIterator[NewsSubscription]:
        """One more who is told, until this is left."""
        listener = NewsSubscription()
        self._listeners.append(listener)
        try:
            yield listener
        finally:
            self._listeners.remove(listener)
