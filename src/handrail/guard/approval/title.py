"""What a question is about, in one clause: `pay 240.00 EUR to Alice Martin`, for titles, buttons and notifications.

Said from what the apps' models read exactly, never from the agent's words. A text stands in quotation marks unless it
is a bare name or number; what is not what the eye reads is marked, and the card says how.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from handrail.app.consequence import NEEDED_DETAILS, Consequence, Detail, Kind
from handrail.app.update import Raw
from handrail.guard.spelling import oddities
from handrail.language.verbalize import printable, quoted, spaced

LONGEST_TEXT = 60
LONGEST_DOES = 80
NOT_KNOWN = "(not known)"
_MOST_OTHERWISE = 2
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]*(?:[ .'-]{1,2}[^\W\d_a-z][^\W\d_]*){0,4}\.?")
"""Each word begins as names do, so that no sentence of an app's reads on from ours."""
_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*")


def title(consequences: Sequence[Consequence]) -> str:
    """What is done, a payment and what cannot be undone before the rest; empty where nothing of it is known."""
    known = [
        consequence for consequence in consequences if consequence.kind is not Kind.UNKNOWN or consequence.is_known
    ]
    if not known:
        return ""
    first = min(known, key=lambda consequence: (consequence.kind is not Kind.PAYMENT, not consequence.irreversible))
    more = len(consequences) - 1
    return f"{_clause(first)}{f', and {more:,} more' if more else ''}"


def _clause(consequence: Consequence) -> str:
    told = {detail.name.casefold(): detail for detail in consequence.details}
    needed = [told.get(name) for name in NEEDED_DETAILS[consequence.kind]]
    there = [_said(detail) for detail in needed if detail is not None]
    if len(there) == len(needed):
        match consequence.kind:
            case Kind.PAYMENT:
                to, amount = there
                currency = told.get("currency")
                return f"pay {amount}{f' {_said(currency)}' if currency is not None else ''} to {to}"
            case Kind.MESSAGE:
                to, text = there
                return f"send to {to}: {text}"
            case Kind.POST:
                return f"post {there[0]}"
            case Kind.SHARE:
                to, what = there
                return f"share {what} with {to}"
            case Kind.CALL:
                return f"call {there[0]}"
            case _:
                pass
    does = spaced(consequence.does)[:LONGEST_DOES]
    named = there or [_said(detail) for detail in consequence.details[:_MOST_OTHERWISE]]
    about = ", ".join(said for said in named if said.strip('"').casefold() not in does.casefold())
    return f"{does}: {about}" if about else does


def _said(detail: Detail) -> str:
    return NOT_KNOWN if detail.unread or detail.value is None else _value(detail.value)


def _value(value: Raw) -> str:
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        number = Decimal(value)
        return format(number, ",f") if number.is_finite() and abs(number.adjusted()) < LONGEST_TEXT else NOT_KNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, str):
        return printable(str(value), LONGEST_TEXT)
    odd = " [look closely]" if oddities(value[: 4 * LONGEST_TEXT]) else ""
    is_bare = not odd and len(value) <= LONGEST_TEXT and (_NAME.fullmatch(value) or _NUMBER.fullmatch(value))
    return value if is_bare else f"{quoted(value, LONGEST_TEXT)}{odd}"
