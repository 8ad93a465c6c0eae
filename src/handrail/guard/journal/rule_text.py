"""The constants in the text of a specification: secrets are taken out of them, and the text still parses."""

import json
import re
from collections.abc import Callable

_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\]|\\.)*)"'
    r"|(?P<comment>#[^\n]*)"
    r"|(?P<number>-?[0-9]+)(?![\w.:-])"
    r"|`(?P<quoted>[^`\n]+)`"
    r"|(?P<name>[^\W\d]\w*)"
    r"|[-+.]?[0-9][\w.:-]*"
    r"|\s+|.",
    re.DOTALL,
)
_KEYWORDS = frozenset({"not", "in", "contains", "and", "still", "once", "true", "false"})


def map_rule_text(text: str, of_text: Callable[[str, str], str], of_number: Callable[[str, str], str | None]) -> str:
    """The rules with each constant replaced; the label of a constant is the variable that it is compared with.

    Whatever is not replaced is left as it was written, byte for byte.
    """
    pieces: list[str] = []
    label = ""
    for token in _TOKEN.finditer(text):
        written = token.group()
        match token.lastgroup:
            case "text":
                pieces.append(_constant(written, label, of_text))
            case "comment":
                pieces.append("#" + of_text(written[1:], "").replace("\n", " "))
            case "number":
                pieces.append(of_number(written, label) or written)
            case "quoted" | "name":
                if written not in _KEYWORDS:
                    label = written.strip("`")
                pieces.append(written)
            case _:
                pieces.append(written)
    return "".join(pieces)


def _constant(written: str, label: str, of_text: Callable[[str, str], str]) -> str:
    try:
        value = json.loads(written, strict=False)
    except ValueError:
        value = written[1:-1]
    treated = of_text(value, label)
    return written if treated == value else json.dumps(treated, ensure_ascii=False)
