"""Pictures as a model takes them: PNG, read when a question is asked."""

from handrail.error import UnreadableInput
from handrail.llm import Picture
from handrail.sentinel.judge.trajectory import PictureSource
from handrail.strict_json import read_bytes

_PNG = b"\x89PNG\r\n\x1a\n"


def png_of(source: PictureSource) -> Picture | None:
    """The picture, or None where none was kept; raises `UnreadableInput` for a file that is no PNG."""
    if source is None:
        return None
    content = source if isinstance(source, bytes) else read_bytes(source)
    if not content.startswith(_PNG):
        named = "a picture" if isinstance(source, bytes) else str(source)
        raise UnreadableInput(f"{named} is no PNG; models are sent PNG, so convert it, or judge without pictures")
    return Picture(content)
