"""The normal form of a text: what `=`, `in`, `contains`, Enum values, keys and `?x` compare, also for sets.

Source: docs/language.md: NFKC, case folded, NFKC again, white space runs to one space, ends stripped.
"""

from unicodedata import normalize


def normal_form(text: str) -> str:
    """The form in which two texts that a user would call the same are equal. Linear in the length."""
    if text.isascii():  # NFKC leaves ASCII alone, and most of what a screen says is ASCII
        return " ".join(text.lower().split())
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def has_lone_surrogate(text: str) -> bool:
    """Whether the text holds half a character, which JSON escapes can produce and UTF-8 cannot store."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def code_form(text: str) -> str:
    """The form in which codes are compared, as account numbers: in normal form, without the spaces that group them."""
    return "".join(normal_form(text).split())


# A text that is a set of names: `Ann, Bob` to whom a message goes, whatever the order in which they are shown.
#
# Members stand between commas; each is compared in normal form. Equal sets are one value, so that `=`, `in`, keys and
# `?x` need not know of them; only `contains` asks which members there are.


class NameSet(str):
    """The form in which sets of names are compared: every member once, in order, apart by what no normal form holds."""

    __slots__ = ()

    @property
    def members(self) -> frozenset[str]:
        """Each member, in normal form."""
        return frozenset(self.split("\n")) if self else frozenset()


def name_set(text: str) -> NameSet:
    """The set of names that a text lists. Empty places between commas are nobody."""
    return NameSet("\n".join(sorted({normal_form(part) for part in text.split(",")} - {""})))
