"""The body of a request, read whole and no further than it may be, as the document that it should be."""

import asyncio
from typing import TypeVar

from fastapi import Request
from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder
from starlette.requests import ClientDisconnect

from handrail.server.sessions.problem import Problem

LARGEST_BODY_BYTES = 8 * 1024 * 1024
MOST_DISCARDED_BYTES = 4 * LARGEST_BODY_BYTES
"""So much is read of what is too large, and kept nowhere: whoever still sends would not read the answer."""

SLOWEST_BODY_SECONDS = 30.0

Document = TypeVar("Document")


async def read_body(request: Request, *, seconds: float = SLOWEST_BODY_SECONDS) -> bytes:
    """The bytes. Raises `Problem` where there are too many or they come too slowly."""
    parts: list[bytes] = []
    length = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                length += len(part)
                if length > MOST_DISCARDED_BYTES:
                    raise _too_large()
                if length <= LARGEST_BODY_BYTES:
                    parts.append(part)
    except ClientDisconnect:
        raise Problem(400, "whoever sent the request was gone before it had arrived whole") from None
    except TimeoutError:
        raise Problem(408, f"the request did not arrive whole within {seconds:.0f} seconds; send it again") from None
    if length > LARGEST_BODY_BYTES:
        raise _too_large()
    request.state.body = b"".join(parts)  # for another process, if it is that one's
    content: bytes = request.state.body
    return content


def decoded(content: bytes, decoder: Decoder[Document]) -> Document:
    """The document. Raises `Problem` with the place of what is wrong."""
    try:
        return decoder.decode(content)
    except ValidationError as error:
        raise Problem(422, str(error)) from None
    except RecursionError:
        raise Problem(422, "objects and lists are nested too deeply") from None
    except (DecodeError, UnicodeDecodeError) as error:
        raise Problem(400, f"the body is no JSON: {error}") from None


def _too_large() -> Problem:
    return Problem(413, f"the body has more than {LARGEST_BODY_BYTES:,} bytes; nothing larger is read")
