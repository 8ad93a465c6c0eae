"""What a checker says about a text, with its place, so that a page can show it there."""

import re
from collections.abc import Iterable

from pydantic import BaseModel

from handrail.error import HandrailError
from handrail.language.diagnostic import Diagnostic

_PLACE = re.compile(r"[^:\n]*:(?P<line>[0-9]+):(?P<column>[0-9]+): (?P<found>.*?)(; (?P<help>[^;]*))?", re.DOTALL)


class MessageDocument(BaseModel):
    """One thing about a text. Lines and columns count from 1, in characters; `level` is `error` or `warning`."""

    line: int
    column: int
    length: int
    level: str
    code: str
    found: str
    help: str


def message_documents(diagnostics: Iterable[Diagnostic]) -> list[MessageDocument]:
    """What a checker found, in its order; what is about no place is about the first line."""
    return [
        MessageDocument(
            line=max(1, diagnostic.span.line),
            column=max(1, diagnostic.span.column),
            length=max(1, diagnostic.span.length),
            level=diagnostic.level,
            code=diagnostic.code,
            found=diagnostic.found,
            help=diagnostic.help,
        )
        for diagnostic in diagnostics
    ]


def refusal_document(error: HandrailError) -> MessageDocument:
    """Why a text could not be read at all; its message begins with a name and, where there is one, the place."""
    told = str(error)
    found = _PLACE.fullmatch(told)
    line, column = (int(found["line"]), int(found["column"])) if found is not None else (1, 1)
    return MessageDocument(
        line=line,
        column=column,
        length=1,
        level="error",
        code="unreadable",
        found=found["found"] if found is not None else told,
        help=(found["help"] or "") if found is not None else "",
    )
