"""`screenrecord`: a film of what the screen shows, until it is ended or its time is over."""

import asyncio
import time
from collections.abc import Collection
from typing import Any

from handrail.phone.adb.film import FilmFrame, write_film
from handrail.phone.adb.shell.command import NOTHING as DONE
from handrail.phone.adb.shell.command import BytesInput, Call, CommandFailed, Result, complaint, read_options

_POLL_S = 0.05
_LONGEST_S, _USUAL_S = 1800, 180
_WITH_VALUE = ("size", "bit-rate", "time-limit", "output-format", "display-id", "codec-name")


async def screenrecord(call: Call) -> Result:
    """`screenrecord [--size WxH] [--bit-rate N] [--time-limit S] FILE`; size and rate are those of the screen."""
    options = read_options(call.arguments, _WITH_VALUE, single=True)
    limit_s = options.number("time-limit", _USUAL_S)
    if len(options.rest) != 1 or options.get("output-format", "mp4") != "mp4":
        call.gap()
        return complaint("Must specify output file (see --help).", 2)
    if not 0 < limit_s <= _LONGEST_S:
        return complaint(f"Time limit {limit_s}s outside acceptable range [1,{_LONGEST_S}]", 2)
    path = call.path(options.rest[0])
    refused = call.handset.files.write(path, b"")
    if refused:
        return complaint(f"Unable to open '{options.rest[0]}': {refused}", 2)
    frames = await _filmed(call, limit_s)
    width, height = _size(frames[0].jpeg)
    call.handset.files.write(path, write_film(frames, width, height))
    return DONE


async def _filmed(call: Call, limit_s: int) -> list[FilmFrame]:
    """A frame for each change of the screen; a client that cannot stay has the time that it asked for at once."""
    if isinstance(call.stdin, BytesInput):
        began = _picture(call)
        await call.handset.pace.wait(limit_s)
        return [FilmFrame(began, limit_s * 1000), FilmFrame(_picture(call), 1)]
    with call.handset.programs.started("screenrecord") as program:
        gone = asyncio.ensure_future(call.stdin.wait_gone())
        told = asyncio.ensure_future(program.ending.wait())
        try:
            return await _until_ended(call, (gone, told), limit_s)
        finally:
            gone.cancel()
            told.cancel()


async def _until_ended(call: Call, ends: Collection[asyncio.Future[Any]], limit_s: int) -> list[FilmFrame]:
    frames: list[FilmFrame] = []
    began = shown_at = time.monotonic()
    shown = _picture(call)
    over = False
    while not over:
        await asyncio.wait(ends, timeout=_POLL_S, return_when=asyncio.FIRST_COMPLETED)
        now, picture = time.monotonic(), _picture(call)
        over = any(future.done() for future in ends) or now - began >= limit_s
        if picture != shown or over:
            frames.append(FilmFrame(shown, max(1, round((now - shown_at) * 1000))))
            shown, shown_at = picture, now
    return [*frames, FilmFrame(shown, 1)]


def _picture(call: Call) -> bytes:
    picture = call.handset.jpeg()
    if picture is None:
        raise CommandFailed("Unable to get output buffers (this phone makes no pictures)")
    return picture


def _size(jpeg: bytes) -> tuple[int, int]:
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(jpeg)) as picture:
        return picture.size
