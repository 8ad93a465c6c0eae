"""Bring one message to one address: tried again while there is hope, in bounded time, and then given up."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from httpx2 import AsyncClient, HTTPError, Response
from tenacity import AsyncRetrying, RetryError, retry_if_exception_type, stop_after_attempt, wait_random_exponential
from tenacity.wait import wait_base

ANSWERS_WITHIN_SECONDS = 10.0
ATTEMPTS = 6
_LOGGER = logging.getLogger("handrail.server.notify")


class DeliveryStatus(StrEnum):
    """What came of it. `gone`: the address says that there is nobody any more."""

    DELIVERED = "delivered"
    REFUSED = "refused"
    GONE = "gone"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class Retries:
    """How often, and how long to wait in between: at random, longer each time, at most a minute."""

    attempts: int = ATTEMPTS
    wait: wait_base = field(default_factory=lambda: wait_random_exponential(multiplier=1, max=60))


class _TryAgain(Exception):
    """The receiver may take it later."""


Made: TypeAlias = tuple[bytes, Mapping[str, str]]
Message: TypeAlias = Callable[[], Awaitable[Made]]
"""The body and the headers, made anew for each attempt: a signature says when."""


async def deliver(client: AsyncClient, address: str, message: Message, retries: Retries) -> DeliveryStatus:
    """Send it, and say what came of it. Nothing is raised, and no redirect is followed."""
    try:
        async for attempt in AsyncRetrying(
            stop=stop_after_attempt(retries.attempts),
            wait=retries.wait,
            retry=retry_if_exception_type((_TryAgain, HTTPError)),
        ):
            with attempt:
                body, headers = await message()
                response = await client.post(
                    address, content=body, headers=dict(headers), timeout=ANSWERS_WITHIN_SECONDS, follow_redirects=False
                )
                return _outcome(response)
    except RetryError:
        pass
    except Exception:
        _LOGGER.exception("a notification could not be made")
    return DeliveryStatus.GIVEN_UP


def _outcome(response: Response) -> DeliveryStatus:
    if response.is_success:
        return DeliveryStatus.DELIVERED
    if response.status_code in (404, 410):
        return DeliveryStatus.GONE
    if response.status_code in (408, 425, 429) or response.status_code >= 500:
        raise _TryAgain
    return DeliveryStatus.REFUSED
