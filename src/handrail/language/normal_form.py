"""The normal form of a text: what `=`, `in`, `contains`, Enum values, keys and `?x` compare.

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
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
